#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives the buttons inside the drop-downs, menu buttons and expanders under @root the names of what they
 * belong to: the keyboard stops at them, and GTK before 4.10 tells assistive technology only their type. Of
 * buttons with a mnemonic it tells the words twice, once with the underscore; here they get a name too. */
void gs_spoken_names_complete (GtkWidget *root);

G_END_DECLS
