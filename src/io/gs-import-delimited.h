#pragma once

#include "gs-rows.h"

G_BEGIN_DECLS

/* What the name of a file says about its separator. */
typedef enum
{
  GS_TABLE_ANY,
  GS_TABLE_COMMA, /* .csv: a comma separates, unless there are semicolons or tabs */
} GsTableHint;

/* Numbers in rows and columns without brackets: TSV, CSV, semicolons, spaces,
 * Markdown and LaTeX tables. @text is decoded (gs-text.h). Internal to this
 * layer. */
GsMatrix *gs_import_delimited (
    const char *text, gsize length, GsDecimal decimal, GsTableHint hint, GsImportInfo *info, GError **error);

/* The same for a table without anything special about it, @text as it came; NULL
 * for all others. */
GsMatrix *
gs_import_plain (const char *text, gsize length, GsDecimal decimal, GsTableHint hint, GsImportInfo *info);

G_END_DECLS
