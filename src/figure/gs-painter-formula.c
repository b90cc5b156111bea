#include "gs-painter-formula.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-format.h"
#include "gs-math.h"
#include "gs-thread-story.h"

static char *
axis_text (const GsPlan *plan, const char *axis, gint64 size, gint64 block, gint64 grid)
{
  const char *open = plan->grid_rule == GS_GRID_FLOOR ? "⌊" : "⌈",
             *close = plan->grid_rule == GS_GRID_FLOOR ? "⌋" : "⌉";

  if (plan->grid_rule == GS_GRID_EXPLICIT || plan->elements_per_thread > 1)
    return g_strdup_printf ("gridDim.%s = %" PRId64, axis, grid);
  return g_strdup_printf ("gridDim.%s = %s%" PRId64 " / %" PRId64 "%s = %" PRId64, axis, open, size, block,
                          close, grid);
}

char *
gs_formula_grid_text (const GsPlan *plan)
{
  gboolean swapped, made_for_rows;
  g_autofree char *x = NULL, *y = NULL;
  GsPlane plane;

  g_return_val_if_fail (plan != NULL, NULL);

  if (plan->block_dims != 2)
    return axis_text (plan, "x", plan->elements, plan->block[0], plan->grid[0]);
  gs_plan_plane (plan, &plane);
  swapped = plan->map == GS_MAP_X_ROW;
  /* With swapped axes the grid is still that of the other mapping. */
  made_for_rows = swapped != ((plan->faults & GS_FAULT_SWAPPED_AXES) != 0);
  x = axis_text (plan, "x", made_for_rows ? plan->m : plan->n,
                 swapped ? plane.block_rows : plane.block_columns, plan->grid[0]);
  y = axis_text (plan, "y", made_for_rows ? plan->n : plan->m,
                 swapped ? plane.block_columns : plane.block_rows, plan->grid[1]);
  return g_strdup_printf ("%s,   %s", x, y);
}

static const GsColor *
role_color (const GsTheme *theme, GsStoryRole role)
{
  switch (role)
    {
    case GS_STORY_BAD:
      return &theme->danger;
    case GS_STORY_STOP:
      return &theme->muted;
    case GS_STORY_GOOD:
      return &theme->accent;
    default:
      return &theme->text;
    }
}

static double
draw_story (GsCanvas *canvas, const GsFormulaScene *scene, double x, double y, double width)
{
  g_autoptr (GPtrArray) lines = gs_thread_story (scene->plan, &scene->thread, scene->inputs);
  double unit = canvas->type_scale;

  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      const GsStoryLine *line = g_ptr_array_index (lines, i);
      const GsTextStyle style = { .size = line->role == GS_STORY_MATH ? 12 : 12.5,
                                  .color = role_color (canvas->theme, line->role),
                                  .flags = line->role == GS_STORY_MATH    ? GS_TEXT_MONO
                                           : line->role != GS_STORY_PLAIN ? GS_TEXT_BOLD
                                                                          : GS_TEXT_PLAIN };

      y += gs_text_wrap (canvas, &style, x, y, width, line->text, TRUE) + 9 * unit;
    }
  return y;
}

/* One matrix as an outline of @rows × @columns with a lit row and column. */
static void
draw_outline (GsCanvas *canvas,
              const char *name,
              gint64 rows,
              gint64 columns,
              gint64 row,
              gint64 column,
              const GsColor *color,
              double x,
              double y,
              double scale)
{
  const GsTextStyle style = { .size = 13, .flags = GS_TEXT_SERIF | GS_TEXT_ITALIC, .align = 0.5 };
  double width = MAX (columns * scale, 4), height = MAX (rows * scale, 4);
  double cell_w = MAX (scale, 3), cell_h = MAX (scale, 3);

  gs_canvas_set_color (canvas, &canvas->theme->surface, 1);
  gs_canvas_rectangle (canvas, x, y, width, height);
  cairo_fill (canvas->cr);
  gs_canvas_set_color (canvas, color, 1);
  if (row >= 0 && column >= 0)
    gs_canvas_rectangle (canvas, x + MIN (column * scale, width - cell_w),
                         y + MIN (row * scale, height - cell_h), cell_w, cell_h);
  else if (row >= 0)
    gs_canvas_rectangle (canvas, x, y + MIN (row * scale, height - cell_h), width, cell_h);
  else if (column >= 0)
    gs_canvas_rectangle (canvas, x + MIN (column * scale, width - cell_w), y, cell_w, height);
  cairo_fill (canvas->cr);
  gs_canvas_set_color (canvas, &canvas->theme->border, 1);
  if (scale >= 5)
    {
      for (gint64 i = 1; i < columns; i++)
        gs_canvas_vline (canvas, x + i * scale, y, y + height, 0.5);
      for (gint64 i = 1; i < rows; i++)
        gs_canvas_hline (canvas, x, x + width, y + i * scale, 0.5);
    }
  gs_canvas_set_color (canvas, &canvas->theme->line, 1);
  gs_canvas_frame (canvas, x, y, width, height, 1);
  gs_text_draw (canvas, &style, x + width / 2, y - 12 * canvas->type_scale, name);
}

/* B stands above C and A to its left, so that row and column meet in the element. */
static void
draw_product (
    GsCanvas *canvas, const GsPlan *plan, gint64 element, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, gap = 26 * unit;
  double scale = MIN ((width - gap) / MAX ((double)(plan->k + plan->n), 1),
                      (height - 2 * gap) / MAX ((double)(plan->k + plan->m), 1));
  gint64 row = element >= 0 ? element / plan->n : -1, column = element >= 0 ? element % plan->n : -1;
  double a_width, b_height;

  if (!(scale > 0) || plan->n <= 0 || plan->m <= 0)
    return;
  scale = MIN (scale, 22);
  a_width = MAX (plan->k * scale, 4);
  b_height = MAX (plan->k * scale, 4);
  y += gap;
  draw_outline (canvas, "B", plan->k, plan->n, -1, column, &canvas->theme->phases[GS_PHASE_DOWNLOAD].base,
                x + a_width + gap, y, scale);
  draw_outline (canvas, "A", plan->m, plan->k, row, -1, &canvas->theme->phases[GS_PHASE_UPLOAD].base, x,
                y + b_height + gap, scale);
  draw_outline (canvas, "C", plan->m, plan->n, row, column, &canvas->theme->fates[GS_FATE_ACTIVE].base,
                x + a_width + gap, y + b_height + gap, scale);
}

static double
draw_formulas (GsCanvas *canvas, const GsFormulaScene *scene, double x, double y, double width)
{
  double unit = canvas->type_scale;
  double wide = gs_math_draw (canvas, 0, 0, 24, gs_math_for_op (scene->plan->op), FALSE);
  double size = CLAMP (24 * width / MAX (wide, 1), 4, 24);
  const GsTextStyle plain = { .size = 12 }, math = { .size = 13, .flags = GS_TEXT_SERIF };
  g_autofree char *grid = gs_formula_grid_text (scene->plan), *verdict = gs_plan_verdict (scene->plan);

  gs_math_draw (canvas, x, y + 34 * unit, size, gs_math_for_op (scene->plan->op), TRUE);
  y += (scene->plan->op == GS_OP_MATMUL ? 84 : 62) * unit;
  y += gs_text_wrap (canvas, &math, x, y, width, grid, TRUE) + 8 * unit;
  y += gs_text_wrap (canvas, &plain, x, y, width, verdict, TRUE);
  return y + 22 * unit;
}

void
gs_painter_formula (GsCanvas *canvas, const GsFormulaScene *scene)
{
  double unit, margin, width, y;
  GsThreadInfo info;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->plan == NULL)
    return;
  unit = canvas->type_scale;
  margin = 24 * unit;
  width = canvas->width - 2 * margin;
  if (scene->plan->op == GS_OP_MATMUL && width > 520 * unit)
    {
      gint64 element = -1;

      if (scene->has_thread && scene->plan->counted && gs_plan_thread (scene->plan, &scene->thread, &info))
        element = info.element;
      draw_product (canvas, scene->plan, element, margin + width * 0.62, margin, width * 0.38,
                    canvas->height - 2 * margin);
      width *= 0.57;
    }
  y = draw_formulas (canvas, scene, margin, margin * 0.7, width);
  if (!scene->has_thread || !scene->plan->counted || canvas->height - y < 40 * unit)
    return;
  gs_canvas_set_color (canvas, &canvas->theme->border, 1);
  gs_canvas_hline (canvas, margin, margin + width, y - 10 * unit, 1);
  draw_story (canvas, scene, margin, y, width);
}
