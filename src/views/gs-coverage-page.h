#pragma once

#include <adwaita.h>

#include "gs-experiment.h"

G_BEGIN_DECLS

/* The coverage picture with its inspector, counts, and the controls that run the
 * warps one after another.
 *
 * Actions: coverage.play (starts and pauses), coverage.step, coverage.step-back,
 * coverage.go-there, coverage.go-to-element, coverage.zoom-in, coverage.zoom-out, coverage.fit,
 * coverage.unpin.
 *
 * Signal "block-selected" (gint64 x, gint64 y): a thread of that block was chosen. */
#define GS_TYPE_COVERAGE_PAGE (gs_coverage_page_get_type ())
G_DECLARE_FINAL_TYPE (GsCoveragePage, gs_coverage_page, GS, COVERAGE_PAGE, AdwBin)

void gs_coverage_page_set_experiment (GsCoveragePage *self, GsExperiment *experiment);

/* Pins a thread as a click does, which can be undone; NULL: unpins. */
void gs_coverage_page_pin (GsCoveragePage *self, const GsThreadId *thread);
/* The same as the program does, on opening a session: no step of undo. */
void gs_coverage_page_set_pinned (GsCoveragePage *self, const GsThreadId *thread);

/* FALSE: no thread is pinned. */
gboolean gs_coverage_page_get_pinned (GsCoveragePage *self, GsThreadId *thread);

/* Lights a block chosen elsewhere; NULL: none. */
void gs_coverage_page_light_block (GsCoveragePage *self, const gint64 block[2]);

G_END_DECLS
