#include "gs-lesson-parser.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-markup-place.h"

/* State of one pass over the file. */
typedef struct
{
  const char *name;
  GsMarkupPlace place; /* of the start tag read last */
  GsLesson *lesson;
  int lesson_line;        /* of its start tag */
  GsLessonStep *step;     /* the open one */
  int step_line;          /* of its start tag */
  GsLessonChoice *choice; /* the open one */
  GString *text;          /* of the innermost element */
} Parser;

/* Which element may stand in which, and what it may say. */
typedef struct
{
  const char *element, *parent;
  const char *required; /* one attribute that must be there */
  const char *const *attributes;
} Rule;

static const char *const no_attributes[] = { NULL };
static const char *const lesson_attributes[] = { "id", NULL };
static const char *const vary_attributes[] = { "name", "choose", NULL };
static const char *const step_attributes[]
    = { "view", "run", "recording", "sweep", "thread", "highlight", NULL };
static const char *const question_attributes[] = { "kind", "truth", NULL };
static const char *const choice_attributes[] = { "value", NULL };

static const Rule rules[] = {
  { "lesson", NULL, "id", lesson_attributes },
  { "title", "lesson", NULL, no_attributes },
  { "summary", "lesson", NULL, no_attributes },
  { "vary", "lesson", "name", vary_attributes },
  { "step", "lesson", "view", step_attributes },
  { "heading", "step", NULL, no_attributes },
  { "text", "step", NULL, no_attributes },
  { "spec", "step", NULL, no_attributes },
  { "question", "step", "truth", question_attributes },
  { "prompt", "question", NULL, no_attributes },
  { "choice", "question", "value", choice_attributes },
  { "reveal", "question", NULL, no_attributes },
};

static void G_GNUC_PRINTF (4, 5) fail (Parser *self, int line, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (error == NULL || *error != NULL)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("%s, line %d: %s"), self->name, line, message);
}

static const char *
attribute (const char **names, const char **values, const char *name)
{
  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0)
      return values[i];
  return NULL;
}

/* Of an attribute of the start tag read last. */
static int
line_of (const Parser *self, const char *attribute_name)
{
  return gs_markup_place_attribute_line (&self->place, attribute_name);
}

static gboolean
follows_rule (Parser *self,
              GMarkupParseContext *context,
              const char *element,
              const char **names,
              const char **values,
              GError **error)
{
  const GSList *stack = g_markup_parse_context_get_element_stack (context);
  const char *parent = stack->next != NULL ? stack->next->data : NULL;
  const int line = gs_markup_place_line (&self->place);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      if (strcmp (rules[i].element, element) != 0)
        continue;
      if (g_strcmp0 (rules[i].parent, parent) != 0)
        {
          fail (self, line, error, _ ("<%s> belongs in <%s>, not in <%s>."), element,
                rules[i].parent != NULL ? rules[i].parent : _ ("the file itself"),
                parent != NULL ? parent : _ ("the file itself"));
          return FALSE;
        }
      for (int a = 0; names[a] != NULL; a++)
        if (!g_strv_contains (rules[i].attributes, names[a]))
          {
            const char *nearest = gs_nearest_word (names[a], rules[i].attributes);

            if (nearest != NULL)
              fail (self, line_of (self, names[a]), error,
                    _ ("<%s> has no attribute “%s”; did you mean “%s”."), element, names[a], nearest);
            else
              fail (self, line_of (self, names[a]), error, _ ("<%s> has no attribute “%s”."), element,
                    names[a]);
            return FALSE;
          }
      if (rules[i].required != NULL && attribute (names, values, rules[i].required) == NULL)
        {
          fail (self, line, error, _ ("<%s> needs the attribute “%s”."), element, rules[i].required);
          return FALSE;
        }
      return TRUE;
    }
  fail (self, line, error, _ ("<%s> is no element of a lesson."), element);
  return FALSE;
}

static void
open_vary (Parser *self, const char **names, const char **values, GError **error)
{
  const char *choose = attribute (names, values, "choose");
  GsLessonVariable *variable = NULL;
  g_auto (GStrv) words = choose != NULL ? g_strsplit (choose, " ", -1) : NULL;

  for (int i = 0; words != NULL && words[i] != NULL; i++)
    {
      char *end = NULL;

      g_ascii_strtoll (words[i], &end, 10);
      if (end == words[i] || *end != '\0')
        {
          fail (self, line_of (self, "choose"), error, _ ("“%s” in choose is not a whole number."), words[i]);
          return;
        }
    }
  if (words == NULL || words[0] == NULL)
    {
      fail (self, line_of (self, "choose"), error,
            _ ("<vary> needs choose=\"…\" with at least one whole number."));
      return;
    }
  variable = g_new0 (GsLessonVariable, 1);
  variable->name = g_strdup (attribute (names, values, "name"));
  variable->values = g_steal_pointer (&words);
  g_ptr_array_add (self->lesson->variables, variable);
}

static void
open_step (Parser *self, const char **names, const char **values, GError **error)
{
  const char *view = attribute (names, values, "view");
  const char *run = attribute (names, values, "run");
  const char *thread = attribute (names, values, "thread");
  GsLessonStep *step = NULL;

  if (!g_strv_contains (gs_lesson_views (), view))
    {
      const char *nearest = gs_nearest_word (view, gs_lesson_views ());

      fail (self, line_of (self, "view"), error,
            nearest != NULL ? _ ("There is no view “%s”; the nearest is %s.")
                            : _ ("There is no view “%s”; one is %s."),
            view, nearest != NULL ? nearest : gs_lesson_views ()[0]);
      return;
    }
  step = g_new0 (GsLessonStep, 1);
  step->choices = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_lesson_choice_free);
  step->line = line_of (self, "highlight");
  self->step_line = gs_markup_place_line (&self->place);
  step->view = g_strdup (view);
  step->run = g_strcmp0 (run, "yes") == 0;
  step->recording = g_strdup (attribute (names, values, "recording"));
  step->sweep = g_strdup (attribute (names, values, "sweep"));
  step->highlight = g_strdup (attribute (names, values, "highlight"));
  g_ptr_array_add (self->lesson->steps, step);
  self->step = step;
  if (thread != NULL)
    {
      GsThreadId *id = &step->thread;
      int n = 0;

      step->has_thread = sscanf (thread, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "%n", &id->block[0],
                                 &id->block[1], &id->thread[0], &id->thread[1], &n)
                             == 4
                         && thread[n] == '\0';
      if (!step->has_thread)
        fail (self, line_of (self, "thread"), error,
              _ ("thread=\"%s\" is not four whole numbers: block x, block y, thread x, thread y."), thread);
    }
}

static void
open_question (Parser *self, const char **names, const char **values, GError **error)
{
  const char *kind = attribute (names, values, "kind");

  if (g_strcmp0 (kind, "number") == 0)
    self->step->question = GS_QUESTION_NUMBER;
  else if (g_strcmp0 (kind, "choice") == 0)
    self->step->question = GS_QUESTION_CHOICE;
  else
    {
      fail (self, line_of (self, "kind"), error, _ ("A question’s kind is “number” or “choice”, not “%s”."),
            kind != NULL ? kind : "");
      return;
    }
  g_free (self->step->truth);
  self->step->truth = g_strdup (attribute (names, values, "truth"));
}

static void
start_element_cb (GMarkupParseContext *context,
                  const char *element,
                  const char **names,
                  const char **values,
                  gpointer data,
                  GError **error)
{
  Parser *self = data;
  int line;

  g_string_truncate (self->text, 0);
  gs_markup_place_next (&self->place);
  line = gs_markup_place_line (&self->place);
  if (!follows_rule (self, context, element, names, values, error))
    return;
  if (strcmp (element, "lesson") == 0 && self->lesson->id != NULL)
    fail (self, line, error, _ ("A file holds one lesson; this is a second one."));
  else if (strcmp (element, "lesson") == 0)
    {
      self->lesson->id = g_strdup (attribute (names, values, "id"));
      self->lesson_line = line;
    }
  else if (strcmp (element, "vary") == 0)
    open_vary (self, names, values, error);
  else if (strcmp (element, "step") == 0)
    open_step (self, names, values, error);
  else if (strcmp (element, "spec") == 0)
    self->step->spec_line = line;
  else if (strcmp (element, "question") == 0)
    open_question (self, names, values, error);
  else if (strcmp (element, "choice") == 0)
    {
      self->choice = g_new0 (GsLessonChoice, 1);
      self->choice->value = g_strdup (attribute (names, values, "value"));
      g_ptr_array_add (self->step->choices, self->choice);
    }
}

/* Line breaks in the file are for its author; the reader gets one space. The
 * same is done when texts are collected for translation. */
static char *
normalised (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  GString *joined = g_string_new (NULL);

  for (int i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? " " : "", words[i]);
  return g_string_free (joined, FALSE);
}

static char **
place_of_text (Parser *self, const char *element)
{
  if (strcmp (element, "title") == 0)
    return &self->lesson->title;
  if (strcmp (element, "summary") == 0)
    return &self->lesson->summary;
  if (strcmp (element, "heading") == 0)
    return &self->step->heading;
  if (strcmp (element, "text") == 0)
    return &self->step->text;
  if (strcmp (element, "spec") == 0)
    return &self->step->spec;
  if (strcmp (element, "prompt") == 0)
    return &self->step->prompt;
  if (strcmp (element, "reveal") == 0)
    return &self->step->reveal;
  if (strcmp (element, "choice") == 0)
    return &self->choice->text;
  return NULL;
}

static void
end_step (Parser *self, GError **error)
{
  const int line = self->step_line;
  const GsLessonStep *step = self->step;

  if (step->heading == NULL || step->text == NULL)
    fail (self, line, error, _ ("A step needs a <heading> and a <text>."));
  else if (step->question != GS_QUESTION_NONE && (step->prompt == NULL || step->reveal == NULL))
    fail (self, line, error, _ ("A question needs a <prompt> and a <reveal>."));
  else if (step->question == GS_QUESTION_CHOICE && step->choices->len < 2)
    fail (self, line, error, _ ("A question with choices needs at least two, not %u."), step->choices->len);
}

static void
end_element_cb (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Parser *self = data;
  char **place = place_of_text (self, element);

  if (place != NULL)
    {
      g_free (*place);
      *place = normalised (self->text->str);
    }
  if (strcmp (element, "step") == 0)
    end_step (self, error);
  g_string_truncate (self->text, 0);
}

static void
text_cb (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Parser *self = data;

  g_string_append_len (self->text, text, length);
}

static GsLesson *
lesson_new (void)
{
  GsLesson *lesson = g_new0 (GsLesson, 1);

  g_atomic_ref_count_init (&lesson->ref_count);
  lesson->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_lesson_step_free);
  lesson->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_lesson_variable_free);
  return lesson;
}

GsLesson *
gs_lesson_parser_run (const char *text, gssize length, const char *name, GError **error)
{
  static const GMarkupParser callbacks = { start_element_cb, end_element_cb, text_cb, NULL, NULL };
  g_autoptr (GsLesson) lesson = lesson_new ();
  g_autoptr (GString) buffer = g_string_new (NULL);
  Parser self = { .name = name, .lesson = lesson, .text = buffer };
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&callbacks, G_MARKUP_TREAT_CDATA_AS_TEXT, &self, NULL);
  g_autoptr (GError) local = NULL;

  gs_markup_place_init (&self.place, text, length);
  if (!g_markup_parse_context_parse (context, text, length, &local)
      || !g_markup_parse_context_end_parse (context, &local))
    {
      if (local->domain == GS_IO_ERROR)
        g_propagate_error (error, g_steal_pointer (&local));
      else
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, "%s%s%s", name, gs_join (GS_JOIN_COLON),
                     local->message);
      return NULL;
    }
  if (lesson->title == NULL || lesson->steps->len == 0)
    {
      fail (&self, self.lesson_line, error, _ ("A lesson needs a <title> and at least one <step>."));
      return NULL;
    }
  return g_steal_pointer (&lesson);
}
