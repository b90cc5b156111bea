#pragma once

#include "gs-lesson-session.h"

G_BEGIN_DECLS

/* The words of a lesson as they are shown and as they are read out. All are freed by the caller. */

/* Lesson text as Pango markup: words between backticks in a typewriter face. Free
 * it. */
char *gs_lesson_words_markup (const char *text);
/* @text without the marks of code. */
char *gs_lesson_words_plain (const char *text);

/* The step of @session as it is read out; what is lit is said too. */
char *gs_lesson_words_step (GsLessonSession *session);
/* The same when it is entered: with its number and heading, in the first step the lesson's title, and, if asked for,
 * the question. */
char *gs_lesson_words_entered (GsLessonSession *session, gboolean with_question);

G_END_DECLS
