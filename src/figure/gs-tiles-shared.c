/* The tiles in shared memory, and the warps that fill and read them. */
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-tiles-private.h"

#define VALUE_POINTS 26 /* cells from this size on show their values */

/* Whether the cell does not hold what the thread in focus is about to read. */
static gboolean
is_wrong (const GsTilesFrame *frame, const GsTileCell *cell)
{
  if (cell->state == GS_TILE_CELL_STALE || cell->state == GS_TILE_CELL_UNKNOWN)
    return TRUE;
  return (frame->term >= 0 && cell->tile != frame->tile) || (frame->needs && cell->tile > frame->tile);
}

static void
draw_value (GsCanvas *canvas,
            const GsTilesFrame *frame,
            int operand,
            const GsTileCell *cell,
            double x,
            double y,
            double size,
            const GsColor *ink)
{
  const GsSpec *inputs = frame->scene->inputs;
  const double type = MIN (size * 0.3, 11);
  g_autofree char *text = NULL;

  if (cell->state == GS_TILE_CELL_ZERO)
    text = g_strdup ("0");
  else if (cell->state == GS_TILE_CELL_UNKNOWN)
    text = g_strdup ("?");
  /* As many digits as fit. */
  for (int digits = 3; text == NULL && inputs != NULL && digits > 0; digits--)
    {
      g_autofree char *value
          = gs_format_value (gs_spec_value (inputs, operand, cell->row, cell->column), digits);

      if (gs_text_estimate (value, type) < size - 2)
        text = g_steal_pointer (&value);
    }
  if (text != NULL)
    gs_text_draw_ascii (canvas, type, ink, x + size / 2, y + size / 2, text);
}

static void
draw_cell (GsCanvas *canvas,
           const GsTilesFrame *frame,
           int operand,
           gint64 row,
           gint64 column,
           double x,
           double y,
           double size)
{
  const GsPaint *paint = operand == 0 ? GS_TILES_PAINT_A (canvas->theme) : GS_TILES_PAINT_B (canvas->theme);
  const gboolean lit = operand == 0 ? row == frame->row : column == frame->column;
  GsTileCell cell;
  GsColor ink;

  gs_tile_play_cell (&frame->play, frame->scene->play, operand, row, column, &cell);
  if (cell.state == GS_TILE_CELL_EMPTY && !(lit && frame->term >= 0))
    paint = &canvas->theme->fates[GS_FATE_IDLE];
  else if (is_wrong (frame, &cell))
    paint = &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS];
  gs_canvas_rectangle (canvas, x, y, size, size);
  gs_canvas_fill (canvas, paint);
  if (cell.state == GS_TILE_CELL_ZERO
      || (!lit && cell.state == GS_TILE_CELL_VALUE && !is_wrong (frame, &cell)))
    {
      gs_canvas_set_color (canvas, &canvas->theme->background, cell.state == GS_TILE_CELL_ZERO ? 0.75 : 0.45);
      gs_canvas_rectangle (canvas, x, y, size, size);
      cairo_fill (canvas->cr);
    }
  ink = lit && cell.state != GS_TILE_CELL_ZERO ? gs_color_readable_on (&paint->base) : canvas->theme->text;
  if (size >= VALUE_POINTS && cell.state != GS_TILE_CELL_EMPTY)
    draw_value (canvas, frame, operand, &cell, x, y, size, &ink);
}

void
gs_tiles_draw_shared (
    GsCanvas *canvas, const GsTilesFrame *frame, int operand, double x, double y, double size)
{
  const gint64 side = frame->play.side;
  const double cell = size / (double)side;

  for (gint64 row = 0; row < side; row++)
    for (gint64 column = 0; column < side; column++)
      draw_cell (canvas, frame, operand, row, column, x + (double)column * cell, y + (double)row * cell,
                 cell - (cell > 5 ? 1 : 0));
  gs_canvas_set_color (canvas, &canvas->theme->line, 1);
  gs_canvas_frame (canvas, x - 1, y - 1, size + 2, size + 2, 1);
  if (frame->term < 0)
    return;
  gs_canvas_set_color (canvas, &canvas->theme->text, 1);
  gs_canvas_frame (canvas, x + (double)(operand == 0 ? frame->term : frame->column) * cell - 1,
                   y + (double)(operand == 0 ? frame->row : frame->term) * cell - 1, cell + 2, cell + 2, 2.5);
}

/* A barrier: a wall that is open once all have come. A missing one is a gap with
 * its name struck out in the colour of danger. */
static void
draw_barrier (GsCanvas *canvas, const GsTilesFrame *frame, int number, double x, double y, double height)
{
  const gboolean missing
      = (frame->play.plan->faults & (number == 1 ? GS_FAULT_BARRIER_1 : GS_FAULT_BARRIER_2)) != 0;
  const gboolean now = frame->step.phase == (number == 1 ? GS_TILE_PHASE_BARRIER_1 : GS_TILE_PHASE_BARRIER_2);
  const GsTextStyle style = { .size = 9.5,
                              .flags = now ? GS_TEXT_BOLD : GS_TEXT_PLAIN,
                              .align = 0.5,
                              .color = missing ? &canvas->theme->danger : &canvas->theme->text };
  const double dashes[] = { 3, 4 };
  g_autofree char *name
      = missing ? g_strdup_printf (_ ("no barrier %d"), number) : g_strdup_printf (_ ("barrier %d"), number);

  gs_canvas_set_color (canvas,
                       missing ? &canvas->theme->danger
                       : now   ? &canvas->theme->accent
                               : &canvas->theme->text,
                       1);
  cairo_set_line_width (canvas->cr, now ? 5 : missing ? 1.5 : 3);
  if (missing)
    cairo_set_dash (canvas->cr, dashes, 2, 0);
  cairo_move_to (canvas->cr, x, y - 3);
  cairo_line_to (canvas->cr, x, y + height + 3);
  cairo_stroke (canvas->cr);
  cairo_set_dash (canvas->cr, NULL, 0, 0);
  gs_text_draw (canvas, &style, x, y + height + 13 * canvas->type_scale, name);
}

static void
draw_bar (
    GsCanvas *canvas, const GsPaint *paint, double x, double y, double width, double height, double part)
{
  gs_canvas_set_color (canvas, &canvas->theme->border, 1);
  gs_canvas_rectangle (canvas, x, y, width, height);
  cairo_fill (canvas->cr);
  if (part <= 0)
    return;
  gs_canvas_rectangle (canvas, x, y, width * MIN (part, 1), height);
  gs_canvas_fill (canvas, paint);
}

void
gs_tiles_draw_warps (
    GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height)
{
  const GsTilePlay *play = &frame->play;
  const double unit = canvas->type_scale, names = 52 * unit, load = (width - names) * 0.28,
               loop = (width - names) * 0.56, top = y + 24 * unit,
               pitch = MIN ((height - 44 * unit) / play->n_warps, 18 * unit), bar = MAX (pitch - 3, 1.5);
  const GsTextStyle small = { .size = MIN (9.5, pitch / unit), .color = &canvas->theme->muted };
  const GsTextStyle head = { .size = 9.5, .color = &canvas->theme->muted, .align = 0.5, .max_width = load };
  const double loop_x = x + names + load + 14 * unit;

  gs_text_draw (canvas, &head, x + names + load / 2, y + 12 * unit, _ ("load"));
  gs_text_draw (canvas, &head, loop_x + loop / 2, y + 12 * unit, _ ("k-loop in the tile"));
  for (int warp = 0; warp < play->n_warps; warp++)
    {
      const double at = top + warp * pitch;
      GsTileWarp state;

      gs_tile_play_warp (play, frame->scene->play, warp, &state);
      if (pitch >= 8 * unit)
        {
          g_autofree char *name = g_strdup_printf (_ ("warp %d"), warp);

          gs_text_draw (canvas, &small, x, at + bar / 2, name);
        }
      draw_bar (canvas, GS_TILES_PAINT_A (canvas->theme), x + names, at, load, bar,
                state.loads > frame->tile ? 1 : 0);
      draw_bar (canvas, &canvas->theme->phases[GS_PHASE_COMPUTE], loop_x, at, loop, bar,
                (double)(state.terms - frame->tile * play->side) / (double)play->side);
    }
  draw_barrier (canvas, frame, 1, x + names + load + 7 * unit, top, play->n_warps * pitch - 3);
  draw_barrier (canvas, frame, 2, loop_x + loop + 7 * unit, top, play->n_warps * pitch - 3);
}
