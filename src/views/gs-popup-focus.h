#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* While a pop-up has the keyboard, the scrolled panes of @window stay where they
 * are, and when it closes the keyboard comes back to the window. Call it before
 * the window has any child. */
void gs_popup_focus_init (GtkWindow *window);

G_END_DECLS
