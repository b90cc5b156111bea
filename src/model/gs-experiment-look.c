/* What is looked at: the view, and the cell that is pinned. */
#include "gs-experiment-private.h"

static gboolean
pins_equal (const GsPin *a, const GsPin *b)
{
  return a->is_set == b->is_set && (!a->is_set || (a->x == b->x && a->y == b->y));
}

/* Notes, for undo, that what is looked at was @view and @pin. */
static void
note_look (GsExperiment *self, const char *view, const GsPin *pin, const char *name)
{
  const GsStep *newest = g_queue_peek_head (&self->undo);

  if (!g_queue_is_empty (&self->redo))
    return;
  if (newest != NULL && newest->spec == NULL && g_strcmp0 (newest->view, self->view) == 0
      && pins_equal (&newest->pin, &self->pin))
    gs_step_free (g_queue_pop_head (&self->undo)); /* there and back */
  else if (newest == NULL || newest->spec != NULL || !g_str_equal (newest->name, name))
    g_queue_push_head (&self->undo, gs_step_new (NULL, (GsCellTexts *[]){ NULL, NULL }, view, pin, name));
  gs_experiment_drop_old_steps (self);
  gs_experiment_notify_steps (self);
}

const char *
gs_experiment_get_view (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return self->view;
}

static gboolean
take_view (GsExperiment *self, const char *view)
{
  if (g_strcmp0 (self->view, view) == 0)
    return FALSE;
  g_free (self->view);
  self->view = g_strdup (view);
  g_object_notify (G_OBJECT (self), "view");
  return TRUE;
}

void
gs_experiment_set_view (GsExperiment *self, const char *view)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  take_view (self, view);
}

void
gs_experiment_change_view (GsExperiment *self, const char *view, const char *name)
{
  g_autofree char *old = NULL;

  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (view != NULL && name != NULL);

  old = g_strdup (self->view);
  if (take_view (self, view) && old != NULL)
    note_look (self, old, &self->pin, name);
}

GsPin
gs_experiment_get_pin (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), (GsPin){ 0 });
  return self->pin;
}

void
gs_experiment_set_pin (GsExperiment *self, const GsPin *pin)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (pin != NULL);

  if (pins_equal (&self->pin, pin))
    return;
  self->pin = *pin;
  g_signal_emit_by_name (self, "pin-changed");
}

void
gs_experiment_change_pin (GsExperiment *self, const GsPin *pin, const char *name)
{
  GsPin old;

  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (pin != NULL && name != NULL);

  old = self->pin;
  gs_experiment_set_pin (self, pin);
  if (!pins_equal (&old, &self->pin))
    note_look (self, self->view, &old, name);
}
