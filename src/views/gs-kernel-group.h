#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* Which GPU kernel the plan is about and the simulated and real GPU run. */
#define GS_TYPE_KERNEL_GROUP (gs_kernel_group_get_type ())
G_DECLARE_FINAL_TYPE (GsKernelGroup, gs_kernel_group, GS, KERNEL_GROUP, GsSpecGroup)

G_END_DECLS
