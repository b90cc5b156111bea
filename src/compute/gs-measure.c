#include "gs-measure.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-engine.h"
#include "gs-scale.h"

#define WARM_UP_CALLS     3
#define WARM_UP_NS        50e6
#define WARM_AGAIN_NS     2e6 /* another kernel has been in the caches, but nothing has slept */
#define WARM_UP_MAX_NS    1e9
#define WARM_UP_MAX_CALLS 1000000
#define SHORT_NS          2000.0 /* a hundred times the cost of reading the clock */
#define BATCH_NS          20000.0
#define BATCH_MAX         8192
#define PROGRESS_NS       20e6

typedef struct
{
  const GsJob *job;
  const char *backend;
  GsLaunchFunc launch;
  gpointer data;
  gint64 last_progress_ns;
} Measurement;

void
gs_poison (GsMatrix *matrix)
{
  gs_matrix_fill (matrix, NAN);
}

static void
report (Measurement *self, double fraction)
{
  gint64 now_ns = gs_clock_now_ns ();

  if (now_ns - self->last_progress_ns < PROGRESS_NS)
    return;
  self->last_progress_ns = now_ns;
  gs_job_progress (self->job, self->backend, gs_phase_nick (GS_PHASE_COMPUTE), fraction);
}

/* Time of @n launches in a row, in ns. */
static gboolean
time_launches (Measurement *self, gint64 n, gint64 *elapsed_ns, GError **error)
{
  gint64 start_ns = gs_clock_now_ns ();

  for (gint64 i = 0; i < n; i++)
    if (!self->launch (self->data, error))
      return FALSE;
  *elapsed_ns = gs_clock_now_ns () - start_ns;
  return !g_cancellable_set_error_if_cancelled (self->job->cancellable, error);
}

static gboolean
warm_up (Measurement *self, gint64 first_ns, double *shortest_ns, int *n_calls, GError **error)
{
  const int calls = self->job->again ? 0 : WARM_UP_CALLS;
  const double enough_ns = self->job->again ? WARM_AGAIN_NS - (double)first_ns : WARM_UP_NS;
  double total_ns = 0;
  gint64 last_ns = first_ns;

  *shortest_ns = (double)first_ns;
  for (*n_calls = 0; *n_calls < WARM_UP_MAX_CALLS; (*n_calls)++)
    {
      if (*n_calls >= calls && total_ns >= enough_ns)
        return TRUE;
      if (total_ns + (double)last_ns > WARM_UP_MAX_NS)
        return TRUE;
      if (!time_launches (self, 1, &last_ns, error))
        return FALSE;
      *shortest_ns = MIN (*shortest_ns, (double)last_ns);
      total_ns += (double)last_ns;
      report (self, 0);
    }
  return TRUE;
}

static gint64
choose_batch (double shortest_ns)
{
  if (shortest_ns >= SHORT_NS)
    return 1;
  return (gint64)CLAMP (ceil (BATCH_NS / MAX (shortest_ns, 1)), 2, BATCH_MAX);
}

static void
add_notes (GsResult *result, gint64 first_ns, int n_warm_up, gint64 batch)
{
  if (n_warm_up < WARM_UP_CALLS)
    {
      g_autofree char *first = gs_format_ns ((double)first_ns);

      g_ptr_array_add (
          result->notes,
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Run 1 took %s, so only %d more run warmed up.",
                                        "Run 1 took %s, so only %d more runs warmed up.", (gulong)n_warm_up),
                           first, n_warm_up));
    }
  if (batch > 1)
    g_ptr_array_add (result->notes,
                     g_strdup_printf (_ ("One launch is too short for the clock: each sample is a batch of "
                                         "%" PRId64 " launches, divided."),
                                      batch));
}

gboolean
gs_measure_host (const GsJob *job,
                 const char *backend,
                 GsLaunchFunc launch,
                 gpointer data,
                 GsResult *result,
                 GError **error)
{
  Measurement self = { job, backend, launch, data, 0 };
  gsize repeats = (gsize)job->repeats;
  gint64 first_ns, batch;
  double shortest_ns;
  int n_warm_up;
  GsStats stats;

  gs_job_progress (job, backend, gs_phase_nick (GS_PHASE_COMPUTE), 0);
  if (!time_launches (&self, 1, &first_ns, error)
      || !warm_up (&self, first_ns, &shortest_ns, &n_warm_up, error))
    return FALSE;
  batch = choose_batch (shortest_ns);

  g_free (result->samples_ns);
  result->samples_ns = g_new0 (double, repeats);
  result->n_samples = 0;
  for (gsize i = 0; i < repeats; i++)
    {
      gint64 elapsed_ns;

      gs_poison (job->c);
      if (!time_launches (&self, batch, &elapsed_ns, error))
        return FALSE;
      result->samples_ns[result->n_samples++] = (double)elapsed_ns / (double)batch;
      report (&self, (double)(i + 1) / (double)repeats);
    }

  gs_stats_compute (result->samples_ns, result->n_samples, &stats);
  result->timed = TRUE;
  result->first[GS_PHASE_ALLOC] = (GsPhase){ job->alloc_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->first[GS_PHASE_COMPUTE] = (GsPhase){ first_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->warm[GS_PHASE_ALLOC] = (GsPhase){ 0, GS_CLOCK_HOST, GS_PHASE_CACHED };
  result->warm[GS_PHASE_COMPUTE] = (GsPhase){ llround (stats.median), GS_CLOCK_HOST, GS_PHASE_MEASURED };
  add_notes (result, first_ns, n_warm_up, batch);
  return TRUE;
}
