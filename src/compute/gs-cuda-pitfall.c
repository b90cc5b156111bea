#include "gs-cuda-pitfall.h"

#include <math.h>

#include "gs-cuda-error.h"
#include "gs-engine.h"

#define READINGS    9
#define QUEUE_MAX   4096
#define QUEUE_STEPS 3 /* the shortest of three; one is enough where the device takes long */
#define LONG_NS     0.05e9
#define BUDGET_NS   0.4e9 /* device time that one step may take */
#define READINGS_NS 1.0e9 /* a kernel longer than this is read once */
#define KNEE_FACTOR 3.0   /* submitting a launch costs this much more than before */

static gint64
median (const double *times_ns, int n)
{
  GsStats stats;

  gs_stats_compute (times_ns, (gsize)n, &stats);
  return llround (stats.median);
}

static gboolean
drain (GsCudaSession *session, GError **error)
{
  return gs_cuda_check (session->driver,
                        session->driver->event_record (session->end, session->context->stream),
                        "cuEventRecord", GS_PHASE_COMPUTE, error)
         && gs_cuda_session_wait (session, session->end, error);
}

static gboolean
read_once (GsCudaSession *session, double *no_sync_ns, double *sync_ns, double *event_ns, GError **error)
{
  const GsCudaDriver *driver = session->driver;
  GsCuStream stream = session->context->stream;
  gint64 start_ns = gs_clock_now_ns ();

  if (!session->enqueue (session->data, error))
    return FALSE;
  *no_sync_ns = (double)(gs_clock_now_ns () - start_ns);
  if (!drain (session, error))
    return FALSE;

  start_ns = gs_clock_now_ns ();
  if (!session->enqueue (session->data, error)
      || !gs_cuda_check (driver, driver->stream_synchronise (stream), "cuStreamSynchronize", GS_PHASE_COMPUTE,
                         error))
    return FALSE;
  *sync_ns = (double)(gs_clock_now_ns () - start_ns);

  return gs_cuda_session_sample (session, NULL, 1, event_ns, error);
}

static gboolean
time_submitting (GsCudaSession *session, int n, int steps, gint64 *ns, GError **error)
{
  *ns = G_MAXINT64;
  for (int step = 0; step < steps; step++)
    {
      gint64 start_ns = gs_clock_now_ns ();

      for (int i = 0; i < n; i++)
        if (!session->enqueue (session->data, error))
          return FALSE;
      *ns = MIN (*ns, gs_clock_now_ns () - start_ns);
      if (!drain (session, error) || g_cancellable_set_error_if_cancelled (session->job->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* The first number of launches whose added ones cost markedly more to submit
 * than those before: from there on submitting waits for the device. */
static gint64
find_knee (const GsPitfall *pitfall)
{
  double before = 0;

  for (guint i = 1; i < pitfall->queue_ns->len; i++)
    {
      gint64 more = g_array_index (pitfall->queue_launches, gint64, i)
                    - g_array_index (pitfall->queue_launches, gint64, i - 1);
      double each = (double)(g_array_index (pitfall->queue_ns, gint64, i)
                             - g_array_index (pitfall->queue_ns, gint64, i - 1))
                    / (double)more;

      if (i > 5 && each > KNEE_FACTOR * before)
        return g_array_index (pitfall->queue_launches, gint64, i);
      before = i == 1 ? each : MIN (MAX (each, 1), MAX (before, 1));
    }
  return 0;
}

static gboolean
fill_queue (GsCudaSession *session, GsPitfall *pitfall, GError **error)
{
  for (gint64 n = 1; n <= QUEUE_MAX; n *= 2)
    {
      double device_ns = (double)n * (double)pitfall->event_ns;
      gint64 ns;

      if (device_ns > BUDGET_NS)
        break;
      if (!time_submitting (session, (int)n, device_ns > LONG_NS ? 1 : QUEUE_STEPS, &ns, error))
        return FALSE;
      g_array_append_val (pitfall->queue_launches, n);
      g_array_append_val (pitfall->queue_ns, ns);
    }
  pitfall->knee = find_knee (pitfall);
  return TRUE;
}

gboolean
gs_cuda_pitfall_measure (GsCudaSession *session, GError **error)
{
  double times_ns[3][READINGS];
  int readings = session->result->warm[GS_PHASE_COMPUTE].ns * 3 * READINGS > READINGS_NS ? 1 : READINGS;
  GsPitfall *pitfall;

  for (int i = 0; i < readings; i++)
    if (!read_once (session, &times_ns[0][i], &times_ns[1][i], &times_ns[2][i], error))
      return FALSE;
  pitfall = gs_pitfall_new ();
  pitfall->no_sync_ns = median (times_ns[0], readings);
  pitfall->sync_ns = median (times_ns[1], readings);
  pitfall->event_ns = median (times_ns[2], readings);
  if (!fill_queue (session, pitfall, error))
    {
      gs_pitfall_free (pitfall);
      return FALSE;
    }
  session->result->pitfall = pitfall;
  return TRUE;
}
