/* Values that are on their way: a run had better wait for them. */
#include "gs-experiment-private.h"

static void
count_awaited (GsExperiment *self, int change)
{
  const gboolean before = self->n_awaited > 0;

  self->n_awaited += change;
  if (before != (self->n_awaited > 0))
    g_object_notify (G_OBJECT (self), "awaits-values");
}

void
gs_experiment_begin_values (GsExperiment *self)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  count_awaited (self, 1);
}

void
gs_experiment_end_values (GsExperiment *self)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (self->n_awaited > 0);
  count_awaited (self, -1);
}

gboolean
gs_experiment_get_awaits_values (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), FALSE);
  return self->n_awaited > 0;
}
