#pragma once

#include <gtk/gtk.h>

#include "gs-lesson-session.h"

G_BEGIN_DECLS

/* The choices of a question as buttons in a box. */

/* Puts the choices of the step on screen into @box, in the place of those before;
 * @clicked is called with the button and @data. */
void gs_lesson_choices_fill (GtkBox *box, GsLessonSession *session, GCallback clicked, gpointer data);
/* Says the choices again, the one chosen with a check mark or a cross. */
void gs_lesson_choices_mark (GtkBox *box, GsLessonSession *session);
/* What the truth must be for the choice of @button to be right. */
const char *gs_lesson_choices_value (GtkWidget *button);

G_END_DECLS
