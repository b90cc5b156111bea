/* Whether a sweep finds the true crossover of the naive and the blocked product of
 * the CPU: the interval of two sweeps against a denser measurement of its own, in the
 * order measurement, sweep, sweep, measurement. The measurement takes every size,
 * times both kernels in turn on the same buffers, and does without the sweep's code. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gs-cpu-kernel.h"
#include "gs-engine.h"
#include "gs-sweep-run.h"

enum
{
  SMALLEST = 2,
  LARGEST = 40,
  PAIRS = 21, /* of batches at each size, on matrices of their own */
  PASSES = 5, /* over all sizes */
};

#define BATCH_NS 50e3

static gint64
time_batch (GsCpuFunc func, const GsCpuCall *call, gint64 n)
{
  const gint64 start_ns = gs_clock_now_ns ();

  for (gint64 i = 0; i < n; i++)
    func (call, NULL);
  return gs_clock_now_ns () - start_ns;
}

/* Naive over blocked at one size: above 1, blocked is faster. */
static double
measure_size (gint64 size)
{
  const GsCpuFunc naive = gs_cpu_kernel_find ("cpu_ijk"), blocked = gs_cpu_kernel_find ("cpu_blocked");
  g_autoptr (GsSource) one = gs_source_new_generator (GS_SOURCE_RANDOM, 1);
  g_autoptr (GsSource) two = gs_source_new_generator (GS_SOURCE_RANDOM, 2);
  g_autoptr (GsMatrix) a = gs_source_realise (one, size, size, NULL);
  g_autoptr (GsMatrix) b = gs_source_realise (two, size, size, NULL);
  g_autoptr (GsMatrix) c = gs_matrix_new (size, size, NULL);
  GsCpuCall call = { .op = GS_OP_MATMUL,
                     .m = size,
                     .n = size,
                     .k = size,
                     .a = a->data,
                     .b = b->data,
                     .c = c->data,
                     .n_threads = gs_cpu_threads (0, NULL),
                     .isa = gs_isa_current () };
  const gint64 n = (gint64)(BATCH_NS / ((double)time_batch (naive, &call, 1000) / 1000)) + 1;
  double naive_ns[PAIRS], blocked_ns[PAIRS];
  GsRatio ratio;

  for (int i = 0; i < PAIRS; i++)
    {
      if (i % 2 == 0)
        naive_ns[i] = (double)time_batch (naive, &call, n);
      blocked_ns[i] = (double)time_batch (blocked, &call, n);
      if (i % 2 == 1)
        naive_ns[i] = (double)time_batch (naive, &call, n);
    }
  gs_stats_paired_ratio (naive_ns, blocked_ns, PAIRS, &ratio);
  return ratio.ratio;
}

/* Where naive is ahead for the last time, with what lies between that size and the
 * next by interpolation; 0: nowhere. Of every size the median of the passes. */
static double
measure_crossing (void)
{
  double ratios[LARGEST + 1][PASSES], before = 1, crossing = 0;

  for (int pass = 0; pass < PASSES; pass++)
    for (gint64 size = SMALLEST; size <= LARGEST; size++)
      ratios[size][pass] = measure_size (size);
  for (gint64 size = SMALLEST; size <= LARGEST; size++)
    {
      GsStats stats;
      double ratio;

      gs_stats_compute (ratios[size], PASSES, &stats);
      ratio = stats.median;
      if (before <= 1 && ratio > 1 && size > SMALLEST)
        crossing = (double)size - log (ratio) / log (ratio / before);
      if (fabs (log (ratio)) < 0.3)
        printf ("  size %2d: naive / blocked %.3f, MAD of %d passes %.3f\n", (int)size, ratio, PASSES,
                stats.mad);
      before = ratio;
    }
  printf ("measured size by size: they cross at %.1f\n", crossing);
  return crossing;
}

static void
ignore_cb (const GsReport *report, double fraction, gpointer data)
{
}

static GsCrossing
sweep (const char *sizes_text)
{
  static const char *const kernels[] = { "cpu_ijk", "cpu_blocked", NULL };
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GArray) sizes = gs_sweep_sizes_parse (sizes_text, NULL);
  g_autoptr (GsSweep) found = NULL;
  GsCrossing crossing;

  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = spec->k = g_array_index (sizes, gint64, 0);
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("cpu", ",", -1);
  g_strfreev (spec->kernels);
  spec->kernels = g_strdupv ((char **)kernels);
  found = gs_sweep_run (spec, sizes, ignore_cb, NULL, NULL, NULL);
  crossing = g_array_index (found->crossings, GsCrossing, 0);
  printf ("sweep over %s: state %d, from %d%s to %d, estimate %.1f\n", sizes_text, (int)crossing.state,
          (int)crossing.low, crossing.low_open ? " or below" : "", (int)crossing.high, crossing.estimate);
  return crossing;
}

static gboolean
holds (const GsCrossing *crossing, double truth)
{
  return crossing->state == GS_CROSSING_FOUND && truth <= (double)crossing->high
         && (crossing->low_open || truth >= (double)crossing->low);
}

int
main (void)
{
  double truths[2];
  GsCrossing crossings[2];
  int n_held = 0;

  truths[0] = measure_crossing ();
  crossings[0] = sweep ("2:32:x2");
  crossings[1] = sweep ("2:38:+1");
  truths[1] = measure_crossing ();
  for (int i = 0; i < 4; i++)
    n_held += holds (&crossings[i / 2], truths[i % 2]);
  printf ("%d of 4: the measured crossing lies in the sweep's interval\n", n_held);
  return n_held == 4 ? 0 : 1;
}
