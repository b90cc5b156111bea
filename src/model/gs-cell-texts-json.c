#include "gs-cell-texts-json.h"

JsonNode *
gs_cell_texts_to_json (const GsCellTexts *self)
{
  JsonArray *cells = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < gs_cell_texts_count (self); i++)
    {
      const GsCellText *cell = gs_cell_texts_get (self, i);
      JsonArray *array = json_array_new ();

      json_array_add_int_element (array, cell->row);
      json_array_add_int_element (array, cell->column);
      json_array_add_string_element (array, cell->text);
      json_array_add_array_element (cells, array);
    }
  json_node_take_array (node, cells);
  return node;
}

static gboolean
holds (JsonArray *array, guint i, GType type)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

GsCellTexts *
gs_cell_texts_from_json (JsonNode *node, gint64 m, gint64 n)
{
  JsonArray *cells = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (GsCellText));

  for (guint i = 0; cells != NULL && i < json_array_get_length (cells); i++)
    {
      JsonNode *cell = json_array_get_element (cells, i);
      JsonArray *array = JSON_NODE_HOLDS_ARRAY (cell) ? json_node_get_array (cell) : NULL;
      GsCellText text;

      if (array == NULL || json_array_get_length (array) != 3 || !holds (array, 0, G_TYPE_INT64)
          || !holds (array, 1, G_TYPE_INT64) || !holds (array, 2, G_TYPE_STRING))
        continue;
      text.row = json_array_get_int_element (array, 0);
      text.column = json_array_get_int_element (array, 1);
      text.text = (char *)json_array_get_string_element (array, 2);
      if (text.row >= 0 && text.row < m && text.column >= 0 && text.column < n)
        g_array_append_val (read, text);
    }
  return gs_cell_texts_new ((const GsCellText *)(const void *)read->data, read->len);
}
