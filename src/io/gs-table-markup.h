#pragma once

#include "gs-io-error.h"

G_BEGIN_DECLS

/* Markdown tables and LaTeX matrices as cells parted by tabs and rows parted by
 * line ends. @tabbed stays NULL when @text is neither; free it. @kind gets a
 * translated name, static. FALSE with @error for a table that cannot be read.
 * Internal to this layer. */
gboolean
gs_table_from_markup (const char *text, gsize length, char **tabbed, const char **kind, GError **error);

G_END_DECLS
