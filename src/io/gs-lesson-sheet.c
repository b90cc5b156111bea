#include "gs-lesson-sheet.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-lesson-facts.h"
#include "gs-lesson-library.h"

#define MAX_REPORTS 32

typedef struct
{
  const GsLesson *lesson;
  GsSheetRunFunc run;
  gpointer data;
  GPtrArray *reports; /* of GsReport, newest last, at most MAX_REPORTS: many students share a launch */
} Sheet;

static void
row_free (gpointer data)
{
  GsSheetRow *row = data;

  g_free (row->question);
  g_free (row->answer);
  g_free (row->reason);
  g_free (row);
}

static GsReport *
get_report (Sheet *self, const GsLessonStep *step, guint i, guint64 seed, GError **error)
{
  g_autoptr (GsSpec) spec = NULL;
  GsReport *report;

  if (step->recording != NULL)
    return gs_lesson_library_recording (step->recording, error);
  spec = gs_lesson_step_spec (self->lesson, i, seed, error);
  if (spec == NULL)
    return NULL;
  for (guint r = 0; r < self->reports->len; r++)
    {
      GsReport *known = g_ptr_array_index (self->reports, r);

      if (gs_spec_equal (known->spec, spec))
        return gs_report_ref (known);
    }
  report = self->run (spec, self->data, error);
  if (report == NULL)
    return NULL;
  if (self->reports->len == MAX_REPORTS)
    g_ptr_array_remove_index (self->reports, 0);
  g_ptr_array_add (self->reports, gs_report_ref (report));
  return report;
}

/* A truth that stands in results, or in a recording's plan, needs them. */
static gboolean
needs_report (const GsLessonStep *step)
{
  return step->recording != NULL || strstr (step->truth, "results.") != NULL
         || strstr (step->prompt, "{results.") != NULL;
}

static const char *
choice_text (const GsLessonStep *step, const char *truth)
{
  for (guint i = 0; i < step->choices->len; i++)
    {
      const GsLessonChoice *choice = g_ptr_array_index (step->choices, i);

      if (g_str_equal (choice->value, truth))
        return choice->text;
    }
  return NULL;
}

static void
fill_row (Sheet *self, GsSheetRow *row, const GsLessonStep *step)
{
  const char *prompt = g_dgettext (GETTEXT_PACKAGE, step->prompt);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report
      = needs_report (step) ? get_report (self, step, row->step, row->seed, &error) : NULL;
  g_autoptr (JsonNode) facts = NULL;
  g_autofree char *truth = NULL;

  if (error == NULL)
    facts = gs_lesson_step_facts (self->lesson, row->step, row->seed, report, &error);
  if (facts != NULL)
    {
      row->question = gs_lesson_expand (prompt, facts, NULL);
      truth = gs_lesson_truth (step->truth, facts, &error);
    }
  if (row->question == NULL)
    row->question = g_strdup (prompt);
  if (truth != NULL && step->question == GS_QUESTION_CHOICE)
    {
      const char *text = choice_text (step, truth);

      row->answer
          = text != NULL ? gs_lesson_expand (g_dgettext (GETTEXT_PACKAGE, text), facts, &error) : NULL;
    }
  else
    {
      row->answer = g_steal_pointer (&truth);
    }
  if (row->answer == NULL)
    row->reason = g_strdup (error != NULL ? error->message : _ ("None of the choices is right."));
}

GPtrArray *
gs_lesson_sheet_new (const GsLesson *lesson,
                     guint64 first,
                     guint64 last,
                     GsSheetRunFunc run,
                     gpointer data,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  g_autoptr (GPtrArray) reports = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_report_unref);
  Sheet self = { .lesson = lesson, .run = run, .data = data, .reports = reports };
  gboolean cancelled = FALSE;

  g_return_val_if_fail (lesson != NULL && run != NULL, NULL);

  if (last < first || last - first >= GS_SHEET_MAX_SEEDS)
    {
      g_set_error (
          error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
          _ ("%" PRIu64 " to %" PRIu64 " is no range of at most %d students’ numbers, smallest first."),
          first, last, GS_SHEET_MAX_SEEDS);
      return NULL;
    }
  /* Counted, since the last seed there is has none behind it. */
  for (guint64 seed = first; seed - first <= last - first && !cancelled; seed++)
    for (guint i = 0; i < lesson->steps->len && !cancelled; i++)
      {
        const GsLessonStep *step = gs_lesson_step (lesson, i);
        GsSheetRow *row;

        cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
        if (cancelled || step->question == GS_QUESTION_NONE)
          continue;
        row = g_new0 (GsSheetRow, 1);
        row->seed = seed;
        row->step = i;
        g_ptr_array_add (rows, row);
        fill_row (&self, row, step);
      }
  return cancelled ? NULL : g_steal_pointer (&rows);
}

/* A cell must not break the table. */
static void
append_cell (GString *text, const char *cell, char end)
{
  for (const char *p = cell; *p != '\0'; p++)
    g_string_append_c (text, *p == '\t' || *p == '\n' ? ' ' : *p);
  g_string_append_c (text, end);
}

char *
gs_lesson_sheet_to_text (const GPtrArray *rows)
{
  GString *text = g_string_new (NULL);

  append_cell (text, _ ("student"), '\t');
  append_cell (text, _ ("step"), '\t');
  append_cell (text, _ ("answer"), '\t');
  append_cell (text, _ ("question"), '\n');
  for (guint i = 0; i < rows->len; i++)
    {
      const GsSheetRow *row = g_ptr_array_index (rows, i);

      g_string_append_printf (text, "%" PRIu64 "\t%u\t", row->seed, row->step + 1);
      append_cell (text, row->answer != NULL ? row->answer : row->reason, '\t');
      append_cell (text, row->question, '\n');
    }
  return g_string_free (text, FALSE);
}

JsonNode *
gs_lesson_sheet_to_json (const GsLesson *lesson, const GPtrArray *rows)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_object_set_string_member (object, "schema", "gridscope.lesson-sheet/1");
  json_object_set_string_member (object, "lesson", lesson->id);
  for (guint i = 0; i < rows->len; i++)
    {
      const GsSheetRow *row = g_ptr_array_index (rows, i);
      JsonObject *member = json_object_new ();

      json_object_set_int_member (member, "seed", (gint64)row->seed);
      json_object_set_int_member (member, "step", row->step + 1);
      json_object_set_string_member (member, "question", row->question);
      json_object_set_string_member (member, "answer", row->answer);
      json_object_set_string_member (member, "reason", row->reason);
      json_array_add_object_element (array, member);
    }
  json_object_set_array_member (object, "rows", array);
  json_node_take_object (node, object);
  return node;
}
