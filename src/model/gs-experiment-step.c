#include "gs-experiment-private.h"

/* Undo steps kept, besides the bound in bytes: going through them takes time. A
 * step holds references to sources, not copies of values. */
#define MAX_STEPS 1000

GsStep *
gs_step_new (
    const GsSpec *spec, GsCellTexts *const texts[2], const char *view, const GsPin *pin, const char *name)
{
  GsStep *self = g_new0 (GsStep, 1);

  self->spec = spec != NULL ? gs_spec_copy (spec) : NULL;
  for (int i = 0; i < 2; i++)
    self->texts[i] = gs_cell_texts_ref (texts[i]);
  self->view = g_strdup (view);
  self->pin = *pin;
  self->name = g_strdup (name);
  return self;
}

void
gs_step_free (GsStep *self)
{
  g_clear_pointer (&self->spec, gs_spec_free);
  for (int i = 0; i < 2; i++)
    gs_cell_texts_unref (self->texts[i]);
  g_free (self->view);
  g_free (self->name);
  g_free (self);
}

/* Bytes of the matrices of @spec that @seen does not hold yet. */
static guint64
count_bytes (const GsSpec *spec, GHashTable *seen)
{
  const GsSource *sources[] = { spec->a, spec->b };
  guint64 n_bytes = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    if (sources[i]->values != NULL && g_hash_table_add (seen, sources[i]->values))
      n_bytes += (guint64)gs_matrix_elements (sources[i]->values) * sizeof (float);
  return n_bytes;
}

guint
gs_steps_count_kept (GQueue *steps, const GsSpec *present, guint64 max_bytes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint64 n_bytes = 0;
  guint n_kept = 0;

  /* What is on screen is there anyway. */
  count_bytes (present, seen);
  for (GList *at = steps->head; at != NULL; at = at->next)
    {
      const GsStep *step = at->data;

      if (step->spec != NULL)
        n_bytes += count_bytes (step->spec, seen);
      if (n_kept > 0 && (n_bytes > max_bytes || n_kept == MAX_STEPS))
        break;
      n_kept++;
    }
  return n_kept;
}
