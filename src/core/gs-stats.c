#include "gs-stats.h"

#include <math.h>
#include <string.h>

#include "gs-random.h"

enum
{
  BOOTSTRAP_ROUNDS = 2000,
};

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Sorts @values. n > 0. */
static double
median_in_place (double *values, gsize n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static double
median (const double *values, gsize n)
{
  g_autofree double *copy = g_memdup2 (values, n * sizeof *values);

  return median_in_place (copy, n);
}

void
gs_stats_compute (const double *samples, gsize n, GsStats *stats)
{
  g_autofree double *sorted = NULL;

  memset (stats, 0, sizeof *stats);
  if (n == 0)
    return;
  sorted = g_memdup2 (samples, n * sizeof *samples);
  stats->n = (gint64)n;
  stats->median = median_in_place (sorted, n);
  stats->min = sorted[0];
  stats->p95 = sorted[(95 * n + 99) / 100 - 1];
  for (gsize i = 0; i < n; i++)
    sorted[i] = fabs (samples[i] - stats->median);
  stats->mad = median_in_place (sorted, n);
  if (n >= 6)
    {
      double first = median (samples, n / 3);
      double last = median (samples + n - n / 3, n / 3);

      stats->drift = fabs (last - first) > 0.05 * fabs (first);
    }
}

/* Draws @n of @n values with replacement; @draw counts all draws ever made. */
static double
resampled_median (const double *values, gsize n, double *scratch, guint64 stream, guint64 *draw)
{
  for (gsize i = 0; i < n; i++)
    scratch[i] = values[gs_random_at (stream, (*draw)++) % n];
  return median_in_place (scratch, n);
}

/* The middle 95 % of the bootstrap's ratios. */
static void
interval (double *ratios, GsRatio *ratio)
{
  qsort (ratios, BOOTSTRAP_ROUNDS, sizeof *ratios, compare_doubles);
  ratio->low = ratios[BOOTSTRAP_ROUNDS * 25 / 1000];
  ratio->high = ratios[BOOTSTRAP_ROUNDS - 1 - BOOTSTRAP_ROUNDS * 25 / 1000];
}

void
gs_stats_paired_ratio (const double *a, const double *b, gsize n, GsRatio *ratio)
{
  g_autofree double *quotients = NULL, *scratch = NULL;
  double ratios[BOOTSTRAP_ROUNDS];
  guint64 stream = gs_random_stream (n), draw = 0;

  memset (ratio, 0, sizeof *ratio);
  if (n == 0)
    return;
  quotients = g_new (double, n);
  scratch = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    quotients[i] = a[i] / b[i];
  ratio->n = n;
  ratio->ratio = median (quotients, n);
  for (int round = 0; round < BOOTSTRAP_ROUNDS; round++)
    ratios[round] = resampled_median (quotients, n, scratch, stream, &draw);
  interval (ratios, ratio);
}

void
gs_stats_ratio (const double *a, gsize n_a, const double *b, gsize n_b, GsRatio *ratio)
{
  g_autofree double *scratch = NULL;
  double ratios[BOOTSTRAP_ROUNDS];
  guint64 stream = gs_random_stream (n_a + n_b), draw = 0;

  memset (ratio, 0, sizeof *ratio);
  if (n_a == 0 || n_b == 0)
    return;
  scratch = g_new (double, MAX (n_a, n_b));
  ratio->n = MIN (n_a, n_b);
  ratio->ratio = median (a, n_a) / median (b, n_b);
  for (int round = 0; round < BOOTSTRAP_ROUNDS; round++)
    {
      double top = resampled_median (a, n_a, scratch, stream, &draw);

      ratios[round] = top / resampled_median (b, n_b, scratch, stream, &draw);
    }
  interval (ratios, ratio);
}
