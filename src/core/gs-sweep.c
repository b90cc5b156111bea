#include "gs-sweep.h"

#include <string.h>

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

GsSweep *
gs_sweep_new (GsOp op, gboolean vector)
{
  GsSweep *self = g_new0 (GsSweep, 1);

  self->op = op;
  self->vector = vector;
  self->series = g_ptr_array_new_with_free_func (series_free);
  self->crossings = g_array_new (FALSE, TRUE, sizeof (GsCrossing));
  return self;
}

void
gs_sweep_free (GsSweep *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->series);
  g_array_unref (self->crossings);
  g_free (self->recorded);
  g_free (self);
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
      if (!result->timed || result->compute.n == 0)
        continue;
      point.compute_ns = result->compute.median;
      point.compute_mad_ns = result->compute.mad;
      point.total_ns = point.compute_ns + transfer_ns (result);
      g_array_append_val (series->points, point);
      g_array_sort (series->points, compare_points);
    }
}

static const GsSweepPoint *
point_at (const GsSweepSeries *series, gint64 size)
{
  for (guint i = 0; i < series->points->len; i++)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, i);

      if (point->size == size)
        return point;
    }
  return NULL;
}

/* −1: the CPU is clearly faster, +1: the GPU is, 0: within the spread. */
static int
who_is_faster (const GsSweepPoint *cpu, const GsSweepPoint *gpu, gboolean with_transfers)
{
  double cpu_ns = with_transfers ? cpu->total_ns : cpu->compute_ns;
  double gpu_ns = with_transfers ? gpu->total_ns : gpu->compute_ns;
  double spread = MAX (cpu->compute_mad_ns, gpu->compute_mad_ns);

  if (cpu_ns + spread < gpu_ns)
    return -1;
  return gpu_ns + spread < cpu_ns ? 1 : 0;
}

static void
find_crossing (const GsSweep *self, GsCrossing *crossing)
{
  const GsSweepSeries *cpu = g_ptr_array_index (self->series, crossing->cpu);
  const GsSweepSeries *gpu = g_ptr_array_index (self->series, crossing->gpu);
  gint64 last_cpu = -1, first_gpu = -1;
  guint n_cpu = 0, n_gpu = 0, n = 0;

  for (guint i = 0; i < gpu->points->len; i++)
    {
      const GsSweepPoint *point = &g_array_index (gpu->points, GsSweepPoint, i);
      const GsSweepPoint *other = point_at (cpu, point->size);
      int faster;

      if (other == NULL)
        continue;
      n++;
      faster = who_is_faster (other, point, crossing->with_transfers);
      n_cpu += faster < 0;
      n_gpu += faster > 0;
      if (faster < 0)
        {
          last_cpu = point->size;
          first_gpu = -1;
        }
      else if (faster > 0 && first_gpu < 0)
        first_gpu = point->size;
    }

  crossing->low = last_cpu;
  crossing->high = first_gpu;
  if (n > 0 && n_gpu == n)
    crossing->state = GS_CROSSING_ALWAYS;
  else if (n > 0 && n_cpu == n)
    crossing->state = GS_CROSSING_NONE;
  else if (last_cpu >= 0 && first_gpu > last_cpu)
    crossing->state = GS_CROSSING_FOUND;
  else if (n_cpu > 0 && first_gpu < 0)
    crossing->state = GS_CROSSING_NONE;
  else
    crossing->state = GS_CROSSING_UNCLEAR;
}

void
gs_sweep_find_crossings (GsSweep *self)
{
  g_return_if_fail (self != NULL);

  g_array_set_size (self->crossings, 0);
  for (guint c = 0; c < self->series->len; c++)
    for (guint g = 0; g < self->series->len; g++)
      for (int with = 0; with < 2; with++)
        {
          const GsSweepSeries *cpu = g_ptr_array_index (self->series, c);
          const GsSweepSeries *gpu = g_ptr_array_index (self->series, g);
          GsCrossing crossing = { .cpu = c, .gpu = g, .with_transfers = with };

          if (cpu->gpu || !gpu->gpu)
            continue;
          find_crossing (self, &crossing);
          g_array_append_val (self->crossings, crossing);
        }
}
