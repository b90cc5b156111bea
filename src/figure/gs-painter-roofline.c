#include "gs-painter-roofline.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "gs-chart.h"
#include "gs-format.h"

static gboolean
find_ranges (const GsRoofs *roofs, GsChart *chart)
{
  double low_x = 1.0 / 16, high_x = 64, low_y = G_MAXDOUBLE, high_y = 0;

  for (guint i = 0; i < roofs->points->len; i++)
    {
      const GsRoofPoint *point = g_ptr_array_index (roofs->points, i);

      if (!(point->intensity > 0) || !(point->gflops > 0))
        continue;
      low_x = MIN (low_x, point->intensity / 2);
      high_x = MAX (high_x, point->intensity * 4);
      low_y = MIN (low_y, (point->bus_gflops > 0 ? point->bus_gflops : point->gflops) / 2);
    }
  for (guint i = 0; i < roofs->roofs->len; i++)
    {
      const GsRoof *roof = g_ptr_array_index (roofs->roofs, i);

      high_y = MAX (high_y, gs_roof_limit (roof, high_x));
      if (roof->copy_gbytes_per_s > 0)
        low_y = MIN (low_y, roof->copy_gbytes_per_s * low_x);
      if (gs_roof_bus_limit (roof, low_x) > 0)
        low_y = MIN (low_y, gs_roof_bus_limit (roof, low_x) * 2);
    }
  if (!(high_y > 0) || !(low_y < high_y))
    return FALSE;
  chart->h = (GsScale){ low_x, high_x, TRUE };
  chart->v = (GsScale){ low_y, high_y, TRUE };
  return TRUE;
}

/* Words stand above the highest roof. */
static void
leave_room_above (GsChart *chart, double room)
{
  const double part = MIN (room / chart->height, 0.4);

  chart->v.high *= pow (chart->v.high / chart->v.low, part / (1 - part));
}

static void
draw_slope (GsCanvas *canvas,
            const GsChart *chart,
            double gbytes_per_s,
            double top_gflops,
            const GsColor *color,
            gboolean dashed)
{
  static const double dash[] = { 3, 4 };
  double knee = gbytes_per_s > 0 && top_gflops > 0 ? top_gflops / gbytes_per_s : chart->h.high;
  cairo_t *cr = canvas->cr;

  knee = CLAMP (knee, chart->h.low, chart->h.high);
  cairo_save (cr);
  cairo_new_path (cr);
  if (gbytes_per_s > 0)
    {
      cairo_line_to (cr, gs_chart_x (chart, chart->h.low), gs_chart_y (chart, gbytes_per_s * chart->h.low));
      cairo_line_to (cr, gs_chart_x (chart, knee), gs_chart_y (chart, gbytes_per_s * knee));
    }
  else
    cairo_line_to (cr, gs_chart_x (chart, chart->h.low), gs_chart_y (chart, top_gflops));
  if (top_gflops > 0 && knee < chart->h.high)
    cairo_line_to (cr, gs_chart_x (chart, chart->h.high), gs_chart_y (chart, top_gflops));
  gs_canvas_set_color (canvas, color, 1);
  cairo_set_line_width (cr, (dashed ? 1.5 : 2.5) * canvas->theme->line_width);
  if (dashed)
    cairo_set_dash (cr, dash, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* The part of the slope of @gbytes_per_s that the plot shows, up to where arithmetic takes over. */
static gboolean
slope_line (const GsChart *chart, double gbytes_per_s, double top_gflops, GsChartLine *line)
{
  double low, knee;

  if (!(gbytes_per_s > 0))
    return FALSE;
  low = MAX (chart->h.low, chart->v.low / gbytes_per_s);
  knee = top_gflops > 0 ? MIN (top_gflops / gbytes_per_s, chart->h.high) : chart->h.high;
  *line = (GsChartLine){ gs_chart_x (chart, low), gs_chart_y (chart, gbytes_per_s * low),
                         gs_chart_x (chart, knee), gs_chart_y (chart, gbytes_per_s * knee) };
  return knee > low;
}

static double
bus_gbytes_per_s (const GsRoof *roof)
{
  return gs_roof_bus_limit (roof, 1) > 0 ? MAX (roof->upload_gbytes_per_s, roof->download_gbytes_per_s) : 0;
}

/* Words keep off all lines. */
static void
keep_roof_free (GsChart *chart, const GsRoof *roof)
{
  const double slopes[] = { roof->copy_gbytes_per_s, bus_gbytes_per_s (roof) };
  GsChartLine line;

  for (gsize i = 0; i < G_N_ELEMENTS (slopes); i++)
    if (slope_line (chart, slopes[i], roof->fma_gflops, &line))
      gs_chart_keep_line_free (chart, line.x0, line.y0, line.x1, line.y1);
  if (roof->fma_gflops > 0)
    {
      const double knee
          = roof->copy_gbytes_per_s > 0 ? roof->fma_gflops / roof->copy_gbytes_per_s : chart->h.low;
      const double y = gs_chart_y (chart, roof->fma_gflops);

      gs_chart_keep_line_free (chart, gs_chart_x (chart, MAX (knee, chart->h.low)), y,
                               chart->x + chart->width, y);
    }
}

/* Along the slope; where that is too short, beside its lower end. */
static void
label_slope (GsCanvas *canvas,
             GsChart *chart,
             double gbytes_per_s,
             double top_gflops,
             const GsColor *color,
             gboolean below,
             const char *text)
{
  const GsTextStyle style = { .size = 10, .color = color };
  GsChartLine line;

  if (!slope_line (chart, gbytes_per_s, top_gflops, &line)
      || gs_chart_label_along (chart, canvas, &style, &line, below, text)
      || gs_text_width (canvas, &style, text) > chart->width - 16 * canvas->type_scale)
    return;
  gs_chart_label (chart, canvas, &style, 0, line.x0 + 8 * canvas->type_scale,
                  line.y0 + (below ? 12 : -12) * canvas->type_scale, text);
}

/* Beside its lines: runs stand at the right end. */
static void
label_roof (GsCanvas *canvas, GsChart *chart, const GsRoof *roof, const GsColor *color)
{
  double unit = canvas->type_scale;

  if (roof->fma_gflops > 0)
    {
      const double ridge
          = roof->copy_gbytes_per_s > 0 ? gs_chart_x (chart, roof->fma_gflops / roof->copy_gbytes_per_s) : 0;
      const gboolean room = ridge < chart->x + 0.6 * chart->width;
      const GsTextStyle style = { .size = 10, .color = color, .align = room ? 0 : 1 };
      g_autofree char *rate = gs_format_rate (roof->fma_gflops * 1e9, "FLOP/s");
      g_autofree char *full = g_strdup_printf (_ ("%s: arithmetic %s"), roof->name, rate);
      const char *text = gs_text_width (canvas, &style, full) < chart->width - 12 ? full : rate;

      gs_chart_label (chart, canvas, &style, 0,
                      room ? MAX (ridge, chart->x) + 6 : chart->x + chart->width - 6,
                      gs_chart_y (chart, roof->fma_gflops) - 10 * unit, text);
    }
  if (roof->copy_gbytes_per_s > 0)
    {
      g_autofree char *rate = gs_format_rate (roof->copy_gbytes_per_s * 1e9, "B/s");
      g_autofree char *text = g_strdup_printf (_ ("%s: memory %s"), roof->name, rate);

      label_slope (canvas, chart, roof->copy_gbytes_per_s, roof->fma_gflops, color, FALSE, text);
    }
  if (bus_gbytes_per_s (roof) > 0)
    {
      g_autofree char *up = gs_format_rate (roof->upload_gbytes_per_s * 1e9, "B/s");
      g_autofree char *down = gs_format_rate (roof->download_gbytes_per_s * 1e9, "B/s");
      /* Translators: rates of the bus, to the device and back. */
      g_autofree char *text = g_strdup_printf (_ ("bus: up %s, down %s"), up, down);

      label_slope (canvas, chart, bus_gbytes_per_s (roof), roof->fma_gflops, color, TRUE, text);
    }
}

/* Percent of a limit: "104", "70", "0.57". */
static char *
format_share (double value, double limit)
{
  double percent = 100 * value / limit;

  return percent >= 9.5 ? g_strdup_printf ("%.0f", percent) : gs_format_value (percent, 2);
}

/* The same run with its data sent there and back: a ring below. */
static void
draw_bus_point (GsCanvas *canvas, GsChart *chart, const GsRoofPoint *point, const GsColor *color)
{
  double unit = canvas->type_scale, x = gs_chart_x (chart, point->intensity),
         y = gs_chart_y (chart, point->bus_gflops);

  cairo_new_path (canvas->cr);
  cairo_arc (canvas->cr, x, y, 4.5 * unit, 0, 2 * G_PI);
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  cairo_fill_preserve (canvas->cr);
  gs_canvas_set_color (canvas, color, 1);
  cairo_set_line_width (canvas->cr, 2 * canvas->theme->line_width);
  cairo_stroke (canvas->cr);
}

/* Labels of roofs are written before the points are drawn over them. */
static void
keep_points_free (GsChart *chart, const GsRoofs *roofs, double radius)
{
  for (guint i = 0; i < roofs->points->len; i++)
    {
      const GsRoofPoint *point = g_ptr_array_index (roofs->points, i);
      const double x = gs_chart_x (chart, point->intensity);

      gs_chart_keep_free (chart, x, gs_chart_y (chart, point->gflops), radius);
      if (point->bus_gflops > 0)
        gs_chart_keep_free (chart, x, gs_chart_y (chart, point->bus_gflops), radius);
    }
}

static void
draw_point (GsCanvas *canvas, GsChart *chart, const GsRoofs *roofs, guint i)
{
  const GsRoofPoint *point = g_ptr_array_index (roofs->points, i);
  const GsRoof *roof = g_ptr_array_index (roofs->roofs, point->roof);
  const GsColor *color = &canvas->theme->series[point->roof % G_N_ELEMENTS (canvas->theme->series)];
  double x = gs_chart_x (chart, point->intensity), y = gs_chart_y (chart, point->gflops);
  double limit = gs_roof_limit (roof, point->intensity), unit = canvas->type_scale;
  double placed;
  gboolean right = x < chart->x + chart->width * 0.6;
  const double room = right ? chart->x + chart->width - x : x - chart->x;
  const GsTextStyle style = { .size = 10, .align = right ? 0 : 1, .max_width = MAX (room - 26 * unit, 1) };
  g_autofree char *text = NULL;

  if (limit > 0)
    {
      g_autofree char *share = format_share (point->gflops, limit);

      gs_canvas_set_color (canvas, color, 0.8);
      gs_canvas_vline (canvas, x, gs_chart_y (chart, limit), y, 1);
      text = g_strdup_printf (_ ("%s, %s %% of its roof"), point->label, share);
    }
  gs_chart_mark (canvas, i, x, y, 5 * unit, color);
  if (point->bus_gflops > 0)
    draw_bus_point (canvas, chart, point, color);
  placed = gs_chart_label (chart, canvas, &style, 14 * unit, x + (right ? 22 : -22) * unit, y + 9 * unit,
                           text != NULL ? text : point->label);
  /* Words that had to give way begin with the mark that they are about. */
  if (!isnan (placed) && fabs (placed - y - 9 * unit) > 12 * unit)
    gs_chart_mark (canvas, i, x + (right ? 14 : -14) * unit, placed, 4 * unit, color);
}

static int
compare_height (gconstpointer a, gconstpointer b, gpointer data)
{
  const GsRoofs *roofs = data;
  const GsRoofPoint *first = g_ptr_array_index (roofs->points, *(const guint *)a),
                    *second = g_ptr_array_index (roofs->points, *(const guint *)b);

  return (first->gflops < second->gflops) - (first->gflops > second->gflops);
}

/* The highest first: where points stand above each other, so do their words. */
static void
draw_points (GsCanvas *canvas, GsChart *chart, const GsRoofs *roofs)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < roofs->points->len; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_height, (gpointer)roofs);
  for (guint i = 0; i < order->len; i++)
    draw_point (canvas, chart, roofs, g_array_index (order, guint, i));
}

/* What the bus makes of a run whose data are sent there and back. */
static void
append_bus (GString *out, const GsRoof *roof, const GsRoofPoint *point)
{
  double limit = gs_roof_bus_limit (roof, point->intensity);
  g_autofree char *rate = NULL, *share = NULL, *sentence = NULL;

  if (point->bus_gflops <= 0 || limit <= 0)
    return;
  rate = gs_format_rate (point->bus_gflops * 1e9, "FLOP/s");
  share = format_share (point->bus_gflops, limit);
  /* Translators: a rate; a share of what the bus allows. */
  sentence = g_strdup_printf (_ ("With its data over the bus (ring) it is %s, %s %% of what the bus allows."),
                              rate, share);
  gs_append_sentence (out, sentence);
}

/* What is more than this part of the roof of memory did not come from memory. */
#define ABOVE_ROOF 1.1

static double
point_limit (const GsRoofs *roofs, const GsRoofPoint *point)
{
  return gs_roof_limit (g_ptr_array_index (roofs->roofs, point->roof), point->intensity);
}

static void
append_point (GString *out, const GsRoofs *roofs, const GsRoofPoint *point)
{
  const GsRoof *roof = g_ptr_array_index (roofs->roofs, point->roof);
  gboolean memory = roof->fma_gflops <= 0 || roof->copy_gbytes_per_s * point->intensity < roof->fma_gflops;
  g_autofree char *share = format_share (point->gflops, point_limit (roofs, point));
  g_autofree char *intensity = gs_format_value (point->intensity, 3);

  g_string_append_printf (
      out,
      memory ? _ ("%s on %s: %s operations per byte, so memory bounds it; it reaches %s %% of that.")
             : _ ("%s on %s: %s operations per byte, so arithmetic bounds it; it reaches %s %% of that."),
      point->label, roof->name, intensity, share);
  /* The roof is of memory; a roof that was measured a little low is none to speak of. */
  if (memory && point->gflops > ABOVE_ROOF * point_limit (roofs, point))
    gs_append_sentence (out, _ ("That is more than memory gives: its data stay in the caches."));
  append_bus (out, roof, point);
}

char *
gs_roofline_verdict (const GsRoofs *roofs)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (roofs != NULL, NULL);

  for (guint i = 0; i < roofs->points->len; i++)
    {
      const GsRoofPoint *point = g_ptr_array_index (roofs->points, i);

      if (!(point_limit (roofs, point) > 0))
        continue;
      g_string_append (out, out->len > 0 ? "\n" : "");
      append_point (out, roofs, point);
    }
  return g_strdup (out->str);
}

char *
gs_roofline_best (const GsRoofs *roofs)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const GsRoofPoint *best = NULL;

  g_return_val_if_fail (roofs != NULL, NULL);

  for (guint i = 0; i < roofs->points->len; i++)
    {
      const GsRoofPoint *point = g_ptr_array_index (roofs->points, i);

      if (point_limit (roofs, point) > 0
          && (best == NULL
              || point->gflops * point_limit (roofs, best) > best->gflops * point_limit (roofs, point)))
        best = point;
    }
  if (best != NULL)
    append_point (out, roofs, best);
  return g_strdup (out->str);
}

/* As many of the verdict's lines as fit into @most; a last one says that there are
 * more. The figure's words have them all. Gives the height. */
static double
shorten_verdict (GsCanvas *canvas, const GsTextStyle *style, double width, double most, char **verdict)
{
  double height = gs_text_wrap (canvas, style, 0, 0, width, *verdict, FALSE);
  char *end;

  while (height > most && (end = strrchr (*verdict, '\n')) != NULL)
    {
      g_autofree char *shorter = NULL;

      *end = '\0';
      shorter = g_strconcat (*verdict, "\n…", NULL);
      height = gs_text_wrap (canvas, style, 0, 0, width, shorter, FALSE);
      if (height <= most)
        {
          g_free (*verdict);
          *verdict = g_steal_pointer (&shorter);
        }
    }
  return MIN (height, most);
}

void
gs_painter_roofline (GsCanvas *canvas, const GsRoofs *roofs)
{
  double unit = canvas->type_scale, margin = 16 * unit, width = canvas->width - 2 * margin, words;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width },
                    plain = { .size = 10.5 };
  GsChart chart = { .h_unit = GS_AXIS_RATIO,
                    .v_unit = GS_AXIS_GFLOPS,
                    .h_title = _ ("floating-point operations per byte moved"),
                    .v_title = _ ("rate") };
  g_autofree char *verdict = NULL;

  g_return_if_fail (canvas != NULL);

  gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, _ ("Roofline: what bounds a kernel"));
  if (roofs == NULL || !find_ranges (roofs, &chart))
    {
      gs_text_wrap (canvas, &plain, margin, 46 * unit, width,
                    _ ("The roofs of this machine have not been measured yet."), TRUE);
      return;
    }
  verdict = gs_roofline_verdict (roofs);
  words = shorten_verdict (canvas, &plain, width, canvas->height * 0.3, &verdict);
  gs_chart_place (&chart, canvas, margin, 44 * unit, width, canvas->height - 60 * unit - words);
  leave_room_above (&chart, 26 * unit);
  gs_chart_draw_axes (&chart, canvas);
  gs_chart_clip (&chart, canvas);
  for (guint i = 0; i < roofs->roofs->len; i++)
    {
      const GsRoof *roof = g_ptr_array_index (roofs->roofs, i);
      const GsColor *color = &canvas->theme->series[i % G_N_ELEMENTS (canvas->theme->series)];

      draw_slope (canvas, &chart, roof->copy_gbytes_per_s, roof->fma_gflops, color, FALSE);
      if (bus_gbytes_per_s (roof) > 0)
        draw_slope (canvas, &chart, bus_gbytes_per_s (roof), roof->fma_gflops, color, TRUE);
      keep_roof_free (&chart, roof);
    }
  keep_points_free (&chart, roofs, 5 * unit);
  for (guint i = 0; i < roofs->roofs->len; i++)
    label_roof (canvas, &chart, g_ptr_array_index (roofs->roofs, i),
                &canvas->theme->series[i % G_N_ELEMENTS (canvas->theme->series)]);
  draw_points (canvas, &chart, roofs);
  cairo_restore (canvas->cr);
  gs_text_wrap (canvas, &plain, margin, canvas->height - words - 10 * unit, width, verdict, TRUE);
}
