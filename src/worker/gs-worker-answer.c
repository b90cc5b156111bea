#include "gs-worker-answer.h"

#include <glib/gi18n-lib.h>

#include "gs-json.h"
#include "gs-protocol.h"
#include "gs-report-json.h"
#include "gs-roofs-json.h"
#include "gs-spec-json.h"
#include "gs-sweep-json.h"

void
gs_answer_free (GsAnswer *self)
{
  if (self == NULL)
    return;
  g_free (self->backend);
  g_free (self->phase);
  if (self->value != NULL)
    self->free_value (self->value);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
take_value (GsAnswer *self, JsonNode *node, GsValueKind expected, GError **error)
{
  switch (expected)
    {
    case GS_VALUE_NONE:
      return TRUE;
    case GS_VALUE_REPORT:
      self->value = gs_report_from_json (node, error);
      self->free_value = (GDestroyNotify)gs_report_unref;
      break;
    case GS_VALUE_SWEEP:
      self->value = gs_sweep_from_json (node, error);
      self->free_value = (GDestroyNotify)gs_sweep_free;
      break;
    case GS_VALUE_ENVIRONMENT:
      self->value = gs_environment_from_json (node, error);
      self->free_value = (GDestroyNotify)gs_environment_free;
      break;
    case GS_VALUE_ROOFS:
      self->value = gs_roofs_from_json (node, error);
      self->free_value = (GDestroyNotify)gs_roofs_free;
      break;
    }
  return self->value != NULL;
}

static gboolean
take_progress (GsAnswer *self, JsonNode *node, GError **error)
{
  JsonObject *object = json_node_get_object (node);
  JsonNode *report = json_object_get_member (object, "report");

  self->kind = GS_ANSWER_PROGRESS;
  self->backend = g_strdup (gs_json_get_string (object, "backend", ""));
  self->phase = g_strdup (gs_json_get_string (object, "phase", ""));
  self->fraction = gs_json_get_double (object, "fraction", 0);
  return report == NULL || take_value (self, report, GS_VALUE_REPORT, error);
}

static gboolean
take_answer (GsAnswer *self, JsonObject *object, GsValueKind expected, GError **error)
{
  JsonNode *id = json_object_get_member (object, "id");
  JsonNode *progress = json_object_get_member (object, "progress");
  JsonNode *failure = json_object_get_member (object, "error");
  JsonNode *result = json_object_get_member (object, "result");

  self->id = id != NULL && json_node_get_value_type (id) == G_TYPE_INT64 ? json_node_get_int (id) : -1;
  self->leaving = gs_json_get_boolean (object, "leaving", FALSE);
  if (progress != NULL && JSON_NODE_HOLDS_OBJECT (progress))
    return take_progress (self, progress, error);
  if (failure != NULL && JSON_NODE_HOLDS_OBJECT (failure))
    {
      JsonObject *inner = json_node_get_object (failure);

      self->kind = GS_ANSWER_ERROR;
      self->error
          = gs_protocol_error_new (gs_json_get_string (inner, "code", "internal"),
                                   gs_json_get_string (inner, "message", _ ("The worker gave no reason.")));
      return TRUE;
    }
  if (result == NULL)
    {
      g_set_error_literal (error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                           _ ("it has neither a result nor an error"));
      return FALSE;
    }
  self->kind = GS_ANSWER_RESULT;
  /* Id 0 is the answer to a request to cancel. */
  return self->id <= 0 || take_value (self, result, expected, error);
}

GsAnswer *
gs_answer_parse (const char *line, gsize length, GsValueKind expected, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (JsonNode) root = gs_json_parse (line, (gssize)length, &local);
  g_autoptr (GsAnswer) self = g_new0 (GsAnswer, 1);

  if (root != NULL && !JSON_NODE_HOLDS_OBJECT (root))
    g_set_error_literal (&local, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL, _ ("it is not an object"));
  if (local == NULL)
    take_answer (self, json_node_get_object (root), expected, &local);
  if (local == NULL)
    return g_steal_pointer (&self);
  g_set_error (error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
               /* Translators: why, beginning in lower case. */
               _ ("The worker’s answer could not be read (%s); check that both sides run the same version."),
               local->message);
  return NULL;
}
