#include "gs-roofs-json.h"

#include "gs-json-fields.h"

JsonNode *
gs_roofs_to_json (const GsRoofs *roofs)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < roofs->roofs->len; i++)
    {
      const GsRoof *roof = g_ptr_array_index (roofs->roofs, i);
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "name", roof->name);
      json_object_set_boolean_member (entry, "gpu", roof->gpu);
      json_object_set_double_member (entry, "copy_gbytes_per_s", roof->copy_gbytes_per_s);
      json_object_set_double_member (entry, "fma_gflops", roof->fma_gflops);
      json_object_set_double_member (entry, "bus_gbytes_per_s", roof->bus_gbytes_per_s);
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, "roofs", array);
  json_node_take_object (node, object);
  return node;
}

GsRoofs *
gs_roofs_from_json (JsonNode *node, GError **error)
{
  g_autoptr (GsRoofs) roofs = gs_roofs_new ();
  GsJsonFields fields;
  JsonArray *array;
  gboolean ok;

  gs_json_fields_init (&fields, node, "", error);
  array = gs_json_fields_array (&fields, "roofs");
  for (guint i = 0; array != NULL && i < json_array_get_length (array) && fields.ok; i++)
    {
      GsJsonFields entry;

      gs_json_fields_open (&entry, &fields, "roofs", (int)i);
      gs_roofs_add_roof (roofs, gs_json_fields_string (&entry, "name", "?"),
                         gs_json_fields_boolean (&entry, "gpu", FALSE),
                         gs_json_fields_double (&entry, "copy_gbytes_per_s", 0),
                         gs_json_fields_double (&entry, "fma_gflops", 0),
                         gs_json_fields_double (&entry, "bus_gbytes_per_s", 0));
      gs_json_fields_close (&entry, &fields);
    }
  ok = fields.ok;
  gs_json_fields_clear (&fields);
  return ok ? g_steal_pointer (&roofs) : NULL;
}
