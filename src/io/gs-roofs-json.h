#pragma once

#include <json-glib/json-glib.h>

#include "gs-roofs.h"

G_BEGIN_DECLS

/* What was measured of processors, without the runs placed under it:
 * {"roofs":[{"name","gpu","copy_gbytes_per_s","fma_gflops","bus_gbytes_per_s"}]}. */
JsonNode *gs_roofs_to_json (const GsRoofs *roofs);
GsRoofs *gs_roofs_from_json (JsonNode *node, GError **error);

G_END_DECLS
