#pragma once

#include "gs-import.h"

G_BEGIN_DECLS

/* The straight way through a large table: numbers with a decimal point, no
 * quotes, no header, all rows alike. NULL, without a reason, for anything else;
 * then the careful way reads it or says what is wrong. Internal to this layer. */
GsMatrix *gs_import_fast (const char *text, gsize length, char separator, GsImportInfo *info);

G_END_DECLS
