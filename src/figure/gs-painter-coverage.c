#include <glib/gi18n-lib.h>

#include "gs-coverage-private.h"
#include "gs-scale.h"

gboolean
gs_coverage_can_draw (const GsPlan *plan)
{
  return plan->valid && (plan->threads > 0 || plan->elements > 0);
}

char *
gs_coverage_title (const GsPlan *plan)
{
  g_autofree char *m = gs_format_count (plan->m), *n = gs_format_count (plan->n);
  g_autofree char *gx = gs_format_count (plan->grid[0]), *gy = gs_format_count (plan->grid[1]);
  g_autofree char *bx = gs_format_count (plan->block[0]), *by = gs_format_count (plan->block[1]);
  unsigned long blocks = (unsigned long)CLAMP (plan->grid[0], 0, 1000000);

  if (plan->block_dims == 2)
    /* Translators: sizes of the output matrix, the grid and the block. */
    return g_strdup_printf (_ ("Output C, %s × %s, under a grid of %s × %s blocks of %s × %s threads"), m, n,
                            gx, gy, bx, by);
  if (plan->m == 1)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Output C, %s elements, under a grid of %s block of %s threads",
                     "Output C, %s elements, under a grid of %s blocks of %s threads", blocks),
        n, gx, bx);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Output C, %s × %s, under a grid of %s block of %s threads",
                                       "Output C, %s × %s, under a grid of %s blocks of %s threads", blocks),
                          m, n, gx, bx);
}

/* gs_coverage_title() without the size of the grid. Free it. */
static char *
veiled_title (const GsPlan *plan)
{
  g_autofree char *m = gs_format_count (plan->m), *n = gs_format_count (plan->n);
  g_autofree char *bx = gs_format_count (plan->block[0]), *by = gs_format_count (plan->block[1]);

  if (plan->block_dims == 2)
    /* Translators: sizes of the output matrix and the block. */
    return g_strdup_printf (_ ("Output C, %s × %s, under blocks of %s × %s threads"), m, n, bx, by);
  if (plan->m == 1)
    return g_strdup_printf (_ ("Output C, %s elements, under blocks of %s threads"), n, bx);
  return g_strdup_printf (_ ("Output C, %s × %s, under blocks of %s threads"), m, n, bx);
}

static void
draw_title (GsCanvas *canvas, const GsCoverageScene *scene)
{
  g_autofree char *title = scene->veiled ? veiled_title (scene->plan) : gs_coverage_title (scene->plan);
  g_autofree char *trouble = scene->veiled ? NULL : gs_plan_trouble (scene->plan);
  const double unit = canvas->type_scale, width = canvas->width - 32 * unit;
  const GsTextStyle wrong
      = { .size = 11.5, .flags = GS_TEXT_BOLD, .color = &canvas->theme->danger, .max_width = width };
  const GsTextStyle style = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width };

  gs_text_draw_fitted (canvas, &style, 16 * unit, (trouble != NULL ? 15 : 22) * unit, title);
  if (trouble != NULL)
    gs_text_draw_fitted (canvas, &wrong, 16 * unit, 32 * unit, trouble);
}

/* A launch that cannot happen has no picture: what stands in its way has. */
static void
draw_problems (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageLayout *layout)
{
  const GsPlan *plan = scene->plan;
  const GsTextStyle heading = { .size = 15, .flags = GS_TEXT_BOLD, .color = &canvas->theme->danger };
  const GsTextStyle style = { .size = 12 };
  double unit = canvas->type_scale, x = 16 * unit, y = layout->y + 12 * unit;

  if (plan->valid)
    {
      gs_text_wrap (canvas, &style, x, y, canvas->width - 2 * x,
                    _ ("There is nothing to launch: C has no elements."), TRUE);
      return;
    }
  gs_text_draw (canvas, &heading, x, y, _ ("This launch is refused"));
  y += 18 * unit;
  for (guint i = 0; scene->reasons && i < plan->problems->len; i++)
    {
      const GsProblem *problem = g_ptr_array_index (plan->problems, i);

      y += gs_text_wrap (canvas, &style, x, y, canvas->width - 2 * x, problem->message, TRUE) + 8 * unit;
    }
}

static void
mark_cell (GsCanvas *canvas, const GsCoverageFrame *frame, gint64 x, gint64 y, const GsColor *color)
{
  double px = gs_coverage_frame_x (frame, x) + frame->view.zoom_x / 2;
  double py = gs_coverage_frame_y (frame, y) + frame->view.zoom_y / 2, side = 13;

  if (px < frame->x || py < frame->y || px > frame->x + frame->width || py > frame->y + frame->height)
    return;
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  gs_canvas_frame (canvas, px - side / 2 - 2, py - side / 2 - 2, side + 4, side + 4, 5);
  gs_canvas_set_color (canvas, color, 1);
  gs_canvas_frame (canvas, px - side / 2, py - side / 2, side, side, 2.5);
}

/* One bad thread among millions is smaller than a pixel: a ring shows where the
 * first is. */
static void
draw_first_faults (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  const GsPlan *plan = scene->plan;
  gint64 x, y;

  if (MIN (frame->view.zoom_x, frame->view.zoom_y) >= 3)
    return;
  if (plan->has_first_out_of_bounds && gs_plan_cell_of (plan, &plan->first_out_of_bounds, &x, &y))
    mark_cell (canvas, frame, x, y, &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS].base);
  if (gs_coverage_element_cell (plan, &frame->plane, plan->first_missed, &x, &y))
    mark_cell (canvas, frame, x, y, &canvas->theme->missed.ink);
}

void
gs_painter_coverage (GsCanvas *canvas, const GsCoverageScene *scene)
{
  GsCoverageLayout layout;
  GsCoverageFrame frame;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->plan == NULL)
    return;
  gs_coverage_layout (scene, canvas->width, canvas->height, canvas->type_scale, &layout);
  if (scene->title)
    draw_title (canvas, scene);
  if (!gs_coverage_can_draw (scene->plan))
    {
      draw_problems (canvas, scene, &layout);
      return;
    }
  gs_coverage_frame_init (&frame, scene, &layout);
  cairo_save (canvas->cr);
  gs_canvas_rectangle (canvas, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (canvas->cr);
  gs_coverage_draw_fills (canvas, scene, &frame);
  gs_coverage_draw_cell_names (canvas, scene, &frame);
  cairo_restore (canvas->cr);
  gs_coverage_draw_blocks (canvas, scene, &frame);
  draw_first_faults (canvas, scene, &frame);
  gs_coverage_draw_axes (canvas, scene, &frame);
  gs_coverage_draw_minimap (canvas, scene, &layout, &frame);
  gs_coverage_draw_legend (canvas, scene, &layout);
}
