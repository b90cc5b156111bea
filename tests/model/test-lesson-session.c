#include "gs-engine.h"
#include "gs-lesson-session.h"

static const char lesson_text[]
    = "<lesson id='own'><title>Own</title><vary name='n' choose='7 9'/>"
      "<step view='coverage' highlight='element 0 {plan.idle}'><heading>First of {spec.n}</heading><text>`i` "
      "of {plan.threads}</text>"
      "<spec>{\"op\":\"hadamard\",\"n\":$n,\"block\":[4],\"backend\":[\"cpu\"],\"repeats\":1}</spec>"
      "<question kind='number' "
      "truth='plan.idle'><prompt>Idle?</prompt><reveal>{plan.idle}.</reveal></question>"
      "</step>"
      "<step view='numbers' run='yes'><heading>Second</heading><text>{results.cpu.verify.nan} NaN</text>"
      "<question kind='choice' truth='results.cpu.verify.nan = 0'><prompt>None?</prompt>"
      "<choice value='true'>Yes</choice><choice value='false'>No</choice><reveal>R</reveal></question>"
      "</step>"
      "<step view='timing' recording='nowhere'><heading>Third</heading><text>{results.cuda.phases.upload.ns}"
      "</text></step></lesson>";

typedef struct
{
  GsExperiment *experiment;
  GsLessonSession *session;
  guint n_active, n_step, n_seed, n_outcome, n_entered, n_changed;
} Fixture;

static void
count_cb (guint *count)
{
  *count += 1;
}

static GsLesson *
new_lesson (void)
{
  g_autoptr (GError) error = NULL;
  GsLesson *lesson = gs_lesson_parse (lesson_text, -1, "own.xml", &error);

  g_assert_no_error (error);
  return lesson;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->experiment = gs_experiment_new (NULL);
  self->session = gs_lesson_session_new (self->experiment);
  g_signal_connect_swapped (self->session, "notify::active", G_CALLBACK (count_cb), &self->n_active);
  g_signal_connect_swapped (self->session, "notify::step", G_CALLBACK (count_cb), &self->n_step);
  g_signal_connect_swapped (self->session, "notify::seed", G_CALLBACK (count_cb), &self->n_seed);
  g_signal_connect_swapped (self->session, "notify::outcome", G_CALLBACK (count_cb), &self->n_outcome);
  g_signal_connect_swapped (self->session, "step-entered", G_CALLBACK (count_cb), &self->n_entered);
  g_signal_connect_swapped (self->session, "changed", G_CALLBACK (count_cb), &self->n_changed);
  gs_lesson_session_take (self->session, new_lesson (), 0);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->session);
  g_object_unref (self->experiment);
}

#define assert_text(call, expected)                                                                          \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    g_autofree char *given = call;                                                                           \
    g_assert_cmpstr (given, ==, expected);                                                                   \
  }                                                                                                          \
  G_STMT_END

static void
test_open (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (gs_experiment_get_spec (self->experiment)->n, ==, 7);
  g_assert_cmpstr (gs_experiment_get_undo_name (self->experiment), ==, "Lesson Step “First of 7”");
  g_assert_cmpuint (gs_lesson_session_get_n_steps (self->session), ==, 3);
  assert_text (gs_lesson_session_dup_heading (self->session), "First of 7");
  assert_text (gs_lesson_session_dup_text (self->session), "`i` of 8");
  assert_text (gs_lesson_session_dup_reveal (self->session), NULL);
  g_assert_cmpuint (self->n_active, ==, 1);
  g_assert_cmpuint (self->n_step, ==, 0);
  g_assert_cmpuint (self->n_seed, ==, 0);
  g_assert_cmpuint (self->n_outcome, ==, 0);
  g_assert_cmpuint (self->n_entered, ==, 1);

  gs_lesson_session_take (self->session, new_lesson (), 5);
  g_assert_cmpuint (self->n_active, ==, 1);
  g_assert_cmpuint (self->n_seed, ==, 1);
  g_assert_cmpuint (self->n_entered, ==, 2);
}

static void
test_answer (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (gs_lesson_session_answer (self->session, "many", &error));
  g_assert_nonnull (error);
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_OPEN);
  g_assert_cmpuint (self->n_outcome, ==, 0);

  g_assert_true (gs_lesson_session_answer (self->session, "2", NULL));
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_WRONG);
  g_assert_cmpuint (self->n_outcome, ==, 1);
  assert_text (gs_lesson_session_dup_reveal (self->session), "1.");
  g_assert_true (gs_lesson_session_answer (self->session, "3", NULL));
  g_assert_cmpuint (self->n_outcome, ==, 1);
  g_assert_true (gs_lesson_session_answer (self->session, "1", NULL));
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_RIGHT);
  g_assert_cmpuint (self->n_outcome, ==, 2);

  /* The answer is still there when one comes back. */
  gs_lesson_session_go (self->session, 1);
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_OPEN);
  g_assert_cmpuint (self->n_outcome, ==, 3);
  gs_lesson_session_go (self->session, 0);
  g_assert_cmpstr (gs_lesson_session_get_answer (self->session), ==, "1");
  g_assert_cmpuint (self->n_outcome, ==, 4);
}

static void
test_steps (Fixture *self, gconstpointer data)
{
  gs_lesson_session_go (self->session, 0);
  gs_lesson_session_go (self->session, 3);
  g_assert_cmpuint (self->n_step, ==, 0);
  g_assert_cmpuint (self->n_entered, ==, 1);
  gs_lesson_session_go (self->session, 2);
  g_assert_cmpuint (self->n_step, ==, 1);
  g_assert_cmpuint (self->n_entered, ==, 2);
  g_assert_null (gs_lesson_session_get_recording (self->session));
  assert_text (gs_lesson_session_dup_text (self->session), "…");
  assert_text (gs_lesson_session_dup_notice (self->session),
               "The recorded run “nowhere” does not come with this version.");
  gs_lesson_session_close (self->session);
  g_assert_null (gs_lesson_session_get_current (self->session));
  g_assert_cmpuint (self->n_active, ==, 2);
}

static void
test_report (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) other = gs_spec_new ();
  g_autoptr (GsReport) report = NULL;
  g_autoptr (GsReport) foreign = NULL;

  gs_lesson_session_go (self->session, 1);
  g_assert_true (gs_lesson_session_needs_run (self->session));
  assert_text (gs_lesson_session_dup_text (self->session), "… NaN");
  g_assert_false (gs_lesson_session_answer (self->session, "true", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);

  /* A run of another launch tells nothing about this one. */
  other->n = 12;
  other->repeats = 1;
  foreign = gs_engine_run (other, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  gs_lesson_session_set_report (self->session, foreign);
  g_assert_true (gs_lesson_session_needs_run (self->session));

  report = gs_engine_run (gs_experiment_get_spec (self->experiment), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  gs_lesson_session_set_report (self->session, report);
  g_assert_false (gs_lesson_session_needs_run (self->session));
  assert_text (gs_lesson_session_dup_text (self->session), "0 NaN");
  g_assert_true (gs_lesson_session_answer (self->session, "true", &error));
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_RIGHT);
}

static void
test_off_track (Fixture *self, gconstpointer data)
{
  GsSpec *other = gs_spec_copy (gs_experiment_get_spec (self->experiment));
  const guint n_changed = self->n_changed;

  g_assert_true (gs_lesson_session_on_track (self->session));
  other->block[0] = 8;
  gs_experiment_change (self->experiment, other, "Change Block");
  g_assert_false (gs_lesson_session_on_track (self->session));
  g_assert_cmpuint (self->n_changed, >, n_changed);
  assert_text (gs_lesson_session_dup_text (self->session), "`i` of 8");
  gs_lesson_session_restore (self->session);
  g_assert_true (gs_lesson_session_on_track (self->session));
  g_assert_true (gs_experiment_undo (self->experiment));
  g_assert_cmpint (gs_experiment_get_spec (self->experiment)->block[0], ==, 8);
}

static void
test_highlight (Fixture *self, gconstpointer data)
{
  GsHighlight highlight;

  /* ⌈7 / 4⌉ · 4 − 7 = 1 thread is idle. */
  gs_lesson_session_get_highlight (self->session, &highlight);
  g_assert_cmpint (highlight.kind, ==, GS_HIGHLIGHT_ELEMENT);
  g_assert_cmpint (highlight.column, ==, 1);
  gs_highlight_clear (&highlight);

  gs_experiment_change (self->experiment, gs_spec_new (), "Something Else");
  gs_lesson_session_get_highlight (self->session, &highlight);
  g_assert_cmpint (highlight.kind, ==, GS_HIGHLIGHT_NONE);
  gs_lesson_session_restore (self->session);
  gs_lesson_session_get_highlight (self->session, &highlight);
  g_assert_cmpint (highlight.kind, ==, GS_HIGHLIGHT_ELEMENT);
  gs_highlight_clear (&highlight);

  gs_lesson_session_go (self->session, 1);
  gs_lesson_session_get_highlight (self->session, &highlight);
  g_assert_cmpint (highlight.kind, ==, GS_HIGHLIGHT_NONE);
}

/* Predict first: what the plan counts is out of sight while the question is open. */
static void
test_veil (Fixture *self, gconstpointer data)
{
  GsSpec *other = gs_spec_copy (gs_experiment_get_spec (self->experiment));

  g_assert_true (gs_experiment_get_veiled (self->experiment));
  g_assert_cmpstr (gs_experiment_get_verdict (self->experiment), ==, gs_experiment_veil_text ());

  /* What somebody tries out is no answer to the question; the step's own launch is. */
  other->block[0] = 8;
  gs_experiment_change (self->experiment, other, "Change Block");
  g_assert_false (gs_experiment_get_veiled (self->experiment));
  gs_lesson_session_restore (self->session);
  g_assert_true (gs_experiment_get_veiled (self->experiment));

  g_assert_true (gs_lesson_session_answer (self->session, "2", NULL));
  g_assert_false (gs_experiment_get_veiled (self->experiment));
  g_assert_nonnull (strstr (gs_experiment_get_verdict (self->experiment), "7 work"));
  gs_lesson_session_go (self->session, 1);
  g_assert_true (gs_experiment_get_veiled (self->experiment));
  gs_lesson_session_go (self->session, 0);
  g_assert_false (gs_experiment_get_veiled (self->experiment));
  gs_lesson_session_go (self->session, 1);
  gs_lesson_session_close (self->session);
  g_assert_false (gs_experiment_get_veiled (self->experiment));
}

static void
test_reveal (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gs_lesson_session_reveal (self->session, &error));
  g_assert_no_error (error);
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_SHOWN);
  g_assert_cmpuint (self->n_outcome, ==, 1);
  g_assert_null (gs_lesson_session_get_answer (self->session));
  assert_text (gs_lesson_session_dup_reveal (self->session), "1.");
  g_assert_false (gs_experiment_get_veiled (self->experiment));

  /* Without a run there is nothing to show. */
  gs_lesson_session_go (self->session, 1);
  g_assert_false (gs_lesson_session_reveal (self->session, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (gs_lesson_session_get_outcome (self->session), ==, GS_OUTCOME_OPEN);
}

static void
test_finished (Fixture *self, gconstpointer data)
{
  g_autoptr (GsReport) report = NULL;

  gs_lesson_session_go (self->session, 2);
  g_assert_false (gs_lesson_session_is_finished (self->session));
  gs_lesson_session_go (self->session, 0);
  g_assert_true (gs_lesson_session_answer (self->session, "5", NULL));
  gs_lesson_session_go (self->session, 1);
  report = gs_engine_run (gs_experiment_get_spec (self->experiment), NULL, NULL, NULL, NULL);
  gs_lesson_session_set_report (self->session, report);
  g_assert_true (gs_lesson_session_reveal (self->session, NULL));
  g_assert_false (gs_lesson_session_is_finished (self->session));
  gs_lesson_session_go (self->session, 2);
  g_assert_true (gs_lesson_session_is_finished (self->session));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "open", test_open },     { "answer", test_answer },       { "steps", test_steps },
    { "report", test_report }, { "off-track", test_off_track }, { "highlight", test_highlight },
    { "veil", test_veil },     { "reveal", test_reveal },       { "finished", test_finished },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson-session/", tests[i].name, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
