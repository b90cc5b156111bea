#include "gs-experiment-private.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (GsExperiment, gs_experiment, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_VERDICT,
  PROP_PROBLEM,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_NAME,
  PROP_REDO_NAME,
  PROP_VIEW,
  PROP_AWAITS_VALUES,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

enum
{
  CHANGED,
  TEXTS_CHANGED,
  PIN_CHANGED, /* by gs-experiment-look.c */
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
head_name (GQueue *queue)
{
  const GsStep *step = g_queue_peek_head (queue);
  return step != NULL ? step->name : NULL;
}

static void
clear_steps (GQueue *queue)
{
  g_queue_clear_full (queue, (GDestroyNotify)gs_step_free);
}

static char *
find_problem (GsExperiment *self)
{
  g_autoptr (GError) error = NULL;

  if (!gs_spec_check (self->spec, &error))
    return g_strdup (error->message);
  if (!self->plan->valid && self->plan->problems->len > 0)
    {
      const GsProblem *problem = g_ptr_array_index (self->plan->problems, 0);
      return g_strdup (problem->message);
    }
  return NULL;
}

static void
take_sentence (GsExperiment *self, char **place, char *sentence, GParamSpec *pspec)
{
  if (g_strcmp0 (*place, sentence) == 0)
    {
      g_free (sentence);
      return;
    }
  g_free (*place);
  *place = sentence;
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

const char *
gs_experiment_veil_text (void)
{
  return _ ("First your own answer to the question of the lesson, then what comes out.");
}

static void
say_verdict (GsExperiment *self)
{
  char *verdict = self->veiled ? g_strdup (gs_experiment_veil_text ()) : gs_plan_verdict (self->plan);

  take_sentence (self, &self->verdict, verdict, props[PROP_VERDICT]);
}

void
gs_experiment_replan (GsExperiment *self)
{
  /* Who hears of the change may still compare with the plan that was. */
  g_autoptr (GsPlan) old = self->plan;
  GsLimits limits;

  self->plan = gs_plan_new (self->spec, gs_experiment_find_limits (self, &limits) ? &limits : NULL);

  g_object_freeze_notify (G_OBJECT (self));
  say_verdict (self);
  take_sentence (self, &self->problem, find_problem (self), props[PROP_PROBLEM]);
  g_signal_emit (self, signals[CHANGED], 0);
  g_object_thaw_notify (G_OBJECT (self));
}

void
gs_experiment_notify_steps (GsExperiment *self)
{
  for (int i = PROP_CAN_UNDO; i <= PROP_REDO_NAME; i++)
    g_object_notify_by_pspec (G_OBJECT (self), props[i]);
}

/* Takes @spec, when given, and @texts, which are its. */
static void
take_data (GsExperiment *self, GsSpec *spec, GsCellTexts *texts[2])
{
  gboolean other_texts = FALSE;

  for (int i = 0; i < 2; i++)
    {
      other_texts = other_texts || !gs_cell_texts_equal (self->texts[i], texts[i]);
      gs_cell_texts_unref (self->texts[i]);
      self->texts[i] = texts[i];
    }
  if (spec != NULL)
    {
      gs_spec_free (self->spec);
      self->spec = spec;
      gs_experiment_replan (self);
    }
  if (other_texts)
    g_signal_emit (self, signals[TEXTS_CHANGED], 0);
  gs_experiment_notify_steps (self);
}

static void
gs_experiment_finalize (GObject *object)
{
  GsExperiment *self = GS_EXPERIMENT (object);

  clear_steps (&self->undo);
  clear_steps (&self->redo);
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->plan, gs_plan_free);
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&self->texts[i], gs_cell_texts_unref);
  g_free (self->verdict);
  g_free (self->problem);
  g_free (self->view);
  g_clear_pointer (&self->gpus, g_ptr_array_unref);
  g_hash_table_unref (self->gpu_names);

  G_OBJECT_CLASS (gs_experiment_parent_class)->finalize (object);
}

static void
gs_experiment_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsExperiment *self = GS_EXPERIMENT (object);

  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, self->verdict);
      break;
    case PROP_PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, !g_queue_is_empty (&self->undo));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, !g_queue_is_empty (&self->redo));
      break;
    case PROP_UNDO_NAME:
      g_value_set_string (value, head_name (&self->undo));
      break;
    case PROP_REDO_NAME:
      g_value_set_string (value, head_name (&self->redo));
      break;
    case PROP_VIEW:
      g_value_set_string (value, self->view);
      break;
    case PROP_AWAITS_VALUES:
      g_value_set_boolean (value, self->n_awaited > 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_experiment_class_init (GsExperimentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  static const char *const names[N_SIGNALS] = { "changed", "texts-changed", "pin-changed" };
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = gs_experiment_finalize;
  object_class->get_property = gs_experiment_get_property;

  props[PROP_VERDICT] = g_param_spec_string ("verdict", NULL, NULL, NULL, flags);
  props[PROP_PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, flags);
  props[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  props[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  props[PROP_UNDO_NAME] = g_param_spec_string ("undo-name", NULL, NULL, NULL, flags);
  props[PROP_REDO_NAME] = g_param_spec_string ("redo-name", NULL, NULL, NULL, flags);
  props[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, NULL, flags);
  props[PROP_AWAITS_VALUES] = g_param_spec_boolean ("awaits-values", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  for (gsize i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
gs_experiment_init (GsExperiment *self)
{
  g_queue_init (&self->undo);
  g_queue_init (&self->redo);
  self->max_undo_bytes = GS_EXPERIMENT_UNDO_BYTES;
  self->gpu_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

GsExperiment *
gs_experiment_new (const GsSpec *spec)
{
  GsExperiment *self = g_object_new (GS_TYPE_EXPERIMENT, NULL);

  self->spec = spec != NULL ? gs_spec_copy (spec) : gs_spec_new ();
  gs_experiment_replan (self);
  return self;
}

const GsSpec *
gs_experiment_get_spec (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return self->spec;
}

const GsPlan *
gs_experiment_get_plan (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return self->plan;
}

const char *
gs_experiment_get_verdict (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return self->verdict;
}

const char *
gs_experiment_get_problem (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return self->problem;
}

void
gs_experiment_set_veiled (GsExperiment *self, gboolean veiled)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));

  if (self->veiled == veiled)
    return;
  self->veiled = veiled;
  g_object_freeze_notify (G_OBJECT (self));
  say_verdict (self);
  g_signal_emit (self, signals[CHANGED], 0);
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
gs_experiment_get_veiled (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), FALSE);
  return self->veiled;
}

void
gs_experiment_drop_old_steps (GsExperiment *self)
{
  const guint n_kept = gs_steps_count_kept (&self->undo, self->spec, self->max_undo_bytes);

  while (g_queue_get_length (&self->undo) > n_kept)
    gs_step_free (g_queue_pop_tail (&self->undo));
}

/* Takes @spec and @texts, which belong to it. */
static void
change (GsExperiment *self, GsSpec *spec, GsCellTexts *texts[2], const char *name, gboolean joins)
{
  const GsStep *newest = g_queue_peek_head (&self->undo);

  if (gs_spec_equal (self->spec, spec))
    g_clear_pointer (&spec, gs_spec_free);
  if (spec == NULL && gs_cell_texts_equal (self->texts[0], texts[0])
      && gs_cell_texts_equal (self->texts[1], texts[1]))
    {
      gs_cell_texts_unref (texts[0]);
      gs_cell_texts_unref (texts[1]);
      return;
    }

  if (!joins || newest == NULL || !newest->joins || !g_str_equal (newest->name, name))
    {
      GsStep *step = gs_step_new (self->spec, self->texts, self->view, &self->pin, name);

      step->joins = joins;
      g_queue_push_head (&self->undo, step);
    }
  clear_steps (&self->redo);
  take_data (self, spec, texts);
  gs_experiment_drop_old_steps (self);
}

/* The texts of an operand's cells after a change to @spec. */
static GsCellTexts *
follow_texts (GsExperiment *self, const GsSpec *spec, int operand)
{
  const GsSource *before = operand == 0 ? self->spec->a : self->spec->b;
  const GsSource *after = operand == 0 ? spec->a : spec->b;
  gint64 rows, columns;

  if (self->texts[operand] == NULL || !gs_source_equal (before, after))
    return NULL;
  gs_spec_operand_size (spec, operand, &rows, &columns);
  return gs_cell_texts_resize (self->texts[operand], rows, columns);
}

void
gs_experiment_change (GsExperiment *self, GsSpec *spec, const char *name)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (spec != NULL && name != NULL);

  change (self, spec, (GsCellTexts *[]){ follow_texts (self, spec, 0), follow_texts (self, spec, 1) }, name,
          FALSE);
}

void
gs_experiment_show (GsExperiment *self, GsSpec *spec, const char *name)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (spec != NULL && name != NULL);

  if (spec->device == NULL)
    spec->device = g_strdup (self->spec->device);
  gs_experiment_change (self, spec, name);
}

void
gs_experiment_change_joined (GsExperiment *self, GsSpec *spec, const char *name)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (spec != NULL && name != NULL);

  change (self, spec, (GsCellTexts *[]){ follow_texts (self, spec, 0), follow_texts (self, spec, 1) }, name,
          TRUE);
}

GsCellTexts *
gs_experiment_get_texts (GsExperiment *self, int operand)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  g_return_val_if_fail (operand == 0 || operand == 1, NULL);
  return self->texts[operand];
}

void
gs_experiment_change_cells (
    GsExperiment *self, GsSpec *spec, int operand, GsCellTexts *texts, const char *name)
{
  GsCellTexts *both[2];

  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (operand == 0 || operand == 1);
  g_return_if_fail (name != NULL);

  if (spec == NULL)
    spec = gs_spec_copy (self->spec);
  both[operand] = texts;
  both[1 - operand] = follow_texts (self, spec, 1 - operand);
  change (self, spec, both, name, FALSE);
}

void
gs_experiment_set_texts (GsExperiment *self, int operand, GsCellTexts *texts)
{
  GsCellTexts *both[2];

  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (operand == 0 || operand == 1);

  both[operand] = texts;
  both[1 - operand] = gs_cell_texts_ref (self->texts[1 - operand]);
  take_data (self, NULL, both);
}

/* Moves the newest step of @from over to @to, with what is there now in it. A
 * change of the spec brings back what was pinned then: it may have taken the cell
 * away. */
static gboolean
move_step (GsExperiment *self, GQueue *from, GQueue *to)
{
  g_autoptr (GsStep) step = g_queue_pop_head (from);

  if (step == NULL)
    return FALSE;
  g_queue_push_head (to, gs_step_new (step->spec != NULL ? self->spec : NULL, self->texts, self->view,
                                      &self->pin, step->name));
  if (step->spec != NULL)
    take_data (self, g_steal_pointer (&step->spec),
               (GsCellTexts *[]){ g_steal_pointer (&step->texts[0]), g_steal_pointer (&step->texts[1]) });
  else
    gs_experiment_set_view (self, step->view);
  gs_experiment_set_pin (self, &step->pin);
  gs_experiment_notify_steps (self);
  return TRUE;
}

gboolean
gs_experiment_undo (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), FALSE);
  return move_step (self, &self->undo, &self->redo);
}

gboolean
gs_experiment_redo (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), FALSE);
  return move_step (self, &self->redo, &self->undo);
}

void
gs_experiment_set_undo_bytes (GsExperiment *self, guint64 n_bytes)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));

  self->max_undo_bytes = n_bytes;
  gs_experiment_drop_old_steps (self);
  gs_experiment_notify_steps (self);
}

void
gs_experiment_forget (GsExperiment *self)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));

  clear_steps (&self->undo);
  clear_steps (&self->redo);
  gs_experiment_notify_steps (self);
}

const char *
gs_experiment_get_undo_name (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return head_name (&self->undo);
}

const char *
gs_experiment_get_redo_name (GsExperiment *self)
{
  g_return_val_if_fail (GS_IS_EXPERIMENT (self), NULL);
  return head_name (&self->redo);
}
