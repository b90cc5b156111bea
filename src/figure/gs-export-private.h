#pragma once

#include "gs-figure.h"

G_BEGIN_DECLS

/* Paints the figure on @surface, so many of its units to a point. */
gboolean gs_export_paint (const GsFigureInput *input,
                          const GsFigureStyle *style,
                          cairo_surface_t *surface,
                          double scale,
                          GError **error);

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
