#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* Places the timed results of @report as points under the roof of what they ran
 * on: results of a GPU under the roof of that name, those of the CPU and of
 * OpenBLAS under the processor's. A result whose roof is not among @self is left
 * out. */
void gs_roofs_add_runs (GsRoofs *self, const GsReport *report);

/* Copies the roofs, not the points. */
GsRoofs *gs_roofs_copy_roofs (const GsRoofs *self);

G_END_DECLS
