#pragma once

#include <gtk/gtk.h>

#include "gs-schedule-view.h"

G_BEGIN_DECLS

/* What a hand does on the picture of a schedule, to whoever shows it. */
typedef struct
{
  /* The visible part now, and another one. */
  const GsScheduleView *(*get_view) (gpointer data);
  void (*set_view) (gpointer data, const GsScheduleView *view);
  /* A click that was no drag, px. */
  void (*pick) (gpointer data, double x, double y);
} GsScheduleHandFuncs;

/* Wheel: zooms time at the pointer, with Ctrl multiprocessors too, with Shift pans;
 * drag pans, pinch zooms, click picks. @funcs is static, @data outlives @picture. */
void gs_schedule_gestures_add (GtkWidget *picture, const GsScheduleHandFuncs *funcs, gpointer data);

G_END_DECLS
