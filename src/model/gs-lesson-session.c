#include "gs-lesson-session-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-lesson-facts.h"
#include "gs-lesson-library.h"

G_DEFINE_FINAL_TYPE (GsLessonSession, gs_lesson_session, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ACTIVE,
  PROP_STEP,
  PROP_SEED,
  PROP_OUTCOME,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

enum
{
  STEP_ENTERED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
clear_answer (gpointer data)
{
  GsLessonAnswer *answer = data;

  g_free (answer->answer);
}

static void
clear_step (GsLessonSession *self)
{
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->report, gs_report_unref);
  g_clear_pointer (&self->facts, json_node_unref);
}

static void
work_out_facts (GsLessonSession *self)
{
  g_clear_pointer (&self->facts, json_node_unref);
  self->facts = gs_lesson_step_facts (self->lesson, self->step, self->seed, self->report, NULL);
}

static void
gs_lesson_session_finalize (GObject *object)
{
  GsLessonSession *self = GS_LESSON_SESSION (object);

  g_signal_handlers_disconnect_by_data (self->experiment, self);
  clear_step (self);
  g_array_unref (self->answers);
  g_clear_pointer (&self->owned, gs_lesson_free);
  g_clear_object (&self->experiment);

  G_OBJECT_CLASS (gs_lesson_session_parent_class)->finalize (object);
}

static void
gs_lesson_session_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsLessonSession *self = GS_LESSON_SESSION (object);

  switch (prop_id)
    {
    case PROP_ACTIVE:
      g_value_set_boolean (value, self->lesson != NULL);
      break;
    case PROP_STEP:
      g_value_set_uint (value, self->step);
      break;
    case PROP_SEED:
      g_value_set_uint64 (value, self->seed);
      break;
    case PROP_OUTCOME:
      g_value_set_int (value, gs_lesson_session_get_outcome (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_lesson_session_class_init (GsLessonSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = gs_lesson_session_finalize;
  object_class->get_property = gs_lesson_session_get_property;

  props[PROP_ACTIVE] = g_param_spec_boolean ("active", NULL, NULL, FALSE, flags);
  props[PROP_STEP] = g_param_spec_uint ("step", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_SEED] = g_param_spec_uint64 ("seed", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  props[PROP_OUTCOME]
      = g_param_spec_int ("outcome", NULL, NULL, GS_OUTCOME_OPEN, GS_OUTCOME_SHOWN, GS_OUTCOME_OPEN, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[STEP_ENTERED] = g_signal_new ("step-entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
gs_lesson_session_init (GsLessonSession *self)
{
  self->answers = g_array_new (FALSE, TRUE, sizeof (GsLessonAnswer));
  g_array_set_clear_func (self->answers, clear_answer);
}

/* Predict first: while the question of the step is open and its launch is the one
 * on screen, what answers it is out of sight. */
static void
update_veil (GsLessonSession *self)
{
  gs_experiment_set_veiled (self->experiment, gs_lesson_session_has_question (self)
                                                  && gs_lesson_session_get_outcome (self) == GS_OUTCOME_OPEN
                                                  && gs_lesson_session_on_track (self));
}

/* The student tries something out: the card says whether its text still speaks
 * of what is on screen. */
static void
experiment_changed_cb (GsLessonSession *self)
{
  if (self->lesson == NULL)
    return;
  update_veil (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

GsLessonSession *
gs_lesson_session_new (GsExperiment *experiment)
{
  GsLessonSession *self;

  g_return_val_if_fail (GS_IS_EXPERIMENT (experiment), NULL);

  self = g_object_new (GS_TYPE_LESSON_SESSION, NULL);
  self->experiment = g_object_ref (experiment);
  g_signal_connect_swapped (experiment, "changed", G_CALLBACK (experiment_changed_cb), self);
  return self;
}

static void
put_spec (GsLessonSession *self)
{
  g_autofree char *heading = gs_lesson_session_dup_heading (self);
  g_autofree char *name = g_strdup_printf (_ ("Lesson Step “%s”"), heading);

  gs_experiment_show (self->experiment, gs_spec_copy (self->spec), name);
}

static void
enter (GsLessonSession *self, guint step)
{
  const GsLessonStep *next = gs_lesson_step (self->lesson, step);
  g_autoptr (GsReport) kept = self->report != NULL ? gs_report_ref (self->report) : NULL;

  clear_step (self);
  self->step = step;
  self->spec = gs_lesson_step_spec (self->lesson, step, self->seed, NULL);
  if (next->recording != NULL)
    {
      self->report = gs_lesson_library_recording (next->recording, NULL);
      if (self->report != NULL)
        {
          g_clear_pointer (&self->spec, gs_spec_free);
          self->spec = gs_spec_copy (self->report->spec);
        }
    }
  else if (kept != NULL && self->spec != NULL && gs_spec_agrees (kept->spec, self->spec))
    {
      /* The same launch was run a step ago. */
      self->report = g_steal_pointer (&kept);
    }
  work_out_facts (self);
  /* Before the launch is there, so that nothing of it is seen or read out. */
  if (gs_lesson_session_has_question (self) && gs_lesson_session_get_outcome (self) == GS_OUTCOME_OPEN)
    gs_experiment_set_veiled (self->experiment, TRUE);
  if (self->spec != NULL)
    put_spec (self);
  update_veil (self);
}

static void
start (GsLessonSession *self, const GsLesson *lesson, GsLesson *owned, guint64 seed)
{
  const gboolean was_active = self->lesson != NULL;
  const guint step = self->step;
  const guint64 old_seed = self->seed;
  const GsOutcome outcome = gs_lesson_session_get_outcome (self);

  g_object_freeze_notify (G_OBJECT (self));
  clear_step (self);
  g_clear_pointer (&self->owned, gs_lesson_free);
  self->owned = owned;
  self->lesson = lesson;
  self->seed = seed;
  g_array_set_size (self->answers, 0);
  g_array_set_size (self->answers, lesson->steps->len);
  enter (self, 0);
  if (!was_active)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ACTIVE]);
  if (step != 0)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STEP]);
  if (old_seed != seed)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SEED]);
  if (outcome != GS_OUTCOME_OPEN)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OUTCOME]);
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[STEP_ENTERED], 0);
}

void
gs_lesson_session_open (GsLessonSession *self, const GsLesson *lesson, guint64 seed)
{
  g_return_if_fail (GS_IS_LESSON_SESSION (self));
  g_return_if_fail (lesson != NULL);

  start (self, lesson, NULL, seed);
}

void
gs_lesson_session_take (GsLessonSession *self, GsLesson *lesson, guint64 seed)
{
  g_return_if_fail (GS_IS_LESSON_SESSION (self));
  g_return_if_fail (lesson != NULL);

  start (self, lesson, lesson, seed);
}

void
gs_lesson_session_close (GsLessonSession *self)
{
  gboolean was_answered;

  g_return_if_fail (GS_IS_LESSON_SESSION (self));

  if (self->lesson == NULL)
    return;
  was_answered = gs_lesson_session_get_outcome (self) != GS_OUTCOME_OPEN;
  clear_step (self);
  g_array_set_size (self->answers, 0);
  self->lesson = NULL;
  g_clear_pointer (&self->owned, gs_lesson_free);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ACTIVE]);
  if (was_answered)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OUTCOME]);
  update_veil (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

const GsLesson *
gs_lesson_session_get_lesson (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);
  return self->lesson;
}

const GsLessonStep *
gs_lesson_session_get_current (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);
  return self->lesson != NULL ? gs_lesson_step (self->lesson, self->step) : NULL;
}

guint64
gs_lesson_session_get_seed (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), 0);
  return self->seed;
}

guint
gs_lesson_session_get_step (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), 0);
  return self->step;
}

guint
gs_lesson_session_get_n_steps (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), 0);
  return self->lesson != NULL ? self->lesson->steps->len : 0;
}

void
gs_lesson_session_go (GsLessonSession *self, guint step)
{
  GsOutcome outcome;

  g_return_if_fail (GS_IS_LESSON_SESSION (self));

  if (self->lesson == NULL || step == self->step || step >= self->lesson->steps->len)
    return;
  outcome = gs_lesson_session_get_outcome (self);
  g_object_freeze_notify (G_OBJECT (self));
  enter (self, step);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STEP]);
  if (outcome != gs_lesson_session_get_outcome (self))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OUTCOME]);
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[STEP_ENTERED], 0);
}

void
gs_lesson_session_set_report (GsLessonSession *self, GsReport *report)
{
  g_return_if_fail (GS_IS_LESSON_SESSION (self));

  if (self->lesson == NULL || report == NULL || report == self->report || self->spec == NULL
      || gs_lesson_session_get_recording (self) != NULL || !gs_spec_agrees (report->spec, self->spec))
    return;
  g_clear_pointer (&self->report, gs_report_unref);
  self->report = gs_report_ref (report);
  work_out_facts (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

GsReport *
gs_lesson_session_get_recording (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);

  if (self->lesson == NULL || gs_lesson_step (self->lesson, self->step)->recording == NULL)
    return NULL;
  return self->report;
}

gboolean
gs_lesson_session_needs_run (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), FALSE);
  return self->lesson != NULL && self->report == NULL && gs_lesson_step (self->lesson, self->step)->run;
}

gboolean
gs_lesson_session_on_track (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), TRUE);
  return self->spec == NULL || gs_spec_agrees (self->spec, gs_experiment_get_spec (self->experiment));
}

void
gs_lesson_session_restore (GsLessonSession *self)
{
  g_return_if_fail (GS_IS_LESSON_SESSION (self));

  if (self->spec != NULL)
    put_spec (self);
}

/* Keeps what became of the question; @answer NULL: none was given. */
static void
close_question (GsLessonSession *self, const char *answer, GsOutcome outcome)
{
  GsLessonAnswer *place = &g_array_index (self->answers, GsLessonAnswer, self->step);
  const gboolean is_new = place->outcome != outcome;

  g_free (place->answer);
  place->answer = g_strdup (answer);
  place->outcome = outcome;
  if (is_new)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OUTCOME]);
  update_veil (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
gs_lesson_session_answer (GsLessonSession *self, const char *answer, GError **error)
{
  gboolean right = FALSE;

  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), FALSE);
  g_return_val_if_fail (gs_lesson_session_has_question (self), FALSE);
  g_return_val_if_fail (answer != NULL, FALSE);

  if (!gs_lesson_check_answer (gs_lesson_step (self->lesson, self->step), answer, self->facts, &right, error))
    return FALSE;
  close_question (self, answer, right ? GS_OUTCOME_RIGHT : GS_OUTCOME_WRONG);
  return TRUE;
}

gboolean
gs_lesson_session_reveal (GsLessonSession *self, GError **error)
{
  g_autofree char *truth = NULL;

  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), FALSE);
  g_return_val_if_fail (gs_lesson_session_has_question (self), FALSE);

  truth = gs_lesson_truth (gs_lesson_step (self->lesson, self->step)->truth, self->facts, error);
  if (truth == NULL)
    return FALSE;
  if (gs_lesson_session_get_outcome (self) == GS_OUTCOME_OPEN)
    close_question (self, NULL, GS_OUTCOME_SHOWN);
  return TRUE;
}

gboolean
gs_lesson_session_is_finished (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), FALSE);

  if (self->lesson == NULL || self->step + 1 < self->lesson->steps->len)
    return FALSE;
  for (guint i = 0; i < self->lesson->steps->len; i++)
    if (gs_lesson_step (self->lesson, i)->question != GS_QUESTION_NONE
        && g_array_index (self->answers, GsLessonAnswer, i).outcome == GS_OUTCOME_OPEN)
      return FALSE;
  return TRUE;
}

const char *
gs_lesson_session_get_answer (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);
  return self->lesson != NULL ? g_array_index (self->answers, GsLessonAnswer, self->step).answer : NULL;
}

GsOutcome
gs_lesson_session_get_outcome (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), GS_OUTCOME_OPEN);
  return self->lesson != NULL ? g_array_index (self->answers, GsLessonAnswer, self->step).outcome
                              : GS_OUTCOME_OPEN;
}
