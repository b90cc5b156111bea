#pragma once

#include "gs-json.h"

G_BEGIN_DECLS

/* Reading the members of one object with checks of type and range. The first
 * error stays and every later read gives its fallback, so that a reader can
 * take all its members and look at ok once. Messages name the member by its
 * path: "results[2].verify.worst". Internal to this layer. */
typedef struct
{
  JsonObject *object; /* borrowed; NULL after a failure to open it */
  char *path;         /* "" for the document */
  GError **error;
  gboolean ok;
} GsJsonFields;

/* Opens @node, an error when it is not an object. */
void gs_json_fields_init (GsJsonFields *self, JsonNode *node, const char *path, GError **error);
/* Opens the object under @key of @parent, or element @index of an array there
 * (−1: not an array). Errors of the child are passed up by _close(). */
void gs_json_fields_open (GsJsonFields *self, GsJsonFields *parent, const char *key, int index);
void gs_json_fields_close (GsJsonFields *self, GsJsonFields *parent);
void gs_json_fields_clear (GsJsonFields *self);

/* The message is the path of @key, a space and @format, a predicate such as
 * “must be true or false”, translated: key words stay as they are in every language. */
void gs_json_fields_fail (GsJsonFields *self, int code, const char *key, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Whether @key is there and not null. */
gboolean gs_json_fields_has (GsJsonFields *self, const char *key);
gint64 gs_json_fields_int (GsJsonFields *self, const char *key, gint64 min, gint64 max, gint64 fallback);
/* A number, or one of the strings "NaN", "Infinity", "-Infinity". */
double gs_json_fields_double (GsJsonFields *self, const char *key, double fallback);
gboolean gs_json_fields_boolean (GsJsonFields *self, const char *key, gboolean fallback);
/* Borrowed from the tree. */
const char *gs_json_fields_string (GsJsonFields *self, const char *key, const char *fallback);
/* Borrowed; NULL when it is not there. */
JsonArray *gs_json_fields_array (GsJsonFields *self, const char *key);
/* Up to @max integers of an array, in range; gives their number, −1 when the
 * key is not there. */
int
gs_json_fields_ints (GsJsonFields *self, const char *key, gint64 min, gint64 max, gint64 *values, int n_max);
/* A word or an array of words; NULL when the key is not there. g_strfreev() it. */
char **gs_json_fields_words (GsJsonFields *self, const char *key);
/* One of the nicks @nick(0) … @nick(n − 1); an error names the nearest. */
int gs_json_fields_nick (GsJsonFields *self, const char *key, const char *(*nick) (int), int n, int fallback);
/* Bytes from base64, exactly @n_bytes or any number when −1; NULL when the key
 * is not there. Free it. */
guint8 *gs_json_fields_base64 (GsJsonFields *self, const char *key, gint64 n_bytes, gsize *length);
/* Refuses keys other than the NULL-terminated @known, naming the nearest. */
void gs_json_fields_check_keys (GsJsonFields *self, const char *const *known);
/* Checks "schema": @name with a version up to @version. A newer one is
 * GS_IO_ERROR_VERSION. A missing one is accepted when @optional. */
void gs_json_fields_schema (GsJsonFields *self, const char *name, int version, gboolean optional);

/* One number out of a node that may be a number or a string for a non-finite
 * one. FALSE when it is neither. */
gboolean gs_json_node_to_double (JsonNode *node, double *value);
/* A node that reads back to the same float32 and is as short as can be. */
JsonNode *gs_json_node_new_float (float value);
JsonNode *gs_json_node_new_double (double value);
void gs_json_set_base64 (JsonObject *object, const char *key, const void *bytes, gsize n_bytes);
void gs_json_set_ints (JsonObject *object, const char *key, const gint64 *values, int n);
/* NULL becomes null. */
void gs_json_set_string (JsonObject *object, const char *key, const char *text);

/* Plain members of a struct, written and read by one table. */
typedef enum
{
  GS_JSON_INT,
  GS_JSON_INT64,
  GS_JSON_DOUBLE,
  GS_JSON_BOOLEAN,
  GS_JSON_STRING, /* char *, owned; NULL is null */
  GS_JSON_CHARS,  /* char[length] */
  GS_JSON_INTS,   /* gint64[length] */
} GsJsonType;

typedef struct
{
  const char *key;
  GsJsonType type;
  gsize offset;
  gsize length;
} GsJsonMember;

#define GS_JSON_MEMBER(type_, Struct, key)                                                                   \
  {                                                                                                          \
#key, type_, G_STRUCT_OFFSET(Struct, key), 0                                                             \
  }
#define GS_JSON_MEMBER_ARRAY(type_, Struct, key)                                                             \
  {                                                                                                          \
#key, type_, G_STRUCT_OFFSET(Struct, key), G_N_ELEMENTS(((Struct *)0)->key)                              \
  }

void gs_json_members_write (JsonObject *object, const GsJsonMember *members, gsize n, gconstpointer base);
/* Members that are not there keep what they have. */
void gs_json_members_read (GsJsonFields *fields, const GsJsonMember *members, gsize n, gpointer base);

G_END_DECLS
