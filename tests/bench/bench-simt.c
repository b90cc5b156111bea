/* How many traced accesses the emulator takes per second, for the tiled product
 * and the naive one. Not a test: numbers depend on the machine. */
#include <stdio.h>
#include <stdlib.h>

#include "../compute/simt-case.h"

static double
median_seconds (SimtCase *test, int repeats, gint64 *n_accesses)
{
  double seconds[64];

  for (int i = 0; i < repeats; i++)
    {
      gint64 start_us = g_get_monotonic_time ();
      GsTrace *trace = simt_case_run (test);
      double elapsed = (double)(g_get_monotonic_time () - start_us) * 1e-6;
      int j = i;

      *n_accesses = trace->global_reads + trace->global_writes + trace->shared_reads + trace->shared_writes;
      gs_trace_free (trace);
      for (; j > 0 && seconds[j - 1] > elapsed; j--)
        seconds[j] = seconds[j - 1];
      seconds[j] = elapsed;
    }
  return seconds[repeats / 2];
}

static void
measure (const char *symbol, GsOp op, gint64 m, gint64 n, gint64 k, int block_x, int block_y)
{
  for (int n_workers = 1; n_workers <= 2; n_workers++)
    {
      SimtCase test;
      gint64 n_accesses;
      double seconds;

      simt_case_init (&test, symbol, op, m, n, k, block_x, block_y, 0);
      test.launch.n_workers = n_workers;
      seconds = median_seconds (&test, 5, &n_accesses);
      printf ("%-26s %5d x %5d x %4d  block %2dx%-2d  %d thread%s  %6.1f M accesses/s  %8.1f ms\n", symbol,
              (int)m, (int)n, (int)k, block_x, block_y, n_workers, n_workers > 1 ? "s" : " ",
              (double)n_accesses / seconds * 1e-6, seconds * 1e3);
      fflush (stdout);
      simt_case_clear (&test);
    }
}

int
main (void)
{
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 128, 128, 128, 16, 16);
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 256, 256, 256, 16, 16);
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 256, 256, 256, 32, 32);
  measure ("gs_matmul_k1_naive", GS_OP_MATMUL, 128, 128, 128, 16, 16);
  measure ("gs_matmul_k1_naive", GS_OP_MATMUL, 128, 128, 128, 32, 8);
  measure ("gs_hadamard_k1_scalar", GS_OP_HADAMARD, 1000, 1003, 0, 256, 0);
  return 0;
}
