#pragma once

#include "gs-experiment.h"
#include "gs-figure-page.h"
#include "gs-sweeper.h"

G_BEGIN_DECLS

/* Time over size for every backend that the spec chooses, and where one overtakes
 * another; grows while the sweep runs.
 *
 * Actions: crossover.start, crossover.stop, crossover.continue. Signal: "refuse", before a
 * sweep starts; TRUE keeps it from that. */
#define GS_TYPE_CROSSOVER_PAGE (gs_crossover_page_get_type ())
G_DECLARE_FINAL_TYPE (GsCrossoverPage, gs_crossover_page, GS, CROSSOVER_PAGE, GsFigurePage)

void gs_crossover_page_set_up (GsCrossoverPage *self, GsExperiment *experiment, GsSweeper *sweeper);

/* The range as it is typed; FALSE while it is none. */
gboolean gs_crossover_page_get_range (GsCrossoverPage *self, GsSweepRange *range);
void gs_crossover_page_set_range (GsCrossoverPage *self, const GsSweepRange *range);

/* A run under way would be measured along with the sweep: nothing is started. */
void gs_crossover_page_set_blocked (GsCrossoverPage *self, gboolean blocked);

G_END_DECLS
