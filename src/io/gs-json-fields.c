#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-json-fields.h"

static const char *
name_of (const GsJsonFields *self)
{
  return *self->path != 0 ? self->path : _ ("the document");
}

static void
open_node (GsJsonFields *self, JsonNode *node)
{
  self->object = NULL;
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    self->object = json_node_get_object (node);
  else if (self->ok)
    {
      self->ok = FALSE;
      g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("%s must be an object {…}"),
                   name_of (self));
    }
}

void
gs_json_fields_init (GsJsonFields *self, JsonNode *node, const char *path, GError **error)
{
  self->path = g_strdup (path);
  self->error = error;
  self->ok = TRUE;
  open_node (self, node);
}

static char *
join_path (const GsJsonFields *self, const char *key)
{
  return *self->path != 0 ? g_strconcat (self->path, ".", key, NULL) : g_strdup (key);
}

void
gs_json_fields_open (GsJsonFields *self, GsJsonFields *parent, const char *key, int index)
{
  JsonNode *node = parent->object != NULL ? json_object_get_member (parent->object, key) : NULL;
  self->path = join_path (parent, key);
  self->error = parent->error;
  self->ok = parent->ok;
  if (index >= 0 && node != NULL)
    {
      g_autofree char *array_path = self->path;
      self->path = g_strdup_printf ("%s[%d]", array_path, index);
      JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      node = array != NULL && (guint)index < json_array_get_length (array)
                 ? json_array_get_element (array, (guint)index)
                 : NULL;
    }
  open_node (self, node);
}

void
gs_json_fields_close (GsJsonFields *self, GsJsonFields *parent)
{
  parent->ok = parent->ok && self->ok;
  gs_json_fields_clear (self);
}

void
gs_json_fields_clear (GsJsonFields *self)
{
  g_clear_pointer (&self->path, g_free);
}

void
gs_json_fields_fail (GsJsonFields *self, int code, const char *key, const char *format, ...)
{
  if (!self->ok)
    return;
  self->ok = FALSE;
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *path = join_path (self, key);
  g_set_error (self->error, GS_IO_ERROR, code, "%s %s", path, what);
}

static JsonNode *
find (GsJsonFields *self, const char *key)
{
  if (!self->ok || self->object == NULL)
    return NULL;
  JsonNode *node = json_object_get_member (self->object, key);
  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? node : NULL;
}

gboolean
gs_json_fields_has (GsJsonFields *self, const char *key)
{
  return find (self, key) != NULL;
}

static gboolean
node_to_int (JsonNode *node, gint64 *value)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_int (node);
  return TRUE;
}

gint64
gs_json_fields_int (GsJsonFields *self, const char *key, gint64 min, gint64 max, gint64 fallback)
{
  JsonNode *node = find (self, key);
  gint64 value;
  if (node == NULL)
    return fallback;
  if (!node_to_int (node, &value))
    {
      g_autofree char *given = gs_json_to_text (node, FALSE);
      gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("must be an integer, not %.*s"),
                           gs_format_cut (given, 40), given);
    }
  else if (value < min || value > max)
    gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key,
                         _ ("is %" PRId64 "; it must be from %" PRId64 " to %" PRId64), value, min, max);
  else
    return value;
  return fallback;
}

gboolean
gs_json_node_to_double (JsonNode *node, double *value)
{
  if (!JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  GType type = json_node_get_value_type (node);
  if (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
    {
      *value = json_node_get_double (node);
      return TRUE;
    }
  const char *text = type == G_TYPE_STRING ? json_node_get_string (node) : NULL;
  if (g_strcmp0 (text, "NaN") == 0)
    *value = NAN;
  else if (g_strcmp0 (text, "Infinity") == 0)
    *value = INFINITY;
  else if (g_strcmp0 (text, "-Infinity") == 0)
    *value = -INFINITY;
  else
    return FALSE;
  return TRUE;
}

double
gs_json_fields_double (GsJsonFields *self, const char *key, double fallback)
{
  JsonNode *node = find (self, key);
  double value;
  if (node == NULL)
    return fallback;
  if (gs_json_node_to_double (node, &value))
    return value;
  gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key,
                       _ ("must be a number or one of \"NaN\", \"Infinity\", \"-Infinity\""));
  return fallback;
}

gboolean
gs_json_fields_boolean (GsJsonFields *self, const char *key, gboolean fallback)
{
  JsonNode *node = find (self, key);
  if (node == NULL)
    return fallback;
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);
  gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("must be true or false"));
  return fallback;
}

static const char *
node_to_string (JsonNode *node)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

const char *
gs_json_fields_string (GsJsonFields *self, const char *key, const char *fallback)
{
  JsonNode *node = find (self, key);
  if (node == NULL)
    return fallback;
  const char *text = node_to_string (node);
  if (text != NULL)
    return text;
  gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("must be a string"));
  return fallback;
}

JsonArray *
gs_json_fields_array (GsJsonFields *self, const char *key)
{
  JsonNode *node = find (self, key);
  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("must be an array […]"));
  return NULL;
}

int
gs_json_fields_ints (GsJsonFields *self, const char *key, gint64 min, gint64 max, gint64 *values, int n_max)
{
  JsonArray *array = gs_json_fields_array (self, key);
  if (array == NULL)
    return -1;
  guint n = json_array_get_length (array);
  if (n > (guint)n_max)
    {
      gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("has %u elements; at most %d are possible"), n,
                           n_max);
      return -1;
    }
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      if (!node_to_int (node, &values[i]) || values[i] < min || values[i] > max)
        {
          g_autofree char *given = gs_json_to_text (node, FALSE);
          gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key,
                               _ ("holds %.*s; its elements must be integers from %" PRId64 " to %" PRId64),
                               gs_format_cut (given, 40), given, min, max);
          return -1;
        }
    }
  return (int)n;
}

char **
gs_json_fields_words (GsJsonFields *self, const char *key)
{
  JsonNode *node = find (self, key);
  if (node == NULL)
    return NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  const char *only = node_to_string (node);
  if (only != NULL)
    {
      g_strv_builder_add (words, only);
      return g_strv_builder_end (words);
    }
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 0;
  for (guint i = 0; i < n; i++)
    {
      const char *word = node_to_string (json_array_get_element (array, i));
      if (word != NULL)
        g_strv_builder_add (words, word);
      else
        array = NULL;
      if (array == NULL)
        break;
    }
  if (array == NULL)
    {
      gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("must be an array of words"));
      return NULL;
    }
  return g_strv_builder_end (words);
}

int
gs_json_fields_nick (GsJsonFields *self, const char *key, const char *(*nick) (int), int n, int fallback)
{
  const char *word = gs_json_fields_string (self, key, NULL);
  if (word == NULL)
    return fallback;
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  for (int i = 0; i < n; i++)
    {
      if (strcmp (word, nick (i)) == 0)
        return i;
      g_ptr_array_add (known, (gpointer)nick (i));
    }
  g_ptr_array_add (known, NULL);
  const char *nearest = gs_nearest_word (word, (const char *const *)known->pdata);
  if (nearest != NULL)
    gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("is “%.*s”; did you mean “%s”?"),
                         gs_format_cut (word, 40), word, nearest);
  else
    {
      g_autofree char *all = g_strjoinv (", ", (char **)known->pdata);
      gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("is “%.*s”; it must be one of %s"),
                           gs_format_cut (word, 40), word, all);
    }
  return fallback;
}

guint8 *
gs_json_fields_base64 (GsJsonFields *self, const char *key, gint64 n_bytes, gsize *length)
{
  const char *text = gs_json_fields_string (self, key, NULL);
  if (text == NULL)
    return NULL;
  /* g_base64_decode() passes over what is not base64, so the text is looked at
   * first: padded groups of four. */
  gsize n = strlen (text);
  gsize body = n;
  while (body > 0 && n - body < 2 && text[body - 1] == '=')
    body--;
  gboolean valid = n % 4 == 0;
  for (gsize i = 0; i < body && valid; i++)
    valid = g_ascii_isalnum (text[i]) || text[i] == '+' || text[i] == '/';
  if (!valid)
    {
      gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("is not base64"));
      return NULL;
    }
  g_autofree guint8 *bytes = n > 0 ? g_base64_decode (text, length) : g_malloc0 (1);
  if (n == 0)
    *length = 0;
  if (n_bytes >= 0 && *length != (gsize)n_bytes)
    {
      gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, key, _ ("holds %zu bytes where %" PRId64 " are needed"),
                           *length, n_bytes);
      return NULL;
    }
  return g_steal_pointer (&bytes);
}

void
gs_json_fields_check_keys (GsJsonFields *self, const char *const *known)
{
  JsonObjectIter iter;
  const char *key;
  if (!self->ok || self->object == NULL)
    return;
  json_object_iter_init_ordered (&iter, self->object);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      if (g_strv_contains (known, key))
        continue;
      const char *nearest = gs_nearest_word (key, known);
      self->ok = FALSE;
      if (nearest != NULL)
        g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                     _ ("%s has no key “%.*s”; did you mean “%s”?"), name_of (self), gs_format_cut (key, 40),
                     key, nearest);
      else
        {
          g_autofree char *all = g_strjoinv (", ", (char **)known);
          g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                       _ ("%s has no key “%.*s”; known keys are %s"), name_of (self), gs_format_cut (key, 40),
                       key, all);
        }
      return;
    }
}

void
gs_json_fields_schema (GsJsonFields *self, const char *name, int version, gboolean optional)
{
  const char *schema = gs_json_fields_string (self, "schema", NULL);
  if (schema == NULL)
    {
      if (!optional)
        gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, "schema", _ ("is missing; it must be “%s/%d”"), name,
                             version);
      return;
    }
  gsize n = strlen (name);
  guint64 given;
  if (strncmp (schema, name, n) != 0 || schema[n] != '/'
      || !g_ascii_string_to_unsigned (schema + n + 1, 10, 1, G_MAXINT, &given, NULL))
    gs_json_fields_fail (self, GS_IO_ERROR_SYNTAX, "schema", _ ("is “%.*s”; it must be “%s/%d”"),
                         gs_format_cut (schema, 60), schema, name, version);
  else if (given > (guint64)version)
    gs_json_fields_fail (self, GS_IO_ERROR_VERSION, "schema",
                         _ ("is “%.*s”, made by a newer version; this one reads up to “%s/%d”"),
                         gs_format_cut (schema, 60), schema, name, version);
}

/* NULL where there is no member of a value of that type, or of one that becomes it. */
static JsonNode *
value_of_type (JsonObject *object, const char *key, GType type)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  return json_node_get_value_type (node) == type
                 || (type == G_TYPE_DOUBLE && json_node_get_value_type (node) == G_TYPE_INT64)
             ? node
             : NULL;
}

const char *
gs_json_get_string (JsonObject *object, const char *key, const char *fallback)
{
  JsonNode *node = value_of_type (object, key, G_TYPE_STRING);

  return node != NULL ? json_node_get_string (node) : fallback;
}

double
gs_json_get_double (JsonObject *object, const char *key, double fallback)
{
  JsonNode *node = value_of_type (object, key, G_TYPE_DOUBLE);

  return node != NULL ? json_node_get_double (node) : fallback;
}

gint64
gs_json_get_int (JsonObject *object, const char *key, gint64 fallback)
{
  JsonNode *node = value_of_type (object, key, G_TYPE_INT64);

  return node != NULL ? json_node_get_int (node) : fallback;
}

gboolean
gs_json_get_boolean (JsonObject *object, const char *key, gboolean fallback)
{
  JsonNode *node = value_of_type (object, key, G_TYPE_BOOLEAN);

  return node != NULL ? json_node_get_boolean (node) : fallback;
}
