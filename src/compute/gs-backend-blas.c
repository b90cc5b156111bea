#include "gs-backend.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-cpu-kernel.h"
#include "gs-measure.h"
#include "gs-openblas.h"

/* A call of the library cannot be interrupted. Products up to 4096³ are one
 * call, as everybody makes it; larger ones are cut into bands of rows so that
 * Stop works, which costs OpenBLAS some per cent for packing B again. */
#define ONE_CALL_FLOPS 137438953472.0 /* 2 · 4096³ */
#define BAND_FLOPS     34359738368.0
#define BAND_MIN_ROWS  512

typedef struct
{
  const GsJob *job;
  gint64 band; /* rows */
} Launch;

static gboolean
available (char **reason)
{
  return gs_openblas_load (reason);
}

static gboolean
supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  gint64 largest = MAX (spec->m, MAX (spec->n, spec->k));

  if (spec->op != GS_OP_MATMUL)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("OpenBLAS has no operation “%s”, only the matrix product; use the backend cpu for it."),
                   gs_op_nick (spec->op));
      return FALSE;
    }
  if (largest > G_MAXINT)
    {
      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
          _ ("A size of %" PRId64 " is more than OpenBLAS can count (%d); use the backend cpu for it."),
          largest, G_MAXINT);
      return FALSE;
    }
  return TRUE;
}

static gboolean
launch_cb (gpointer data, GError **error)
{
  const Launch *launch = data;
  const GsJob *job = launch->job;
  gint64 m = job->spec->m, n = job->spec->n, k = job->spec->k;

  if (k == 0)
    {
      memset (job->c->data, 0, sizeof (float) * m * n);
      return TRUE;
    }
  for (gint64 i = 0; i < m; i += launch->band)
    {
      if (g_cancellable_is_cancelled (job->cancellable))
        return TRUE;
      gs_openblas_sgemm (MIN (launch->band, m - i), n, k, job->a->data + i * k, job->b->data,
                         job->c->data + i * n);
    }
  return TRUE;
}

static gboolean
run (const GsJob *job, GsResult *result, GError **error)
{
  const GsSpec *spec = job->spec;
  double flops = gs_op_flops (spec->op, spec->m, spec->n, spec->k);
  g_autofree char *note = NULL;
  g_autofree char *advice = NULL;
  int n_threads = gs_cpu_threads (spec->threads, &note);
  Launch launch = { job, spec->m };
  g_autofree char *reason = NULL;
  gboolean done;

  if (!gs_openblas_load (&reason))
    {
      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, reason);
      return FALSE;
    }
  if (flops > ONE_CALL_FLOPS)
    launch.band = MAX (BAND_MIN_ROWS, (gint64)(BAND_FLOPS / flops * (double)spec->m));
  if (note != NULL)
    g_ptr_array_add (result->notes, g_steal_pointer (&note));
  if (launch.band < spec->m)
    g_ptr_array_add (result->notes, g_strdup_printf (_ ("OpenBLAS was called for bands of %" PRId64
                                                        " rows, so that the run can be stopped."),
                                                     launch.band));
  if (spec->exact_order)
    g_ptr_array_add (result->notes, g_strdup (_ ("OpenBLAS adds in an order of its own.")));

  advice = gs_openblas_advice ();
  if (advice != NULL)
    g_ptr_array_add (result->notes, g_steal_pointer (&advice));

  gs_openblas_set_threads (n_threads);
  result->device = gs_openblas_title (n_threads);
  done = gs_measure_host (job, "blas", launch_cb, &launch, result, error);
  gs_openblas_rest ();
  return done;
}

static void
describe (GsEnvironment *environment)
{
  if (environment->blas == NULL && gs_openblas_load (NULL))
    environment->blas = gs_openblas_title ((int)g_get_num_processors ());
}

const GsBackend gs_backend_blas = {
  .name = "blas",
  .available = available,
  .supports = supports,
  .run = run,
  .describe = describe,
};
