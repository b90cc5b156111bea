#pragma once

#include <gtk/gtk.h>

#include "gs-coverage-cell.h"
#include "gs-experiment.h"

G_BEGIN_DECLS

/* The coverage picture of an experiment, to be looked into: zoom (scroll, +, −,
 * pinch), pan (drag), fit (0), selection of a cell (click, arrows; with Ctrl by
 * blocks), hover.
 *
 * Its keys activate coverage.zoom-in and the like, which an ancestor has.
 *
 * Signals: "selected" (the selection changed), "hovered" (the cell under the
 * pointer changed). */
#define GS_TYPE_COVERAGE_AREA (gs_coverage_area_get_type ())
G_DECLARE_FINAL_TYPE (GsCoverageArea, gs_coverage_area, GS, COVERAGE_AREA, GtkWidget)

void gs_coverage_area_set_experiment (GsCoverageArea *self, GsExperiment *experiment);

/* FALSE when nothing is selected, or the pointer is over no cell. */
gboolean gs_coverage_area_get_selected (GsCoverageArea *self, GsCoverageCell *cell);
gboolean gs_coverage_area_get_hovered (GsCoverageArea *self, GsCoverageCell *cell);

/* Selects a cell and moves the view if it cannot be seen. What is selected here, by
 * these and by keys and clicks, is pinned in the experiment, as a change for undo. */
void gs_coverage_area_select (GsCoverageArea *self, gint64 x, gint64 y);
void gs_coverage_area_select_thread (GsCoverageArea *self, const GsThreadId *id);
/* By blocks or threads; starts at the first cell. */
void gs_coverage_area_move (GsCoverageArea *self, int dx, int dy, gboolean by_block);
void gs_coverage_area_unselect (GsCoverageArea *self);

/* Steps that are done: warps in launch order, or those of a tiled product, which is
 * then shown in a picture of its own (gs-painter-tiles.h); -1: all. */
void gs_coverage_area_set_play (GsCoverageArea *self, gint64 steps);
/* Lights a block (chosen in the schedule); NULL: none. */
void gs_coverage_area_light_block (GsCoverageArea *self, const gint64 block[2]);

/* Lights a cell that a lesson points at, and moves the view if it cannot be seen. */
void gs_coverage_area_light_cell (GsCoverageArea *self, gint64 x, gint64 y);
void gs_coverage_area_unlight_cell (GsCoverageArea *self);

void gs_coverage_area_fit (GsCoverageArea *self);
/* By @factor about the point (x, y) of the widget, in px. */
void gs_coverage_area_zoom (GsCoverageArea *self, double x, double y, double factor);
/* One step in or out, about the selected cell while it can be seen, else about
 * the middle. */
void gs_coverage_area_zoom_step (GsCoverageArea *self, gboolean in);
void gs_coverage_area_pan (GsCoverageArea *self, double dx, double dy);

G_END_DECLS
