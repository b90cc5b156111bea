#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* What a schedule says in numbers. */
typedef struct
{
  int sms;   /* multiprocessors of the device, as far as is known: at least up to the last that ran a block */
  int used;  /* those that ran a block */
  int slots; /* most blocks at one time on one of them */
  gint64 waves;   /* ⌈blocks / (sms · slots)⌉ */
  gint64 end_ns;  /* of the last block */
  gint64 tail_ns; /* from here on at least one multiprocessor has nothing left to do */
  double busy;    /* block time / (sms · slots · end), 0…1 */
} GsScheduleStats;

/* Where a block lies on its multiprocessor: blocks that share one lie above each
 * other, each on the first place that is free when it starts. */
typedef struct
{
  int slot;
  int turn; /* how many blocks that place has had before: 0 in the first wave */
} GsSchedulePlace;

/* The blocks of a schedule by start, each with its place. */
typedef struct
{
  GArray *blocks;          /* of GsBlockTime */
  GsSchedulePlace *places; /* one for each */
  GArray *wave_starts_ns;  /* of gint64: when the first block of each turn starts */
  GsScheduleStats stats;
} GsScheduleLayout;

GsScheduleLayout *gs_schedule_layout_new (const GsSchedule *schedule);
void gs_schedule_layout_free (GsScheduleLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsScheduleLayout, gs_schedule_layout_free)

void gs_schedule_stats (const GsSchedule *schedule, GsScheduleStats *stats);

G_END_DECLS
