#pragma once

#include "gs-op.h"

G_BEGIN_DECLS

/* "16x16", "16": whole numbers of at least @least; one is stored as (X, 1).
 * Gives how many there were, 0 with @error naming @what. */
int gs_parse_pair (const char *what, const char *text, gint64 least, gint64 values[2], GError **error);
gboolean
gs_parse_whole (const char *what, const char *text, gint64 least, gint64 most, gint64 *value, GError **error);

/* Whether there are sentences in the language @word ("en", "zh_CN"). */
gboolean gs_check_language (const char *word, GError **error);

/* "1000×1003 times 1003×7", "vector of 7", "13×21". Free it. */
char *gs_describe_shape (GsOp op, gint64 m, gint64 n, gint64 k);

G_END_DECLS
