#include "gs-backend.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-cublas-library.h"
#include "gs-cuda-error.h"
#include "gs-cuda-nvml.h"
#include "gs-cuda-session.h"
#include "gs-engine.h"
#include "gs-scale.h"

typedef struct
{
  GsCudaSession session;
  const GsCublas *cublas;
  GsCublasHandle handle;
} Run;

static gboolean
available (char **reason)
{
  return gs_backend_cuda.available (reason) && gs_cublas_get (reason) != NULL;
}

static gboolean
supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  gint64 largest = MAX (spec->m, MAX (spec->n, spec->k));

  if (spec->op != GS_OP_MATMUL)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("cuBLAS has no operation “%s”, only the matrix product; use the backend cuda for it."),
                   gs_op_nick (spec->op));
      return FALSE;
    }
  if (largest > G_MAXINT)
    {
      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
          _ ("A size of %" PRId64 " is more than cuBLAS can count here (%d); use the backend cuda for it."),
          largest, G_MAXINT);
      return FALSE;
    }
  return TRUE;
}

/* cuBLAS is column-major: the row-major C = A·B is its Cᵀ = Bᵀ·Aᵀ. A product
 * over k = 0 is a matrix of zeros, which it leaves to the caller. */
static gboolean
enqueue_cb (gpointer data, GError **error)
{
  Run *self = data;
  const GsSpec *spec = self->session.job->spec;
  const GsCudaBuffer *buffers = self->session.buffers;
  const GsCudaDriver *driver = self->session.driver;
  const float one = 1, zero = 0;
  int m = (int)spec->m, n = (int)spec->n, k = (int)spec->k;

  if (k == 0)
    return gs_cuda_check (
        driver, driver->fill_32 (buffers[2].data, 0, buffers[2].n_bytes / 4, self->session.context->stream),
        "cuMemsetD32Async", GS_PHASE_COMPUTE, error);
  return gs_cublas_check (self->cublas->sgemm (self->handle, 0, 0, n, m, k, &one, buffers[1].data, n,
                                               buffers[0].data, k, &zero, buffers[2].data, n),
                          "cublasSgemm", error);
}

static gboolean
set_mode (Run *self, GsCublasMode mode, GError **error)
{
  return gs_cublas_check (self->cublas->set_math_mode (self->handle, mode), "cublasSetMathMode", error);
}

static gboolean
open_library (Run *self, GError **error)
{
  GsResult *result = self->session.result;
  gint64 start_ns = gs_clock_now_ns ();

  if (!gs_cublas_check (self->cublas->create (&self->handle), "cublasCreate", error)
      || !gs_cublas_check (self->cublas->set_stream (self->handle, self->session.context->stream),
                           "cublasSetStream", error))
    return FALSE;
  result->first[GS_PHASE_COMPILE] = (GsPhase){ 0, GS_CLOCK_HOST, GS_PHASE_PREBUILT };
  result->first[GS_PHASE_LOAD] = (GsPhase){ gs_clock_now_ns () - start_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  return TRUE;
}

/* Median device time in @mode, measured like the samples but fewer; the output
 * is left as that mode computes it. */
static gboolean
time_mode (Run *self, GsCublasMode mode, double *median_ns, GError **error)
{
  double samples[7];
  GsStats stats;

  if (!set_mode (self, mode, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    if (!gs_cuda_session_sample (&self->session, NULL, 8, &samples[i], error))
      return FALSE;
  gs_stats_compute (samples, G_N_ELEMENTS (samples), &stats);
  *median_ns = stats.median;
  return TRUE;
}

/* Pedantic and default FP32 compete, and the faster is what the samples show;
 * TF32 is told apart, in words, because it is another accuracy. */
static gboolean
measure (Run *self, GError **error)
{
  double pedantic_ns, default_ns, tf32_ns;
  const gint64 no_padding[3] = { 0, 0, 0 };
  GPtrArray *notes = self->session.result->notes;
  g_autofree char *slower = NULL, *tf32 = NULL;
  char *state, *note;

  if (!open_library (self, error) || !gs_cuda_session_open (&self->session, no_padding, 0, 0, error)
      || !set_mode (self, GS_CUBLAS_DEFAULT, error) || !gs_cuda_session_prepare (&self->session, error)
      || !time_mode (self, GS_CUBLAS_PEDANTIC, &pedantic_ns, error)
      || !time_mode (self, GS_CUBLAS_TF32, &tf32_ns, error)
      || !time_mode (self, GS_CUBLAS_DEFAULT, &default_ns, error)
      || !set_mode (self, pedantic_ns < default_ns ? GS_CUBLAS_PEDANTIC : GS_CUBLAS_DEFAULT, error)
      || !gs_cuda_session_measure (&self->session, error))
    return FALSE;

  state = gs_cuda_nvml_state (self->session.context->device.pci);
  if (state != NULL)
    g_ptr_array_add (self->session.result->notes, state);
  slower = gs_format_ns (MAX (pedantic_ns, default_ns));
  tf32 = gs_format_ns (tf32_ns);
  if (pedantic_ns < default_ns)
    note = g_strdup_printf (_ ("cuBLAS in pedantic FP32, which was faster here than its default FP32 (%s)."),
                            slower);
  else
    note = g_strdup_printf (_ ("cuBLAS in default FP32, which was no slower here than pedantic FP32 (%s)."),
                            slower);
  g_ptr_array_add (notes, note);
  g_ptr_array_add (notes, g_strdup_printf (_ ("TF32, which is not FP32 accuracy, would take %s."), tf32));
  return TRUE;
}

static gboolean
run (const GsJob *job, GsResult *result, GError **error)
{
  Run self
      = { .session
          = { .job = job, .backend = "cublas", .result = result, .enqueue = enqueue_cb, .data = &self } };
  g_autofree char *reason = NULL;
  GsCudaDevice device;
  gboolean done;

  self.session.driver = gs_cuda_driver_get (&reason);
  self.cublas = self.session.driver != NULL ? gs_cublas_get (&reason) : NULL;
  if (self.cublas == NULL)
    {
      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, reason);
      return FALSE;
    }
  if (!gs_cuda_device_find (self.session.driver, job->spec->device, &device, error))
    return FALSE;
  result->device = g_strdup (device.name);
  self.session.context
      = gs_cuda_context_get (self.session.driver, &device, &result->first[GS_PHASE_CONTEXT], error);
  if (self.session.context == NULL)
    return FALSE;
  done = measure (&self, error);
  gs_cuda_session_close (&self.session);
  if (self.handle != NULL)
    self.cublas->destroy (self.handle);
  return done;
}

const GsBackend gs_backend_cublas = {
  .name = "cublas",
  .available = available,
  .supports = supports,
  .run = run,
};
