#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Keeps the scrolled panes of @window where they are while a pop-up that hangs on
 * something in them has the keyboard. Call it before the window has any child. */
void gs_still_panes_init (GtkWindow *window);

G_END_DECLS
