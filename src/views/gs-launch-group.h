#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* Block, grid, guard, mapping, index width and the break-it switches. */
#define GS_TYPE_LAUNCH_GROUP (gs_launch_group_get_type ())
G_DECLARE_FINAL_TYPE (GsLaunchGroup, gs_launch_group, GS, LAUNCH_GROUP, GsSpecGroup)

G_END_DECLS
