#pragma once

#include <adwaita.h>

#include "gs-lesson-session.h"

G_BEGIN_DECLS

/* The step of a lesson: what to read at the left, the question at the right, the
 * way on above. Hidden while no lesson is open. It does not get lower while a
 * lesson is open, so that the picture below does not jump, and scrolls when its
 * text would take more than a good part of the window. At the last step the way on
 * is the next lesson of the library, for the same student.
 *
 * Actions: lesson.next, lesson.previous, lesson.close, lesson.check, lesson.reveal,
 * lesson.restore. */
#define GS_TYPE_LESSON_CARD (gs_lesson_card_get_type ())
G_DECLARE_FINAL_TYPE (GsLessonCard, gs_lesson_card, GS, LESSON_CARD, GtkWidget)

void gs_lesson_card_set_session (GsLessonCard *self, GsLessonSession *session);

G_END_DECLS
