#include "gs-experiment.h"

/* Undo steps kept, besides the bound in bytes: going through them takes time. A
 * step holds references to sources, not copies of values. */
#define MAX_STEPS 1000

typedef struct
{
  GsSpec *spec; /* the spec on the other side of the change; NULL: the view changed */
  char *view;   /* the view there */
  char *name;
  gboolean joins; /* with a next one of the same name */
} Step;

struct _GsExperiment
{
  GObject parent_instance;

  GsSpec *spec;
  GsPlan *plan;
  char *verdict;
  char *problem;
  GsLimits limits;
  gboolean has_limits;
  char *view;

  GQueue undo; /* of Step, newest at the head */
  GQueue redo;
  guint64 max_undo_bytes;
};

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
  N_PROPS
};

static GParamSpec *props[N_PROPS];
static guint changed_signal;

static Step *
step_new (const GsSpec *spec, const char *view, const char *name)
{
  Step *step = g_new0 (Step, 1);

  step->spec = spec != NULL ? gs_spec_copy (spec) : NULL;
  step->view = g_strdup (view);
  step->name = g_strdup (name);
  return step;
}

static void
step_free (gpointer data)
{
  Step *step = data;

  g_clear_pointer (&step->spec, gs_spec_free);
  g_free (step->view);
  g_free (step->name);
  g_free (step);
}

static const char *
head_name (GQueue *queue)
{
  const Step *step = g_queue_peek_head (queue);
  return step != NULL ? step->name : NULL;
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

static void
replan (GsExperiment *self)
{
  /* Who hears of the change may still compare with the plan that was. */
  g_autoptr (GsPlan) old = self->plan;

  self->plan = gs_plan_new (self->spec, self->has_limits ? &self->limits : NULL);

  g_object_freeze_notify (G_OBJECT (self));
  take_sentence (self, &self->verdict, gs_plan_verdict (self->plan), props[PROP_VERDICT]);
  take_sentence (self, &self->problem, find_problem (self), props[PROP_PROBLEM]);
  g_signal_emit (self, changed_signal, 0);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
notify_steps (GsExperiment *self)
{
  for (int i = PROP_CAN_UNDO; i <= PROP_REDO_NAME; i++)
    g_object_notify_by_pspec (G_OBJECT (self), props[i]);
}

static void
take_spec (GsExperiment *self, GsSpec *spec)
{
  gs_spec_free (self->spec);
  self->spec = spec;
  replan (self);
  notify_steps (self);
}

static void
gs_experiment_finalize (GObject *object)
{
  GsExperiment *self = GS_EXPERIMENT (object);

  g_queue_clear_full (&self->undo, step_free);
  g_queue_clear_full (&self->redo, step_free);
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->plan, gs_plan_free);
  g_free (self->verdict);
  g_free (self->problem);
  g_free (self->view);

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
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_experiment_class_init (GsExperimentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
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
  g_object_class_install_properties (object_class, N_PROPS, props);

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
gs_experiment_init (GsExperiment *self)
{
  g_queue_init (&self->undo);
  g_queue_init (&self->redo);
  self->max_undo_bytes = GS_EXPERIMENT_UNDO_BYTES;
}

GsExperiment *
gs_experiment_new (const GsSpec *spec)
{
  GsExperiment *self = g_object_new (GS_TYPE_EXPERIMENT, NULL);

  self->spec = spec != NULL ? gs_spec_copy (spec) : gs_spec_new ();
  replan (self);
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

/* Drops the oldest steps, from the first one on that goes beyond a bound. The
 * newest stays whatever its size: the last change can always be undone. */
static void
drop_old_steps (GsExperiment *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint64 n_bytes = 0;
  guint n_kept = 0;

  /* What is on screen is there anyway. */
  count_bytes (self->spec, seen);
  for (GList *at = self->undo.head; at != NULL; at = at->next)
    {
      const Step *step = at->data;

      if (step->spec != NULL)
        n_bytes += count_bytes (step->spec, seen);
      if (n_kept > 0 && (n_bytes > self->max_undo_bytes || n_kept == MAX_STEPS))
        break;
      n_kept++;
    }
  while (g_queue_get_length (&self->undo) > n_kept)
    step_free (g_queue_pop_tail (&self->undo));
}

static void
change (GsExperiment *self, GsSpec *spec, const char *name, gboolean joins)
{
  const Step *newest = g_queue_peek_head (&self->undo);

  if (gs_spec_equal (self->spec, spec))
    {
      gs_spec_free (spec);
      return;
    }

  if (!joins || newest == NULL || !newest->joins || !g_str_equal (newest->name, name))
    {
      Step *step = step_new (self->spec, NULL, name);

      step->joins = joins;
      g_queue_push_head (&self->undo, step);
    }
  g_queue_clear_full (&self->redo, step_free);
  take_spec (self, spec);
  drop_old_steps (self);
}

void
gs_experiment_change (GsExperiment *self, GsSpec *spec, const char *name)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (spec != NULL && name != NULL);

  change (self, spec, name, FALSE);
}

void
gs_experiment_change_joined (GsExperiment *self, GsSpec *spec, const char *name)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (spec != NULL && name != NULL);

  change (self, spec, name, TRUE);
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
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_VIEW]);
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
  const Step *newest;
  g_autofree char *old = NULL;

  g_return_if_fail (GS_IS_EXPERIMENT (self));
  g_return_if_fail (view != NULL && name != NULL);

  old = g_strdup (self->view);
  if (!take_view (self, view) || old == NULL || !g_queue_is_empty (&self->redo))
    return;
  newest = g_queue_peek_head (&self->undo);
  if (newest == NULL || newest->spec != NULL)
    g_queue_push_head (&self->undo, step_new (NULL, old, name));
  else if (g_str_equal (newest->view, view))
    step_free (g_queue_pop_head (&self->undo));
  drop_old_steps (self);
  notify_steps (self);
}

void
gs_experiment_set_limits (GsExperiment *self, const GsLimits *limits)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));

  self->has_limits = limits != NULL;
  if (limits != NULL)
    self->limits = *limits;
  replan (self);
}

/* Moves the newest step of @from over to @to, with the present spec in it. */
static gboolean
move_step (GsExperiment *self, GQueue *from, GQueue *to)
{
  Step *step = g_queue_pop_head (from);

  if (step == NULL)
    return FALSE;
  if (step->spec != NULL)
    {
      g_queue_push_head (to, step_new (self->spec, NULL, step->name));
      take_spec (self, g_steal_pointer (&step->spec));
    }
  else
    {
      g_queue_push_head (to, step_new (NULL, self->view, step->name));
      take_view (self, step->view);
      notify_steps (self);
    }
  step_free (step);
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
  drop_old_steps (self);
  notify_steps (self);
}

void
gs_experiment_forget (GsExperiment *self)
{
  g_return_if_fail (GS_IS_EXPERIMENT (self));

  g_queue_clear_full (&self->undo, step_free);
  g_queue_clear_full (&self->redo, step_free);
  notify_steps (self);
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
