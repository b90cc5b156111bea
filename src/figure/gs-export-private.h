#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* cairo's SVG made fit to keep: title and description for readers who cannot see
 * it, ids numbered from 1 in each file (cairo goes on counting over all files of
 * the process). Appends to @tidy. */
void gs_svg_tidy (const GByteArray *raw, const char *title, const char *description, const char *language, GByteArray *tidy);

G_END_DECLS
