#pragma once

#include "gs-import-delimited.h"

G_BEGIN_DECLS

/* The straight way through a table, on all processors: numbers with a decimal
 * point, no quotes, no header, all rows alike, and the separator plain from the
 * first row (given in @separator). @text need not be decoded. NULL, without a
 * reason, for anything else; then the careful way reads it or says what is
 * wrong. What this way reads, the careful way would read to the same bits.
 * Internal to this layer. */
GsMatrix *gs_import_fast (
    const char *text, gsize length, GsDecimal decimal, GsTableHint hint, char *separator, GsImportInfo *info);

G_END_DECLS
