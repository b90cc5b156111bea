#include "gs-limits.h"

#include <glib/gi18n-lib.h>

static const GsLimits common = {
  /* A word of reports, the same in every language; pictures translate it. */
  .name = N_ ("compute capability 7.5 and newer"),
  .compute_capability = 75,
  .max_threads_per_block = 1024,
  .max_block = { 1024, 1024, 64 },
  .max_grid = { G_MAXINT32, 65535, 65535 },
  .warp_size = 32,
  .max_threads_per_sm = 1024,
  .max_blocks_per_sm = 16,
  .registers_per_sm = 65536,
  .registers_per_block = 65536,
  .max_registers_per_thread = 255,
  .register_allocation_unit = 256,
  .warp_allocation_granularity = 4,
  .shared_per_block = 48 * 1024,
  .shared_per_block_optin = 64 * 1024,
  .shared_per_sm = 64 * 1024,
  .shared_allocation_unit = 256,
};

const GsLimits *
gs_limits_common (void)
{
  return &common;
}
