#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the headings of columns of numbers above them, at the right: GTK has them at the
 * left and has no property for it. Bit i of @numbers: column i holds numbers. To be called
 * when @view has all its columns. */
void gs_column_headings_align (GtkColumnView *view, guint numbers);

G_END_DECLS
