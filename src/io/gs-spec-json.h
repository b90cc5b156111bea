#pragma once

#include <json-glib/json-glib.h>

#include "gs-io-error.h"
#include "gs-spec.h"

G_BEGIN_DECLS

/* A spec as JSON. Keys are the words of the command line: schema
 * ("gridscope.spec/1"), op, m, n, k, a, b, block ([x] for 1-D, [x,y] for 2-D),
 * grid ("ceil", "floor", [x] or [x,y]), guard, map, index_bits, break, backend, kernel
 * (arrays of words), repeats, device, cold, host_memory, flush_cache, threads,
 * exact_order. A source is a generator word ("random:1"), rows of numbers
 * ([[1,2],[3,4]], numbers or "NaN", "Infinity", "-Infinity"), or, above 4096
 * elements, {"m","n","f32":base64 of little-endian float32}. No paths.
 *
 * Unknown keys are errors that name the nearest known key; keys left out keep
 * the default of gs_spec_new(). */
JsonNode *gs_spec_to_json (const GsSpec *spec);
GsSpec *gs_spec_from_json (JsonNode *node, GError **error);

/* Matrices as in the above. */
JsonNode *gs_matrix_to_json (const GsMatrix *matrix, gint64 max_inline);
GsMatrix *gs_matrix_from_json (JsonNode *node, GError **error);

GsSpec *gs_spec_load (GFile *file, GError **error);
gboolean gs_spec_save (const GsSpec *spec, GFile *file, GError **error);

/* Parses strictly: one document, no trailing text, depth bounded. Errors name
 * line and column. */
JsonNode *gs_json_parse (const char *text, gssize length, GError **error);
/* Same bytes in every locale; @pretty with two spaces. Doubles in the shortest
 * form that reads back. Free it. */
char *gs_json_to_text (JsonNode *node, gboolean pretty);

G_END_DECLS
