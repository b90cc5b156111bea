#pragma once

#include <json-glib/json-glib.h>

#include "gs-cell-texts.h"

G_BEGIN_DECLS

/* Texts of cells in a session: an array of [row, column, text]. */
JsonNode *gs_cell_texts_to_json (const GsCellTexts *self);
/* Those that lie inside @m × @n and are well-formed; a file may say anything. */
GsCellTexts *gs_cell_texts_from_json (JsonNode *node, gint64 m, gint64 n);

G_END_DECLS
