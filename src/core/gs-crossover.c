#include "gs-crossover.h"

#include <math.h>

#define CLEAR_ERRORS 3.0 /* standard errors between two lines that are clearly apart */
#define FEW_ROUNDS   3   /* fewer say nothing about how rounds differ */

/* The two lines at one size. */
typedef struct
{
  gint64 size;
  double log_ratio; /* ln (incumbent / challenger): positive when the challenger is faster */
  double error;     /* standard error of log_ratio */
  double least;     /* of |ln| over the rounds when all have the sign of log_ratio, else 0 */
  int order;        /* −1: the challenger is clearly slower, +1: clearly faster, 0: neither */
} Step;

/* Standard error of the logarithm of a median of normal samples. */
static double
median_error (const GsSweepPoint *point, double median_ns)
{
  if (point->n_samples <= 0)
    return 0;
  return 1.2533 * 1.4826 * point->compute_mad_ns / (median_ns * sqrt ((double)point->n_samples));
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Mean of the logarithms of @n values above 0 without the least and the greatest,
 * and its standard error: a round in which something else had the processor must not
 * hide what the others agree about. The error is the one of Tukey and McLaughlin,
 * from the values with both ends put where their neighbours are. Needs three values;
 * of fewer than five none is left out. */
static double
log_mean (const double *values, int n, double *error)
{
  const int cut = n >= 5 ? 1 : 0, n_kept = n - 2 * cut;
  double logs[GS_SWEEP_ROUNDS], mean = 0, centre = 0, squares = 0;

  for (int i = 0; i < n; i++)
    logs[i] = log (values[i]);
  qsort (logs, (gsize)n, sizeof *logs, compare_doubles);
  for (int i = cut; i < n - cut; i++)
    mean += logs[i] / n_kept;
  for (int i = 0; i < n; i++)
    centre += logs[CLAMP (i, cut, n - 1 - cut)] / n;
  for (int i = 0; i < n; i++)
    squares += pow (logs[CLAMP (i, cut, n - 1 - cut)] - centre, 2);
  *error = sqrt (squares / (n - 1)) / ((double)n_kept / n * sqrt (n));
  return mean;
}

/* With transfers a round takes as much longer as its median does. */
static double
log_time (const GsSweepPoint *point, gboolean with_transfers, double *error)
{
  const double extra_ns = with_transfers ? point->total_ns - point->compute_ns : 0;
  double times_ns[GS_SWEEP_ROUNDS];

  if (point->n_rounds < FEW_ROUNDS)
    {
      *error = median_error (point, point->compute_ns + extra_ns);
      return log (point->compute_ns + extra_ns);
    }
  for (int i = 0; i < point->n_rounds; i++)
    times_ns[i] = point->round_ns[i] + extra_ns;
  return log_mean (times_ns, point->n_rounds, error);
}

/* What slowed both lines in a round cancels in that round's ratio. */
static void
set_step (Step *step, const GsSweepPoint *challenger, const GsSweepPoint *incumbent, gboolean with_transfers)
{
  double ratios[GS_SWEEP_ROUNDS], challenger_error, incumbent_error;

  if (challenger->n_rounds < FEW_ROUNDS || challenger->n_rounds != incumbent->n_rounds)
    {
      step->log_ratio = log_time (incumbent, with_transfers, &incumbent_error)
                        - log_time (challenger, with_transfers, &challenger_error);
      step->error = hypot (incumbent_error, challenger_error);
      return;
    }
  for (int i = 0; i < challenger->n_rounds; i++)
    ratios[i] = incumbent->round_ns[i] / challenger->round_ns[i];
  step->log_ratio = log_mean (ratios, challenger->n_rounds, &step->error);
  step->least = G_MAXDOUBLE;
  for (int i = 0; i < challenger->n_rounds; i++)
    step->least = MIN (step->least, log (ratios[i]) * (step->log_ratio > 0 ? 1 : -1));
  step->least = MAX (step->least, 0);
}

static GArray *
pair_points (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, gboolean with_transfers)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint c = 0, i = 0; c < challenger->points->len && i < incumbent->points->len;)
    {
      const GsSweepPoint *pc = &g_array_index (challenger->points, GsSweepPoint, c);
      const GsSweepPoint *pi = &g_array_index (incumbent->points, GsSweepPoint, i);
      Step step = { .size = pc->size };

      c += pc->size <= pi->size;
      i += pi->size <= pc->size;
      if (pc->size != pi->size || !(pc->compute_ns > 0) || !(pi->compute_ns > 0))
        continue;
      set_step (&step, pc, pi, with_transfers);
      g_array_append_val (steps, step);
    }
  return steps;
}

/* The median of the errors, of two in the middle the greater: a few rounds can agree by
 * luck, so that no size is taken for more certain than sizes usually are. */
static double
usual_error (const GArray *steps)
{
  g_autofree double *errors = g_new (double, steps->len + 1);

  for (guint i = 0; i < steps->len; i++)
    errors[i] = g_array_index (steps, Step, i).error;
  qsort (errors, steps->len, sizeof *errors, compare_doubles);
  return steps->len > 0 ? errors[steps->len / 2] : 0;
}

static GArray *
compare_series (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, gboolean with_transfers)
{
  GArray *steps = pair_points (challenger, incumbent, with_transfers);
  const double usual = usual_error (steps);

  for (guint i = 0; i < steps->len; i++)
    {
      Step *step = &g_array_index (steps, Step, i);
      const double floor = log1p (GS_CROSSING_FLOOR);
      const double margin
          = step->least > floor ? floor : MAX (CLEAR_ERRORS * MAX (step->error, usual), floor);

      step->order = (step->log_ratio > margin) - (step->log_ratio < -margin);
    }
  return steps;
}

/* What speaks against the lines crossing right after step @at. */
static double
misfit (const Step *steps, guint low, guint high, guint at)
{
  double sum = 0;

  for (guint i = low; i <= high; i++)
    sum += i <= at ? MAX (steps[i].log_ratio, 0) : MAX (-steps[i].log_ratio, 0);
  return sum;
}

/* Where the lines cross between steps @low and @high, on log axes: at the change of
 * sign that fits best when noise made several. */
static double
interpolate (const Step *steps, guint low, guint high)
{
  guint best = high;

  for (guint i = low; i < high; i++)
    if (steps[i].log_ratio <= 0 && steps[i + 1].log_ratio > 0
        && (best == high || misfit (steps, low, high, i) < misfit (steps, low, high, best)))
      best = i;
  if (best < high)
    {
      const Step *from = &steps[best], *to = &steps[best + 1];
      const double t = -from->log_ratio / (to->log_ratio - from->log_ratio);

      return exp (log ((double)from->size) + t * log ((double)to->size / (double)from->size));
    }
  return (double)steps[low].size;
}

static GsCrossingState
judge (const Step *steps, guint n_steps, guint high)
{
  if (n_steps == 0 || steps[n_steps - 1].order == 0)
    return GS_CROSSING_UNCLEAR;
  if (high == n_steps)
    return GS_CROSSING_NONE;
  return high == 0 ? GS_CROSSING_ALWAYS : GS_CROSSING_FOUND;
}

void
gs_crossover_find (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, GsCrossing *crossing)
{
  g_autoptr (GArray) steps = compare_series (challenger, incumbent, crossing->with_transfers);
  const Step *all = (const Step *)(gpointer)steps->data;
  guint high = steps->len; /* first step of the tail where the challenger is clearly faster */
  guint below;             /* steps up to the last one where it is clearly slower */

  while (high > 0 && all[high - 1].order > 0)
    high--;
  /* Sizes at which nothing is certain belong to the interval. */
  for (below = high; below > 0 && all[below - 1].order >= 0;)
    below--;

  crossing->state = judge (all, steps->len, high);
  crossing->low = crossing->high = -1;
  crossing->low_open = FALSE;
  crossing->estimate = 0;
  if (below > 0 && (crossing->state == GS_CROSSING_UNCLEAR || crossing->state == GS_CROSSING_FOUND))
    crossing->low = all[below - 1].size;
  if (crossing->state != GS_CROSSING_FOUND)
    return;
  crossing->low_open = below == 0;
  if (below == 0)
    crossing->low = all[0].size;
  crossing->high = all[high].size;
  crossing->estimate = interpolate (all, below > 0 ? below - 1 : 0, high);
}
