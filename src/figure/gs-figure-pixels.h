#pragma once

#include "gs-figure.h"

G_BEGIN_DECLS

/* A figure painted as pixels and not yet a file: painting is a matter of some
 * milliseconds and needs what the figure is drawn from; making a PNG file of it
 * takes many times as long and can be left to another thread. */
typedef struct _GsFigurePixels GsFigurePixels;

/* NULL with @error: the figure could not be drawn. @style's language is not
 * followed: see gs_with_language(). Free it with gs_figure_pixels_free(). */
GsFigurePixels *gs_figure_pixels_new (const GsFigureInput *input, const GsFigureStyle *style, GError **error);
void gs_figure_pixels_free (GsFigurePixels *self);

/* The PNG file, with title and alt text inside; in any thread. */
GBytes *gs_figure_pixels_to_png (const GsFigurePixels *self);

/* The pixels; borrowed. */
cairo_surface_t *gs_figure_pixels_get_surface (GsFigurePixels *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsFigurePixels, gs_figure_pixels_free)

G_END_DECLS
