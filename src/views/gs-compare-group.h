#pragma once

#include "gs-report.h"
#include "gs-spec-group.h"

G_BEGIN_DECLS

/* What else runs the spec, and how often. What is not there is insensitive, with
 * the reason under it. */
#define GS_TYPE_COMPARE_GROUP (gs_compare_group_get_type ())
G_DECLARE_FINAL_TYPE (GsCompareGroup, gs_compare_group, GS, COMPARE_GROUP, GsSpecGroup)

/* What the worker found; copied as far as it is needed. */
void gs_compare_group_set_environment (GsCompareGroup *self, const GsEnvironment *environment);

G_END_DECLS
