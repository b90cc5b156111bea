/* The three matrices while a tile of A and one of B are multiplied. */
#include <math.h>

#include "gs-tiles-private.h"

/* One matrix on the canvas: its place and the points of a cell. */
typedef struct
{
  double x, y, scale;
  gint64 rows, columns;
} Sheet;

/* The part of @sheet that the given cells take, at least 3 points thick. */
static void
cells (GsCanvas *canvas, const Sheet *sheet, gint64 row, gint64 column, gint64 n_rows, gint64 n_columns)
{
  const double right = sheet->x + (double)sheet->columns * sheet->scale;
  const double bottom = sheet->y + (double)sheet->rows * sheet->scale;
  const double x = sheet->x + (double)MIN (column, sheet->columns) * sheet->scale;
  const double y = sheet->y + (double)MIN (row, sheet->rows) * sheet->scale;
  const double width = MIN (MAX ((double)n_columns * sheet->scale, 3), right - x);
  const double height = MIN (MAX ((double)n_rows * sheet->scale, 3), bottom - y);

  if (width > 0 && height > 0)
    gs_canvas_rectangle (canvas, x, y, width, height);
}

static void
fill_cells (GsCanvas *canvas,
            const Sheet *sheet,
            gint64 row,
            gint64 column,
            gint64 n_rows,
            gint64 n_columns,
            const GsColor *color,
            double alpha)
{
  gs_canvas_set_color (canvas, color, alpha);
  cells (canvas, sheet, row, column, n_rows, n_columns);
  cairo_fill (canvas->cr);
}

static void
frame_cells (GsCanvas *canvas,
             const Sheet *sheet,
             gint64 row,
             gint64 column,
             gint64 n_rows,
             gint64 n_columns,
             const GsColor *color,
             double thickness)
{
  gs_canvas_set_color (canvas, color, 1);
  cairo_set_line_width (canvas->cr, thickness);
  cells (canvas, sheet, row, column, n_rows, n_columns);
  cairo_stroke (canvas->cr);
}

/* Lines at the edges of the tiles, where they are far enough apart. */
static void
draw_sheet (GsCanvas *canvas, const Sheet *sheet, const char *name, gint64 side)
{
  const GsTextStyle style = { .size = 13, .flags = GS_TEXT_SERIF | GS_TEXT_ITALIC, .align = 0.5 };
  const double width = (double)sheet->columns * sheet->scale, height = (double)sheet->rows * sheet->scale;

  gs_canvas_set_color (canvas, &canvas->theme->border, 1);
  if ((double)side * sheet->scale >= 4)
    {
      for (gint64 i = side; i < sheet->columns; i += side)
        gs_canvas_vline (canvas, sheet->x + (double)i * sheet->scale, sheet->y, sheet->y + height, 0.75);
      for (gint64 i = side; i < sheet->rows; i += side)
        gs_canvas_hline (canvas, sheet->x, sheet->x + width, sheet->y + (double)i * sheet->scale, 0.75);
    }
  gs_canvas_set_color (canvas, &canvas->theme->line, 1);
  gs_canvas_frame (canvas, sheet->x, sheet->y, MAX (width, 2), MAX (height, 2), 1);
  gs_text_draw (canvas, &style, sheet->x + width / 2, sheet->y - 11 * canvas->type_scale, name);
}

/* Blocks that have stored their elements, in launch order. */
static void
draw_done (GsCanvas *canvas, const GsTilesFrame *frame, const Sheet *c)
{
  const GsPlan *plan = frame->play.plan;
  const GsColor *color = &canvas->theme->fates[GS_FATE_ACTIVE].base;
  const gint64 side = frame->play.side, lines = frame->step.blocks_done / plan->grid[0],
               rest = frame->step.blocks_done % plan->grid[0];

  if (plan->map == GS_MAP_X_ROW)
    {
      fill_cells (canvas, c, 0, 0, plan->grid[0] * side, lines * side, color, 0.55);
      if (rest > 0)
        fill_cells (canvas, c, 0, lines * side, rest * side, side, color, 0.55);
      return;
    }
  if (lines > 0)
    fill_cells (canvas, c, 0, 0, lines * side, plan->grid[0] * side, color, 0.55);
  if (rest > 0)
    fill_cells (canvas, c, lines * side, 0, side, rest * side, color, 0.55);
}

static void
draw_a (GsCanvas *canvas, const GsTilesFrame *frame, const Sheet *a)
{
  const GsTilePlay *play = &frame->play;
  const GsColor *color = &GS_TILES_PAINT_A (canvas->theme)->base;

  fill_cells (canvas, a, play->row, 0, play->side, a->columns, color, 0.25);
  fill_cells (canvas, a, play->row + frame->row, 0, 1, a->columns, color, 0.6);
  if (frame->step.inside)
    {
      fill_cells (canvas, a, play->row, frame->tile * play->side, play->side, play->side, color, 0.75);
      if (frame->term >= 0)
        fill_cells (canvas, a, play->row + frame->row, frame->tile * play->side + frame->term, 1, 1,
                    &canvas->theme->text, 1);
      frame_cells (canvas, a, play->row, frame->tile * play->side, play->side, play->side,
                   &canvas->theme->text, 2);
    }
  draw_sheet (canvas, a, "A", play->side);
}

static void
draw_b (GsCanvas *canvas, const GsTilesFrame *frame, const Sheet *b)
{
  const GsTilePlay *play = &frame->play;
  const GsColor *color = &GS_TILES_PAINT_B (canvas->theme)->base;

  fill_cells (canvas, b, 0, play->column, b->rows, play->side, color, 0.25);
  fill_cells (canvas, b, 0, play->column + frame->column, b->rows, 1, color, 0.6);
  if (frame->step.inside)
    {
      fill_cells (canvas, b, frame->tile * play->side, play->column, play->side, play->side, color, 0.75);
      if (frame->term >= 0)
        fill_cells (canvas, b, frame->tile * play->side + frame->term, play->column + frame->column, 1, 1,
                    &canvas->theme->text, 1);
      frame_cells (canvas, b, frame->tile * play->side, play->column, play->side, play->side,
                   &canvas->theme->text, 2);
    }
  draw_sheet (canvas, b, "B", play->side);
}

/* B stands above C and A to its left, so that row and column meet in the element. */
void
gs_tiles_draw_product (
    GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height)
{
  const GsPlan *plan = frame->play.plan;
  const double gap = 24 * canvas->type_scale;
  double scale = MIN ((width - gap) / MAX ((double)(plan->k + plan->n), 1),
                      (height - 2 * gap) / MAX ((double)(plan->k + plan->m), 1));
  Sheet a, b, c;

  if (!(scale > 0))
    return;
  scale = MIN (scale, 26);
  x += MAX (0, (width - gap - (double)(plan->k + plan->n) * scale) / 2);
  a = (Sheet){ x, y + 2 * gap + (double)plan->k * scale, scale, plan->m, plan->k };
  b = (Sheet){ x + gap + (double)plan->k * scale, y + gap, scale, plan->k, plan->n };
  c = (Sheet){ b.x, a.y, scale, plan->m, plan->n };
  draw_done (canvas, frame, &c);
  draw_a (canvas, frame, &a);
  draw_b (canvas, frame, &b);
  if (frame->step.inside)
    fill_cells (canvas, &c, frame->play.row, frame->play.column, frame->play.side, frame->play.side,
                &canvas->theme->phases[GS_PHASE_COMPUTE].base, 0.35);
  draw_sheet (canvas, &c, "C", frame->play.side);
  frame_cells (canvas, &c, frame->play.row, frame->play.column, frame->play.side, frame->play.side,
               &canvas->theme->accent, 2);
  fill_cells (canvas, &c, frame->play.row + frame->row, frame->play.column + frame->column, 1, 1,
              &canvas->theme->text, 1);
}
