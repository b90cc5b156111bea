#pragma once

#include "gs-launch.h"
#include "gs-plan.h"

G_BEGIN_DECLS

/* What a launch by @plan sets in GsLaunch.flags (GS_LAUNCH_…), on a real GPU and on
 * the simulated one. */
guint gs_launch_flags (const GsPlan *plan);

G_END_DECLS
