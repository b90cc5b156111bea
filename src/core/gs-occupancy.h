#pragma once

#include "gs-limits.h"

G_BEGIN_DECLS

typedef enum
{
  GS_OCCUPANCY_BY_WARPS,
  GS_OCCUPANCY_BY_BLOCKS,
  GS_OCCUPANCY_BY_REGISTERS,
  GS_OCCUPANCY_BY_SHARED,
} GsOccupancyLimiter;

typedef struct
{
  int blocks_per_sm, warps_per_sm, max_warps_per_sm;
  double fraction;            /* warps_per_sm / max_warps_per_sm */
  GsOccupancyLimiter limiter; /* what allows the fewest blocks */
  int by_warps, by_blocks, by_registers, by_shared; /* blocks each allows; G_MAXINT: no limit */
} GsOccupancy;

/* Blocks of @block_threads threads, each with @registers registers, and
 * @shared_bytes of shared memory per block, that fit on one multiprocessor
 * (allocation rules of NVIDIA's occupancy calculator). */
void gs_occupancy (const GsLimits *limits, int block_threads, int registers, gint64 shared_bytes, GsOccupancy *occupancy);

/* One translated sentence: "Shared memory allows 2 blocks per multiprocessor …". Free it. */
char *gs_occupancy_verdict (const GsOccupancy *self);

G_END_DECLS
