#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-json-fields.h"
#include "gs-format.h"

JsonNode *
gs_json_node_new_double (double value)
{
  if (isnan (value))
    return json_node_init_string (json_node_alloc (), "NaN");
  if (isinf (value))
    return json_node_init_string (json_node_alloc (), value > 0 ? "Infinity" : "-Infinity");
  return json_node_init_double (json_node_alloc (), value);
}

JsonNode *
gs_json_node_new_float (float value)
{
  if (value - value != 0)
    return gs_json_node_new_double (value);
  /* The double nearest to the shortest text prints as that text ("0.1", not
   * "0.10000000149011612"). It may in principle sit on the border between two
   * floats, so the way back is tried. */
  g_autofree char *text = gs_format_float (value);
  double shortest = g_ascii_strtod (text, NULL);
  return json_node_init_double (json_node_alloc (), (float)shortest == value ? shortest : (double)value);
}

void
gs_json_set_base64 (JsonObject *object, const char *key, const void *bytes, gsize n_bytes)
{
  g_autofree char *text = n_bytes > 0 ? g_base64_encode (bytes, n_bytes) : g_strdup ("");
  json_object_set_string_member (object, key, text);
}

void
gs_json_set_ints (JsonObject *object, const char *key, const gint64 *values, int n)
{
  JsonArray *array = json_array_new ();
  for (int i = 0; i < n; i++)
    json_array_add_int_element (array, values[i]);
  json_object_set_array_member (object, key, array);
}

void
gs_json_set_string (JsonObject *object, const char *key, const char *text)
{
  if (text == NULL)
    {
      json_object_set_null_member (object, key);
      return;
    }
  /* Names of devices and messages of libraries are bytes from outside. */
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  json_object_set_string_member (object, key, valid);
}

static void
set_double (JsonObject *object, const char *key, double value)
{
  json_object_set_member (object, key, gs_json_node_new_double (value));
}

void
gs_json_members_write (JsonObject *object, const GsJsonMember *members, gsize n, gconstpointer base)
{
  for (gsize i = 0; i < n; i++)
    {
      const GsJsonMember *member = &members[i];
      gconstpointer at = (const char *)base + member->offset;
      switch (member->type)
        {
        case GS_JSON_INT:
          json_object_set_int_member (object, member->key, *(const int *)at);
          break;
        case GS_JSON_INT64:
          json_object_set_int_member (object, member->key, *(const gint64 *)at);
          break;
        case GS_JSON_DOUBLE:
          set_double (object, member->key, *(const double *)at);
          break;
        case GS_JSON_BOOLEAN:
          json_object_set_boolean_member (object, member->key, *(const gboolean *)at);
          break;
        case GS_JSON_STRING:
          gs_json_set_string (object, member->key, *(char *const *)at);
          break;
        case GS_JSON_CHARS:
          gs_json_set_string (object, member->key, at);
          break;
        case GS_JSON_INTS:
          gs_json_set_ints (object, member->key, at, (int)member->length);
          break;
        }
    }
}

static void
read_ints (GsJsonFields *fields, const GsJsonMember *member, gint64 *values)
{
  g_autofree gint64 *read = g_new0 (gint64, member->length);
  int n = gs_json_fields_ints (fields, member->key, G_MININT64, G_MAXINT64, read, (int)member->length);
  if (n >= 0 && (gsize)n != member->length)
    gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, member->key, _ ("has %d elements where %zu are needed"),
                         n, member->length);
  else if (n >= 0)
    memcpy (values, read, member->length * sizeof *values);
}

/* Cut at a character, never inside one. */
static void
read_chars (GsJsonFields *fields, const GsJsonMember *member, char *chars)
{
  const char *text = gs_json_fields_string (fields, member->key, NULL);
  if (text == NULL)
    return;
  gsize n = strlen (text);
  if (n >= member->length)
    n = (gsize)(g_utf8_find_prev_char (text, text + member->length) - text);
  memcpy (chars, text, n);
  memset (chars + n, 0, member->length - n);
}

void
gs_json_members_read (GsJsonFields *fields, const GsJsonMember *members, gsize n, gpointer base)
{
  for (gsize i = 0; i < n; i++)
    {
      const GsJsonMember *member = &members[i];
      gpointer at = (char *)base + member->offset;
      switch (member->type)
        {
        case GS_JSON_INT:
          *(int *)at = (int)gs_json_fields_int (fields, member->key, G_MININT, G_MAXINT, *(int *)at);
          break;
        case GS_JSON_INT64:
          *(gint64 *)at = gs_json_fields_int (fields, member->key, G_MININT64, G_MAXINT64, *(gint64 *)at);
          break;
        case GS_JSON_DOUBLE:
          *(double *)at = gs_json_fields_double (fields, member->key, *(double *)at);
          break;
        case GS_JSON_BOOLEAN:
          *(gboolean *)at = gs_json_fields_boolean (fields, member->key, *(gboolean *)at);
          break;
        case GS_JSON_STRING:
          {
            const char *text = gs_json_fields_string (fields, member->key, NULL);
            if (text != NULL)
              {
                g_free (*(char **)at);
                *(char **)at = g_strdup (text);
              }
          }
          break;
        case GS_JSON_CHARS:
          read_chars (fields, member, at);
          break;
        case GS_JSON_INTS:
          read_ints (fields, member, at);
          break;
        }
    }
}
