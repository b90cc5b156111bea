#include "gs-crossover.h"

#include <math.h>

#include "gs-result-ratio.h"

/* Standard error of the logarithm of a median. */
static double
relative_error (const GsSweepPoint *point, double median_ns)
{
  if (point->n_samples <= 0 || median_ns <= 0)
    return 0;
  return 1.2533 * 1.4826 * point->compute_mad_ns / (median_ns * sqrt ((double)point->n_samples));
}

/* −1: slower for certain, +1: faster for certain, 0: neither. @log_ratio gets
 * ln (incumbent / challenger): positive when the challenger is faster. */
static int
compare_points (const GsSweepPoint *challenger,
                const GsSweepPoint *incumbent,
                gboolean with_transfers,
                double *log_ratio)
{
  double c = with_transfers ? challenger->total_ns : challenger->compute_ns;
  double i = with_transfers ? incumbent->total_ns : incumbent->compute_ns;
  double margin;

  if (c <= 0 || i <= 0)
    {
      *log_ratio = 0;
      return 0;
    }
  *log_ratio = log (i / c);
  margin = 1.96 * hypot (relative_error (challenger, c), relative_error (incumbent, i));
  margin = MAX (margin, log1p (GS_NOISE_FLOOR));
  if (*log_ratio > margin)
    return 1;
  return *log_ratio < -margin ? -1 : 0;
}

typedef struct
{
  gint64 size;
  int order;
  double log_ratio;
} Step;

static GArray *
compare_series (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, gboolean with_transfers)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint c = 0, i = 0; c < challenger->points->len && i < incumbent->points->len;)
    {
      const GsSweepPoint *pc = &g_array_index (challenger->points, GsSweepPoint, c);
      const GsSweepPoint *pi = &g_array_index (incumbent->points, GsSweepPoint, i);

      if (pc->size < pi->size)
        {
          c++;
        }
      else if (pc->size > pi->size)
        {
          i++;
        }
      else
        {
          Step step = { .size = pc->size };

          step.order = compare_points (pc, pi, with_transfers, &step.log_ratio);
          g_array_append_val (steps, step);
          c++;
          i++;
        }
    }
  return steps;
}

/* Where the medians cross between steps @low and @high, on log axes; the last
 * crossing when noise made several. */
static double
interpolate (const GArray *steps, guint low, guint high)
{
  for (guint i = high; i > low; i--)
    {
      const Step *a = &g_array_index (steps, Step, i - 1);
      const Step *b = &g_array_index (steps, Step, i);

      if (a->log_ratio <= 0 && b->log_ratio > 0)
        {
          double t = -a->log_ratio / (b->log_ratio - a->log_ratio);

          return exp (log ((double)a->size) + t * log ((double)b->size / (double)a->size));
        }
    }
  return (double)g_array_index (steps, Step, low).size;
}

void
gs_crossover_find (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, GsCrossing *crossing)
{
  g_autoptr (GArray) steps = compare_series (challenger, incumbent, crossing->with_transfers);
  guint high = steps->len; /* first step of the tail where the challenger is faster */
  guint low;
  gboolean any_clear = FALSE;

  for (guint i = 0; i < steps->len; i++)
    any_clear = any_clear || g_array_index (steps, Step, i).order != 0;
  while (high > 0 && g_array_index (steps, Step, high - 1).order > 0)
    high--;

  crossing->low = crossing->high = -1;
  crossing->estimate = 0;
  if (!any_clear)
    {
      crossing->state = GS_CROSSING_UNCLEAR;
      return;
    }
  if (high == steps->len)
    {
      crossing->state = GS_CROSSING_NONE;
      return;
    }
  if (high == 0)
    {
      crossing->state = GS_CROSSING_ALWAYS;
      return;
    }
  /* Sizes where nothing is certain belong to the interval. */
  low = high - 1;
  while (low > 0 && g_array_index (steps, Step, low).order == 0)
    low--;
  crossing->state = GS_CROSSING_FOUND;
  crossing->low = g_array_index (steps, Step, low).size;
  crossing->high = g_array_index (steps, Step, high).size;
  crossing->estimate = interpolate (steps, low, high);
}
