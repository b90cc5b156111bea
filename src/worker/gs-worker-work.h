#pragma once

#include <json-glib/json-glib.h>

#include "gs-sweep-run.h"

G_BEGIN_DECLS

/* One request to the engine, from JSON to JSON. */
typedef struct
{
  const char *method; /* "plan", "run", "sweep", "devices" or "roofs" */
  JsonNode *params;   /* an object or NULL */
  GCancellable *cancellable;
  GsProgressFunc progress;
  GsSweepReportFunc report; /* sweep: each finished size */
  gpointer data;            /* of both functions */

  gboolean lost_device; /* out: a GPU run failed; its context may be gone with it */
} GsWork;

/* The result, or NULL with @error. Blocks. */
JsonNode *gs_work_do (GsWork *work, GError **error);

G_END_DECLS
