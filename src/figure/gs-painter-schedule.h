#pragma once

#include "gs-canvas.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* What a schedule says in numbers. */
typedef struct
{
  int sms;            /* multiprocessors that ran a block, and those before them in number */
  int slots;          /* most blocks at one time on one of them */
  gint64 waves;       /* ⌈blocks / (sms · slots)⌉ */
  gint64 end_ns;      /* of the last block */
  gint64 tail_ns;     /* from here on at least one multiprocessor has nothing left to do */
  double busy;        /* block time / (sms · slots · end), 0…1 */
} GsScheduleStats;

typedef struct
{
  const GsSchedule *schedule;
  const char *device;  /* may be NULL */
  const char *recorded; /* date of a recording, or NULL */
  gboolean has_block;  /* lit, chosen here or in the coverage */
  gint64 block[2];
  double from, to;     /* visible part of the time, 0…1; both 0: all */
} GsScheduleScene;

void gs_schedule_scene_init (GsScheduleScene *scene, const GsSchedule *schedule);
void gs_schedule_stats (const GsSchedule *schedule, GsScheduleStats *stats);
/* Blocks on lanes of multiprocessors over time; waves shaded in turn, the tail marked. */
void gs_painter_schedule (GsCanvas *canvas, const GsScheduleScene *scene);
/* The block at a point of a figure of @width × @height points. */
gboolean gs_schedule_block_at (const GsScheduleScene *scene, double width, double height, double type_scale, double px,
                               double py, gint64 block[2]);
/* One translated sentence: waves, tail, busy fraction. Free it. */
char *gs_schedule_verdict (const GsSchedule *schedule);

G_END_DECLS
