#pragma once

#include "gs-lesson.h"

G_BEGIN_DECLS

/* XML to a lesson, without a look into its specs. Private to gs-lesson.c. */
GsLesson *gs_lesson_parser_run (const char *text, gssize length, const char *name, GError **error);

void gs_lesson_choice_free (GsLessonChoice *self);
void gs_lesson_step_free (GsLessonStep *self);
void gs_lesson_variable_free (GsLessonVariable *self);

G_END_DECLS
