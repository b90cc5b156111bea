#pragma once

#include "gs-json.h"
#include "gs-spec.h"

G_BEGIN_DECLS

/* A spec as JSON. Keys are the words of the command line: schema
 * ("gridscope.spec/1", may be left out), op, m, n, k, a, b, block ([x] for 1-D,
 * [x,y] for 2-D), grid ("ceil", "floor", [x] or [x,y]), guard, map, index_bits,
 * break, backend, kernel (arrays of words, or one word), repeats, device, cold,
 * host_memory ("pageable", "pinned"), flush_cache, threads, exact_order,
 * sample_blocks.
 *
 * A source is a generator word ("random:1"), a matrix (see below), or
 * {"label":"…","values":matrix} for values that say where they came from. No
 * paths.
 *
 * Unknown keys are errors (GS_IO_ERROR_KEY) that name the nearest known key;
 * keys left out keep the default of gs_spec_new(), and sizes left out come from
 * the values of A and B. Types, ranges and names are checked here; whether
 * shapes and kernel fit the operation is for gs_spec_check(), so that a session
 * in the middle of a change can be kept. */
const char *const *gs_spec_json_keys (void); /* NULL-terminated */
JsonNode *gs_spec_to_json (const GsSpec *spec);
GsSpec *gs_spec_from_json (JsonNode *node, GError **error);

/* A matrix as rows of numbers ([[1,2],[3,4]], also "NaN", "Infinity",
 * "-Infinity"; [1,2] is read as one row), or, above @max_inline elements and
 * when a size is 0, {"m","n","f32": base64 of little-endian float32}. Both read
 * back to the same bits, except that in rows a NaN loses its payload. */
#define GS_JSON_MAX_INLINE 4096
JsonNode *gs_matrix_to_json (const GsMatrix *matrix, gint64 max_inline);
GsMatrix *gs_matrix_from_json (JsonNode *node, GError **error);

GsSpec *gs_spec_load (GFile *file, GError **error);
gboolean gs_spec_save (const GsSpec *spec, GFile *file, GError **error);

G_END_DECLS
