#pragma once

#include <cairo.h>

#include "gs-figure.h"

G_BEGIN_DECLS

/* Pictures in tests. Surfaces are RGB24; destroy them. */
cairo_surface_t *picture_paint (const GsFigureInput *input, const GsFigureStyle *style);
/* Mean absolute difference of the channels, 0…255; infinity when sizes differ.
 * @far gets the part of pixels that differ by more than 40, if not NULL. */
double picture_difference (cairo_surface_t *a, cairo_surface_t *b, double *far);
/* White where equal, black where they differ. */
cairo_surface_t *picture_difference_image (cairo_surface_t *a, cairo_surface_t *b);
/* Mean CIE L* of a rectangle turned grey, 0…100. */
double picture_lightness (cairo_surface_t *surface, int x, int y, int width, int height);

G_END_DECLS
