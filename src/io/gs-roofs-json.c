#include <glib/gi18n-lib.h>

#include "gs-roofs-json.h"

#include "gs-file.h"
#include "gs-roofs-fields.h"

static const GsJsonMember roof_members[] = {
  GS_JSON_MEMBER (GS_JSON_STRING, GsRoof, name),
  GS_JSON_MEMBER (GS_JSON_BOOLEAN, GsRoof, gpu),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsRoof, copy_gbytes_per_s),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsRoof, fma_gflops),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsRoof, upload_gbytes_per_s),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsRoof, download_gbytes_per_s),
  GS_JSON_MEMBER (GS_JSON_STRING, GsRoof, uuid),
};

JsonArray *
gs_roofs_to_array (const GsRoofs *roofs)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < roofs->roofs->len; i++)
    {
      JsonObject *entry = json_object_new ();

      gs_json_members_write (entry, roof_members, G_N_ELEMENTS (roof_members),
                             g_ptr_array_index (roofs->roofs, i));
      json_array_add_object_element (array, entry);
    }
  return array;
}

/* Rates that are drawn on logarithmic axes and divided by. */
static void
check_roof (GsJsonFields *fields, const GsRoof *roof)
{
  const double rates[]
      = { roof->copy_gbytes_per_s, roof->fma_gflops, roof->upload_gbytes_per_s, roof->download_gbytes_per_s };

  for (gsize i = 0; i < G_N_ELEMENTS (rates); i++)
    if (!(rates[i] >= 0) || rates[i] > 1e12)
      gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, roof_members[i + 2].key,
                           _ ("is no rate of a processor"));
  if (roof->name == NULL)
    gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "name", _ ("is missing"));
}

GsRoofs *
gs_roofs_from_fields (GsJsonFields *parent)
{
  JsonArray *array = gs_json_fields_array (parent, "roofs");
  g_autoptr (GsRoofs) roofs = NULL;

  if (array == NULL)
    return NULL;
  roofs = gs_roofs_new ();
  for (guint i = 0; i < json_array_get_length (array) && parent->ok; i++)
    {
      GsJsonFields entry;
      GsRoof roof = { 0 };

      gs_json_fields_open (&entry, parent, "roofs", (int)i);
      gs_json_members_read (&entry, roof_members, G_N_ELEMENTS (roof_members), &roof);
      if (entry.ok)
        check_roof (&entry, &roof);
      gs_roofs_add_roof (roofs, &roof);
      g_free (roof.name);
      g_free (roof.uuid);
      gs_json_fields_close (&entry, parent);
    }
  return parent->ok ? g_steal_pointer (&roofs) : NULL;
}

JsonNode *
gs_roofs_to_json (const GsRoofs *roofs)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "schema", "gridscope.roofs/1");
  json_object_set_array_member (object, "roofs", gs_roofs_to_array (roofs));
  json_node_take_object (node, object);
  return node;
}

GsRoofs *
gs_roofs_from_json (JsonNode *node, GError **error)
{
  g_autoptr (GsRoofs) roofs = NULL;
  GsJsonFields fields;
  gboolean ok;

  gs_json_fields_init (&fields, node, "", error);
  gs_json_fields_schema (&fields, "gridscope.roofs", 1, FALSE);
  if (fields.ok)
    roofs = gs_roofs_from_fields (&fields);
  if (fields.ok && (roofs == NULL || roofs->roofs->len == 0))
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "roofs", _ ("is missing or empty"));
  ok = fields.ok;
  gs_json_fields_clear (&fields);
  return ok ? g_steal_pointer (&roofs) : NULL;
}

GsRoofs *
gs_roofs_load (GFile *file, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_load (file, error);
  GsRoofs *roofs = node != NULL ? gs_roofs_from_json (node, error) : NULL;

  if (node != NULL && roofs == NULL)
    gs_file_prefix_error (file, error);
  return roofs;
}
