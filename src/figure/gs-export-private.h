#pragma once

#include "gs-figure.h"

G_BEGIN_DECLS

/* Whether @status is success; sets GS_FIGURE_ERROR_SIZE where it is not. Not for
 * inside of gs_with_language(): the language of a message is the program's. */
gboolean gs_export_check (cairo_status_t status, GError **error);

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
