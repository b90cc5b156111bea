#include "gs-document.h"

#include "gs-file.h"
#include "gs-json.h"
#include "gs-report-json.h"
#include "gs-spec-json.h"
#include "gs-sweep-file.h"
#include "gs-sweep-json.h"

static const char *
get_schema (JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *schema = object != NULL ? json_object_get_member (object, "schema") : NULL;

  if (schema != NULL && JSON_NODE_HOLDS_VALUE (schema) && json_node_get_value_type (schema) == G_TYPE_STRING)
    return json_node_get_string (schema);
  return NULL;
}

static gboolean
read_node (GsDocument *self, JsonNode *node, GFile *file, GCancellable *cancellable, GError **error)
{
  const char *schema = get_schema (node);
  g_autofree char *name = g_file_get_basename (file);

  if (schema == NULL && !g_str_has_suffix (name, GS_SESSION_SUFFIX))
    schema = "gridscope.spec/";
  if (schema == NULL)
    schema = "";
  if (g_str_has_prefix (schema, "gridscope.spec/"))
    self->spec = gs_spec_from_json (node, error);
  else if (g_str_has_prefix (schema, "gridscope.report/"))
    self->report = gs_report_from_json (node, error);
  else if (g_str_has_prefix (schema, "gridscope.crossover/"))
    self->sweep = gs_sweep_from_json (node, error);
  else
    self->session = gs_session_from_json (node, file, cancellable, error);
  if (self->spec != NULL || self->report != NULL || self->sweep != NULL || self->session != NULL)
    return TRUE;
  gs_file_prefix_error (file, error);
  return FALSE;
}

GsDocument *
gs_document_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GsDocument) self = g_new0 (GsDocument, 1);
  g_autofree char *name = NULL;
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  name = g_file_get_basename (file);
  if (g_str_has_suffix (name, ".jsonl"))
    {
      self->sweep = gs_sweep_load (file, error);
      return self->sweep != NULL ? g_steal_pointer (&self) : NULL;
    }
  node = gs_json_load (file, error);
  if (node == NULL || !read_node (self, node, file, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
gs_document_free (GsDocument *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->session, gs_session_free);
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->report, gs_report_unref);
  g_clear_pointer (&self->sweep, gs_sweep_free);
  g_free (self);
}
