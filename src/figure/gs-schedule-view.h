#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The visible part of a schedule: of its time and of its multiprocessors, both
 * 0…1. All 0: everything. */
typedef struct
{
  double from, to;    /* time */
  double top, bottom; /* multiprocessors */
} GsScheduleView;

gboolean gs_schedule_view_is_all (const GsScheduleView *self);

/* Shows 1 / @factor as much; @at_x, @at_y (0…1 of the visible part) stays where it
 * is. @lanes: multiprocessors too, else time alone. At most 10⁵ times, and
 * never more than everything. */
void gs_schedule_view_zoom (GsScheduleView *self, double at_x, double at_y, double factor, gboolean lanes);

/* Moves by a share of the visible part, up to the ends. */
void gs_schedule_view_pan (GsScheduleView *self, double dx, double dy);

G_END_DECLS
