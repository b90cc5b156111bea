#include "gs-occupancy.h"

#include <glib/gi18n-lib.h>

static gint64
round_up (gint64 value, gint64 unit)
{
  return unit > 0 ? (value + unit - 1) / unit * unit : value;
}

/* Registers are handed out per warp in units, and warps in groups, one for each
 * of the multiprocessor's four schedulers. */
static int
blocks_by_registers (const GsLimits *limits, gint64 warps_per_block, int registers)
{
  gint64 per_warp = round_up ((gint64)registers * limits->warp_size, limits->register_allocation_unit);
  gint64 granularity = MAX (limits->warp_allocation_granularity, 1);
  gint64 warps;

  if (registers <= 0)
    return G_MAXINT;
  if (registers > limits->max_registers_per_thread
      || per_warp * warps_per_block > limits->registers_per_block)
    return 0;
  warps = limits->registers_per_sm / per_warp / granularity * granularity;
  return (int)(warps / warps_per_block);
}

static int
blocks_by_shared (const GsLimits *limits, gint64 shared_bytes)
{
  gint64 per_block
      = round_up (shared_bytes + limits->shared_reserved_per_block, limits->shared_allocation_unit);

  if (shared_bytes > MAX (limits->shared_per_block, limits->shared_per_block_optin))
    return 0;
  return per_block == 0 ? G_MAXINT : (int)MIN (limits->shared_per_sm / per_block, G_MAXINT);
}

void
gs_occupancy (
    const GsLimits *limits, int block_threads, int registers, gint64 shared_bytes, GsOccupancy *occupancy)
{
  gint64 warps_per_block = (MAX ((gint64)block_threads, 1) + limits->warp_size - 1) / limits->warp_size;
  int blocks;

  occupancy->max_warps_per_sm = limits->max_threads_per_sm / limits->warp_size;
  occupancy->by_warps = block_threads > limits->max_threads_per_block
                            ? 0
                            : (int)(occupancy->max_warps_per_sm / warps_per_block);
  occupancy->by_blocks = limits->max_blocks_per_sm;
  occupancy->by_registers = blocks_by_registers (limits, warps_per_block, registers);
  occupancy->by_shared = blocks_by_shared (limits, shared_bytes);

  blocks = occupancy->by_warps;
  occupancy->limiter = GS_OCCUPANCY_BY_WARPS;
  if (occupancy->by_blocks < blocks)
    {
      blocks = occupancy->by_blocks;
      occupancy->limiter = GS_OCCUPANCY_BY_BLOCKS;
    }
  if (occupancy->by_registers < blocks)
    {
      blocks = occupancy->by_registers;
      occupancy->limiter = GS_OCCUPANCY_BY_REGISTERS;
    }
  if (occupancy->by_shared < blocks)
    {
      blocks = occupancy->by_shared;
      occupancy->limiter = GS_OCCUPANCY_BY_SHARED;
    }
  occupancy->blocks_per_sm = blocks;
  occupancy->warps_per_sm = (int)(blocks * warps_per_block);
  occupancy->fraction = (double)occupancy->warps_per_sm / MAX (occupancy->max_warps_per_sm, 1);
}

char *
gs_occupancy_verdict (const GsOccupancy *self)
{
  int blocks = self->blocks_per_sm, warps = self->warps_per_sm, most = self->max_warps_per_sm;
  double percent = 100 * self->fraction;

  switch (self->limiter)
    {
    case GS_OCCUPANCY_BY_BLOCKS:
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "The number of blocks allows %d block per multiprocessor: %d of %d warps, %.0f %%.",
                       "The number of blocks allows %d blocks per multiprocessor: %d of %d warps, %.0f %%.",
                       blocks),
          blocks, warps, most, percent);
    case GS_OCCUPANCY_BY_REGISTERS:
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "Registers allow %d block per multiprocessor: %d of %d warps, %.0f %%.",
                       "Registers allow %d blocks per multiprocessor: %d of %d warps, %.0f %%.", blocks),
          blocks, warps, most, percent);
    case GS_OCCUPANCY_BY_SHARED:
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "Shared memory allows %d block per multiprocessor: %d of %d warps, %.0f %%.",
                       "Shared memory allows %d blocks per multiprocessor: %d of %d warps, %.0f %%.", blocks),
          blocks, warps, most, percent);
    case GS_OCCUPANCY_BY_WARPS:
      break;
    }
  return g_strdup_printf (
      g_dngettext (
          GETTEXT_PACKAGE, "The number of warps allows %d block per multiprocessor: %d of %d warps, %.0f %%.",
          "The number of warps allows %d blocks per multiprocessor: %d of %d warps, %.0f %%.", blocks),
      blocks, warps, most, percent);
}
