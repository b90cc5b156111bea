#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a device allows: from the device itself, or from a profile in
 * data/profiles/. All sizes in threads, blocks, registers or bytes. */
typedef struct
{
  char name[96];
  int compute_capability; /* 10·major + minor: 75, 86, 90 */
  gint64 max_threads_per_block;
  gint64 max_block[3];
  gint64 max_grid[3];
  int warp_size;
  int multiprocessors;
  int max_threads_per_sm;
  int max_blocks_per_sm;
  int registers_per_sm;
  int registers_per_block;
  int max_registers_per_thread;
  int register_allocation_unit; /* registers, per warp */
  int warp_allocation_granularity;
  gint64 shared_per_block;       /* without asking for more */
  gint64 shared_per_block_optin;
  gint64 shared_per_sm;
  gint64 shared_reserved_per_block;
  int shared_allocation_unit;
  gint64 memory_bytes;
  double memory_gbytes_per_s; /* 0 when not known */
  double fp32_gflops;         /* 0 when not known */
} GsLimits;

/* What every card from compute capability 7.5 on allows per launch (CUDA C++
 * Programming Guide, "Technical Specifications per Compute Capability"), used
 * when neither a device nor a profile is chosen. Static. */
const GsLimits *gs_limits_common (void);

G_END_DECLS
