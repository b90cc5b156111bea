#include "gs-cuda-probe.h"

#include <glib/gi18n-lib.h>

#include "gs-cuda-error.h"
#include "gs-cuda-session.h"
#include "gs-engine.h"
#include "gs-launch.h"
#include "gs-scale.h"

/* As in kernels/roofs.cu. */
#define COPY_FLOATS_PER_THREAD 16
#define FMA_CHAINS             16
#define FMA_STEPS              8

#define BLOCK          256
#define BLOCKS_PER_SM  8    /* full, on every card: 2048 threads, or all it can hold */
#define FMA_ROUNDS     4096 /* some milliseconds on any card */
#define ROUNDS         10   /* of each roof; the shortest counts */
#define MAX_COPY_BYTES ((gsize)1 << 30)
#define MAX_BUS_BYTES  ((gsize)256 << 20)
#define COPY_GRAIN     ((gsize)4 << 20)
#define L2_FACTOR      4 /* what is copied is larger than the L2 by this */

/* What is launched: one of the two yardsticks. Works on the buffers A and C of
 * the session; B is not there. */
typedef struct
{
  GsCudaSession session;
  GsCuFunction function;
  guint blocks;
  GsLaunch launch;
} Probe;

static gboolean
enqueue_cb (gpointer data, GError **error)
{
  Probe *self = data;
  const GsCudaDriver *driver = self->session.driver;
  void *arguments[] = { &self->session.buffers[0].data, &self->session.buffers[0].data,
                        &self->session.buffers[1].data, &self->launch };

  return gs_cuda_check (driver,
                        driver->launch (self->function, self->blocks, 1, 1, BLOCK, 1, 1, 0,
                                        self->session.context->stream, arguments, NULL),
                        "cuLaunchKernel", GS_PHASE_COMPUTE, error);
}

/* The shortest of the rounds: a roof is what the card can do. */
static gboolean
time_kernel (Probe *self, const char *symbol, double *shortest_ns, GError **error)
{
  GsPhase load;

  if (!gs_cuda_context_function (self->session.context, self->session.driver, "roofs.cu", symbol, &load,
                                 &self->function, error))
    return FALSE;
  *shortest_ns = G_MAXDOUBLE;
  for (int i = 0; i < ROUNDS; i++)
    {
      double ns;

      if (!gs_cuda_session_sample (&self->session, NULL, 1, &ns, error))
        return FALSE;
      *shortest_ns = MIN (*shortest_ns, MAX (ns, 1));
    }
  return TRUE;
}

static gboolean
allocate (Probe *self, gsize *n_bytes, GError **error)
{
  const GsCudaDriver *driver = self->session.driver;
  const GsCudaDevice *device = &self->session.context->device;
  gsize n_free = 0, n_total = 0;

  if (!gs_cuda_check (driver, driver->memory_get_info (&n_free, &n_total), "cuMemGetInfo", GS_PHASE_ALLOC,
                      error))
    return FALSE;
  *n_bytes = MIN (n_free / 4, MAX_COPY_BYTES) / COPY_GRAIN * COPY_GRAIN;
  if (*n_bytes == 0 || *n_bytes < L2_FACTOR * device->l2_bytes)
    {
      g_autofree char *has = gs_format_bytes ((double)n_free);

      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY,
          _ ("Measuring %s needs arrays much larger than its cache, and only %s of its memory are free; "
             "end other programs on it."),
          device->name, has);
      return FALSE;
    }
  for (int i = 0; i < 2; i++)
    {
      GsCudaBuffer *buffer = &self->session.buffers[i];

      if (!gs_cuda_check (driver, driver->memory_alloc (&buffer->base, *n_bytes), "cuMemAlloc",
                          GS_PHASE_ALLOC, error))
        return FALSE;
      buffer->data = buffer->base;
    }
  return gs_cuda_check (driver, driver->event_create (&self->session.start, 0), "cuEventCreate",
                        GS_PHASE_ALLOC, error)
         && gs_cuda_check (driver, driver->event_create (&self->session.end, 0), "cuEventCreate",
                           GS_PHASE_ALLOC, error);
}

static gboolean
measure_copy (Probe *self, gsize n_bytes, GsRoof *roof, GError **error)
{
  double ns;

  self->launch = (GsLaunch){ .m = 1, .n = (long long)(n_bytes / sizeof (float)) };
  self->blocks
      = (guint)((self->launch.n + COPY_FLOATS_PER_THREAD * BLOCK - 1) / (COPY_FLOATS_PER_THREAD * BLOCK));
  if (!time_kernel (self, "gs_roof_copy", &ns, error))
    return FALSE;
  roof->copy_gbytes_per_s = 2 * (double)n_bytes / ns;
  return TRUE;
}

static gboolean
measure_fma (Probe *self, GsRoof *roof, GError **error)
{
  const GsCudaDriver *driver = self->session.driver;
  const float constants[2] = { 0.999f, 0.001f };
  double ns;

  if (!gs_cuda_check (driver,
                      driver->copy_to_device (self->session.buffers[0].data, constants, sizeof constants),
                      "cuMemcpyHtoD", GS_PHASE_UPLOAD, error))
    return FALSE;
  self->launch = (GsLaunch){ .k = FMA_ROUNDS };
  self->blocks = BLOCKS_PER_SM * (guint)MAX (self->session.context->device.limits.multiprocessors, 1);
  if (!time_kernel (self, "gs_roof_fma", &ns, error))
    return FALSE;
  roof->fma_gflops = 2.0 * FMA_CHAINS * FMA_STEPS * FMA_ROUNDS * BLOCK * self->blocks / ns;
  return TRUE;
}

/* One way over the bus: the shortest of the rounds, as a rate. */
static gboolean
time_bus (Probe *self, float *host, gsize n_bytes, gboolean up, double *gbytes_per_s, GError **error)
{
  const GsCudaDriver *driver = self->session.driver;
  GsCuPointer device = self->session.buffers[0].data;
  gint64 shortest_ns = G_MAXINT64;

  for (int i = 0; i < ROUNDS; i++)
    {
      gint64 start_ns = gs_clock_now_ns (), elapsed_ns;

      if (up ? !gs_cuda_check (driver, driver->copy_to_device (device, host, n_bytes), "cuMemcpyHtoD",
                               GS_PHASE_UPLOAD, error)
             : !gs_cuda_check (driver, driver->copy_to_host (host, device, n_bytes), "cuMemcpyDtoH",
                               GS_PHASE_DOWNLOAD, error))
        return FALSE;
      if (!gs_cuda_check (driver, driver->context_synchronise (), "cuCtxSynchronize", GS_PHASE_UPLOAD, error))
        return FALSE;
      elapsed_ns = gs_clock_now_ns () - start_ns;
      if (g_cancellable_set_error_if_cancelled (self->session.job->cancellable, error))
        return FALSE;
      shortest_ns = CLAMP (elapsed_ns, 1, shortest_ns);
    }
  *gbytes_per_s = (double)n_bytes / (double)shortest_ns;
  return TRUE;
}

static gboolean
measure_bus (Probe *self, gsize n_bytes, GsRoof *roof, GError **error)
{
  const GsCudaDriver *driver = self->session.driver;
  g_autoptr (GsMatrix) host = NULL;
  gboolean done;

  n_bytes = MIN (n_bytes, MAX_BUS_BYTES);
  host = gs_matrix_new (1, (gint64)(n_bytes / sizeof (float)), error);
  if (host == NULL
      || !gs_cuda_check (driver, driver->host_register (host->data, n_bytes, 0), "cuMemHostRegister",
                         GS_PHASE_ALLOC, error))
    return FALSE;
  done = time_bus (self, host->data, n_bytes, TRUE, &roof->upload_gbytes_per_s, error)
         && time_bus (self, host->data, n_bytes, FALSE, &roof->download_gbytes_per_s, error);
  driver->host_unregister (host->data);
  return done;
}

gboolean
gs_cuda_probe (const char *device, GsRoof *roof, GCancellable *cancellable, GError **error)
{
  const GsJob job = { .cancellable = cancellable };
  Probe self = { .session = { .job = &job, .backend = "cuda", .enqueue = enqueue_cb, .data = &self } };
  g_autofree char *reason = NULL;
  GsCudaDevice found;
  GsPhase phase;
  gsize n_bytes = 0;
  gboolean done;

  self.session.driver = gs_cuda_driver_get (&reason);
  if (self.session.driver == NULL)
    {
      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, reason);
      return FALSE;
    }
  if (!gs_cuda_device_find (self.session.driver, device, &found, error)
      || !gs_cuda_device_check_code (self.session.driver, &found, error))
    return FALSE;
  self.session.context = gs_cuda_context_get (self.session.driver, &found, &phase, error);
  if (self.session.context == NULL)
    return FALSE;

  *roof = (GsRoof){ .gpu = TRUE };
  done = allocate (&self, &n_bytes, error) && measure_copy (&self, n_bytes, roof, error)
         && measure_fma (&self, roof, error) && measure_bus (&self, n_bytes, roof, error);
  gs_cuda_session_close (&self.session);
  if (done)
    {
      roof->name = g_strdup (found.name);
      roof->uuid = found.uuid[0] != '\0' ? g_strdup (found.uuid) : NULL;
    }
  return done;
}
