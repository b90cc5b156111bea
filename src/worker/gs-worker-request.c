#include "gs-worker-request.h"

#include "gs-protocol.h"
#include "gs-spec-json.h"

GsWorkerRequest *
gs_worker_request_new (gint64 id, const char *method, const GsSpec *spec, const char *sizes)
{
  GsWorkerRequest *self = g_new0 (GsWorkerRequest, 1);

  self->id = id;
  self->method = method;
  self->spec = spec != NULL ? gs_spec_copy (spec) : NULL;
  self->sizes = g_strdup (sizes);
  return self;
}

void
gs_worker_request_free (GsWorkerRequest *self)
{
  gs_spec_free (self->spec);
  g_free (self->sizes);
  g_free (self);
}

char *
gs_worker_request_line (const GsWorkerRequest *self)
{
  JsonNode *params = self->spec != NULL ? gs_spec_to_json (self->spec) : NULL;

  if (self->sizes != NULL)
    json_object_set_string_member (json_node_get_object (params), "sizes", self->sizes);
  return gs_protocol_request_line (self->id, self->method, params);
}
