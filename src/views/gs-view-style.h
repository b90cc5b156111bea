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

/* Paints with @paint into a picture of the widget's size in device pixels.
 * @style as given by gs_view_style_init(). NULL when the size is 0. */
typedef void (*GsViewPaintFunc) (cairo_t *cr, const GsFigureStyle *style, gpointer data);
GdkTexture *
gs_view_style_render (GtkWidget *widget, const GsFigureStyle *style, GsViewPaintFunc paint, gpointer data);

/* Puts the @texture of gs_view_style_render() over @bounds, always the same for one texture. */
void gs_view_style_append (GtkWidget *widget,
                           GtkSnapshot *snapshot,
                           GdkTexture *texture,
                           const graphene_rect_t *bounds);

/* Whether pictures painted in the two styles are the same. */
gboolean gs_view_style_equal (const GsFigureStyle *a, const GsFigureStyle *b);

G_END_DECLS
