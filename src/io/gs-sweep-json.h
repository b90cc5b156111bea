#pragma once

#include <json-glib/json-glib.h>

#include "gs-io-error.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* gridscope.crossover/1: "op", "shape" ("vector": 1×N, "square": N×N), "series"
 * ({backend, kernel, device, gpu, ended, points}), "crossings" and "skipped"
 * sizes. A crossing names two series by index; its "interval" is null unless
 * "state" is "found". Reading back gives an equal sweep. */
JsonNode *gs_sweep_to_json (const GsSweep *sweep);
GsSweep *gs_sweep_from_json (JsonNode *node, GError **error);

G_END_DECLS
