#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* Which operation, with its formula set as mathematics. */
#define GS_TYPE_OPERATION_GROUP (gs_operation_group_get_type ())
G_DECLARE_FINAL_TYPE (GsOperationGroup, gs_operation_group, GS, OPERATION_GROUP, GsSpecGroup)

G_END_DECLS
