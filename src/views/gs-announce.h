#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Says @sentence to those who hear the window of @widget, without taking the keyboard anywhere; while it is not the
 * active one, the last sentence waits until it is. NULL or empty: nothing is said.
 *
 * GTK before 4.14 has no announcement of its own, and what it tells of a status or an alert that has not got the
 * keyboard no screen reader reads aloud. What they do read is a new name of the active window. So the window is
 * called by the sentence, and by its title again as soon as it is not the active one: whoever comes back to it
 * hears the title. The window must have the role GTK_ACCESSIBLE_ROLE_WINDOW: a plain AdwWindow has none, and nobody
 * listens for its name. */
void gs_announce (GtkWidget *widget, const char *sentence);

/* Says @sentence once @window is the active one for the first time, and has what holds the keyboard said after it.
 * GTK enters a program on the accessibility bus bit by bit after its window has come, so what it tells at that
 * moment, the window and its focus, nobody hears: a program would begin in silence. */
void gs_announce_first (GtkWindow *window, const char *sentence);

G_END_DECLS
