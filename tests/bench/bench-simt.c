/* How many traced accesses the emulator takes per second, by the clock on the
 * wall and by the processor time of all threads; the second hardly depends on
 * what else the machine does. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../compute/simt-case.h"

#define N_RUNS 5

typedef struct
{
  double wall, cpu; /* seconds */
} Seconds;

static double
cpu_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int
compare_wall (const void *a, const void *b)
{
  const Seconds *x = a, *y = b;

  return x->wall < y->wall ? -1 : x->wall > y->wall;
}

static Seconds
median_run (SimtCase *test, gint64 *n_accesses)
{
  Seconds runs[N_RUNS];

  for (int i = 0; i < N_RUNS; i++)
    {
      double cpu_start = cpu_seconds ();
      gint64 start_us = g_get_monotonic_time ();
      GsTrace *trace = simt_case_run (test);

      runs[i].wall = (double)(g_get_monotonic_time () - start_us) * 1e-6;
      runs[i].cpu = cpu_seconds () - cpu_start;
      *n_accesses = trace->global_reads + trace->global_writes + trace->shared_reads + trace->shared_writes;
      gs_trace_free (trace);
    }
  qsort (runs, N_RUNS, sizeof *runs, compare_wall);
  return runs[N_RUNS / 2];
}

static void
measure (const char *symbol, GsOp op, gint64 m, gint64 n, gint64 k, int block_x, int block_y)
{
  for (int n_workers = 1; n_workers <= 2; n_workers++)
    {
      SimtCase test;
      gint64 n_accesses;
      Seconds seconds;

      simt_case_init (&test, symbol, op, m, n, k, block_x, block_y, 0);
      test.launch.n_workers = n_workers;
      seconds = median_run (&test, &n_accesses);
      printf ("%-25s %4dx%4dx%3d block %3dx%-2d %d thread%s %6.1f M/s %6.1f M per CPU second %8.1f ms\n",
              symbol, (int)m, (int)n, (int)k, block_x, MAX (block_y, 1), n_workers, n_workers > 1 ? "s" : " ",
              (double)n_accesses / seconds.wall * 1e-6, (double)n_accesses / seconds.cpu * 1e-6,
              seconds.wall * 1e3);
      fflush (stdout);
      simt_case_clear (&test);
    }
}

int
main (void)
{
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 64, 64, 64, 16, 16);
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 128, 128, 128, 16, 16);
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 256, 256, 256, 16, 16);
  measure ("gs_matmul_k3_shared_tile", GS_OP_MATMUL, 256, 256, 256, 32, 32);
  measure ("gs_matmul_k1_naive", GS_OP_MATMUL, 128, 128, 128, 16, 16);
  measure ("gs_matmul_k1_naive", GS_OP_MATMUL, 128, 128, 128, 32, 8);
  measure ("gs_hadamard_k1_scalar", GS_OP_HADAMARD, 1000, 1003, 0, 256, 0);
  return 0;
}
