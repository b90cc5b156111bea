#pragma once

#include "gs-painter-coverage.h"

G_BEGIN_DECLS

/* Shared by the files of the coverage painter. */

/* The visible part of the plane: its rectangle in points, and the arithmetic
 * from cells to points (exact near the view, however far it is from cell 0). */
typedef struct
{
  GsPlane plane;
  GsCoverageView view;
  double x, y, width, height;
} GsCoverageFrame;

void
gs_coverage_frame_init (GsCoverageFrame *frame, const GsCoverageScene *scene, const GsCoverageLayout *layout);
double gs_coverage_frame_x (const GsCoverageFrame *frame, gint64 column);
double gs_coverage_frame_y (const GsCoverageFrame *frame, gint64 row);

/* First and one past the last visible column and row. */
void gs_coverage_frame_range (const GsCoverageFrame *frame, gint64 *x0, gint64 *y0, gint64 *x1, gint64 *y1);

/* Columns and rows of the plane that the blocks of the grid cover. */
void
gs_coverage_grid_extent (const GsCoverageScene *scene, const GsPlane *plane, gint64 *columns, gint64 *rows);

#define GS_COVERAGE_LEGEND_ROW 26.0

/* Zooms, in points per cell, from which on there is room for more. */
#define GS_COVERAGE_ZOOM_GAPS  5.0
#define GS_COVERAGE_ZOOM_WARPS 14.0
#define GS_COVERAGE_ZOOM_LANES 22.0
#define GS_COVERAGE_ZOOM_NAMES 58.0

/* Rows of GS_COVERAGE_LEGEND_ROW points (times the type scale) that the words of the
 * legend need in @width; 0 for @plan NULL. */
int gs_coverage_legend_rows (const GsPlan *plan, double width, double type_scale);

/* FALSE: the launch is refused, or there are neither threads nor elements. */
gboolean gs_coverage_can_draw (const GsPlan *plan);

/* Steps of the painting, in this order; the gaps between cells belong to the
 * fills: some marks lie under them and some over. */
void gs_coverage_draw_fills (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame);
void gs_coverage_draw_gaps (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame);
void
gs_coverage_draw_cell_names (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame);
void gs_coverage_draw_blocks (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame);
void gs_coverage_draw_axes (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame);
void gs_coverage_draw_minimap (GsCanvas *canvas,
                               const GsCoverageScene *scene,
                               const GsCoverageLayout *layout,
                               const GsCoverageFrame *frame);
void gs_coverage_draw_legend (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageLayout *layout);

G_END_DECLS
