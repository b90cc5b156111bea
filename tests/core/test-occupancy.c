#include <glib.h>
#include <string.h>

#include "gs-occupancy.h"

/* Blocks per multiprocessor as NVIDIA's occupancy functions
 * (cuda_occupancy.h of CUDA 13.0) give them, for the limits below. */

typedef struct
{
  int compute_capability, threads, registers;
  gint64 shared_bytes;
  int blocks;
} Case;

static const Case cases[] = {
  { 75, 256, 32, 0, 4 },     { 75, 256, 40, 0, 4 },     { 75, 128, 255, 0, 2 },    { 75, 1024, 64, 0, 1 },
  { 75, 1024, 65, 0, 0 },    { 75, 32, 16, 0, 16 },     { 75, 96, 40, 0, 10 },     { 75, 160, 72, 0, 5 },
  { 75, 256, 24, 16384, 4 }, { 75, 128, 32, 49152, 1 }, { 75, 256, 128, 8192, 2 }, { 75, 64, 32, 1024, 16 },
  { 75, 1, 32, 0, 16 },      { 75, 33, 32, 0, 16 },     { 75, 512, 33, 1000, 2 },  { 80, 256, 32, 0, 8 },
  { 80, 256, 40, 0, 6 },     { 80, 128, 255, 0, 2 },    { 80, 1024, 64, 0, 1 },    { 80, 1024, 65, 0, 0 },
  { 80, 32, 16, 0, 32 },     { 80, 96, 40, 0, 16 },     { 80, 160, 72, 0, 5 },     { 80, 256, 24, 16384, 8 },
  { 80, 128, 32, 49152, 3 }, { 80, 256, 128, 8192, 2 }, { 80, 64, 32, 1024, 32 },  { 80, 1, 32, 0, 32 },
  { 80, 33, 32, 0, 32 },     { 80, 512, 33, 1000, 3 },  { 86, 256, 32, 0, 6 },     { 86, 256, 40, 0, 6 },
  { 86, 128, 255, 0, 2 },    { 86, 1024, 64, 0, 1 },    { 86, 1024, 65, 0, 0 },    { 86, 32, 16, 0, 16 },
  { 86, 96, 40, 0, 16 },     { 86, 160, 72, 0, 5 },     { 86, 256, 24, 16384, 5 }, { 86, 128, 32, 49152, 2 },
  { 86, 256, 128, 8192, 2 }, { 86, 64, 32, 1024, 16 },  { 86, 1, 32, 0, 16 },      { 86, 33, 32, 0, 16 },
  { 86, 512, 33, 1000, 3 },  { 89, 256, 32, 0, 6 },     { 89, 256, 40, 0, 6 },     { 89, 128, 255, 0, 2 },
  { 89, 1024, 64, 0, 1 },    { 89, 1024, 65, 0, 0 },    { 89, 32, 16, 0, 24 },     { 89, 96, 40, 0, 16 },
  { 89, 160, 72, 0, 5 },     { 89, 256, 24, 16384, 5 }, { 89, 128, 32, 49152, 2 }, { 89, 256, 128, 8192, 2 },
  { 89, 64, 32, 1024, 24 },  { 89, 1, 32, 0, 24 },      { 89, 33, 32, 0, 24 },     { 89, 512, 33, 1000, 3 },
  { 90, 256, 32, 0, 8 },     { 90, 256, 40, 0, 6 },     { 90, 128, 255, 0, 2 },    { 90, 1024, 64, 0, 1 },
  { 90, 1024, 65, 0, 0 },    { 90, 32, 16, 0, 32 },     { 90, 96, 40, 0, 16 },     { 90, 160, 72, 0, 5 },
  { 90, 256, 24, 16384, 8 }, { 90, 128, 32, 49152, 4 }, { 90, 256, 128, 8192, 2 }, { 90, 64, 32, 1024, 32 },
  { 90, 1, 32, 0, 32 },      { 90, 33, 32, 0, 32 },     { 90, 512, 33, 1000, 3 },
};

static GsLimits
limits_of (int compute_capability)
{
  static const struct
  {
    int compute_capability, threads, blocks;
    gint64 shared, optin, reserved;
    int unit;
  } table[] = {
    { 75, 1024, 16, 65536, 65536, 0, 256 },      { 80, 2048, 32, 167936, 166912, 1024, 128 },
    { 86, 1536, 16, 102400, 101376, 1024, 128 }, { 89, 1536, 24, 102400, 101376, 1024, 128 },
    { 90, 2048, 32, 233472, 232448, 1024, 128 },
  };
  GsLimits limits = *gs_limits_common ();

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].compute_capability == compute_capability)
      {
        limits.compute_capability = compute_capability;
        limits.max_threads_per_sm = table[i].threads;
        limits.max_blocks_per_sm = table[i].blocks;
        limits.shared_per_sm = table[i].shared;
        limits.shared_per_block_optin = table[i].optin;
        limits.shared_reserved_per_block = table[i].reserved;
        limits.shared_allocation_unit = table[i].unit;
      }
  return limits;
}

static void
test_table (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      GsLimits limits = limits_of (c->compute_capability);
      GsOccupancy occupancy;
      int warps = (c->threads + 31) / 32;

      gs_occupancy (&limits, c->threads, c->registers, c->shared_bytes, &occupancy);
      if (occupancy.blocks_per_sm != c->blocks)
        g_error ("compute capability %d, %d threads, %d registers, %d bytes: %d blocks, expected %d",
                 c->compute_capability, c->threads, c->registers, (int)c->shared_bytes,
                 occupancy.blocks_per_sm, c->blocks);
      g_assert_cmpint (occupancy.warps_per_sm, ==, c->blocks * warps);
      g_assert_cmpint (occupancy.max_warps_per_sm, ==, limits.max_threads_per_sm / 32);
    }
}

static void
test_names_the_limit (void)
{
  static const struct
  {
    int threads, registers;
    gint64 shared_bytes;
    GsOccupancyLimiter limiter;
    const char *word;
  } table[] = {
    { 256, 16, 0, GS_OCCUPANCY_BY_WARPS, "number of warps allows 4 blocks" },
    { 32, 16, 0, GS_OCCUPANCY_BY_BLOCKS, "number of blocks allows 16 blocks" },
    { 128, 255, 0, GS_OCCUPANCY_BY_REGISTERS, "Registers allow 2 blocks" },
    { 128, 32, 30000, GS_OCCUPANCY_BY_SHARED, "Shared memory allows 2 blocks" },
    { 128, 32, 40000, GS_OCCUPANCY_BY_SHARED, "Shared memory allows 1 block " },
  };
  GsLimits limits = limits_of (75);

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      GsOccupancy occupancy;
      g_autofree char *verdict = NULL;

      gs_occupancy (&limits, table[i].threads, table[i].registers, table[i].shared_bytes, &occupancy);
      verdict = gs_occupancy_verdict (&occupancy);
      g_assert_cmpint (occupancy.limiter, ==, table[i].limiter);
      g_assert_nonnull (strstr (verdict, table[i].word));
    }
}

/* A block that no device allows fits nowhere, however large it is. */
static void
test_huge_block (void)
{
  GsLimits limits = limits_of (90);
  GsOccupancy occupancy;

  gs_occupancy (&limits, G_MAXINT, 32, 0, &occupancy);
  g_assert_cmpint (occupancy.blocks_per_sm, ==, 0);
  g_assert_cmpfloat (occupancy.fraction, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/occupancy/table", test_table);
  g_test_add_func ("/core/occupancy/names-the-limit", test_names_the_limit);
  g_test_add_func ("/core/occupancy/huge-block", test_huge_block);
  return g_test_run ();
}
