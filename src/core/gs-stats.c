#include "gs-stats.h"

#include <math.h>
#include <string.h>

#include "gs-random.h"

enum
{
  BOOTSTRAP_ROUNDS = 2000,
  MANY = 256, /* above so many samples only the rank of a resampled median is drawn */
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

gboolean
gs_stats_is_noisy (const GsStats *stats)
{
  g_return_val_if_fail (stats != NULL, FALSE);

  return stats->n >= 6 && stats->mad > 0.05 * fabs (stats->median);
}

/* Samples that medians are drawn of. */
typedef struct
{
  double *sorted, *scratch;
  gsize n;
} Bag;

static void
bag_init (Bag *self, const double *values, gsize n)
{
  self->n = n;
  self->sorted = g_memdup2 (values, n * sizeof *values);
  self->scratch = g_new (double, n);
  qsort (self->sorted, n, sizeof *self->sorted, compare_doubles);
}

static void
bag_clear (Bag *self)
{
  g_free (self->sorted);
  g_free (self->scratch);
}

/* In (0, 1). */
static double
draw_share (guint64 stream, guint64 *draw)
{
  return ((double)(gs_random_at (stream, (*draw)++) >> 11) + 0.5) * 0x1p-53;
}

/* The median of as many values drawn with replacement; @draw counts all draws ever
 * made. Of many values only the rank of that median is drawn: the middle one of n
 * even shares lies at ½ ± 1 / (2 √n), normally, as the Beta distribution of a
 * middle order statistic does for large n (David and Nagaraja, Order Statistics,
 * §10.2). */
static double
resampled_median (const Bag *self, guint64 stream, guint64 *draw)
{
  if (self->n > MANY)
    {
      double radius = sqrt (-2 * log (draw_share (stream, draw)));
      double normal = radius * cos (2 * G_PI * draw_share (stream, draw));
      double share = 0.5 + normal / (2 * sqrt ((double)self->n));

      return self->sorted[(gsize)CLAMP (share * (double)self->n, 0, (double)(self->n - 1))];
    }
  for (gsize i = 0; i < self->n; i++)
    self->scratch[i] = self->sorted[gs_random_at (stream, (*draw)++) % self->n];
  return median_in_place (self->scratch, self->n);
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
  g_autofree double *quotients = NULL;
  double ratios[BOOTSTRAP_ROUNDS];
  guint64 stream = gs_random_stream (n), draw = 0;
  Bag bag;

  memset (ratio, 0, sizeof *ratio);
  if (n == 0)
    return;
  quotients = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    quotients[i] = a[i] / b[i];
  ratio->n = n;
  ratio->ratio = median (quotients, n);
  bag_init (&bag, quotients, n);
  for (int round = 0; round < BOOTSTRAP_ROUNDS; round++)
    ratios[round] = resampled_median (&bag, stream, &draw);
  bag_clear (&bag);
  interval (ratios, ratio);
}

void
gs_stats_ratio (const double *a, gsize n_a, const double *b, gsize n_b, GsRatio *ratio)
{
  double ratios[BOOTSTRAP_ROUNDS];
  guint64 stream = gs_random_stream (n_a + n_b), draw = 0;
  Bag bag_a, bag_b;

  memset (ratio, 0, sizeof *ratio);
  if (n_a == 0 || n_b == 0)
    return;
  ratio->n = MIN (n_a, n_b);
  ratio->ratio = median (a, n_a) / median (b, n_b);
  bag_init (&bag_a, a, n_a);
  bag_init (&bag_b, b, n_b);
  for (int round = 0; round < BOOTSTRAP_ROUNDS; round++)
    {
      double top = resampled_median (&bag_a, stream, &draw);

      ratios[round] = top / resampled_median (&bag_b, stream, &draw);
    }
  bag_clear (&bag_a);
  bag_clear (&bag_b);
  interval (ratios, ratio);
}
