#pragma once

#include <gtk/gtk.h>

#include "gs-figure.h"

G_BEGIN_DECLS

/* How figures are drawn in @widget now: theme from the system, type scale from
 * the text scale (times 1.6 in presenter mode, which is the CSS class
 * "presenter" on an ancestor), size of the widget. */
void gs_view_style_init (GsFigureStyle *style, GtkWidget *widget);

/* How large the words in pictures are, in times of the usual size, in every window
 * of the program. The pictures on screen are drawn again. */
void gs_view_style_set_text_scale (double scale);
/* The type of the pictures in @widget has become larger or smaller: they take the room it needs. */
void gs_view_style_changed (GtkWidget *widget);

/* Calls gtk_widget_queue_draw() on @widget whenever the theme changes. */
void gs_view_style_follow (GtkWidget *widget);

/* Whether pictures painted in the two styles are the same. */
gboolean gs_view_style_equal (const GsFigureStyle *a, const GsFigureStyle *b);

G_END_DECLS
