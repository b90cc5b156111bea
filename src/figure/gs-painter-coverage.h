#pragma once

#include "gs-canvas.h"
#include "gs-plan.h"

G_BEGIN_DECLS

/* Which part of the plane is seen. The position is a whole cell and a fraction,
 * so that a single thread can be seen among 2⁶⁰. */
typedef struct
{
  gint64 x, y;           /* cell at the plot's top left corner */
  double fx, fy;         /* part of it that is cut off, 0…1 */
  double zoom_x, zoom_y; /* points per cell; equal unless the plane is a thin strip. 0: fit */
} GsCoverageView;

/* What a coverage picture shows. gs_coverage_scene_init() and then set. */
typedef struct
{
  const GsPlan *plan;
  GsCoverageView view;
  gboolean has_hover;
  gint64 hover_x, hover_y; /* cell */
  gboolean has_pin;
  GsThreadId pin; /* selected thread; the element it writes is marked as well, and whoever else writes it */
  gint64 element; /* selected element, or -1; its writers are marked */
  gboolean has_block;
  gint64 block[2]; /* lit block, chosen in the schedule or by a lesson */
  gboolean has_lit;
  gint64 lit_x, lit_y; /* lit cell: what a lesson points at */
  gint64 play;         /* warps that have run, in launch order; -1: all */
  gboolean veiled;     /* no counts and no indices: somebody is to find them out first */
  gboolean reasons;    /* of a launch that is refused: why, if nobody else says so */
  gboolean title, legend, minimap;
} GsCoverageScene;

/* What the legend tells apart. */
typedef enum
{
  GS_COVERAGE_ACTIVE,
  GS_COVERAGE_IDLE,
  GS_COVERAGE_ALIASED,
  GS_COVERAGE_OUT_OF_BOUNDS,
  GS_COVERAGE_DUPLICATED,
  GS_COVERAGE_MISSED,
  GS_COVERAGE_UNSETTLED, /* in the place of active where gs_plan_unsettled() */
  GS_N_COVERAGE_KEYS
} GsCoverageKey;

/* The square that stands before its words, with the top left corner at (x, y). */
void gs_coverage_draw_swatch (GsCanvas *canvas, GsCoverageKey key, double x, double y, double size);

void gs_coverage_scene_init (GsCoverageScene *scene, const GsPlan *plan);

/* Where things stand, from size and type scale alone. */
typedef struct
{
  double x, y, width, height; /* the plot: part of the figure that shows the plane */
  double legend_y;            /* top of the legend */
  int legend_rows;
  double legend_unit; /* the type scale, or less where large type would leave the plot no room */
} GsCoverageLayout;

void gs_coverage_layout (
    const GsCoverageScene *scene, double width, double height, double type_scale, GsCoverageLayout *layout);

/* The view that shows the whole plane in @layout, centred. */
void gs_coverage_view_fit (const GsPlan *plan, const GsCoverageLayout *layout, GsCoverageView *view);
/* The view that shows thread or cell (x, y) in the middle at @zoom points per cell. */
void gs_coverage_view_centre (const GsPlan *plan,
                              const GsCoverageLayout *layout,
                              gint64 x,
                              gint64 y,
                              double zoom,
                              GsCoverageView *view);
/* Moves the plane by (dx, dy) points; it never leaves the plot. */
void gs_coverage_view_pan (
    const GsPlan *plan, const GsCoverageLayout *layout, double dx, double dy, GsCoverageView *view);
/* Zooms by @factor about the point (px, py) of the figure, between the whole
 * plane and GS_COVERAGE_MAX_ZOOM points per cell. */
void gs_coverage_view_zoom (const GsPlan *plan,
                            const GsCoverageLayout *layout,
                            double px,
                            double py,
                            double factor,
                            GsCoverageView *view);

#define GS_COVERAGE_MAX_ZOOM 96.0

/* Point of the figure → cell, and cell → its rectangle. FALSE when outside the
 * plot or plane. O(1). */
gboolean gs_coverage_cell_at (
    const GsCoverageScene *scene, const GsCoverageLayout *layout, double px, double py, gint64 *x, gint64 *y);
gboolean gs_coverage_cell_rect (const GsCoverageScene *scene,
                                const GsCoverageLayout *layout,
                                gint64 x,
                                gint64 y,
                                double *px,
                                double *py,
                                double *width,
                                double *height);

/* The cell that a point of the mini-map stands for; FALSE when it is not there or
 * the point is not on it. */
gboolean gs_coverage_minimap_at (
    const GsCoverageScene *scene, const GsCoverageLayout *layout, double px, double py, gint64 *x, gint64 *y);

/* Cell of an element: its place in the matrix, its number in wrapped rows, or
 * that of its thread where a thread has several. */
gboolean
gs_coverage_element_cell (const GsPlan *plan, const GsPlane *plane, gint64 element, gint64 *x, gint64 *y);

/* "Output C, 13 × 21, under a grid of 3 × 4 blocks of 8 × 4 threads". Free it. */
char *gs_coverage_title (const GsPlan *plan);

/* Draws everything but hover, pin and play, which change often … */
void gs_painter_coverage (GsCanvas *canvas, const GsCoverageScene *scene);
/* … and those, over it. */
void gs_painter_coverage_overlay (GsCanvas *canvas, const GsCoverageScene *scene);

G_END_DECLS
