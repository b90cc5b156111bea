#include "gs-sweep.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-crossover.h"

static void
series_free (gpointer data)
{
  GsSweepSeries *self = data;

  g_free (self->backend);
  g_free (self->kernel);
  g_free (self->device);
  g_free (self->ended);
  g_array_unref (self->points);
  g_free (self);
}

static void
skip_clear (gpointer data)
{
  GsSweepSkip *self = data;

  g_free (self->reason);
}

GsSweep *
gs_sweep_new (GsOp op, gboolean vector)
{
  GsSweep *self = g_new0 (GsSweep, 1);

  self->op = op;
  self->vector = vector;
  self->series = g_ptr_array_new_with_free_func (series_free);
  self->crossings = g_array_new (FALSE, TRUE, sizeof (GsCrossing));
  self->skipped = g_array_new (FALSE, TRUE, sizeof (GsSweepSkip));
  g_array_set_clear_func (self->skipped, skip_clear);
  return self;
}

static gpointer
series_copy (gconstpointer series, gpointer data)
{
  const GsSweepSeries *self = series;
  GsSweepSeries *copy = g_memdup2 (self, sizeof *self);

  copy->backend = g_strdup (self->backend);
  copy->kernel = g_strdup (self->kernel);
  copy->device = g_strdup (self->device);
  copy->ended = g_strdup (self->ended);
  copy->points = g_array_copy (self->points);
  return copy;
}

GsSweep *
gs_sweep_copy (const GsSweep *self)
{
  GsSweep *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = gs_sweep_new (self->op, self->vector);
  g_ptr_array_unref (copy->series);
  copy->series = g_ptr_array_copy (self->series, series_copy, NULL);
  g_array_append_vals (copy->crossings, self->crossings->data, self->crossings->len);
  for (guint i = 0; i < self->skipped->len; i++)
    {
      GsSweepSkip skip = g_array_index (self->skipped, GsSweepSkip, i);

      skip.reason = g_strdup (skip.reason);
      g_array_append_val (copy->skipped, skip);
    }
  copy->recorded = g_strdup (self->recorded);
  return copy;
}

void
gs_sweep_free (GsSweep *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->series);
  g_array_unref (self->crossings);
  g_array_unref (self->skipped);
  g_free (self->recorded);
  g_free (self);
}

gboolean
gs_sweep_takes_vectors (const GsSpec *spec)
{
  return gs_op_is_elementwise (spec->op) && spec->block_dims == 1;
}

GsSweepSeries *
gs_sweep_series (GsSweep *self, const char *backend, const char *kernel)
{
  GsSweepSeries *series;

  g_return_val_if_fail (self != NULL && backend != NULL, NULL);

  for (guint i = 0; i < self->series->len; i++)
    {
      series = g_ptr_array_index (self->series, i);
      if (strcmp (series->backend, backend) == 0 && g_strcmp0 (series->kernel, kernel) == 0)
        return series;
    }
  series = g_new0 (GsSweepSeries, 1);
  series->backend = g_strdup (backend);
  series->kernel = g_strdup (kernel);
  series->gpu = strcmp (backend, "cuda") == 0 || strcmp (backend, "cublas") == 0;
  series->points = g_array_new (FALSE, TRUE, sizeof (GsSweepPoint));
  g_ptr_array_add (self->series, series);
  return series;
}

static double
transfer_ns (const GsResult *result)
{
  double sum = 0;

  for (int i = GS_PHASE_UPLOAD; i <= GS_PHASE_DOWNLOAD; i++)
    if (i != GS_PHASE_COMPUTE && result->warm[i].state == GS_PHASE_MEASURED)
      sum += (double)result->warm[i].ns;
  return sum;
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const GsSweepPoint *)a)->size, y = ((const GsSweepPoint *)b)->size;

  return (x > y) - (x < y);
}

void
gs_sweep_series_sort (GsSweepSeries *self)
{
  g_return_if_fail (self != NULL);

  g_array_sort (self->points, compare_points);
}

static void
set_point (GsSweepSeries *series, const GsSweepPoint *point)
{
  for (guint i = 0; i < series->points->len; i++)
    {
      GsSweepPoint *there = &g_array_index (series->points, GsSweepPoint, i);

      if (there->size == point->size)
        {
          *there = *point;
          return;
        }
    }
  g_array_append_val (series->points, *point);
  gs_sweep_series_sort (series);
}

static void
set_rounds (GsSweepPoint *point, const GsResult *result)
{
  const gsize n_rounds = result->n_rounds, n_each = n_rounds > 1 ? result->n_samples / n_rounds : 0;

  if (n_each == 0 || n_rounds > GS_SWEEP_ROUNDS)
    return;
  for (gsize i = 0; i < n_rounds; i++)
    {
      GsStats round;

      gs_stats_compute (result->samples_ns + i * n_each, n_each, &round);
      if (!(round.median > 0))
        return;
      point->round_ns[i] = round.median;
    }
  point->n_rounds = (int)n_rounds;
}

void
gs_sweep_add_report (GsSweep *self, gint64 size, const GsReport *report)
{
  g_return_if_fail (self != NULL && report != NULL);

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      GsSweepSeries *series = gs_sweep_series (self, result->backend, result->kernel);
      GsSweepPoint point = { .size = size };

      if (series->device == NULL)
        series->device = g_strdup (result->device);
      if (result->status != GS_STATUS_OK)
        {
          if (series->ended == NULL)
            series->ended = g_strdup (result->message);
          continue;
        }
      /* A report may come from a file: what has no place on the axes is no point. */
      if (!result->timed || result->compute.n == 0 || size < 1 || !(result->compute.median > 0))
        continue;
      point.compute_ns = result->compute.median;
      point.compute_mad_ns = result->compute.mad;
      point.total_ns = point.compute_ns + transfer_ns (result);
      point.n_samples = result->compute.n;
      set_rounds (&point, result);
      set_point (series, &point);
      g_clear_pointer (&series->ended, g_free);
    }
}

void
gs_sweep_skip (GsSweep *self, gint64 size, const char *reason)
{
  GsSweepSkip skip = { .size = size, .reason = g_strdup (reason) };

  g_array_append_val (self->skipped, skip);
}

const char *
gs_sweep_skip_reason (const GsSweepSkip *skip)
{
  g_return_val_if_fail (skip != NULL, NULL);
  return skip->reason != NULL ? skip->reason : _ ("It was not run.");
}

void
gs_sweep_take_skipped (GsSweep *self, const GsSweep *finished)
{
  g_return_if_fail (self != NULL && finished != NULL);

  for (guint i = 0; i < finished->skipped->len; i++)
    {
      const GsSweepSkip *skip = &g_array_index (finished->skipped, GsSweepSkip, i);

      gs_sweep_skip (self, skip->size, skip->reason);
    }
}

gboolean
gs_sweep_has (const GsSweep *self, gint64 size)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->skipped->len; i++)
    if (g_array_index (self->skipped, GsSweepSkip, i).size == size)
      return TRUE;
  for (guint i = 0; i < self->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (self->series, i);

      for (guint j = 0; j < series->points->len; j++)
        if (g_array_index (series->points, GsSweepPoint, j).size == size)
          return TRUE;
    }
  return FALSE;
}

void
gs_sweep_find_crossings (GsSweep *self)
{
  g_return_if_fail (self != NULL);

  g_array_set_size (self->crossings, 0);
  for (guint c = 0; c < self->series->len; c++)
    for (guint i = 0; i < self->series->len; i++)
      for (int with = 0; with < 2; with++)
        {
          const GsSweepSeries *challenger = g_ptr_array_index (self->series, c);
          const GsSweepSeries *incumbent = g_ptr_array_index (self->series, i);
          GsCrossing crossing = { .incumbent = i, .challenger = c, .with_transfers = with };

          if (incumbent->gpu || (!challenger->gpu && i >= c))
            continue;
          /* Without a GPU nothing is transferred: one answer serves both. */
          if (with && !challenger->gpu)
            continue;
          /* Of a line that was never timed there is nothing to say. */
          if (challenger->points->len == 0 || incumbent->points->len == 0)
            continue;
          gs_crossover_find (challenger, incumbent, &crossing);
          g_array_append_val (self->crossings, crossing);
        }
}
