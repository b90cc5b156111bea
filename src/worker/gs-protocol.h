#pragma once

#include <json-glib/json-glib.h>

#include "gs-worker-client.h"

G_BEGIN_DECLS

/* The lines of the worker's protocol (contract.md, "worker"). Every line is one
 * JSON object; an id is whatever scalar the request carried, null when it could
 * not be read. All *_line functions give text that ends in a newline; free it. */

/* Longest line either side takes unless told otherwise: room for two inline
 * operands of 8192² float32 in base64. */
#define GS_PROTOCOL_MAX_LINE ((gsize)1 << 30)

typedef struct
{
  JsonNode *id; /* never NULL once parsed */
  char *method;
  JsonNode *params; /* an object, or NULL when there were none */
} GsRequest;

/* Reads a request. On failure @error says what is wrong in one sentence and
 * @request holds the id if there was one. Clear @request in either case. */
gboolean gs_request_parse (GsRequest *request, const char *line, gsize length, GError **error);
void gs_request_clear (GsRequest *request);

char *gs_protocol_request_line (gint64 id, const char *method, JsonNode *params);
/* Answers. @leaving: the process ends after it and reads no further request. Takes @result. */
char *gs_protocol_result_line (JsonNode *id, JsonNode *result, gboolean leaving);
char *gs_protocol_error_line (JsonNode *id, const GError *error, gboolean leaving);
/* @report, if not NULL, is the finished part of a sweep; it is taken. */
char *gs_protocol_progress_line (
    JsonNode *id, const char *backend, const char *phase, double fraction, JsonNode *report);

/* The error such a line stands for: G_IO_ERROR_CANCELLED, or
 * GS_WORKER_ERROR_REMOTE with the engine's own sentence. */
GError *gs_protocol_error_new (const char *code, const char *message);

G_END_DECLS
