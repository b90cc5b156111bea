#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "gs-roofs.h"

G_BEGIN_DECLS

/* gridscope.roofs/1: what was measured of processors, without the runs placed
 * under it: {"schema","roofs":[{"name","gpu","copy_gbytes_per_s","fma_gflops",
 * "upload_gbytes_per_s","download_gbytes_per_s"}]}. A report carries the same
 * array in its environment. */
JsonNode *gs_roofs_to_json (const GsRoofs *roofs);
GsRoofs *gs_roofs_from_json (JsonNode *node, GError **error);

/* Reads such a document. */
GsRoofs *gs_roofs_load (GFile *file, GError **error);

G_END_DECLS
