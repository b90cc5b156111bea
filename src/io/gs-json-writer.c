#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gs-file-writer.h"
#include "gs-file.h"
#include "gs-format.h"
#include "gs-json.h"

typedef struct
{
  GString *out;
  gboolean pretty;
} Writer;

static void write_node (Writer *self, JsonNode *node, int level);

static void
write_string (Writer *self, const char *text)
{
  g_string_append_c (self->out, '"');
  for (const char *p = text; *p != 0; p++)
    {
      static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
      const char *known = strchr (plain, *p);
      if (known != NULL)
        {
          g_string_append_c (self->out, '\\');
          g_string_append_c (self->out, letter[known - plain]);
        }
      else if ((guchar)*p < 0x20 || *p == 0x7f)
        g_string_append_printf (self->out, "\\u%04x", (guint)*p);
      else
        g_string_append_c (self->out, *p);
    }
  g_string_append_c (self->out, '"');
}

static void
write_double (Writer *self, double value)
{
  g_autofree char *text = gs_format_double (value);
  if (isfinite (value))
    g_string_append (self->out, text);
  else
    write_string (self, text);
}

static void
write_break (Writer *self, int level)
{
  if (!self->pretty)
    return;
  g_string_append_c (self->out, '\n');
  for (int i = 0; i < level; i++)
    g_string_append (self->out, "  ");
}

static gboolean
holds_only_scalars (JsonArray *array)
{
  guint n = json_array_get_length (array);
  for (guint i = 0; i < n; i++)
    {
      JsonNodeType type = json_node_get_node_type (json_array_get_element (array, i));
      if (type == JSON_NODE_ARRAY || type == JSON_NODE_OBJECT)
        return FALSE;
    }
  return TRUE;
}

static void
write_array (Writer *self, JsonArray *array, int level)
{
  guint n = json_array_get_length (array);
  /* A row of numbers stays on one line: that is how people read a matrix. */
  gboolean in_line = holds_only_scalars (array);
  g_string_append_c (self->out, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (self->out, self->pretty && in_line ? ", " : ",");
      if (!in_line)
        write_break (self, level + 1);
      write_node (self, json_array_get_element (array, i), level + 1);
    }
  if (!in_line)
    write_break (self, level);
  g_string_append_c (self->out, ']');
}

static void
write_object (Writer *self, JsonObject *object, int level)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;
  gboolean first = TRUE;
  g_string_append_c (self->out, '{');
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    {
      if (!first)
        g_string_append_c (self->out, ',');
      first = FALSE;
      write_break (self, level + 1);
      write_string (self, key);
      g_string_append (self->out, self->pretty ? ": " : ":");
      write_node (self, value, level + 1);
    }
  if (!first)
    write_break (self, level);
  g_string_append_c (self->out, '}');
}

static void
write_node (Writer *self, JsonNode *node, int level)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    write_object (self, json_node_get_object (node), level);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    write_array (self, json_node_get_array (node), level);
  else if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (self->out, "null");
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    write_string (self, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_string_append (self->out, json_node_get_boolean (node) ? "true" : "false");
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    g_string_append_printf (self->out, "%" PRId64, json_node_get_int (node));
  else
    write_double (self, json_node_get_double (node));
}

char *
gs_json_to_text (JsonNode *node, gboolean pretty)
{
  g_return_val_if_fail (node != NULL, NULL);

  Writer self = { .out = g_string_new (NULL), .pretty = pretty };
  write_node (&self, node, 0);
  return g_string_free (self.out, FALSE);
}

JsonNode *
gs_json_load (GFile *file, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!gs_file_load (file, GS_JSON_MAX_BYTES, NULL, &text, &length, error))
    return NULL;
  JsonNode *node = gs_json_parse (text, (gssize)length, error);
  if (node == NULL)
    gs_file_prefix_error (file, error);
  return node;
}

gboolean
gs_json_save (JsonNode *node, GFile *file, GError **error)
{
  g_autofree char *text = gs_json_to_text (node, TRUE);
  g_autoptr (GsFileWriter) writer = gs_file_writer_open (file, NULL, error);
  return writer != NULL && gs_file_writer_add (writer, text, strlen (text), error)
         && gs_file_writer_add (writer, "\n", 1, error) && gs_file_writer_commit (writer, error);
}
