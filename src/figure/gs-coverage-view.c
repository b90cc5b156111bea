/* The geometry of the coverage picture: no cairo, no pango, O(1). */
#include "gs-painter-coverage.h"

#include <math.h>

#include "gs-coverage-private.h"
#include "gs-format.h"

/* Cells are drawn no larger than this when a plane is fitted, so that seven
 * elements do not fill a wall. */
#define FIT_ZOOM 64.0
/* The part of the height that the legend may take. */
#define LEGEND_SHARE 0.34
/* A plane of few rows or columns is drawn at least this thick. */
#define STRIP 44.0

void
gs_coverage_scene_init (GsCoverageScene *scene, const GsPlan *plan)
{
  g_return_if_fail (scene != NULL);

  *scene = (GsCoverageScene){
    .plan = plan,
    .element = -1,
    .play = -1,
    .reasons = TRUE,
    .title = TRUE,
    .legend = TRUE,
    .minimap = TRUE,
  };
}

/* In large type and a small window the words shrink before the picture does, but
 * not below half. */
static void
lay_out_legend (
    const GsCoverageScene *scene, double width, double height, double unit, GsCoverageLayout *layout)
{
  layout->legend_unit = unit;
  layout->legend_rows = scene->legend ? gs_coverage_legend_rows (scene->plan, width, unit) : 0;
  while (layout->legend_rows * GS_COVERAGE_LEGEND_ROW * layout->legend_unit > LEGEND_SHARE * height
         && layout->legend_unit > 0.5 * unit)
    {
      layout->legend_unit *= 0.9;
      layout->legend_rows = gs_coverage_legend_rows (scene->plan, width, layout->legend_unit);
    }
  if (height < 160 * layout->legend_unit)
    layout->legend_rows = MIN (layout->legend_rows, 1);
}

void
gs_coverage_layout (
    const GsCoverageScene *scene, double width, double height, double type_scale, GsCoverageLayout *layout)
{
  double unit = type_scale > 0 ? type_scale : 1;
  double left = 52 * unit, right = 20 * unit, top = (scene->title ? 52 : 16) * unit, bottom = 46 * unit;
  GsPlane plane = { 0 };

  g_return_if_fail (scene != NULL && layout != NULL);

  if (scene->plan != NULL)
    gs_plan_plane (scene->plan, &plane);
  if (plane.wrapped && plane.rows > 1)
    {
      g_autofree char *widest = gs_format_count (scene->plan->threads);

      left = MAX (left, gs_text_estimate (widest, 10 * unit) + 24 * unit);
    }

  lay_out_legend (scene, width - left - right, height, unit, layout);
  bottom += layout->legend_rows * GS_COVERAGE_LEGEND_ROW * layout->legend_unit;
  layout->x = MIN (left, width / 4);
  layout->y = MIN (top, height / 4);
  layout->width = MAX (width - layout->x - MIN (right, width / 4), 1);
  layout->height = MAX (height - layout->y - bottom, 1);
  layout->legend_y
      = height - layout->legend_rows * GS_COVERAGE_LEGEND_ROW * layout->legend_unit - 4 * layout->legend_unit;
}

/* Zooms at which the plane just fits, and the least zoom of each axis: a thin
 * strip is thickened across, whatever the zoom along it. */
static double
fit_zoom (const GsPlane *plane, const GsCoverageLayout *layout, double *least_x, double *least_y)
{
  double fit_x = layout->width / MAX (plane->columns, 1), fit_y = layout->height / MAX (plane->rows, 1);
  double fit = MIN (MIN (fit_x, fit_y), FIT_ZOOM);

  *least_x = *least_y = 0;
  if (plane->rows * fit < STRIP)
    *least_y = MIN (MIN (STRIP / MAX (plane->rows, 1), fit_y), FIT_ZOOM);
  if (plane->columns * fit < STRIP)
    *least_x = MIN (MIN (STRIP / MAX (plane->columns, 1), fit_x), FIT_ZOOM);
  return fit;
}

static void
add_cells (gint64 *cell, double *fraction, double delta)
{
  double whole;

  *fraction += delta;
  whole = floor (*fraction);
  *fraction -= whole;
  if (whole > 9e18 || whole < -9e18)
    return;
  if (__builtin_add_overflow (*cell, (gint64)whole, cell))
    *cell = whole > 0 ? G_MAXINT64 : 0;
}

/* Keeps an axis inside the plane. */
static void
clamp_axis (gint64 *cell, double *fraction, gint64 cells, double visible)
{
  double room = (double)cells - visible;

  if (room <= 0 || *cell < 0)
    {
      *cell = 0;
      *fraction = 0;
    }
  else if (*cell > cells || (double)(cells - *cell) - *fraction < visible)
    {
      *cell = cells;
      *fraction = 0;
      add_cells (cell, fraction, -visible);
    }
}

static void
clamp_view (const GsPlane *plane, const GsCoverageLayout *layout, GsCoverageView *view)
{
  clamp_axis (&view->x, &view->fx, plane->columns, layout->width / view->zoom_x);
  clamp_axis (&view->y, &view->fy, plane->rows, layout->height / view->zoom_y);
}

void
gs_coverage_view_fit (const GsPlan *plan, const GsCoverageLayout *layout, GsCoverageView *view)
{
  GsPlane plane;
  double zoom, least_x, least_y;

  g_return_if_fail (plan != NULL && layout != NULL && view != NULL);

  gs_plan_plane (plan, &plane);
  zoom = fit_zoom (&plane, layout, &least_x, &least_y);
  *view = (GsCoverageView){ .zoom_x = MAX (zoom, least_x), .zoom_y = MAX (zoom, least_y) };
}

static void
resolve_view (const GsCoverageScene *scene, const GsCoverageLayout *layout, GsCoverageView *view)
{
  *view = scene->view;
  if (!(view->zoom_x > 0) || !(view->zoom_y > 0))
    gs_coverage_view_fit (scene->plan, layout, view);
}

/* Where the plane's visible part begins: centred when there is room left over. */
static void
plane_start (
    const GsPlane *plane, const GsCoverageLayout *layout, const GsCoverageView *view, double *x, double *y)
{
  *x = layout->x + MAX (0, (layout->width - plane->columns * view->zoom_x) / 2);
  *y = layout->y + MAX (0, (layout->height - plane->rows * view->zoom_y) / 2);
}

void
gs_coverage_frame_init (GsCoverageFrame *frame, const GsCoverageScene *scene, const GsCoverageLayout *layout)
{
  double x, y;

  gs_plan_plane (scene->plan, &frame->plane);
  resolve_view (scene, layout, &frame->view);
  plane_start (&frame->plane, layout, &frame->view, &x, &y);
  frame->x = x;
  frame->y = y;
  frame->width = MIN (layout->x + layout->width - x,
                      (double)(frame->plane.columns - frame->view.x) * frame->view.zoom_x
                          - frame->view.fx * frame->view.zoom_x);
  frame->height
      = MIN (layout->y + layout->height - y, (double)(frame->plane.rows - frame->view.y) * frame->view.zoom_y
                                                 - frame->view.fy * frame->view.zoom_y);
  frame->width = MAX (frame->width, 0);
  frame->height = MAX (frame->height, 0);
}

double
gs_coverage_frame_x (const GsCoverageFrame *frame, gint64 column)
{
  return frame->x + ((double)(column - frame->view.x) - frame->view.fx) * frame->view.zoom_x;
}

double
gs_coverage_frame_y (const GsCoverageFrame *frame, gint64 row)
{
  return frame->y + ((double)(row - frame->view.y) - frame->view.fy) * frame->view.zoom_y;
}

void
gs_coverage_view_centre (
    const GsPlan *plan, const GsCoverageLayout *layout, gint64 x, gint64 y, double zoom, GsCoverageView *view)
{
  GsPlane plane;
  double fit, least_x, least_y;

  g_return_if_fail (plan != NULL && layout != NULL && view != NULL);

  gs_plan_plane (plan, &plane);
  fit = fit_zoom (&plane, layout, &least_x, &least_y);
  zoom = CLAMP (zoom, fit, GS_COVERAGE_MAX_ZOOM);
  *view = (GsCoverageView){ .x = x, .y = y, .zoom_x = MAX (zoom, least_x), .zoom_y = MAX (zoom, least_y) };
  add_cells (&view->x, &view->fx, 0.5 - layout->width / view->zoom_x / 2);
  add_cells (&view->y, &view->fy, 0.5 - layout->height / view->zoom_y / 2);
  clamp_view (&plane, layout, view);
}

void
gs_coverage_view_pan (
    const GsPlan *plan, const GsCoverageLayout *layout, double dx, double dy, GsCoverageView *view)
{
  GsPlane plane;

  g_return_if_fail (plan != NULL && layout != NULL && view != NULL);

  gs_plan_plane (plan, &plane);
  if (!(view->zoom_x > 0))
    gs_coverage_view_fit (plan, layout, view);
  add_cells (&view->x, &view->fx, -dx / view->zoom_x);
  add_cells (&view->y, &view->fy, -dy / view->zoom_y);
  clamp_view (&plane, layout, view);
}

void
gs_coverage_view_zoom (const GsPlan *plan,
                       const GsCoverageLayout *layout,
                       double px,
                       double py,
                       double factor,
                       GsCoverageView *view)
{
  GsPlane plane;
  double fit, least_x, least_y, zoom, old_x, old_y, new_x, new_y;
  GsCoverageView old;

  g_return_if_fail (plan != NULL && layout != NULL && view != NULL && factor > 0);

  gs_plan_plane (plan, &plane);
  if (!(view->zoom_x > 0))
    gs_coverage_view_fit (plan, layout, view);
  old = *view;
  fit = fit_zoom (&plane, layout, &least_x, &least_y);
  zoom = CLAMP (MIN (old.zoom_x, old.zoom_y) * factor, fit, GS_COVERAGE_MAX_ZOOM);
  view->zoom_x = MAX (zoom, least_x);
  view->zoom_y = MAX (zoom, least_y);
  plane_start (&plane, layout, &old, &old_x, &old_y);
  plane_start (&plane, layout, view, &new_x, &new_y);
  add_cells (&view->x, &view->fx, (px - old_x) / old.zoom_x - (px - new_x) / view->zoom_x);
  add_cells (&view->y, &view->fy, (py - old_y) / old.zoom_y - (py - new_y) / view->zoom_y);
  clamp_view (&plane, layout, view);
}

gboolean
gs_coverage_cell_at (
    const GsCoverageScene *scene, const GsCoverageLayout *layout, double px, double py, gint64 *x, gint64 *y)
{
  GsCoverageFrame frame;
  double fx, fy;

  g_return_val_if_fail (scene != NULL && layout != NULL && x != NULL && y != NULL, FALSE);

  if (scene->plan == NULL)
    return FALSE;
  gs_coverage_frame_init (&frame, scene, layout);
  if (px < frame.x || py < frame.y || px >= frame.x + frame.width || py >= frame.y + frame.height)
    return FALSE;
  *x = frame.view.x;
  *y = frame.view.y;
  fx = frame.view.fx;
  fy = frame.view.fy;
  add_cells (x, &fx, (px - frame.x) / frame.view.zoom_x);
  add_cells (y, &fy, (py - frame.y) / frame.view.zoom_y);
  return *x >= 0 && *y >= 0 && *x < frame.plane.columns && *y < frame.plane.rows;
}

gboolean
gs_coverage_cell_rect (const GsCoverageScene *scene,
                       const GsCoverageLayout *layout,
                       gint64 x,
                       gint64 y,
                       double *px,
                       double *py,
                       double *width,
                       double *height)
{
  GsCoverageFrame frame;

  g_return_val_if_fail (scene != NULL && layout != NULL, FALSE);

  if (scene->plan == NULL)
    return FALSE;
  gs_coverage_frame_init (&frame, scene, layout);
  if (x < 0 || y < 0 || x >= frame.plane.columns || y >= frame.plane.rows)
    return FALSE;
  *px = gs_coverage_frame_x (&frame, x);
  *py = gs_coverage_frame_y (&frame, y);
  *width = frame.view.zoom_x;
  *height = frame.view.zoom_y;
  return *px + *width > frame.x && *py + *height > frame.y && *px < frame.x + frame.width
         && *py < frame.y + frame.height;
}

gboolean
gs_coverage_element_cell (const GsPlan *plan, const GsPlane *plane, gint64 element, gint64 *x, gint64 *y)
{
  gint64 columns = plane->wrapped ? plane->columns : plane->matrix_columns;

  if (element < 0 || columns <= 0)
    return FALSE;
  if (plane->wrapped && plan->elements_per_thread > 1)
    {
      GsThreadId id;

      return gs_plan_writers (plan, element, &id, 1) > 0 && gs_plan_cell_of (plan, &id, x, y);
    }
  *x = element % columns;
  *y = element / columns;
  return TRUE;
}
