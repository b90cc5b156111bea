#include "gs-protocol.h"

#include <glib/gi18n-lib.h>

#include "gs-backend.h"
#include "gs-error.h"
#include "gs-spec-json.h"

static const char *const methods[] = { "plan", "run", "sweep", "devices", "roofs", "cancel", "ping", NULL };

void
gs_request_clear (GsRequest *request)
{
  g_clear_pointer (&request->id, json_node_unref);
  g_clear_pointer (&request->params, json_node_unref);
  g_clear_pointer (&request->method, g_free);
}

static gboolean
take_members (GsRequest *request, JsonObject *object, GError **error)
{
  static const char *const keys[] = { "id", "method", "params", NULL };
  g_autoptr (GList) members = json_object_get_members (object);
  JsonNode *id = json_object_get_member (object, "id");
  JsonNode *method = json_object_get_member (object, "method");
  JsonNode *params = json_object_get_member (object, "params");

  if (id != NULL && JSON_NODE_HOLDS_VALUE (id))
    {
      json_node_unref (request->id);
      request->id = json_node_copy (id);
    }
  for (GList *at = members; at != NULL; at = at->next)
    {
      if (!g_strv_contains (keys, at->data))
        return gs_set_unknown_word_error (error, _ ("key of a request"), at->data, keys);
    }
  if (method == NULL || json_node_get_value_type (method) != G_TYPE_STRING)
    {
      g_set_error_literal (
          error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
          _ ("A request needs a \"method\": plan, run, sweep, devices, roofs, cancel or ping."));
      return FALSE;
    }
  request->method = g_strdup (json_node_get_string (method));
  if (!g_strv_contains (methods, request->method))
    return gs_set_unknown_word_error (error, _ ("method"), request->method, methods);
  if (params != NULL && !JSON_NODE_HOLDS_NULL (params))
    {
      if (!JSON_NODE_HOLDS_OBJECT (params))
        {
          g_set_error_literal (error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                               _ ("The \"params\" of a request are an object: a spec."));
          return FALSE;
        }
      request->params = json_node_ref (params);
    }
  return TRUE;
}

gboolean
gs_request_parse (GsRequest *request, const char *line, gsize length, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) local = NULL;

  *request = (GsRequest){ .id = json_node_new (JSON_NODE_NULL) };
  root = gs_json_parse (line, (gssize)length, &local);
  if (root == NULL)
    {
      g_set_error (error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                   _ ("The line is not a JSON document: %s"), local->message);
      return FALSE;
    }
  if (!JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error_literal (error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                           _ ("A request is a JSON object with id, method and params."));
      return FALSE;
    }
  return take_members (request, json_node_get_object (root), error);
}

static char *
object_line (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;

  json_node_take_object (node, object);
  text = gs_json_to_text (node, FALSE);
  return g_strconcat (text, "\n", NULL);
}

char *
gs_protocol_request_line (gint64 id, const char *method, JsonNode *params)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "id", id);
  json_object_set_string_member (object, "method", method);
  if (params != NULL)
    json_object_set_member (object, "params", params);
  return object_line (object);
}

static JsonObject *
answer_new (JsonNode *id, gboolean leaving)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "id", json_node_copy (id));
  if (leaving)
    json_object_set_boolean_member (object, "leaving", TRUE);
  return object;
}

char *
gs_protocol_result_line (JsonNode *id, JsonNode *result, gboolean leaving)
{
  JsonObject *object = answer_new (id, leaving);

  json_object_set_member (object, "result", result);
  return object_line (object);
}

/* Stable word for an error: "input", "unavailable", "memory", "launch", "fault",
 * "timeout", "unsupported", "cancelled", "protocol", "internal". */
static const char *
error_code (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return "cancelled";
  if (error->domain == GS_WORKER_ERROR)
    return error->code == GS_WORKER_ERROR_PROTOCOL ? "protocol" : "internal";
  if (error->domain == GS_COMPUTE_ERROR)
    {
      switch ((GsComputeError)error->code)
        {
        case GS_COMPUTE_ERROR_UNAVAILABLE:
          return "unavailable";
        case GS_COMPUTE_ERROR_MEMORY:
          return "memory";
        case GS_COMPUTE_ERROR_LAUNCH:
          return "launch";
        case GS_COMPUTE_ERROR_FAULT:
          return "fault";
        case GS_COMPUTE_ERROR_TIMEOUT:
          return "timeout";
        case GS_COMPUTE_ERROR_UNSUPPORTED:
          return "unsupported";
        }
    }
  if (error->domain == GS_CORE_ERROR || error->domain == GS_IO_ERROR || error->domain == G_IO_ERROR
      || error->domain == G_FILE_ERROR)
    return "input";
  return "internal";
}

char *
gs_protocol_error_line (JsonNode *id, const GError *error, gboolean leaving)
{
  JsonObject *object = answer_new (id, leaving);
  JsonObject *inner = json_object_new ();
  /* Messages of libraries are bytes from outside, and a line that is not UTF-8 is none. */
  g_autofree char *message = g_utf8_make_valid (error->message, -1);

  json_object_set_string_member (inner, "code", error_code (error));
  json_object_set_string_member (inner, "message", message);
  json_object_set_object_member (object, "error", inner);
  return object_line (object);
}

char *
gs_protocol_progress_line (
    JsonNode *id, const char *backend, const char *phase, double fraction, JsonNode *report)
{
  JsonObject *object = answer_new (id, FALSE);
  JsonObject *inner = json_object_new ();

  json_object_set_string_member (inner, "backend", backend);
  json_object_set_string_member (inner, "phase", phase);
  json_object_set_double_member (inner, "fraction", CLAMP (fraction, 0, 1));
  if (report != NULL)
    json_object_set_member (inner, "report", report);
  json_object_set_object_member (object, "progress", inner);
  return object_line (object);
}

GError *
gs_protocol_error_new (const char *code, const char *message)
{
  if (g_strcmp0 (code, "cancelled") == 0)
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, message);
  if (g_strcmp0 (code, "protocol") == 0)
    return g_error_new_literal (GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL, message);
  return g_error_new_literal (GS_WORKER_ERROR, GS_WORKER_ERROR_REMOTE, message);
}
