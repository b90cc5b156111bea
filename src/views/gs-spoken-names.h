#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Puts right, in @root and all below it, what GTK before 4.10 leaves unsaid or says twice to assistive technology:
 * names for the buttons inside drop-downs, menu buttons and expanders, at which the keyboard stops; names of buttons
 * without the underscore of the mnemonic; whether a toggle is on; no types of widgets in place of names. Once, with
 * @root in its window. */
void gs_spoken_names_complete (GtkWidget *root);

/* Names @widget by @label without the underscore of its mnemonic; NULL or empty: it keeps its name. */
void gs_spoken_name (GtkWidget *widget, const char *label);

/* Names a table, and with it its headings and the list of its rows, which GTK tells apart. */
void gs_spoken_names_table (GtkColumnView *view, const char *label);
/* Names the row of the GtkColumnView in which @content, the child of one of its items, is shown: by the headings and
 * the words below them. To be called whenever an item was bound and whenever @content is mapped; before it is in a
 * row, it does nothing. */
void gs_spoken_names_row (GtkWidget *content);

G_END_DECLS
