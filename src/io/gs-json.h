#pragma once

#include <json-glib/json-glib.h>

#include "gs-io-error.h"

G_BEGIN_DECLS

/* Bounds of a JSON document, so that a file cannot exhaust memory or stack. */
#define GS_JSON_MAX_DEPTH  64
#define GS_JSON_MAX_VALUES (G_GINT64_CONSTANT (1) << 22)
#define GS_JSON_MAX_BYTES  (G_GINT64_CONSTANT (1) << 30)

/* Parses strictly (RFC 8259): one document, no trailing text, no comments, no
 * repeated keys, depth and number of values bounded. Integers that fit in 64
 * bits stay exact; all other numbers become doubles, "-0" too. @length −1: the
 * text ends with NUL. Errors are GS_IO_ERROR_SYNTAX (or _SIZE past a bound) and
 * name line and column, counted in characters from 1. */
JsonNode *gs_json_parse (const char *text, gssize length, GError **error);

/* Same bytes in every locale; @pretty with two spaces. Doubles in the shortest
 * form that reads back, NaN and infinities as the strings "NaN", "Infinity",
 * "-Infinity". Members in the order they were added. Free it. */
char *gs_json_to_text (JsonNode *node, gboolean pretty);

/* Reads and parses @file; messages begin with its name. */
JsonNode *gs_json_load (GFile *file, GError **error);
/* Writes pretty text with a final newline, atomically: the old file stays until
 * the new one is whole. */
gboolean gs_json_save (JsonNode *node, GFile *file, GError **error);

/* Members of an object that anyone may have written: @fallback where @key is not there
 * or of another type. The text is borrowed from the object. */
const char *gs_json_get_string (JsonObject *object, const char *key, const char *fallback);
double gs_json_get_double (JsonObject *object, const char *key, double fallback);
gint64 gs_json_get_int (JsonObject *object, const char *key, gint64 fallback);
gboolean gs_json_get_boolean (JsonObject *object, const char *key, gboolean fallback);

G_END_DECLS
