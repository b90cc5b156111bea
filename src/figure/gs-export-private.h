#pragma once

#include "gs-figure-pixels.h"

G_BEGIN_DECLS

/* Paints the figure on @surface, so many of its units to a point. */
cairo_status_t gs_export_paint (const GsFigureInput *input,
                                const GsFigureStyle *style,
                                cairo_surface_t *surface,
                                double scale);

/* Whether @status is success; sets GS_FIGURE_ERROR_SIZE where it is not. Not for
 * inside of gs_with_language(): the language of a message is the program's. */
gboolean gs_export_check (cairo_status_t status, GError **error);

/* gs_figure_pixels_new() with cairo's word for what went wrong. */
GsFigurePixels *
gs_figure_pixels_draw (const GsFigureInput *input, const GsFigureStyle *style, cairo_status_t *status);

/* For cairo's streams: appends to the GByteArray @closure. */
cairo_status_t gs_export_append_cb (void *closure, const unsigned char *data, unsigned int length);

/* cairo's SVG made fit to keep: title and description for readers who cannot see
 * it, ids numbered from 1 in each file (cairo goes on counting over all files of
 * the process). Appends to @tidy. */
void gs_svg_tidy (const GByteArray *raw,
                  const char *title,
                  const char *description,
                  const char *language,
                  GByteArray *tidy);

G_END_DECLS
