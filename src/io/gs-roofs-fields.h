#pragma once

#include "gs-json-fields.h"
#include "gs-roofs.h"

G_BEGIN_DECLS

/* The member "roofs" of a document or of an environment. Internal to this layer.
 * NULL when it is not there, or with the error in @parent. */
GsRoofs *gs_roofs_from_fields (GsJsonFields *parent);
JsonArray *gs_roofs_to_array (const GsRoofs *roofs);

G_END_DECLS
