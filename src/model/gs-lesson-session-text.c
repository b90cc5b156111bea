#include "gs-lesson-session-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-lesson-facts.h"
#include "gs-lesson-library.h"

/* A reader is better served by a gap than by a message where a number belongs. */
static char *
fill_in (GsLessonSession *self, const char *text)
{
  const char *translated = text[0] != '\0' ? g_dgettext (GETTEXT_PACKAGE, text) : "";
  char *expanded = self->facts != NULL ? gs_lesson_expand (translated, self->facts, NULL) : NULL;
  GString *gaps;

  if (expanded != NULL)
    return expanded;
  gaps = g_string_new (NULL);
  for (const char *p = translated; *p != '\0'; p++)
    {
      const char *end = p[0] == '{' && p[1] != '{' ? strchr (p, '}') : NULL;

      if (end != NULL)
        {
          g_string_append (gaps, "…");
          p = end;
          continue;
        }
      if (p[0] == '{' && p[1] == '{')
        p++;
      g_string_append_c (gaps, *p);
    }
  return g_string_free (gaps, FALSE);
}

char *
gs_lesson_session_dup_heading (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);
  return self->lesson != NULL ? fill_in (self, gs_lesson_step (self->lesson, self->step)->heading) : NULL;
}

char *
gs_lesson_session_dup_text (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);
  return self->lesson != NULL ? fill_in (self, gs_lesson_step (self->lesson, self->step)->text) : NULL;
}

gboolean
gs_lesson_session_has_question (GsLessonSession *self)
{
  return self->lesson != NULL && gs_lesson_step (self->lesson, self->step)->question != GS_QUESTION_NONE;
}

char *
gs_lesson_session_dup_prompt (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);
  return gs_lesson_session_has_question (self)
             ? fill_in (self, gs_lesson_step (self->lesson, self->step)->prompt)
             : NULL;
}

char *
gs_lesson_session_dup_choice (GsLessonSession *self, guint choice)
{
  const GsLessonStep *step;

  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);

  step = gs_lesson_session_get_current (self);
  if (step == NULL || choice >= step->choices->len)
    return NULL;
  return fill_in (self, ((const GsLessonChoice *)g_ptr_array_index (step->choices, choice))->text);
}

char *
gs_lesson_session_dup_reveal (GsLessonSession *self)
{
  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);

  if (!gs_lesson_session_has_question (self) || gs_lesson_session_get_outcome (self) == GS_OUTCOME_OPEN)
    return NULL;
  return fill_in (self, gs_lesson_step (self->lesson, self->step)->reveal);
}

char *
gs_lesson_session_dup_notice (GsLessonSession *self)
{
  const GsLessonStep *step;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (GS_IS_LESSON_SESSION (self), NULL);

  step = gs_lesson_session_get_current (self);
  if (step == NULL || self->report != NULL)
    return NULL;
  if (step->recording != NULL)
    {
      g_autoptr (GsReport) report = gs_lesson_library_recording (step->recording, &error);

      return report == NULL ? g_strdup (error->message) : NULL;
    }
  if (step->sweep != NULL)
    {
      g_autoptr (GsSweep) sweep = gs_lesson_library_sweep (step->sweep, &error);

      return sweep == NULL ? g_strdup (error->message) : NULL;
    }
  return step->run ? g_strdup (_ ("This step speaks of a run that has not ended yet; F5 starts it.")) : NULL;
}

void
gs_lesson_session_get_highlight (GsLessonSession *self, GsHighlight *highlight)
{
  g_return_if_fail (GS_IS_LESSON_SESSION (self));

  memset (highlight, 0, sizeof *highlight);
  /* What was lit may not be there in another launch. */
  if (self->lesson != NULL && self->facts != NULL && gs_lesson_session_on_track (self))
    gs_highlight_init (highlight, gs_lesson_step (self->lesson, self->step), self->facts,
                       gs_experiment_get_plan (self->experiment), NULL);
}
