#pragma once

#include "gs-rows.h"

G_BEGIN_DECLS

/* Matrices written with brackets: MATLAB, Python, NumPy (also as printed), Julia
 * and C. @text is decoded (gs-text.h). Nothing is evaluated: names, calls and
 * arithmetic are refused. Internal to this layer. */

/* Whether @text should be read as such a literal: its first mark is a bracket,
 * perhaps after an assignment, a declaration or a constructor's name. */
gboolean gs_import_looks_like_literal (const char *text, gsize length);

gboolean gs_import_literal (
    const char *text, gsize length, GsDecimal decimal, GsRows *rows, GsImportInfo *info, GError **error);

G_END_DECLS
