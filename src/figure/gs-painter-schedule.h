#pragma once

#include "gs-canvas.h"
#include "gs-schedule-layout.h"
#include "gs-schedule-view.h"

G_BEGIN_DECLS

typedef struct
{
  const GsSchedule *schedule;
  const char *device;  /* may be NULL */
  const char *recorded; /* date of a recording, or NULL */
  gboolean has_block;  /* lit, chosen here or in the coverage */
  gint64 block[2];
  GsScheduleView view; /* what of it is visible */
} GsScheduleScene;

void gs_schedule_scene_init (GsScheduleScene *scene, const GsSchedule *schedule);
/* Blocks on lanes of multiprocessors over time; waves shaded in turn and named,
 * the tail marked. Blocks narrower than a pixel are drawn as one. */
void gs_painter_schedule (GsCanvas *canvas, const GsScheduleScene *scene);
/* The block at a point of a figure of @width × @height points. */
gboolean gs_schedule_block_at (const GsScheduleScene *scene, double width, double height, double type_scale, double px,
                               double py, gint64 block[2]);
/* The part of such a figure that the lanes take: the rectangle that a view is
 * about. */
void gs_schedule_plot (double width, double height, double type_scale, cairo_rectangle_t *plot);
/* One translated sentence: waves, tail, busy fraction. Free it. */
char *gs_schedule_verdict (const GsSchedule *schedule);

G_END_DECLS
