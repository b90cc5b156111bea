#pragma once

#include "gs-experiment.h"
#include "gs-figure-page.h"

G_BEGIN_DECLS

/* How many blocks and warps fit on one multiprocessor of a chosen device, over
 * block sizes; needs no run. */
#define GS_TYPE_OCCUPANCY_PAGE (gs_occupancy_page_get_type ())
G_DECLARE_FINAL_TYPE (GsOccupancyPage, gs_occupancy_page, GS, OCCUPANCY_PAGE, GsFigurePage)

void gs_occupancy_page_set_experiment (GsOccupancyPage *self, GsExperiment *experiment);

G_END_DECLS
