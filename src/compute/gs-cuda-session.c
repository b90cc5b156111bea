#include "gs-cuda-session.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-cuda-error.h"
#include "gs-cuda-range.h"
#include "gs-engine.h"
#include "gs-scale.h"

#define POISON 0x7fc00bad /* a NaN */
/* Other NaNs, one for each matrix: what a kernel makes of those it reads past A
 * and B is never what stands past C. */
#define CANARY(which)  (0x7fdeadc0u + (guint)(which))
#define CANARY_BYTES   256
#define TIME_LIMIT_NS  G_GINT64_CONSTANT (120000000000)
#define SPIN_NS        2000000
#define MEMORY_RESERVE ((gsize)64 << 20) /* left to the driver for its own needs */

static gint64 time_limit_ns = TIME_LIMIT_NS;

void
gs_cuda_session_set_time_limit (gint64 limit_ns)
{
  time_limit_ns = limit_ns > 0 ? limit_ns : TIME_LIMIT_NS;
}

static gboolean
check (GsCudaSession *self, GsCuResult result, const char *call, GsPhaseKind phase, GError **error)
{
  return gs_cuda_check (self->driver, result, call, phase, error);
}

static void
set_phase (GsPhase *phase, gint64 ns, GsClock clock)
{
  *phase = (GsPhase){ ns, clock, GS_PHASE_MEASURED };
}

static const GsMatrix *
host_matrix (GsCudaSession *self, int which)
{
  return which == 0 ? self->job->a : which == 1 ? self->job->b : self->job->c;
}

gboolean
gs_cuda_session_poll (
    GsCudaSession *self, GsCuEvent event, gint64 start_ns, gboolean *happened, GError **error)
{
  GsCuResult result = self->driver->event_query (event);

  *happened = result == GS_CU_SUCCESS;
  if (result != GS_CU_NOT_READY)
    return check (self, result, "cuEventQuery", GS_PHASE_COMPUTE, error);
  if (gs_clock_now_ns () - start_ns > time_limit_ns)
    {
      gs_cuda_context_lose ();
      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_TIMEOUT,
          _ ("The kernel did not end within %.0f s; the GPU context is lost, start the worker again."),
          (double)time_limit_ns / 1e9);
      return FALSE;
    }
  if (!g_cancellable_is_cancelled (self->job->cancellable))
    return TRUE;
  gs_cuda_context_lose ();
  return !g_cancellable_set_error_if_cancelled (self->job->cancellable, error);
}

gboolean
gs_cuda_session_wait (GsCudaSession *self, GsCuEvent event, GError **error)
{
  gint64 start_ns = gs_clock_now_ns ();
  gboolean happened = FALSE;

  while (gs_cuda_session_poll (self, event, start_ns, &happened, error) && !happened)
    if (gs_clock_now_ns () - start_ns > SPIN_NS)
      g_usleep (50);
  return happened;
}

/* Bytes that all buffers need, with their canaries. */
static gsize
plan_buffers (GsCudaSession *self, const gint64 pad_floats[3])
{
  gsize total = 0;

  for (int i = 0; i < 3; i++)
    {
      GsCudaBuffer *buffer = &self->buffers[i];

      buffer->n_bytes = sizeof (float) * (gsize)gs_matrix_elements (host_matrix (self, i));
      buffer->front = CANARY_BYTES;
      buffer->back
          = (sizeof (float) * (gsize)pad_floats[i] + 2 * CANARY_BYTES - 1) / CANARY_BYTES * CANARY_BYTES;
      total += buffer->front + buffer->n_bytes + buffer->back;
    }
  return total;
}

static gboolean
ask_memory (GsCudaSession *self, gsize n_bytes, GError **error)
{
  gsize n_free = 0, n_total = 0;
  g_autofree char *needs = NULL, *has = NULL;

  if (!check (self, self->driver->memory_get_info (&n_free, &n_total), "cuMemGetInfo", GS_PHASE_ALLOC, error))
    return FALSE;
  if (n_bytes + MEMORY_RESERVE <= n_free)
    return TRUE;
  needs = gs_format_bytes ((double)n_bytes);
  has = gs_format_bytes ((double)n_free);
  g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY,
               _ ("This run needs %s of GPU memory, and %s are free on %s; make the matrices smaller."),
               needs, has, self->context->device.name);
  return FALSE;
}

static gboolean
allocate (GsCudaSession *self, gsize workspace_bytes, GError **error)
{
  GS_CUDA_RANGE ("alloc");
  for (int i = 0; i < 3; i++)
    {
      GsCudaBuffer *buffer = &self->buffers[i];

      if (!check (self,
                  self->driver->memory_alloc (&buffer->base, buffer->front + buffer->n_bytes + buffer->back),
                  "cuMemAlloc", GS_PHASE_ALLOC, error))
        return FALSE;
      buffer->data = buffer->base + buffer->front;
    }
  if (workspace_bytes > 0
      && !check (self, self->driver->memory_alloc (&self->workspace, workspace_bytes), "cuMemAlloc",
                 GS_PHASE_ALLOC, error))
    return FALSE;
  return self->flush_bytes == 0
         || check (self, self->driver->memory_alloc (&self->flush, self->flush_bytes), "cuMemAlloc",
                   GS_PHASE_ALLOC, error);
}

static gboolean
fill (GsCudaSession *self, GsCuPointer pointer, guint value, gsize n_bytes, GError **error)
{
  return n_bytes == 0
         || check (self, self->driver->fill_32 (pointer, value, n_bytes / 4, self->context->stream),
                   "cuMemsetD32Async", GS_PHASE_COMPUTE, error);
}

static gboolean
paint_canaries (GsCudaSession *self, GError **error)
{
  for (int i = 0; i < 3; i++)
    {
      GsCudaBuffer *buffer = &self->buffers[i];

      if (!fill (self, buffer->base, CANARY (i), buffer->front, error)
          || !fill (self, buffer->data + buffer->n_bytes, CANARY (i), buffer->back, error))
        return FALSE;
    }
  return check (self, self->driver->stream_synchronise (self->context->stream), "cuStreamSynchronize",
                GS_PHASE_ALLOC, error);
}

/* Pinning takes longer than the copies it speeds up, so it is told apart. */
static gboolean
pin_host_memory (GsCudaSession *self, GError **error)
{
  gint64 start_ns = gs_clock_now_ns ();
  g_autofree char *took = NULL;

  for (int i = 0; i < 3; i++)
    {
      const GsMatrix *matrix = host_matrix (self, i);

      if (self->buffers[i].n_bytes == 0 || (i == 1 && matrix == self->job->a))
        continue;
      if (!check (self, self->driver->host_register (matrix->data, self->buffers[i].n_bytes, 0),
                  "cuMemHostRegister", GS_PHASE_ALLOC, error))
        return FALSE;
      self->registered[i] = TRUE;
    }
  took = gs_format_ns ((double)(gs_clock_now_ns () - start_ns));
  g_ptr_array_add (self->result->notes,
                   g_strdup_printf (_ ("Pinning the host memory took %s; it is in no phase."), took));
  return TRUE;
}

gboolean
gs_cuda_session_open (GsCudaSession *self,
                      const gint64 pad_floats[3],
                      gsize workspace_bytes,
                      gsize counter_bytes,
                      GError **error)
{
  gsize n_bytes = plan_buffers (self, pad_floats) + workspace_bytes;
  gint64 start_ns;

  if (self->job->spec->flush_cache)
    self->flush_bytes = 2 * self->context->device.l2_bytes;
  if (!ask_memory (self, n_bytes + self->flush_bytes, error))
    return FALSE;
  start_ns = gs_clock_now_ns ();
  if (!allocate (self, workspace_bytes, error))
    return FALSE;
  set_phase (&self->result->first[GS_PHASE_ALLOC], gs_clock_now_ns () - start_ns, GS_CLOCK_HOST);
  if (!check (self, self->driver->event_create (&self->start, 0), "cuEventCreate", GS_PHASE_ALLOC, error)
      || !check (self, self->driver->event_create (&self->end, 0), "cuEventCreate", GS_PHASE_ALLOC, error))
    return FALSE;
  if (self->job->spec->host_memory == GS_HOST_MEMORY_PINNED && !pin_host_memory (self, error))
    return FALSE;
  return fill (self, self->workspace, 0, counter_bytes, error) && paint_canaries (self, error);
}

static gboolean
upload (GsCudaSession *self, gint64 *ns, GError **error)
{
  GS_CUDA_RANGE ("upload");
  gint64 start_ns = gs_clock_now_ns ();

  for (int i = 0; i < 2; i++)
    if (self->buffers[i].n_bytes > 0
        && !check (self,
                   self->driver->copy_to_device (self->buffers[i].data, host_matrix (self, i)->data,
                                                 self->buffers[i].n_bytes),
                   "cuMemcpyHtoD", GS_PHASE_UPLOAD, error))
      return FALSE;
  if (!check (self, self->driver->context_synchronise (), "cuCtxSynchronize", GS_PHASE_UPLOAD, error))
    return FALSE;
  *ns = gs_clock_now_ns () - start_ns;
  return TRUE;
}

static gboolean
download (GsCudaSession *self, gint64 *ns, GError **error)
{
  GS_CUDA_RANGE ("download");
  gint64 start_ns = gs_clock_now_ns ();

  if (self->buffers[2].n_bytes > 0
      && !check (
          self,
          self->driver->copy_to_host (self->job->c->data, self->buffers[2].data, self->buffers[2].n_bytes),
          "cuMemcpyDtoH", GS_PHASE_DOWNLOAD, error))
    return FALSE;
  *ns = gs_clock_now_ns () - start_ns;
  return TRUE;
}

/* Counts the words of the canaries that are no longer what they were. */
static gboolean
check_canaries (GsCudaSession *self, GError **error)
{
  self->canary_hits = 0;
  for (int i = 0; i < 3; i++)
    {
      GsCudaBuffer *buffer = &self->buffers[i];
      const GsCuPointer starts[2] = { buffer->base, buffer->data + buffer->n_bytes };
      const gsize lengths[2] = { buffer->front, buffer->back };

      for (int side = 0; side < 2; side++)
        {
          g_autofree guint32 *words = g_malloc (lengths[side]);

          if (!check (self, self->driver->copy_to_host (words, starts[side], lengths[side]), "cuMemcpyDtoH",
                      GS_PHASE_DOWNLOAD, error))
            return FALSE;
          for (gsize word = 0; word < lengths[side] / 4; word++)
            self->canary_hits += words[word] != CANARY (i);
        }
    }
  return TRUE;
}

gboolean
gs_cuda_session_sample (GsCudaSession *self, GsCuGraphExec graph, int n, double *ns, GError **error)
{
  GS_CUDA_RANGE ("compute");
  GsCuStream stream = self->context->stream;
  float ms = 0;

  if (!fill (self, self->buffers[2].data, POISON, self->buffers[2].n_bytes, error)
      || !fill (self, self->flush, 0, self->flush_bytes, error)
      || !check (self, self->driver->event_record (self->start, stream), "cuEventRecord", GS_PHASE_COMPUTE,
                 error))
    return FALSE;
  if (graph != NULL)
    {
      if (!check (self, self->driver->graph_launch (graph, stream), "cuGraphLaunch", GS_PHASE_COMPUTE, error))
        return FALSE;
    }
  else
    for (int i = 0; i < n; i++)
      if (!self->enqueue (self->data, error))
        return FALSE;
  if (!check (self, self->driver->event_record (self->end, stream), "cuEventRecord", GS_PHASE_COMPUTE, error)
      || !gs_cuda_session_wait (self, self->end, error)
      || !check (self, self->driver->event_elapsed (&ms, self->start, self->end), "cuEventElapsedTime",
                 GS_PHASE_COMPUTE, error))
    return FALSE;
  *ns = (double)ms * 1e6 / n;
  return !g_cancellable_set_error_if_cancelled (self->job->cancellable, error);
}

gboolean
gs_cuda_session_prepare (GsCudaSession *self, GError **error)
{
  GsPhase *first = self->result->first;
  gint64 ns;
  double compute_ns;

  gs_job_progress (self->job, self->backend, gs_phase_nick (GS_PHASE_UPLOAD), 0);
  if (!upload (self, &ns, error))
    return FALSE;
  set_phase (&first[GS_PHASE_UPLOAD], ns, GS_CLOCK_HOST);
  gs_job_progress (self->job, self->backend, gs_phase_nick (GS_PHASE_COMPUTE), 0);
  if (!gs_cuda_session_sample (self, NULL, 1, &compute_ns, error))
    return FALSE;
  set_phase (&first[GS_PHASE_COMPUTE], (gint64)(compute_ns + 0.5), GS_CLOCK_EVENT);
  if (!download (self, &ns, error))
    return FALSE;
  set_phase (&first[GS_PHASE_DOWNLOAD], ns, GS_CLOCK_HOST);
  return check_canaries (self, error);
}

#define WARM_UP_CALLS 3
#define WARM_UP_NS    50e6
#define SHORT_NS      50e3
#define BATCH_NS      1e6
#define BATCH_MAX     512
#define TRANSFERS     10

static gboolean
warm_up (GsCudaSession *self, double *shortest_ns, GError **error)
{
  gint64 start_ns = gs_clock_now_ns ();

  *shortest_ns = G_MAXDOUBLE;
  for (int i = 0; i < WARM_UP_CALLS || (double)(gs_clock_now_ns () - start_ns) < WARM_UP_NS; i++)
    {
      double ns;

      if (!gs_cuda_session_sample (self, NULL, 1, &ns, error))
        return FALSE;
      *shortest_ns = MIN (*shortest_ns, ns);
    }
  return TRUE;
}

static gboolean
capture (GsCudaSession *self, int n, GsCuGraphExec *exec, GError **error)
{
  GsCuGraph graph = NULL;
  GsCuStream stream = self->context->stream;
  gboolean done = TRUE;

  if (!check (self, self->driver->capture_begin (stream, 0), "cuStreamBeginCapture", GS_PHASE_COMPUTE, error))
    return FALSE;
  for (int i = 0; i < n && done; i++)
    done = self->enqueue (self->data, error);
  done = check (self, self->driver->capture_end (stream, &graph), "cuStreamEndCapture", GS_PHASE_COMPUTE,
                done ? error : NULL)
         && done;
  done = done
         && check (self, self->driver->graph_instantiate (exec, graph, 0), "cuGraphInstantiate",
                   GS_PHASE_COMPUTE, error);
  if (graph != NULL)
    self->driver->graph_destroy (graph);
  return done;
}

static gboolean
take_samples (GsCudaSession *self, GError **error)
{
  GsResult *result = self->result;
  gsize repeats = (gsize)self->job->repeats;
  GsCuGraphExec graph = NULL;
  double shortest_ns;
  int n = 1;
  gboolean done = TRUE;

  if (!warm_up (self, &shortest_ns, error))
    return FALSE;
  if (shortest_ns < SHORT_NS && self->flush == 0)
    {
      n = (int)CLAMP (BATCH_NS / MAX (shortest_ns, 1), 2, BATCH_MAX);
      if (!capture (self, n, &graph, error))
        return FALSE;
      g_ptr_array_add (
          result->notes,
          g_strdup_printf (_ ("Each sample is a graph of %d launches, divided: one launch is too short "
                              "for the events."),
                           n));
    }
  else if (shortest_ns < SHORT_NS)
    g_ptr_array_add (result->notes,
                     g_strdup (_ ("One launch is short for the events, which tell 0.5 µs apart; with "
                                  "the cache flushed before each they cannot be batched.")));
  g_free (result->samples_ns);
  result->samples_ns = g_new0 (double, repeats);
  result->n_samples = 0;
  for (gsize i = 0; i < repeats && done; i++)
    {
      done = gs_cuda_session_sample (self, graph, n, &result->samples_ns[i], error);
      result->n_samples += done;
      gs_job_progress (self->job, self->backend, gs_phase_nick (GS_PHASE_COMPUTE),
                       (double)(i + 1) / (double)repeats);
    }
  if (graph != NULL)
    self->driver->graph_exec_destroy (graph);
  return done;
}

static void
keep_transfers (GsResult *result, const double *up, const double *down, gsize n)
{
  g_free (result->upload_samples_ns);
  g_free (result->download_samples_ns);
  result->upload_samples_ns = g_memdup2 (up, n * sizeof (double));
  result->download_samples_ns = g_memdup2 (down, n * sizeof (double));
  result->n_transfers = n;
}

/* Transfers are slow and steady: a few repeats tell as much as many. */
static gboolean
time_transfers (GsCudaSession *self, GError **error)
{
  gint64 repeats = MIN (self->job->repeats, TRANSFERS);
  double up[TRANSFERS], down[TRANSFERS];
  GsStats stats;

  for (gint64 i = 0; i < repeats; i++)
    {
      gint64 ns;

      if (!upload (self, &ns, error))
        return FALSE;
      up[i] = (double)ns;
      if (!download (self, &ns, error)
          || g_cancellable_set_error_if_cancelled (self->job->cancellable, error))
        return FALSE;
      down[i] = (double)ns;
    }
  keep_transfers (self->result, up, down, (gsize)repeats);
  gs_stats_compute (up, (gsize)repeats, &stats);
  set_phase (&self->result->warm[GS_PHASE_UPLOAD], (gint64)(stats.median + 0.5), GS_CLOCK_HOST);
  gs_stats_compute (down, (gsize)repeats, &stats);
  set_phase (&self->result->warm[GS_PHASE_DOWNLOAD], (gint64)(stats.median + 0.5), GS_CLOCK_HOST);
  return TRUE;
}

gboolean
gs_cuda_session_measure (GsCudaSession *self, GError **error)
{
  GsResult *result = self->result;
  GsStats stats;
  gint64 ns;

  if (!time_transfers (self, error) || !take_samples (self, error) || !download (self, &ns, error)
      || !check_canaries (self, error))
    return FALSE;
  gs_stats_compute (result->samples_ns, result->n_samples, &stats);
  set_phase (&result->warm[GS_PHASE_COMPUTE], (gint64)(stats.median + 0.5), GS_CLOCK_EVENT);
  for (GsPhaseKind kind = GS_PHASE_CONTEXT; kind <= GS_PHASE_ALLOC; kind++)
    if (result->first[kind].state != GS_PHASE_NOT_APPLICABLE)
      result->warm[kind] = (GsPhase){ 0, GS_CLOCK_HOST, GS_PHASE_CACHED };
  result->timed = TRUE;
  return TRUE;
}

void
gs_cuda_session_close (GsCudaSession *self)
{
  GS_CUDA_RANGE ("free");
  const GsCudaDriver *driver = self->driver;
  gint64 start_ns = gs_clock_now_ns ();
  gboolean freed = TRUE;

  for (int i = 0; i < 3; i++)
    {
      if (self->registered[i])
        driver->host_unregister (host_matrix (self, i)->data);
      if (self->buffers[i].base != 0)
        freed = driver->memory_free (self->buffers[i].base) == GS_CU_SUCCESS && freed;
    }
  if (self->workspace != 0)
    driver->memory_free (self->workspace);
  if (self->flush != 0)
    driver->memory_free (self->flush);
  if (freed && self->buffers[2].base != 0)
    set_phase (&self->result->first[GS_PHASE_FREE], gs_clock_now_ns () - start_ns, GS_CLOCK_HOST);
  if (self->start != NULL)
    driver->event_destroy (self->start);
  if (self->end != NULL)
    driver->event_destroy (self->end);
  memset (self->buffers, 0, sizeof self->buffers);
}
