/* Which GPU an experiment is about, where there are several or other ones than before. */
#include "gs-experiment-private.h"

#include <glib/gi18n-lib.h>

#include "gs-gpu.h"
#include "gs-profile-io.h"

#define VISIBLE_DEVICES "CUDA_VISIBLE_DEVICES"

void
gs_experiment_name_gpu (GsExperiment *self, const char *uuid, const char *name)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));

  if (uuid != NULL && *uuid != '\0' && name != NULL && *name != '\0')
    g_hash_table_replace (self->gpu_names, g_strdup (uuid), g_strdup (name));
}

const char *
gs_experiment_get_gpu_name (GsExperiment *self, const char *uuid)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);

  return uuid != NULL ? g_hash_table_lookup (self->gpu_names, uuid) : NULL;
}

void
gs_experiment_set_gpus (GsExperiment *self, GPtrArray *gpus)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (gpus != NULL);

  g_ptr_array_ref (gpus);
  g_clear_pointer (&self->gpus, g_ptr_array_unref);
  self->gpus = gpus;
  for (guint i = 0; i < gpus->len; i++)
    {
      const GsGpu *gpu = g_ptr_array_index (gpus, i);

      gs_experiment_name_gpu (self, gpu->uuid, gpu->name);
    }
  gs_experiment_replan (self);
}

GPtrArray *
gs_experiment_get_gpus (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return self->gpus;
}

const GsGpu *
gs_experiment_get_gpu (GsExperiment *self)
{
  const GsGpu *chosen;

  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);

  if (self->gpus == NULL)
    return NULL;
  chosen = gs_gpu_find (self->gpus, self->spec->device);
  return chosen != NULL ? chosen : gs_gpu_find (self->gpus, NULL);
}

static gboolean
is_profile (const char *word, GsLimits *limits)
{
  return word != NULL && gs_profile_find (word, limits, NULL);
}

/* Whether the spec names a card of which there is none: a profile is no card, and
 * where there is no card at all, the reason for that says more. */
static gboolean
misses_gpu (GsExperiment *self)
{
  const char *word = self->spec->device;
  GsLimits limits;

  return word != NULL && self->gpus != NULL && self->gpus->len > 0 && gs_gpu_find (self->gpus, word) == NULL
         && !is_profile (word, &limits);
}

char *
gs_experiment_dup_missing_gpu (GsExperiment *self)
{
  const char *name;

  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);

  if (!misses_gpu (self))
    return NULL;
  name = gs_experiment_get_gpu_name (self, self->spec->device);
  if (name == NULL)
    return g_strdup (self->spec->device);
  return g_strdup_printf ("%s (%s)", name, self->spec->device);
}

char *
gs_experiment_dup_gpu_trouble (GsExperiment *self)
{
  g_autofree char *missing = gs_experiment_dup_missing_gpu (self);
  g_autofree char *used = NULL;
  const char *visible = g_getenv (VISIBLE_DEVICES);

  if (missing == NULL)
    return NULL;
  used = gs_gpu_title (gs_experiment_get_gpu (self));
  if (visible != NULL)
    /* Translators: a GPU and its UUID, another GPU and its PCI id, a variable of the environment, what it is. */
    return g_strdup_printf (_ ("The GPU that was chosen, %s, is not here; %s is used instead. Choose "
                               "another, or let %s, which is “%s”, show it and start Gridscope again."),
                            missing, used, VISIBLE_DEVICES, visible);
  /* Translators: a GPU and its UUID, another GPU and its PCI id. */
  return g_strdup_printf (_ ("The GPU that was chosen, %s, is not here; %s is used instead. Choose another, "
                             "or bring it back and start Gridscope again."),
                          missing, used);
}

gboolean
gs_experiment_find_limits (GsExperiment *self, GsLimits *limits)
{
  const GsGpu *gpu;

  if (is_profile (self->spec->device, limits))
    return TRUE;
  gpu = gs_experiment_get_gpu (self);
  if (gpu != NULL)
    *limits = gpu->limits;
  return gpu != NULL;
}

GsSpec *
gs_experiment_dup_run_spec (GsExperiment *self)
{
  GsSpec *spec;
  const GsGpu *gpu;
  GsLimits limits;
  gboolean runs = FALSE;

  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);

  spec = gs_spec_copy (self->spec);
  gpu = gs_experiment_get_gpu (self);
  if (gpu == NULL || gpu->uuid == NULL || *gpu->uuid == '\0' || is_profile (spec->device, &limits))
    return spec;
  for (guint i = 0; spec->backends[i] != NULL; i++)
    runs = runs || gs_gpu_runs (spec->backends[i]);
  if ((runs && self->gpus->len > 1) || misses_gpu (self))
    {
      g_free (spec->device);
      spec->device = g_strdup (gpu->uuid);
    }
  return spec;
}
