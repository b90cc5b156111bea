#pragma once

#include <gtk/gtk.h>

#include "gs-experiment.h"

G_BEGIN_DECLS

/* Plays a launch in its steps: warps in launch order, or for a tiled product what the
 * warps of one block do (gs-tile-play.h). Buttons, a slider and "warp 3 of 12". The
 * buttons activate coverage.play, coverage.step and coverage.step-back of an ancestor,
 * because the keys of the picture do the same.
 *
 * Signal "moved": another number of steps is done. */
#define GS_TYPE_COVERAGE_PLAY (gs_coverage_play_get_type ())
G_DECLARE_FINAL_TYPE (GsCoveragePlay, gs_coverage_play, GS, COVERAGE_PLAY, GtkBox)

/* All steps of its launch are done, and again after each change. NULL: none. */
void gs_coverage_play_set_experiment (GsCoveragePlay *self, GsExperiment *experiment);
/* The thread whose block a tiled product is played for; another block may have another
 * number of steps. What is over stays over. NULL: the first. */
void gs_coverage_play_set_focus (GsCoveragePlay *self, const GsThreadId *focus);

/* Steps that are done; -1: all. */
gint64 gs_coverage_play_get_done (GsCoveragePlay *self);

/* Starts, from the beginning when it is over, or pauses. */
void gs_coverage_play_toggle (GsCoveragePlay *self);
/* One step on or back, paused. */
void gs_coverage_play_step (GsCoveragePlay *self, gboolean back);

G_END_DECLS
