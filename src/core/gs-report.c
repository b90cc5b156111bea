#include "gs-report.h"

#include <glib/gi18n-lib.h>

static const char *const phase_nicks[]
    = { "context", "compile", "load", "alloc", "upload", "compute", "download", "free" };
static const char *const phase_titles[] = { N_ ("Context"), N_ ("Compile"), N_ ("Load"),     N_ ("Allocate"),
                                            N_ ("Upload"),  N_ ("Compute"), N_ ("Download"), N_ ("Free") };
static const char *const phase_state_nicks[] = { "not-applicable", "measured", "cached", "prebuilt" };
static const char *const status_nicks[] = { "ok", "unavailable", "failed", "not-computed" };

G_STATIC_ASSERT (G_N_ELEMENTS (phase_nicks) == GS_N_PHASES);
G_STATIC_ASSERT (G_N_ELEMENTS (phase_titles) == GS_N_PHASES);

const char *
gs_phase_nick (GsPhaseKind kind)
{
  g_return_val_if_fail (kind < GS_N_PHASES, NULL);

  return phase_nicks[kind];
}

const char *
gs_phase_title (GsPhaseKind kind)
{
  g_return_val_if_fail (kind < GS_N_PHASES, NULL);

  return _ (phase_titles[kind]);
}

const char *
gs_phase_state_nick (GsPhaseState state)
{
  g_return_val_if_fail (state < G_N_ELEMENTS (phase_state_nicks), NULL);

  return phase_state_nicks[state];
}

const char *
gs_status_nick (GsStatus status)
{
  g_return_val_if_fail (status < G_N_ELEMENTS (status_nicks), NULL);

  return status_nicks[status];
}

GsResult *
gs_result_new (const char *backend, const char *kernel)
{
  GsResult *self = g_new0 (GsResult, 1);

  self->backend = g_strdup (backend);
  self->kernel = g_strdup (kernel);
  self->status = GS_STATUS_NOT_COMPUTED;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
gs_result_free (GsResult *self)
{
  if (self == NULL)
    return;
  g_free (self->backend);
  g_free (self->kernel);
  g_free (self->device);
  g_free (self->message);
  g_free (self->samples_ns);
  g_free (self->upload_samples_ns);
  g_free (self->download_samples_ns);
  g_clear_pointer (&self->output, gs_matrix_unref);
  gs_trace_free (self->trace);
  gs_schedule_free (self->schedule);
  gs_pitfall_free (self->pitfall);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

static void
gpu_free (GsGpu *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->uuid);
  g_free (self->pci);
  g_free (self->driver);
  g_free (self->runtime);
  g_free (self);
}

GsEnvironment *
gs_environment_new (void)
{
  GsEnvironment *self = g_new0 (GsEnvironment, 1);

  self->gpus = g_ptr_array_new_with_free_func ((GDestroyNotify)gpu_free);
  return self;
}

void
gs_environment_free (GsEnvironment *self)
{
  if (self == NULL)
    return;
  g_free (self->cpu);
  g_free (self->blas);
  g_free (self->version);
  g_ptr_array_unref (self->gpus);
  g_free (self->no_gpu);
  gs_roofs_free (self->roofs);
  g_free (self->recorded);
  g_free (self);
}

GsReport *
gs_report_new (const GsSpec *spec, GsPlan *plan)
{
  GsReport *self = g_atomic_rc_box_new0 (GsReport);

  self->spec = gs_spec_copy (spec);
  self->plan = plan;
  self->environment = gs_environment_new ();
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_result_free);
  return self;
}

GsReport *
gs_report_ref (GsReport *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  GsReport *self = data;

  gs_spec_free (self->spec);
  gs_plan_free (self->plan);
  gs_environment_free (self->environment);
  g_ptr_array_unref (self->results);
}

void
gs_report_unref (GsReport *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

const GsResult *
gs_report_find (const GsReport *self, const char *backend, const char *kernel)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (self->results, i);

      if (g_str_equal (result->backend, backend)
          && (kernel == NULL || g_strcmp0 (result->kernel, kernel) == 0))
        return result;
    }
  return NULL;
}
