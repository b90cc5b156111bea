/* Words of the coverage picture: axes, cells, legend. */
#include "gs-coverage-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "gs-scale.h"

/* The smallest of 1, 2, 5, 10, 20, … that is at least @n. */
static gint64
round_up_125 (double n)
{
  gint64 step = 1;

  while ((double)step < n && step < G_MAXINT64 / 10)
    {
      if ((double)step * 2 >= n)
        return step * 2;
      if ((double)step * 5 >= n)
        return step * 5;
      step *= 10;
    }
  return step;
}

static void
draw_column_axis (GsCanvas *canvas,
                  const GsCoverageScene *scene,
                  const GsCoverageFrame *frame,
                  const char *name)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  gint64 x0, y0, x1, y1, bx = frame->plane.block_columns, first, last, step, columns, rows;
  double width = (double)bx * frame->view.zoom_x;
  double y = frame->y + frame->height + 6 + 10 * canvas->type_scale;
  g_autofree char *widest_number = NULL, *widest = NULL;
  gboolean named;

  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  first = x0 / bx;
  gs_coverage_grid_extent (scene, &frame->plane, &columns, &rows);
  last = (MIN (x1, columns) - 1) / bx;
  widest_number = gs_format_count (last);
  widest = g_strdup_printf ("%s = %s", name, widest_number);
  named = gs_text_estimate (widest, 10 * canvas->type_scale) + 10 <= width;
  step = named ? 1 : round_up_125 ((gs_text_estimate (widest_number, 10 * canvas->type_scale) + 14) / width);
  for (gint64 b = (first + step - 1) / step * step; b <= last; b += step)
    {
      g_autofree char *number = gs_format_count (b);
      g_autofree char *text = named ? g_strdup_printf ("%s = %s", name, number) : g_strdup (number);
      double left = MAX (gs_coverage_frame_x (frame, b * bx), frame->x);
      double right = MIN (gs_coverage_frame_x (frame, (b + 1) * bx), frame->x + frame->width);
      double half = gs_text_estimate (text, 10 * canvas->type_scale) / 2;
      double middle = (left + right) / 2;

      if (middle - half < frame->x - 30 || middle + half > canvas->width
          || (step == 1 && right - left < 2 * half))
        continue;
      gs_text_draw (canvas, &style, middle, y, text);
    }
  if (!named)
    gs_text_draw (canvas, &style, frame->x + frame->width / 2, y + 12 * canvas->type_scale, name);
}

static void
draw_row_axis (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame, const char *name)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  const GsTextStyle right_style = { .size = 10, .color = &canvas->theme->muted, .align = 1 };
  gint64 x0, y0, x1, y1, by = frame->plane.block_rows, first, last, step, columns, rows;
  double height = (double)by * frame->view.zoom_y;
  g_autofree char *widest_number = NULL, *widest = NULL;
  gboolean named;

  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  first = y0 / by;
  gs_coverage_grid_extent (scene, &frame->plane, &columns, &rows);
  last = (MIN (y1, rows) - 1) / by;
  widest_number = gs_format_count (last);
  widest = g_strdup_printf ("%s = %s", name, widest_number);
  named = gs_text_estimate (widest, 10 * canvas->type_scale) + 6 <= height;
  step = named ? 1 : round_up_125 (16 * canvas->type_scale / height);
  for (gint64 b = (first + step - 1) / step * step; b <= last; b += step)
    {
      g_autofree char *number = gs_format_count (b);
      g_autofree char *text = named ? g_strdup_printf ("%s = %s", name, number) : g_strdup (number);
      double top = MAX (gs_coverage_frame_y (frame, b * by), frame->y);
      double bottom = MIN (gs_coverage_frame_y (frame, (b + 1) * by), frame->y + frame->height);

      if (named && bottom - top < gs_text_estimate (text, 10 * canvas->type_scale))
        continue;
      if (named)
        gs_text_draw_turned (canvas, &style, frame->x - 6 - 9 * canvas->type_scale, (top + bottom) / 2, text);
      else if (bottom - top >= 8 || step > 1)
        gs_text_draw (canvas, &right_style, frame->x - 10, (top + bottom) / 2, text);
    }
  if (!named && frame->height > gs_text_estimate (name, 10 * canvas->type_scale) && frame->x > 40)
    gs_text_draw_turned (canvas, &style,
                         frame->x - 12 - gs_text_estimate (widest_number, 10 * canvas->type_scale)
                             - 9 * canvas->type_scale,
                         frame->y + frame->height / 2, name);
}

/* A launch in one dimension, laid out row after row: the number of each row's
 * first thread. */
static void
draw_thread_axis (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 1 };
  const GsTextStyle middle = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  gint64 x0, y0, x1, y1, step;
  g_autofree char *columns = gs_format_count (frame->plane.columns);
  g_autofree char *block = gs_format_count (frame->plane.block_columns);
  g_autofree char *note = NULL;

  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  step = round_up_125 (16 * canvas->type_scale / frame->view.zoom_y);
  for (gint64 y = (y0 + step - 1) / step * step; y < y1; y += step)
    {
      g_autofree char *number = gs_format_count (y * frame->plane.columns);
      double py = gs_coverage_frame_y (frame, y) + MIN (frame->view.zoom_y / 2, 8 * canvas->type_scale);

      if (gs_text_estimate (number, 10 * canvas->type_scale) + 8 < frame->x && py > frame->y)
        gs_text_draw (canvas, &style, frame->x - 9, py, number);
    }
  /* Translators: below a picture of threads in rows; both are numbers of threads. */
  note = g_strdup_printf (_ ("threads in order of their number, %s to a row; blocks of %s"), columns, block);
  gs_text_draw (canvas, &middle, frame->x + frame->width / 2,
                frame->y + frame->height + 6 + 10 * canvas->type_scale, note);
}

static void
draw_no_block (GsCanvas *canvas, const GsCoverageFrame *frame)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };

  /* Translators: below a picture of elements without any threads. */
  gs_text_draw (canvas, &style, frame->x + frame->width / 2,
                frame->y + frame->height + 6 + 10 * canvas->type_scale, _ ("no block starts"));
}

void
gs_coverage_draw_axes (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  gboolean swapped = scene->plan->block_dims == 2 && scene->plan->map == GS_MAP_X_ROW;

  if (canvas->height < 120 || canvas->width < 160)
    return;
  if (scene->plan->threads == 0)
    {
      draw_no_block (canvas, frame);
      return;
    }
  if (frame->plane.wrapped && frame->plane.rows > 1)
    draw_thread_axis (canvas, scene, frame);
  else
    {
      draw_column_axis (canvas, scene, frame, swapped ? "blockIdx.y" : "blockIdx.x");
      if (!frame->plane.wrapped)
        draw_row_axis (canvas, scene, frame, swapped ? "blockIdx.x" : "blockIdx.y");
    }
}

static void
draw_plate (GsCanvas *canvas, const GsColor *color, double x, double y, double width, double height)
{
  gs_canvas_set_color (canvas, color, 1);
  gs_canvas_rounded (canvas, x, y, width, height, 3);
  cairo_fill (canvas->cr);
}

/* Names of one cell: lane; with more room also thread and what it writes. */
static void
draw_cell_name (
    GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame, gint64 x, gint64 y)
{
  const GsPaint *paint;
  GsThreadId id;
  GsThreadInfo info;
  GsColor ink;
  double zoom = MIN (frame->view.zoom_x, frame->view.zoom_y);
  double cx = gs_coverage_frame_x (frame, x) + frame->view.zoom_x / 2;
  double cy = gs_coverage_frame_y (frame, y) + frame->view.zoom_y / 2;
  gboolean names = zoom >= GS_COVERAGE_ZOOM_NAMES;
  double size = names ? 11 : CLAMP (zoom * 0.36, 8, 11);
  char lane[32];

  if (!gs_plan_thread_at (scene->plan, x, y, &id) || !gs_plan_thread (scene->plan, &id, &info))
    return;
  paint = &canvas->theme->fates[info.fate];
  ink = gs_color_readable_on (&paint->base);
  if (names)
    g_snprintf (lane, sizeof lane, "w%d l%d", (int)info.warp, (int)info.lane);
  else
    g_snprintf (lane, sizeof lane, "%d", (int)info.lane);
  if (paint->fill != GS_FILL_SOLID)
    {
      double w = names ? zoom * 0.86 : gs_text_estimate (lane, size) + 4, h = names ? zoom * 0.74 : size + 4;

      draw_plate (canvas, &paint->base, cx - w / 2, cy - h / 2, w, h);
    }
  if (!names)
    gs_text_draw_ascii (canvas, size, &ink, cx, cy, lane);
  else
    {
      char thread[64], target[64];

      if (scene->plan->block_dims == 2)
        g_snprintf (thread, sizeof thread, "(%d,%d)", (int)id.thread[0], (int)id.thread[1]);
      else
        g_snprintf (thread, sizeof thread, "t%d", (int)id.thread[0]);
      if (scene->veiled)
        g_snprintf (target, sizeof target, "[?]");
      else if (info.fate == GS_FATE_IDLE)
        g_snprintf (target, sizeof target, "-");
      else
        g_snprintf (target, sizeof target, "[%" PRId64 "]", info.element >= 0 ? info.element : info.index);
      gs_text_draw_ascii (canvas, 9, &ink, cx, cy - 15, lane);
      gs_text_draw_ascii (canvas, 11, &ink, cx, cy, thread);
      if (strlen (target) * 6.5 < zoom)
        gs_text_draw_ascii (canvas, 10, &ink, cx, cy + 15, target);
    }
}

void
gs_coverage_draw_cell_names (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  gint64 x0, y0, x1, y1;

  if (MIN (frame->view.zoom_x, frame->view.zoom_y) < GS_COVERAGE_ZOOM_LANES)
    return;
  gs_coverage_frame_range (frame, &x0, &y0, &x1, &y1);
  for (gint64 y = y0; y < y1; y++)
    for (gint64 x = x0; x < x1; x++)
      draw_cell_name (canvas, scene, frame, x, y);
}
