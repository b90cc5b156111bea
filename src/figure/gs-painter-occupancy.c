#include "gs-painter-occupancy.h"

#include <glib/gi18n-lib.h>

#include "gs-chart.h"

char *
gs_occupancy_title (const GsOccupancyScene *scene)
{
  g_autofree char *shared = gs_format_bytes ((double)scene->shared_bytes);
  const char *name = scene->limits->name;

  /* Names of cards are not in the catalogue and stay; its head has the empty name. */
  return g_strdup_printf (
      _ ("Warps on a multiprocessor over block size: %s, %d registers per thread, %s shared per block"),
      *name != '\0' ? g_dgettext (GETTEXT_PACKAGE, name) : name, scene->registers, shared);
}

static void
draw_bars (GsCanvas *canvas, const GsOccupancyScene *scene, const GsChart *chart)
{
  int step = MAX (scene->limits->warp_size, 1), most = (int)MIN (scene->limits->max_threads_per_block, 4096);
  double slot = chart->width / (most / step), bar = MAX (slot * 0.72, 1);

  for (int threads = step; threads <= most; threads += step)
    {
      gboolean chosen = scene->block_threads > threads - step && scene->block_threads <= threads;
      const GsPaint *idle = &canvas->theme->fates[GS_FATE_IDLE];
      double x = chart->x + (threads / step - 0.5) * slot - bar / 2, y;
      GsOccupancy occupancy;

      gs_occupancy (scene->limits, threads, scene->registers, scene->shared_bytes, &occupancy);
      y = gs_chart_y (chart, occupancy.fraction);
      if (occupancy.fraction > 0)
        {
          gs_canvas_set_color (canvas,
                               chosen ? &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS].base
                                      : &canvas->theme->fates[GS_FATE_ACTIVE].base,
                               1);
          gs_canvas_rectangle (canvas, x, y, bar, chart->y + chart->height - y);
          cairo_fill (canvas->cr);
        }
      else
        {
          gs_canvas_rectangle (canvas, x, chart->y, bar, chart->height);
          gs_canvas_fill (canvas, idle);
        }
    }
}

static void
draw_block_sizes (GsCanvas *canvas, const GsOccupancyScene *scene, const GsChart *chart)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  int step = MAX (scene->limits->warp_size, 1), most = (int)MIN (scene->limits->max_threads_per_block, 4096);
  double slot = chart->width / (most / step), last = -1e9;

  for (int threads = step; threads <= most; threads += threads < 4 * step ? step : 4 * step)
    {
      g_autofree char *text = g_strdup_printf ("%d", threads);
      double x = chart->x + (threads / step - 0.5) * slot, half = gs_text_width (canvas, &style, text) / 2;

      if (x - half < last + 6)
        continue;
      gs_text_draw (canvas, &style, x, chart->y + chart->height + 12 * canvas->type_scale, text);
      last = x + half;
    }
  gs_text_draw (canvas, &style, chart->x + chart->width / 2,
                chart->y + chart->height + 29 * canvas->type_scale, _ ("threads per block"));
}

void
gs_painter_occupancy (GsCanvas *canvas, const GsOccupancyScene *scene)
{
  double unit, margin, width, words, ticks[12];
  GsChart chart = { .v_unit = GS_AXIS_PERCENT, .v = { 0, 1, FALSE }, .h = { 0, 1, FALSE }, .h_title = "" };
  g_autofree char *title = NULL, *verdict = NULL;
  GsOccupancy occupancy;
  int n;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->limits == NULL)
    return;
  unit = canvas->type_scale;
  margin = 16 * unit;
  width = canvas->width - 2 * margin;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width }, plain = { .size = 11 };
  const GsTextStyle muted = { .size = 10, .color = &canvas->theme->muted, .align = 1 };
  title = gs_occupancy_title (scene);
  gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, title);
  gs_occupancy (scene->limits, scene->block_threads, scene->registers, scene->shared_bytes, &occupancy);
  verdict = gs_occupancy_verdict (&occupancy);
  words = gs_text_wrap (canvas, &plain, margin, 0, width, verdict, FALSE);
  gs_chart_place (&chart, canvas, margin, 44 * unit, width, canvas->height - 62 * unit - words);
  n = gs_scale_ticks (&chart.v, 5, ticks, G_N_ELEMENTS (ticks));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *text = gs_axis_format (GS_AXIS_PERCENT, ticks[i]);

      gs_canvas_set_color (canvas, &canvas->theme->grid, 1);
      gs_canvas_hline (canvas, chart.x, chart.x + chart.width, gs_chart_y (&chart, ticks[i]), 0.75);
      gs_text_draw (canvas, &muted, chart.x - 7 * unit, gs_chart_y (&chart, ticks[i]), text);
    }
  draw_bars (canvas, scene, &chart);
  gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
  gs_canvas_hline (canvas, chart.x, chart.x + chart.width, chart.y + chart.height, 1);
  draw_block_sizes (canvas, scene, &chart);
  gs_text_wrap (canvas, &plain, margin, canvas->height - words - 8 * unit, width, verdict, TRUE);
}
