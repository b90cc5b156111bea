#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Summary of n samples. Every sample is kept beside it by whoever measured. */
typedef struct
{
  gint64 n;
  double min, median, mad, p95; /* in the samples' unit; MAD = median |x − median| */
  gboolean drift;               /* median of the last third differs from the first third's by > 5 % (n ≥ 6) */
} GsStats;

/* @samples is not changed and not sorted in place. n = 0 gives all zero. p95 by
 * the nearest-rank rule. */
void gs_stats_compute (const double *samples, gsize n, GsStats *stats);
/* Whether the samples spread so much that their median says little: the MAD is
 * more than 5 % of the median (n ≥ 6; fewer samples show no spread). */
gboolean gs_stats_is_noisy (const GsStats *stats);

/* Median of the ratios a[i] / b[i] and its 95 % interval by the bootstrap with
 * a fixed seed: same samples, same interval. */
typedef struct
{
  double ratio, low, high;
  gsize n;
} GsRatio;

void gs_stats_paired_ratio (const double *a, const double *b, gsize n, GsRatio *ratio);
/* The same for two unpaired sets: ratio of medians, bootstrap of both. */
void gs_stats_ratio (const double *a, gsize n_a, const double *b, gsize n_b, GsRatio *ratio);

G_END_DECLS
