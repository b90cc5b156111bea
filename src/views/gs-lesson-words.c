#include "gs-lesson-words.h"

#include <glib/gi18n-lib.h>

char *
gs_lesson_words_markup (const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_auto (GStrv) parts = g_strsplit (escaped, "`", -1);
  GString *markup = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    if (i % 2 == 1 && parts[i + 1] != NULL)
      g_string_append_printf (markup, "<tt>%s</tt>", parts[i]);
    else
      g_string_append (markup, parts[i]);
  return g_string_free (markup, FALSE);
}

char *
gs_lesson_words_plain (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "`", -1);

  return g_strjoinv ("", parts);
}

char *
gs_lesson_words_step (GsLessonSession *session)
{
  g_autofree char *text = gs_lesson_session_dup_text (session);
  g_autofree char *lit = NULL;
  g_autofree char *whole = NULL;
  GsHighlight highlight;

  gs_lesson_session_get_highlight (session, &highlight);
  lit = gs_highlight_describe (&highlight);
  gs_highlight_clear (&highlight);
  whole = lit != NULL ? g_strdup_printf ("%s\n%s", text, lit) : g_strdup (text);
  return gs_lesson_words_plain (whole);
}

char *
gs_lesson_words_entered (GsLessonSession *session, gboolean with_question)
{
  const guint step = gs_lesson_session_get_step (session);
  const GsLesson *lesson = gs_lesson_session_get_lesson (session);
  g_autofree char *heading = gs_lesson_session_dup_heading (session);
  g_autofree char *text = gs_lesson_words_step (session);
  g_autofree char *prompt = with_question ? gs_lesson_session_dup_prompt (session) : NULL;
  GString *words = g_string_new (NULL);

  if (step == 0)
    g_string_append_printf (words, "%s. ", g_dgettext (GETTEXT_PACKAGE, lesson->title));
  g_string_append_printf (words, _ ("Step %u of %u"), step + 1, gs_lesson_session_get_n_steps (session));
  g_string_append_printf (words, ": %s. %s", heading, text);
  if (prompt != NULL)
    g_string_append_printf (words, " %s", prompt);
  return g_string_free (words, FALSE);
}
