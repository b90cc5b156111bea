#include "gs-painter-pitfall.h"

#include <glib/gi18n-lib.h>

#include "gs-chart.h"
#include "gs-timing-private.h"

char *
gs_pitfall_verdict (const GsPitfall *pitfall)
{
  g_autofree char *no_sync = gs_format_ns ((double)pitfall->no_sync_ns),
                  *sync = gs_format_ns ((double)pitfall->sync_ns);
  g_autofree char *event = gs_format_ns ((double)pitfall->event_ns), *knee = gs_format_count (pitfall->knee);
  g_autofree char *readings = g_strdup_printf (
      _ ("The launch returns after %s; the kernel needs %s by events, and a host that waits sees %s."),
      no_sync, event, sync);

  if (pitfall->knee <= 0)
    return g_steal_pointer (&readings);
  /* Translators: first the sentence about the three readings, then a number of launches. */
  return g_strdup_printf (_ ("%s After %s launches the queue is full and launching waits too."), readings,
                          knee);
}

static gboolean
queue_scales (const GsPitfall *pitfall, GsChart *chart)
{
  guint n = MIN (pitfall->queue_launches->len, pitfall->queue_ns->len);
  double low_ns = G_MAXDOUBLE, high_ns = 0;

  for (guint i = 0; i < n; i++)
    {
      double ns = (double)g_array_index (pitfall->queue_ns, gint64, i);

      if (ns > 0)
        {
          low_ns = MIN (low_ns, ns);
          high_ns = MAX (high_ns, ns);
        }
    }
  if (n < 2 || high_ns <= 0)
    return FALSE;
  chart->h = (GsScale){ (double)MAX (g_array_index (pitfall->queue_launches, gint64, 0), 1),
                        (double)MAX (g_array_index (pitfall->queue_launches, gint64, n - 1), 2), TRUE };
  chart->v = (GsScale){ low_ns / 1.5, high_ns * 1.5, TRUE };
  return chart->h.low < chart->h.high;
}

void
gs_timing_draw_queue (
    GsCanvas *canvas, const GsPitfall *pitfall, double x, double y, double width, double height)
{
  double unit = canvas->type_scale;
  const GsTextStyle heading = { .size = 12, .flags = GS_TEXT_BOLD, .max_width = width - 28 * unit };
  const GsTextStyle plain = { .size = 10.5, .color = &canvas->theme->muted };
  GsChart chart = { .h_unit = GS_AXIS_COUNT,
                    .v_unit = GS_AXIS_NS,
                    .h_title = _ ("launches without waiting"),
                    .v_title = _ ("host time until the last one returned") };

  gs_canvas_card (canvas, x, y, width, height);
  gs_text_draw (canvas, &heading, x + 14 * unit, y + 20 * unit, _ ("The launch queue"));
  if (!queue_scales (pitfall, &chart))
    {
      gs_text_wrap (canvas, &plain, x + 14 * unit, y + 40 * unit, width - 28 * unit, _ ("not measured"),
                    TRUE);
      return;
    }
  gs_chart_place (&chart, canvas, x + 14 * unit, y + 34 * unit, width - 28 * unit, height - 46 * unit);
  gs_chart_draw_axes (&chart, canvas);
  cairo_new_path (canvas->cr);
  for (guint i = 0; i < pitfall->queue_ns->len; i++)
    cairo_line_to (canvas->cr,
                   gs_chart_x (&chart, (double)g_array_index (pitfall->queue_launches, gint64, i)),
                   gs_chart_y (&chart, (double)MAX (g_array_index (pitfall->queue_ns, gint64, i), 1)));
  gs_canvas_set_color (canvas, &canvas->theme->series[0], 1);
  cairo_set_line_width (canvas->cr, 2 * canvas->theme->line_width);
  cairo_stroke (canvas->cr);
  for (guint i = 0; i < pitfall->queue_ns->len; i++)
    gs_chart_mark (canvas, 0, gs_chart_x (&chart, (double)g_array_index (pitfall->queue_launches, gint64, i)),
                   gs_chart_y (&chart, (double)MAX (g_array_index (pitfall->queue_ns, gint64, i), 1)), 3.5,
                   &canvas->theme->series[0]);
  if (pitfall->knee > 0)
    {
      double at = gs_chart_x (&chart, (double)pitfall->knee);
      const GsTextStyle style
          = { .size = 10, .flags = GS_TEXT_BOLD, .align = at > chart.x + chart.width / 2 ? 1 : 0 };
      g_autofree char *count = gs_format_count (pitfall->knee);
      g_autofree char *text = g_strdup_printf (_ ("queue full at %s"), count);

      gs_canvas_set_color (canvas, &canvas->theme->series[1], 1);
      gs_canvas_vline (canvas, at, chart.y, chart.y + chart.height, 2);
      gs_chart_label (&chart, canvas, &style, 0, at + (style.align > 0 ? -8 : 8), chart.y + 12 * unit, text);
    }
}

/* What the three readings and the first call need to carry their notes. */
#define READINGS_HEIGHT   250.0
#define FIRST_CALL_HEIGHT 184.0

/* The first call stands below the readings where there is room for both. */
static void
draw_readings (GsCanvas *canvas, const GsResult *result, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, gap = 16 * unit, readings = height;
  GsTimingScene scene;

  if (result->timed && height >= (READINGS_HEIGHT + FIRST_CALL_HEIGHT) * unit + gap)
    {
      readings = READINGS_HEIGHT * unit;
      gs_timing_scene_init (&scene, NULL);
      gs_timing_draw_first_call (canvas, &scene, result, x, y + readings + gap, width,
                                 height - readings - gap);
    }
  gs_timing_draw_readings (canvas, result->pitfall, x, y, width, readings);
}

void
gs_painter_pitfall (GsCanvas *canvas, const GsResult *result)
{
  double unit, margin, width, height, half;

  g_return_if_fail (canvas != NULL);

  if (result == NULL || result->pitfall == NULL)
    return;
  unit = canvas->type_scale;
  margin = 16 * unit;
  width = canvas->width - 2 * margin;
  height = canvas->height - 2 * margin;
  if (width >= 560 * unit)
    {
      half = (width - margin) / 2;
      draw_readings (canvas, result, margin, margin, half, height);
      gs_timing_draw_queue (canvas, result->pitfall, margin * 2 + half, margin, half, height);
      return;
    }
  half = (height - margin) / 2;
  if (half < 20 * unit)
    return;
  draw_readings (canvas, result, margin, margin, width, half);
  gs_timing_draw_queue (canvas, result->pitfall, margin, margin * 2 + half, width, half);
}
