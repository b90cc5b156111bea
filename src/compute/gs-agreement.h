#pragma once

#include "gs-plan.h"

G_BEGIN_DECLS

/* What a run has counted of a launch, to be held against the plan's closed form.
 * -1 for what was not counted. */
typedef struct
{
  gint64 threads[GS_N_FATES];
  gint64 missed, duplicated; /* elements */
} GsCoverageCount;

void gs_coverage_count_init (GsCoverageCount *self); /* nothing counted */

/* What the closed form of @plan counts: of the whole launch, or with @blocks of those
 * @n_blocks (numbers in launch order), whose elements are not told apart. */
void gs_coverage_count_plan (GsCoverageCount *self, const GsPlan *plan, const gint64 *blocks, gint64 n_blocks);

/* The plan and what runs a launch come by their counts in different ways; if they
 * differ, one of them is wrong, and neither is shown as right. FALSE with
 * GS_COMPUTE_ERROR_FAULT naming the first count that differs and both values;
 * @who, translated, is what has counted. */
gboolean
gs_coverage_count_check (const GsCoverageCount *self, const GsCoverageCount *planned, const char *who, GError **error);

G_END_DECLS
