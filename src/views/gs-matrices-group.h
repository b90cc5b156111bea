#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* Sizes m, n, k and the contents of A and B. */
#define GS_TYPE_MATRICES_GROUP (gs_matrices_group_get_type ())
G_DECLARE_FINAL_TYPE (GsMatricesGroup, gs_matrices_group, GS, MATRICES_GROUP, GsSpecGroup)

G_END_DECLS
