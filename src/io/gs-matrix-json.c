#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-json-fields.h"
#include "gs-rows.h"
#include "gs-spec-json.h"

/* float32 as little-endian bytes, whatever the machine's order is. Its own
 * inverse. */
static void
swap_to_little_endian (guint32 *words, gsize n)
{
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    return;
  for (gsize i = 0; i < n; i++)
    words[i] = GUINT32_SWAP_LE_BE (words[i]);
}

static JsonNode *
matrix_to_base64 (const GsMatrix *matrix)
{
  gsize n = (gsize)gs_matrix_elements (matrix);
  JsonObject *object = json_object_new ();
  json_object_set_int_member (object, "m", matrix->m);
  json_object_set_int_member (object, "n", matrix->n);
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN || n == 0)
    gs_json_set_base64 (object, "f32", matrix->data, n * sizeof (float));
  else
    {
      g_autofree guint32 *words = g_memdup2 (matrix->data, n * sizeof (float));
      swap_to_little_endian (words, n);
      gs_json_set_base64 (object, "f32", words, n * sizeof (float));
    }
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

JsonNode *
gs_matrix_to_json (const GsMatrix *matrix, gint64 max_inline)
{
  g_return_val_if_fail (matrix != NULL, NULL);

  gint64 n_elements = gs_matrix_elements (matrix);
  if (n_elements > max_inline || n_elements == 0)
    return matrix_to_base64 (matrix);
  JsonArray *rows = json_array_new ();
  for (gint64 row = 0; row < matrix->m; row++)
    {
      JsonArray *values = json_array_new ();
      for (gint64 column = 0; column < matrix->n; column++)
        json_array_add_element (values, gs_json_node_new_float (matrix->data[row * matrix->n + column]));
      json_array_add_array_element (rows, values);
    }
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (node, rows);
  return node;
}

static GsMatrix *
matrix_from_base64 (JsonNode *node, GError **error)
{
  static const char *const keys[] = { "m", "n", "f32", NULL };
  GsJsonFields fields;
  g_autofree guint8 *bytes = NULL;
  GsMatrix *matrix = NULL;
  gsize n_bytes = 0;
  gsize length = 0;

  gs_json_fields_init (&fields, node, "matrix", error);
  gs_json_fields_check_keys (&fields, keys);
  gint64 m = gs_json_fields_int (&fields, "m", 0, G_MAXINT64, 0);
  gint64 n = gs_json_fields_int (&fields, "n", 0, G_MAXINT64, 0);
  if (fields.ok && !gs_matrix_check_size (m, n, &n_bytes, error))
    fields.ok = FALSE;
  bytes = gs_json_fields_base64 (&fields, "f32", (gint64)n_bytes, &length);
  if (fields.ok && bytes == NULL)
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "f32", _ ("is missing"));
  if (fields.ok)
    matrix = gs_matrix_new_uninitialised (m, n, error);
  if (matrix != NULL && length > 0)
    {
      swap_to_little_endian ((guint32 *)bytes, length / sizeof (float));
      memcpy (matrix->data, bytes, length);
    }
  gs_json_fields_clear (&fields);
  return matrix;
}

static gboolean
read_row (JsonArray *row, gint64 row_number, float *values, GError **error)
{
  guint n = json_array_get_length (row);
  for (guint column = 0; column < n; column++)
    {
      JsonNode *node = json_array_get_element (row, column);
      double value;
      if (!gs_json_node_to_double (node, &value))
        {
          g_autofree char *given = gs_json_to_text (node, FALSE);
          g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                       _ ("row %" PRId64 ", column %u (counted from 0): %.*s is not a number"), row_number,
                       column, gs_format_cut (given, 40), given);
          return FALSE;
        }
      values[column] = (float)value;
      if (isinf (values[column]) && !isinf (value))
        {
          g_autofree char *given = gs_format_value (value, 6);

          g_set_error (
              error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
              _ ("row %" PRId64
                 ", column %u (counted from 0): %s is beyond float32 (3.4028235e38); scale the numbers or "
                 "write \"Infinity\""),
              row_number, column, given);
          return FALSE;
        }
    }
  return TRUE;
}

static GsMatrix *
matrix_from_rows (JsonArray *rows, GError **error)
{
  guint m = json_array_get_length (rows);
  guint n = 0;
  for (guint i = 0; i < m; i++)
    {
      JsonNode *node = json_array_get_element (rows, i);
      JsonArray *row = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      if (row == NULL)
        {
          g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                       _ ("row %u (counted from 0) is not an array of numbers; write rows as [[1,2],[3,4]]"),
                       i);
          return NULL;
        }
      if (i == 0)
        n = json_array_get_length (row);
      else if (json_array_get_length (row) != n)
        {
          gs_rows_fail_ragged (i, json_array_get_length (row), n, error);
          return NULL;
        }
    }
  g_autoptr (GsMatrix) matrix = gs_matrix_new_uninitialised (m, n, error);
  for (guint i = 0; i < m && matrix != NULL && n > 0; i++)
    if (!read_row (json_array_get_array_element (rows, i), i, matrix->data + (gsize)i * n, error))
      return NULL;
  return g_steal_pointer (&matrix);
}

GsMatrix *
gs_matrix_from_json (JsonNode *node, GError **error)
{
  g_return_val_if_fail (node != NULL, NULL);

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return matrix_from_base64 (node, error);
  JsonArray *rows = json_node_get_array (node);
  if (json_array_get_length (rows) == 0 || JSON_NODE_HOLDS_ARRAY (json_array_get_element (rows, 0)))
    return matrix_from_rows (rows, error);
  g_autoptr (GsMatrix) vector = gs_matrix_new_uninitialised (1, json_array_get_length (rows), error);
  if (vector == NULL || !read_row (rows, 0, vector->data, error))
    return NULL;
  return g_steal_pointer (&vector);
}
