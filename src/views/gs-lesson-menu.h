#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The button of the header bar with the program's own lessons, a student's
 * number, and the way to a lesson from a file.
 *
 * Activates win.lesson with (id, seed), win.open-lesson and win.answer-sheet,
 * which the window has. */
#define GS_TYPE_LESSON_MENU (gs_lesson_menu_get_type ())
G_DECLARE_FINAL_TYPE (GsLessonMenu, gs_lesson_menu, GS, LESSON_MENU, AdwBin)

/* Marks the lesson @id as the one that is open; NULL: none is. */
void gs_lesson_menu_set_open (GsLessonMenu *self, const char *id);
/* Marks those lessons as finished. */
void gs_lesson_menu_set_finished (GsLessonMenu *self, const char *const *ids);

/* The student's number that is typed in. */
guint64 gs_lesson_menu_get_seed (GsLessonMenu *self);
void gs_lesson_menu_popup (GsLessonMenu *self);
void gs_lesson_menu_popdown (GsLessonMenu *self);

G_END_DECLS
