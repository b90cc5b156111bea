#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Keeps the colours of text from a screen reader that asks for the attributes of text in a GtkTextView. GTK before
 * 4.10 reads them of a tag by the name of a property that cannot be read, and the program ends by a wrong address.
 * Before the first view with colours; more than once does nothing more. */
void gs_text_tags_hide_colours (void);

G_END_DECLS
