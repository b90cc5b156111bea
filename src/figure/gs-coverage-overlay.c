/* What changes with the pointer and the step: drawn over the cached picture. */
#include <math.h>

#include "gs-coverage-private.h"

/* Of the ring about the cell that a lesson points at: seen from the last row. */
#define LIT_THICKNESS 5

static void
ring (GsCanvas *canvas,
      const GsCoverageFrame *frame,
      gint64 x,
      gint64 y,
      const GsColor *color,
      double thickness)
{
  double width = MAX (frame->view.zoom_x, 9), height = MAX (frame->view.zoom_y, 9);
  double px = gs_coverage_frame_x (frame, x) + (frame->view.zoom_x - width) / 2;
  double py = gs_coverage_frame_y (frame, y) + (frame->view.zoom_y - height) / 2;

  if (px > frame->x + frame->width || py > frame->y + frame->height || px + width < frame->x
      || py + height < frame->y)
    return;
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  gs_canvas_frame (canvas, px - thickness - 1, py - thickness - 1, width + 2 * thickness + 2,
                   height + 2 * thickness + 2, thickness + 2);
  gs_canvas_set_color (canvas, color, 1);
  gs_canvas_frame (canvas, px - thickness, py - thickness, width + 2 * thickness, height + 2 * thickness,
                   thickness);
}

/* From a thread to the element it writes, when that lies in another cell. */
static void
draw_arrow (GsCanvas *canvas, const GsCoverageFrame *frame, gint64 x0, gint64 y0, gint64 x1, gint64 y1)
{
  double ax = gs_coverage_frame_x (frame, x0) + frame->view.zoom_x / 2;
  double ay = gs_coverage_frame_y (frame, y0) + frame->view.zoom_y / 2;
  double bx = gs_coverage_frame_x (frame, x1) + frame->view.zoom_x / 2;
  double by = gs_coverage_frame_y (frame, y1) + frame->view.zoom_y / 2;
  double angle = atan2 (by - ay, bx - ax), head = 11, length = hypot (bx - ax, by - ay), edge;
  cairo_t *cr = canvas->cr;

  if (length > 1e5)
    return;
  /* From edge to edge, so that the numbers in both cells stay legible. */
  edge = MIN (frame->view.zoom_x / 2 / MAX (fabs (cos (angle)), 1e-9),
              frame->view.zoom_y / 2 / MAX (fabs (sin (angle)), 1e-9));
  if (length > 2 * edge + head)
    {
      ax += edge * cos (angle);
      ay += edge * sin (angle);
      bx -= edge * cos (angle);
      by -= edge * sin (angle);
    }
  for (int pass = 0; pass < 2; pass++)
    {
      gs_canvas_set_color (canvas, pass == 0 ? &canvas->theme->background : &canvas->theme->text, 1);
      cairo_set_line_width (cr, (pass == 0 ? 5 : 2) * canvas->theme->line_width);
      cairo_move_to (cr, ax, ay);
      cairo_line_to (cr, bx - cos (angle) * head * 0.8, by - sin (angle) * head * 0.8);
      cairo_stroke (cr);
    }
  cairo_move_to (cr, bx, by);
  cairo_line_to (cr, bx - head * cos (angle - 0.4), by - head * sin (angle - 0.4));
  cairo_line_to (cr, bx - head * cos (angle + 0.4), by - head * sin (angle + 0.4));
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Arrows to an element from all threads that write it and stand elsewhere. */
static void
draw_writers (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame, gint64 element)
{
  GsThreadId ids[16];
  gint64 n, x, y;

  if (!gs_coverage_element_cell (scene->plan, &frame->plane, element, &x, &y))
    return;
  n = gs_plan_writers (scene->plan, element, ids, G_N_ELEMENTS (ids));
  for (gint64 i = 0; i < MIN (n, (gint64)G_N_ELEMENTS (ids)); i++)
    {
      gint64 tx, ty;

      if (gs_plan_cell_of (scene->plan, &ids[i], &tx, &ty) && (tx != x || ty != y))
        {
          ring (canvas, frame, tx, ty, &canvas->theme->text, 2);
          draw_arrow (canvas, frame, tx, ty, x, y);
        }
    }
  ring (canvas, frame, x, y, &canvas->theme->duplicated.ink, 3);
}

static void
draw_pin (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  GsThreadInfo info;
  gint64 x, y;

  if (!gs_plan_thread (scene->plan, &scene->pin, &info)
      || !gs_plan_cell_of (scene->plan, &scene->pin, &x, &y))
    return;
  if (info.element >= 0)
    draw_writers (canvas, scene, frame, info.element);
  ring (canvas, frame, x, y, &canvas->theme->text, 3);
}

/* The cells of one block as a rectangle of points (not for wrapped planes). */
static gboolean
block_rect (const GsCoverageScene *scene,
            const GsCoverageFrame *frame,
            const gint64 block[2],
            double *x,
            double *y,
            double *width,
            double *height)
{
  GsThreadId id = { { block[0], block[1] }, { 0, 0 } };
  gint64 cx, cy;

  if (!gs_plan_cell_of (scene->plan, &id, &cx, &cy))
    return FALSE;
  *x = gs_coverage_frame_x (frame, cx);
  *y = gs_coverage_frame_y (frame, cy);
  *width = (double)frame->plane.block_columns * frame->view.zoom_x;
  *height = (double)frame->plane.block_rows * frame->view.zoom_y;
  return TRUE;
}

static void
draw_lit_block (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  double x, y, width, height;

  if (!block_rect (scene, frame, scene->block, &x, &y, &width, &height))
    return;
  if (width < 8 || height < 8)
    {
      x -= 5;
      y -= 5;
      width += 10;
      height += 10;
    }
  gs_canvas_set_color (canvas, &canvas->theme->accent, 1);
  gs_canvas_frame (canvas, x - 2, y - 2, width + 4, height + 4, 3);
}

static void
veil_cells (GsCanvas *canvas, const GsCoverageFrame *frame, gint64 x0, gint64 y0, gint64 x1, gint64 y1)
{
  double left = MAX (gs_coverage_frame_x (frame, x0), frame->x - 1);
  double top = MAX (gs_coverage_frame_y (frame, y0), frame->y - 1);
  double right = MIN (gs_coverage_frame_x (frame, x1), frame->x + frame->width + 1);
  double bottom = MIN (gs_coverage_frame_y (frame, y1), frame->y + frame->height + 1);

  if (right > left && bottom > top)
    gs_canvas_rectangle (canvas, left, top, right - left, bottom - top);
}

/* The threads of the current block whose warp has not run. */
static void
veil_block_rest (GsCanvas *canvas,
                 const GsCoverageScene *scene,
                 const GsCoverageFrame *frame,
                 const gint64 block[2],
                 gint64 done)
{
  const GsPlan *plan = scene->plan;

  for (gint64 t = done * plan->limits.warp_size; t < plan->block[0] * plan->block[1]; t++)
    {
      GsThreadId id = { { block[0], block[1] }, { t % plan->block[0], t / plan->block[0] } };
      gint64 x, y;

      if (gs_plan_cell_of (plan, &id, &x, &y))
        veil_cells (canvas, frame, x, y, x + 1, y + 1);
    }
}

/* Blocks launched after @block: the rest of its row of blocks, and all later
 * rows. Which way a row of blocks lies follows from the cells of two blocks. */
static void
veil_later_blocks (GsCanvas *canvas,
                   const GsCoverageScene *scene,
                   const GsCoverageFrame *frame,
                   const gint64 block[2])
{
  const GsPlan *plan = scene->plan;
  const GsPlane *plane = &frame->plane;
  GsThreadId id = { { block[0], block[1] }, { 0, 0 } };
  gint64 x, y;

  if (!gs_plan_cell_of (plan, &id, &x, &y))
    return;
  if (plane->wrapped)
    {
      gint64 next = (block[0] + 1) * plane->block_columns, row = next / plane->columns;

      veil_cells (canvas, frame, next % plane->columns, row, plane->columns, row + 1);
      veil_cells (canvas, frame, 0, row + 1, plane->columns, plane->rows);
    }
  else if (plan->block_dims == 2 && plan->map == GS_MAP_X_ROW)
    {
      veil_cells (canvas, frame, x, y + plane->block_rows, x + plane->block_columns, plane->rows);
      veil_cells (canvas, frame, x + plane->block_columns, 0, plane->columns, plane->rows);
    }
  else
    {
      veil_cells (canvas, frame, x + plane->block_columns, y, plane->columns, y + plane->block_rows);
      veil_cells (canvas, frame, 0, y + plane->block_rows, plane->columns, plane->rows);
    }
}

static void
draw_play (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  const GsPlan *plan = scene->plan;
  gint64 per_block = plan->blocks > 0 ? plan->warps / plan->blocks : 0, index;
  gint64 block[2];

  if (per_block <= 0 || plan->grid[0] <= 0 || scene->play >= plan->warps)
    return;
  index = scene->play / per_block;
  block[0] = index % plan->grid[0];
  block[1] = index / plan->grid[0];
  veil_block_rest (canvas, scene, frame, block, scene->play % per_block);
  veil_later_blocks (canvas, scene, frame, block);
  gs_canvas_set_color (canvas, &canvas->theme->background, 0.78);
  cairo_fill (canvas->cr);
}

void
gs_painter_coverage_overlay (GsCanvas *canvas, const GsCoverageScene *scene)
{
  GsCoverageLayout layout;
  GsCoverageFrame frame;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->plan == NULL || !gs_coverage_can_draw (scene->plan))
    return;
  gs_coverage_layout (scene, canvas->width, canvas->height, canvas->type_scale, &layout);
  gs_coverage_frame_init (&frame, scene, &layout);
  cairo_save (canvas->cr);
  gs_canvas_rectangle (canvas, frame.x - 6, frame.y - 6, frame.width + 12, frame.height + 12);
  cairo_clip (canvas->cr);
  if (scene->play >= 0)
    draw_play (canvas, scene, &frame);
  if (scene->has_block)
    draw_lit_block (canvas, scene, &frame);
  if (scene->element >= 0)
    draw_writers (canvas, scene, &frame, scene->element);
  if (scene->has_pin)
    draw_pin (canvas, scene, &frame);
  if (scene->has_lit)
    ring (canvas, &frame, scene->lit_x, scene->lit_y, &canvas->theme->accent, LIT_THICKNESS);
  if (scene->has_hover)
    ring (canvas, &frame, scene->hover_x, scene->hover_y, &canvas->theme->accent, 2);
  cairo_restore (canvas->cr);
}
