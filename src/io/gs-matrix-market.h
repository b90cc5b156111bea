#pragma once

#include "gs-import.h"

G_BEGIN_DECLS

/* Matrix Market exchange format (Boisvert, Pozo, Remington, NISTIR 5935, 1996).
 * Entries of the coordinate format that repeat a place are added up. Internal to
 * this layer. */
gboolean gs_matrix_market_is_banner (const char *text, gsize length);
GsMatrix *gs_matrix_market_read (const char *text, gsize length, GsImportInfo *info, GError **error);

G_END_DECLS
