/* Every lesson that comes with the program, as a student meets it: each step is
 * planned, run where it asks for a run, and every text, reveal and truth must
 * have its numbers. */

#include "gs-engine.h"
#include "gs-lesson-facts.h"
#include "gs-lesson-library.h"

#define N_SEEDS 4

typedef struct
{
  const GsLesson *lesson;
  guint step;
  guint64 seed;
  JsonNode *facts;
  char *where; /* for messages */
} Visit;

/* The run of the step before serves again when it was the same launch. */
static GsReport *last_report;

static GsReport *
run_spec (const GsSpec *spec, const char *where)
{
  g_autoptr (GError) error = NULL;

  if (last_report != NULL && gs_spec_equal (last_report->spec, spec))
    return gs_report_ref (last_report);
  g_clear_pointer (&last_report, gs_report_unref);
  last_report = gs_engine_run (spec, NULL, NULL, NULL, &error);
  if (last_report == NULL)
    g_error ("%s: %s", where, error->message);
  return gs_report_ref (last_report);
}

static void
check_text (const Visit *visit, const char *what, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expanded = gs_lesson_expand (text, visit->facts, &error);

  if (expanded == NULL)
    {
      g_test_message ("%s, %s: %s", visit->where, what, error->message);
      g_test_fail ();
    }
  else if (visit->seed == 0)
    {
      g_test_message ("%s, %s: %s", visit->where, what, expanded);
    }
}

/* The truth must be one of the choices, and only one. */
static void
check_choices (const Visit *visit, const GsLessonStep *step, const char *truth)
{
  guint n_right = 0;

  for (guint i = 0; i < step->choices->len; i++)
    {
      const GsLessonChoice *choice = g_ptr_array_index (step->choices, i);

      check_text (visit, "choice", choice->text);
      n_right += g_str_equal (choice->value, truth);
    }
  if (n_right != 1)
    {
      g_test_message ("%s: %u choices stand for the truth “%s”", visit->where, n_right, truth);
      g_test_fail ();
    }
}

static void
check_question (const Visit *visit, const GsLessonStep *step)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *truth = gs_lesson_truth (step->truth, visit->facts, &error);
  gboolean right = FALSE;

  check_text (visit, "prompt", step->prompt);
  check_text (visit, "reveal", step->reveal);
  if (truth == NULL)
    {
      g_test_message ("%s: %s", visit->where, error->message);
      g_test_fail ();
      return;
    }
  if (step->question == GS_QUESTION_CHOICE)
    check_choices (visit, step, truth);
  if (!gs_lesson_check_answer (step, truth, visit->facts, &right, &error) || !right)
    {
      g_test_message ("%s: the truth “%s” is no right answer", visit->where, truth);
      g_test_fail ();
    }
}

/* NULL when the step speaks of a recording that is not there. */
static GsReport *
report_of_step (const GsLesson *lesson, guint i, guint64 seed, const char *where, gboolean *missing)
{
  const GsLessonStep *step = gs_lesson_step (lesson, i);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) spec = NULL;
  GsReport *report;

  *missing = FALSE;
  if (step->recording != NULL)
    {
      report = gs_lesson_library_recording (step->recording, &error);
      *missing = report == NULL;
      if (report == NULL)
        g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY);
      return report;
    }
  spec = gs_lesson_step_spec (lesson, i, seed, &error);
  g_assert_no_error (error);
  if (step->run)
    return run_spec (spec, where);
  /* As in the window, a run made a step ago still counts. */
  if (last_report != NULL && spec != NULL && gs_spec_equal (last_report->spec, spec))
    return gs_report_ref (last_report);
  return NULL;
}

static void
visit_step (const GsLesson *lesson, guint i, guint64 seed)
{
  const GsLessonStep *step = gs_lesson_step (lesson, i);
  g_autofree char *where = g_strdup_printf ("%s, line %d, step %u, seed %" G_GUINT64_FORMAT, lesson->id,
                                            step->line, i + 1, seed);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = NULL;
  g_autoptr (JsonNode) facts = NULL;
  gboolean missing = FALSE;
  Visit visit = { lesson, i, seed, NULL, where };
  const char *const of_runs[] = { "kernel", "memory", "numbers", "schedule", "timing", NULL };

  /* A view of runs would show the run of an earlier step. */
  g_test_message ("%s", where);
  g_assert_true (!g_strv_contains (of_runs, step->view) || step->run || step->recording != NULL);
  if (step->sweep != NULL)
    {
      g_autoptr (GsSweep) sweep = gs_lesson_library_sweep (step->sweep, &error);

      g_assert_no_error (error);
      g_assert_nonnull (sweep);
    }

  report = report_of_step (lesson, i, seed, where, &missing);
  if (missing)
    {
      g_test_message ("%s: no recording “%s” yet", where, step->recording);
      return;
    }
  facts = gs_lesson_step_facts (lesson, i, seed, report, &error);
  g_assert_no_error (error);
  visit.facts = facts;
  check_text (&visit, "heading", step->heading);
  check_text (&visit, "text", step->text);
  if (step->question != GS_QUESTION_NONE)
    check_question (&visit, step);
}

static void
test_lesson (gconstpointer data)
{
  const GsLesson *lesson = data;

  g_assert_nonnull (lesson->summary);
  for (guint64 seed = 0; seed < N_SEEDS; seed++)
    {
      g_clear_pointer (&last_report, gs_report_unref);
      for (guint i = 0; i < lesson->steps->len; i++)
        visit_step (lesson, i, seed);
    }
  g_clear_pointer (&last_report, gs_report_unref);
}

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;
  const GsLesson *lesson = gs_lesson_library_find ("thread-number", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (lesson->id, ==, "thread-number");
  g_assert_true (lesson == g_ptr_array_index (gs_lesson_library (), 0));
  g_assert_null (gs_lesson_library_find ("thread-numbre", &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY);
  g_assert_nonnull (g_strstr_len (error->message, -1, "“thread-number”"));
}

int
main (int argc, char **argv)
{
  const GPtrArray *lessons = NULL;

  g_test_init (&argc, &argv, NULL);
  lessons = gs_lesson_library ();
  g_assert_cmpuint (lessons->len, >=, 12);
  g_test_add_func ("/lesson-library/find", test_find);
  for (guint i = 0; i < lessons->len; i++)
    {
      const GsLesson *lesson = g_ptr_array_index (lessons, i);
      g_autofree char *path = g_strdup_printf ("/lesson-library/%s", lesson->id);

      g_test_add_data_func (path, lesson, test_lesson);
    }
  return g_test_run ();
}
