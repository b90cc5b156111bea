/* Gaps between cells, warps, blocks, and the edge of the matrix. */
#include "gs-coverage-private.h"

#include <math.h>

void
gs_coverage_frame_range (const GsCoverageFrame *frame, gint64 *x0, gint64 *y0, gint64 *x1, gint64 *y1)
{
  double columns = ceil (frame->width / frame->view.zoom_x + frame->view.fx);
  double rows = ceil (frame->height / frame->view.zoom_y + frame->view.fy);

  *x0 = frame->view.x;
  *y0 = frame->view.y;
  *x1 = columns < (double)(frame->plane.columns - *x0) ? *x0 + (gint64)columns : frame->plane.columns;
  *y1 = rows < (double)(frame->plane.rows - *y0) ? *y0 + (gint64)rows : frame->plane.rows;
}

static void
draw_gaps (GsCanvas *canvas, const GsCoverageFrame *frame)
{
  const GsCoverageView *view = &frame->view;
  gint64 x0, y0, x1, y1;

  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  if (view->zoom_x >= GS_COVERAGE_ZOOM_GAPS)
    for (gint64 x = x0; x <= x1; x++)
      {
        double t = CLAMP (view->zoom_x * 0.075, 1, 2);

        gs_canvas_rectangle (canvas, gs_coverage_frame_x (frame, x) - t / 2, frame->y, t, frame->height);
      }
  if (view->zoom_y >= GS_COVERAGE_ZOOM_GAPS)
    for (gint64 y = y0; y <= y1; y++)
      {
        double t = CLAMP (view->zoom_y * 0.075, 1, 2);

        gs_canvas_rectangle (canvas, frame->x, gs_coverage_frame_y (frame, y) - t / 2, frame->width, t);
      }
  cairo_fill (canvas->cr);
}

typedef struct
{
  gint64 block[2], warp;
} WarpId;

static gboolean
find_warp (const GsPlan *plan, gint64 x, gint64 y, WarpId *id)
{
  GsThreadId thread;

  if (!gs_plan_thread_at (plan, x, y, &thread))
    return FALSE;
  id->block[0] = thread.block[0];
  id->block[1] = thread.block[1];
  id->warp = (thread.thread[1] * plan->block[0] + thread.thread[0]) / plan->limits.warp_size;
  return TRUE;
}

static gboolean
same_block_other_warp (const WarpId *a, const WarpId *b)
{
  return a->block[0] == b->block[0] && a->block[1] == b->block[1] && a->warp != b->warp;
}

/* A thin line between warps of one block. Only at zooms where few cells are
 * visible, so each of them may be asked. */
static void
draw_warps (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  gint64 x0, y0, x1, y1;

  if (MIN (frame->view.zoom_x, frame->view.zoom_y) < GS_COVERAGE_ZOOM_WARPS
      || scene->plan->block[0] * scene->plan->block[1] <= scene->plan->limits.warp_size)
    return;
  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  for (gint64 y = y0; y < y1; y++)
    for (gint64 x = x0; x < x1; x++)
      {
        WarpId here, next;
        double px = gs_coverage_frame_x (frame, x), py = gs_coverage_frame_y (frame, y);

        if (!find_warp (scene->plan, x, y, &here))
          continue;
        if (find_warp (scene->plan, x + 1, y, &next) && same_block_other_warp (&here, &next))
          gs_canvas_rectangle (canvas, px + frame->view.zoom_x - 0.5, py, 1, frame->view.zoom_y);
        if (find_warp (scene->plan, x, y + 1, &next) && same_block_other_warp (&here, &next))
          gs_canvas_rectangle (canvas, px, py + frame->view.zoom_y - 0.5, frame->view.zoom_x, 1);
      }
  gs_canvas_set_color (canvas, &canvas->theme->line, 0.55);
  cairo_fill (canvas->cr);
}

/* Block edges of a launch laid out row after row step down where a block ends
 * in the middle of a row. */
static void
add_wrapped_blocks (GsCanvas *canvas,
                    const GsCoverageScene *scene,
                    const GsCoverageFrame *frame,
                    double thickness)
{
  gint64 block = frame->plane.block_columns, columns = frame->plane.columns;
  gint64 x0, y0, x1, y1;

  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  for (gint64 y = y0; y < y1; y++)
    {
      gint64 from = y * columns + x0, to = y * columns + x1;
      gint64 edge = from % block == 0 ? from : from - from % block + block;

      for (; edge <= to; edge += block)
        {
          gint64 column = edge - y * columns;
          double px = gs_coverage_frame_x (frame, column), py = gs_coverage_frame_y (frame, y);

          if (edge > scene->plan->threads)
            break;
          gs_canvas_rectangle (canvas, px - thickness / 2, py, thickness, frame->view.zoom_y);
          if (column < columns)
            gs_canvas_rectangle (canvas, px, py - thickness / 2, frame->x + frame->width - px, thickness);
          if (column > 0)
            gs_canvas_rectangle (canvas, frame->x, py + frame->view.zoom_y - thickness / 2, px - frame->x,
                                 thickness);
        }
    }
}

/* One past the last column and row of the blocks that are launched: the plane
 * goes on where elements are missed. */
void
gs_coverage_grid_extent (const GsCoverageScene *scene, const GsPlane *plane, gint64 *columns, gint64 *rows)
{
  gboolean swapped = scene->plan->block_dims == 2 && scene->plan->map == GS_MAP_X_ROW;
  gint64 across = scene->plan->grid[swapped ? 1 : 0], down = scene->plan->grid[swapped ? 0 : 1];

  *columns = plane->columns;
  *rows = plane->rows;
  if (plane->wrapped && plane->rows > 1)
    *rows = scene->plan->threads == 0 ? 0 : (scene->plan->threads - 1) / plane->columns + 1;
  else if (__builtin_mul_overflow (across, plane->block_columns, columns))
    *columns = plane->columns;
  if (!plane->wrapped && __builtin_mul_overflow (down, plane->block_rows, rows))
    *rows = plane->rows;
  *columns = MIN (*columns, plane->columns);
  *rows = MIN (*rows, plane->rows);
}

static void
add_block_edges (GsCanvas *canvas,
                 const GsCoverageScene *scene,
                 const GsCoverageFrame *frame,
                 double width,
                 double height,
                 double thickness)
{
  const double tick = 6;
  gint64 x0, y0, x1, y1, columns, rows, bx = frame->plane.block_columns, by = frame->plane.block_rows;
  double right, bottom;

  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  gs_coverage_grid_extent (scene, &frame->plane, &columns, &rows);
  right = MIN (gs_coverage_frame_x (frame, columns), frame->x + frame->width) + tick;
  bottom = MIN (gs_coverage_frame_y (frame, rows), frame->y + frame->height) + tick;
  x1 = MIN (x1, columns);
  y1 = MIN (y1, rows);
  if (width >= 8)
    for (gint64 x = x0 - x0 % bx; x <= x1; x += bx)
      if (x >= x0)
        gs_canvas_rectangle (canvas, gs_coverage_frame_x (frame, x) - thickness / 2, frame->y - tick,
                             thickness, bottom - frame->y + tick);
  if (height >= 8)
    for (gint64 y = y0 - y0 % by; y <= y1; y += by)
      if (y >= y0)
        gs_canvas_rectangle (canvas, frame->x - tick, gs_coverage_frame_y (frame, y) - thickness / 2,
                             right - frame->x + tick, thickness);
}

static void
draw_blocks (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  double width = (double)frame->plane.block_columns * frame->view.zoom_x;
  double height = (double)frame->plane.block_rows * frame->view.zoom_y;
  double thickness = MAX (1, floor (1.5 * canvas->theme->line_width * canvas->pixels + 0.5) / canvas->pixels);
  gboolean staircase = frame->plane.wrapped && frame->plane.columns % frame->plane.block_columns != 0;

  if (scene->plan->threads == 0)
    return;
  if (staircase)
    {
      if (width < 10 || frame->view.zoom_y < 6)
        return;
      add_wrapped_blocks (canvas, scene, frame, thickness);
    }
  else
    add_block_edges (canvas, scene, frame, width, height, thickness);
  gs_canvas_set_color (canvas, &canvas->theme->line, MAX (width, height) >= 20 ? 1 : 0.35);
  cairo_fill (canvas->cr);
}

/* An edge that is not visible is drawn this far outside, where it is clipped:
 * dashes of an edge millions of points long would cost more than the picture. */
#define EDGE_REACH 24.0

static double
near_x (const GsCanvas *canvas, const GsCoverageFrame *frame, gint64 column)
{
  double x = gs_coverage_frame_x (frame, column);

  return gs_canvas_snap_x (canvas, CLAMP (x, frame->x - EDGE_REACH, frame->x + frame->width + EDGE_REACH));
}

static double
near_y (const GsCanvas *canvas, const GsCoverageFrame *frame, gint64 row)
{
  double y = gs_coverage_frame_y (frame, row);

  return gs_canvas_snap_y (canvas, CLAMP (y, frame->y - EDGE_REACH, frame->y + frame->height + EDGE_REACH));
}

/* The elements as laid out: a rectangle, or one with its last row cut. */
static void
draw_matrix_edge (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  const GsPlane *plane = &frame->plane;
  gint64 full = plane->matrix_rows, rest = 0;
  double x0, y0, x1, y1, y2, xr;
  const double dash[] = { 6, 4 };

  if (plane->matrix_columns <= 0 || plane->matrix_rows <= 0)
    return;
  if (plane->wrapped)
    {
      /* Where a thread has several elements, its cell stands for them all. */
      gint64 cells = scene->plan->elements_per_thread > 1 ? scene->plan->active : scene->plan->elements;

      full = cells / plane->columns;
      rest = cells % plane->columns;
    }
  x0 = near_x (canvas, frame, 0);
  x1 = near_x (canvas, frame,
               plane->wrapped && full > 0 && rest > 0 ? plane->columns : plane->matrix_columns);
  xr = near_x (canvas, frame, rest);
  y0 = near_y (canvas, frame, 0);
  y1 = near_y (canvas, frame, full);
  y2 = near_y (canvas, frame, full + (rest > 0));

  cairo_save (canvas->cr);
  cairo_move_to (canvas->cr, x0, y0);
  cairo_line_to (canvas->cr, full > 0 ? x1 : xr, y0);
  if (full > 0)
    cairo_line_to (canvas->cr, x1, y1);
  if (rest > 0)
    {
      cairo_line_to (canvas->cr, xr, y1);
      cairo_line_to (canvas->cr, xr, y2);
      cairo_line_to (canvas->cr, x0, y2);
    }
  else
    cairo_line_to (canvas->cr, x0, y1);
  cairo_close_path (canvas->cr);
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  /* An edge wider than a cell would hide the cells that lie beyond it. */
  cairo_set_line_width (canvas->cr, (MIN (frame->view.zoom_x, frame->view.zoom_y) < 3 ? 1 : 2)
                                        * canvas->theme->line_width);
  cairo_stroke_preserve (canvas->cr);
  cairo_set_dash (canvas->cr, dash, 2, 0);
  gs_canvas_set_color (canvas, &canvas->theme->text, 1);
  cairo_stroke (canvas->cr);
  cairo_restore (canvas->cr);
}

void
gs_coverage_draw_gaps (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  draw_gaps (canvas, frame);
  draw_warps (canvas, scene, frame);
}

void
gs_coverage_draw_blocks (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  const double reach = 8; /* ticks and the edge's own width stand out of the plane */

  cairo_save (canvas->cr);
  gs_canvas_rectangle (canvas, frame->x - reach, frame->y - reach, frame->width + 2 * reach,
                       frame->height + 2 * reach);
  cairo_clip (canvas->cr);
  draw_blocks (canvas, scene, frame);
  draw_matrix_edge (canvas, scene, frame);
  cairo_restore (canvas->cr);
}
