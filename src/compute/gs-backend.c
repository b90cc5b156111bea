#include "gs-backend.h"

G_DEFINE_QUARK (gs - compute - error - quark, gs_compute_error)

static struct
{
  const GsBackend *real;
  const GsBackend *replacement;
} registry[] = {
  { &gs_backend_cpu, NULL },  { &gs_backend_blas, NULL },   { &gs_backend_simt, NULL },
  { &gs_backend_cuda, NULL }, { &gs_backend_cublas, NULL },
};

const GsBackend *
gs_backend_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (registry); i++)
    if (strcmp (registry[i].real->name, name) == 0)
      return registry[i].replacement != NULL ? registry[i].replacement : registry[i].real;
  return NULL;
}

void
gs_backend_replace (const char *name, const GsBackend *backend)
{
  for (guint i = 0; i < G_N_ELEMENTS (registry); i++)
    if (strcmp (registry[i].real->name, name) == 0)
      registry[i].replacement = backend;
}

void
gs_job_progress (const GsJob *job, const char *backend, const char *phase, double fraction)
{
  if (job->progress != NULL)
    job->progress (backend, phase, CLAMP (fraction, 0, 1), job->progress_data);
}
