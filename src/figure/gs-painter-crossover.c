#include "gs-painter-crossover.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-backend-title.h"
#include "gs-chart.h"
#include "gs-format.h"

static char *
series_name (const GsSweepSeries *series)
{
  return gs_kernel_title (series->backend, series->kernel);
}

static gboolean
find_ranges (const GsSweep *sweep, GsChart *chart)
{
  double low_n = G_MAXDOUBLE, high_n = 0, low_ns = G_MAXDOUBLE, high_ns = 0;

  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      for (guint j = 0; j < series->points->len; j++)
        {
          const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, j);

          if (!(point->compute_ns > 0) || point->size <= 0)
            continue;
          low_n = MIN (low_n, (double)point->size);
          high_n = MAX (high_n, (double)point->size);
          low_ns = MIN (low_ns, point->compute_ns);
          high_ns = MAX (high_ns, MAX (point->total_ns, point->compute_ns));
        }
    }
  if (high_n <= 0)
    return FALSE;
  chart->h = (GsScale){ low_n / 1.15, high_n * 1.15, TRUE };
  chart->v = (GsScale){ low_ns / 1.6, high_ns * 1.6, TRUE };
  return TRUE;
}

static void
draw_line (GsCanvas *canvas, const GsChart *chart, const GsSweepSeries *series, guint i, gboolean total)
{
  static const double dash[] = { 6, 4 };
  const GsColor *color = &canvas->theme->series[i % G_N_ELEMENTS (canvas->theme->series)];
  cairo_t *cr = canvas->cr;

  cairo_save (cr);
  cairo_new_path (cr);
  for (guint j = 0; j < series->points->len; j++)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, j);

      cairo_line_to (cr, gs_chart_x (chart, (double)point->size),
                     gs_chart_y (chart, total ? point->total_ns : point->compute_ns));
    }
  gs_canvas_set_color (canvas, color, 1);
  cairo_set_line_width (cr, 2 * canvas->theme->line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (total)
    cairo_set_dash (cr, dash, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
  for (guint j = 0; j < series->points->len; j++)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, j);

      gs_chart_mark (canvas, i, gs_chart_x (chart, (double)point->size),
                     gs_chart_y (chart, total ? point->total_ns : point->compute_ns), 3.5, color);
    }
}

/* Where a line ends early, a cross says that there is a reason (in the legend). */
static void
draw_end (GsCanvas *canvas, const GsChart *chart, const GsSweepSeries *series)
{
  const GsSweepPoint *last;
  double x, y;

  if (series->ended == NULL || series->points->len == 0)
    return;
  last = &g_array_index (series->points, GsSweepPoint, series->points->len - 1);
  x = gs_chart_x (chart, (double)last->size) + 10;
  y = gs_chart_y (chart, last->total_ns);
  gs_canvas_set_color (canvas, &canvas->theme->danger, 1);
  cairo_set_line_width (canvas->cr, 2);
  cairo_move_to (canvas->cr, x - 4, y - 4);
  cairo_line_to (canvas->cr, x + 4, y + 4);
  cairo_move_to (canvas->cr, x - 4, y + 4);
  cairo_line_to (canvas->cr, x + 4, y - 4);
  cairo_stroke (canvas->cr);
}

static gboolean
is_gpu_crossing (const GsSweep *sweep, const GsCrossing *crossing)
{
  const GsSweepSeries *challenger = g_ptr_array_index (sweep->series, crossing->challenger);

  return challenger->gpu;
}

/* The crossings worth words: those of a GPU, or, without one, all. */
static gboolean
is_told (const GsSweep *sweep, const GsCrossing *crossing)
{
  gboolean any_gpu = FALSE;

  for (guint i = 0; i < sweep->crossings->len && !any_gpu; i++)
    any_gpu = is_gpu_crossing (sweep, &g_array_index (sweep->crossings, GsCrossing, i));
  return !any_gpu || is_gpu_crossing (sweep, crossing);
}

static char *
crossing_words (const GsSweep *sweep, const GsCrossing *crossing)
{
  g_autofree char *challenger = series_name (g_ptr_array_index (sweep->series, crossing->challenger));
  g_autofree char *incumbent = series_name (g_ptr_array_index (sweep->series, crossing->incumbent));
  g_autofree char *low = gs_format_count (crossing->low), *high = gs_format_count (crossing->high);
  const char *how = !is_gpu_crossing (sweep, crossing) ? ""
                    : crossing->with_transfers         ? _ (" with transfers")
                                                       : _ (" without transfers");

  switch (crossing->state)
    {
    case GS_CROSSING_FOUND:
      if (crossing->low_open)
        return g_strdup_printf (_ ("%s%s overtakes %s at %s or below."), challenger, how, incumbent, high);
      return g_strdup_printf (_ ("%s%s overtakes %s between %s and %s."), challenger, how, incumbent, low,
                              high);
    case GS_CROSSING_ALWAYS:
      return g_strdup_printf (_ ("%s%s is faster than %s at every size here."), challenger, how, incumbent);
    case GS_CROSSING_NONE:
      return g_strdup_printf (_ ("%s%s overtakes %s nowhere: none in this range."), challenger, how,
                              incumbent);
    default:
      if (crossing->low > 0)
        return g_strdup_printf (_ ("%s%s may overtake %s above %s: the times there are not clearly apart."),
                                challenger, how, incumbent, low);
      return g_strdup_printf (_ ("%s%s and %s are not clearly apart here."), challenger, how, incumbent);
    }
}

static char *
crossing_text (const GsSweep *sweep, const GsCrossing *crossing)
{
  return gs_close_up (crossing_words (sweep, crossing));
}

char *
gs_crossover_verdict (const GsSweep *sweep)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (sweep != NULL, NULL);

  for (guint i = 0; i < sweep->crossings->len; i++)
    {
      const GsCrossing *crossing = &g_array_index (sweep->crossings, GsCrossing, i);
      g_autofree char *line = NULL;

      if (!is_told (sweep, crossing))
        continue;
      line = crossing_text (sweep, crossing);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  if (text->len == 0)
    g_string_append (text, _ ("There are no two lines to compare yet."));
  return g_strdup (text->str);
}

/* The largest size at which both series have a point decides which is faster. */
static gboolean
is_faster (const GsSweepSeries *series, const GsSweepSeries *other)
{
  for (guint i = series->points->len; i > 0; i--)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, i - 1);

      for (guint j = other->points->len; j > 0; j--)
        {
          const GsSweepPoint *same = &g_array_index (other->points, GsSweepPoint, j - 1);

          if (same->size == point->size)
            return point->total_ns < same->total_ns;
        }
    }
  return FALSE;
}

/* How long an incumbent holds out: to the end, or up to a size. */
static double
held_until (const GsCrossing *crossing)
{
  return crossing->state == GS_CROSSING_ALWAYS  ? 0
         : crossing->state == GS_CROSSING_FOUND ? (double)crossing->high
                                                : G_MAXDOUBLE;
}

/* The told crossing of the fastest challenger that its incumbent puts off for longest;
 * NULL: none. */
static const GsCrossing *
decisive_crossing (const GsSweep *sweep, gboolean with_transfers)
{
  const GsCrossing *best = NULL;

  for (guint i = 0; i < sweep->crossings->len; i++)
    {
      const GsCrossing *crossing = &g_array_index (sweep->crossings, GsCrossing, i);
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, crossing->challenger), *other;

      if (!is_told (sweep, crossing) || crossing->with_transfers != with_transfers)
        continue;
      if (best == NULL)
        {
          best = crossing;
          continue;
        }
      other = g_ptr_array_index (sweep->series, best->challenger);
      if (series == other ? held_until (crossing) > held_until (best) : is_faster (series, other))
        best = crossing;
    }
  return best;
}

char *
gs_crossover_summary (const GsSweep *sweep)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (sweep != NULL, g_string_free (text, FALSE));

  for (int with_transfers = 0; with_transfers < 2; with_transfers++)
    {
      const GsCrossing *crossing = decisive_crossing (sweep, with_transfers);
      g_autofree char *sentence = crossing != NULL ? crossing_text (sweep, crossing) : NULL;

      if (sentence != NULL)
        gs_append_sentence (text, sentence);
    }
  if (text->len == 0)
    g_string_append (text, _ ("There are no two lines to compare yet."));
  return g_string_free (text, FALSE);
}

char *
gs_crossover_gaps (const GsSweep *sweep)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (sweep != NULL, g_string_free (text, FALSE));

  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      if (series->ended == NULL)
        continue;
      /* Translators: a backend or kernel, and why its line ends. */
      g_string_append_printf (text, _ ("%s ends here: %s"),
                              series->kernel != NULL ? series->kernel : series->backend, series->ended);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < sweep->skipped->len; i++)
    {
      const GsSweepSkip *skip = &g_array_index (sweep->skipped, GsSweepSkip, i);
      g_autofree char *size = gs_format_count (skip->size);

      /* Translators: a size, and why it was not run. */
      g_string_append_printf (text, _ ("Size %s was skipped: %s"), size, gs_sweep_skip_reason (skip));
      g_string_append_c (text, '\n');
    }
  if (text->len > 0)
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

/* The card of a recorded sweep; NULL when none is known. */
static const char *
recorded_device (const GsSweep *sweep)
{
  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      if (series->gpu && series->device != NULL)
        return series->device;
    }
  return NULL;
}

char *
gs_crossover_title (const GsSweep *sweep)
{
  g_autofree char *day = NULL;
  const char *device = recorded_device (sweep);
  g_autofree char *title = g_strdup_printf (sweep->vector ? _ ("%s of vectors: time over length")
                                                          : _ ("%s of square matrices: time over size"),
                                            gs_op_title (sweep->op));

  if (sweep->recorded == NULL)
    return g_steal_pointer (&title);
  day = gs_format_day (sweep->recorded);
  /* Translators: what a picture shows, the device that it was recorded on, the day. */
  return g_strdup_printf (_ ("%s, %s (recorded %s)"), title, device != NULL ? device : "?", day);
}

static void
draw_crossings (GsCanvas *canvas, const GsChart *chart, const GsSweep *sweep)
{
  for (guint i = 0; i < sweep->crossings->len; i++)
    {
      const GsCrossing *crossing = &g_array_index (sweep->crossings, GsCrossing, i);
      double x0, x1;

      if (crossing->state != GS_CROSSING_FOUND || !is_told (sweep, crossing))
        continue;
      x0 = crossing->low_open ? chart->x : gs_chart_x (chart, (double)crossing->low);
      x1 = gs_chart_x (chart, (double)crossing->high);
      gs_canvas_set_color (canvas, &canvas->theme->accent, 0.1);
      gs_canvas_rectangle (canvas, x0, chart->y, x1 - x0, chart->height);
      cairo_fill (canvas->cr);
      gs_canvas_set_color (canvas, &canvas->theme->accent, 0.7);
      if (!crossing->low_open)
        gs_canvas_vline (canvas, x0, chart->y, chart->y + chart->height, 1);
      gs_canvas_vline (canvas, x1, chart->y, chart->y + chart->height, 1);
    }
}

static double
draw_legend (GsCanvas *canvas, const GsCrossoverScene *scene, double x, double y, double width)
{
  double unit = canvas->type_scale, at = x, start = y;

  for (guint i = 0; i < scene->sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (scene->sweep->series, i);
      const GsTextStyle style = { .size = 10 };
      const GsColor *color = &canvas->theme->series[i % G_N_ELEMENTS (canvas->theme->series)];
      g_autofree char *name = series_name (series);
      g_autofree char *text = NULL;
      double need;

      if (series->ended != NULL)
        text = g_strdup_printf (_ ("%s (ends: %s)"), name, series->ended);
      else if (series->gpu && !scene->compute_only)
        text = g_strdup_printf (_ ("%s (dashed: with transfers)"), name);
      else
        text = g_steal_pointer (&name);
      need = 30 * unit + gs_text_width (canvas, &style, text) + 18 * unit;
      if (at > x && at + need > x + width)
        {
          at = x;
          y += 19 * unit;
        }
      gs_canvas_set_color (canvas, color, 1);
      gs_canvas_hline (canvas, at, at + 24 * unit, y, 2);
      gs_chart_mark (canvas, i, at + 12 * unit, y, 3.5 * unit, color);
      gs_text_draw (canvas, &style, at + 30 * unit, y, text);
      at += need;
    }
  return y + 19 * unit - start;
}

void
gs_painter_crossover (GsCanvas *canvas, const GsCrossoverScene *scene)
{
  double unit = canvas->type_scale, margin = 16 * unit, width = canvas->width - 2 * margin, legend, words;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width };
  GsTextStyle plain = { .size = 11 };
  GsChart chart = { .h_unit = GS_AXIS_COUNT, .v_unit = GS_AXIS_NS, .v_title = _ ("median time") };
  g_autofree char *title = NULL, *verdict = NULL;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->sweep == NULL)
    return;
  title = gs_crossover_title (scene->sweep);
  gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, title);
  chart.h_title = scene->sweep->vector ? _ ("elements") : _ ("rows and columns");
  if (!find_ranges (scene->sweep, &chart))
    {
      gs_text_wrap (canvas, &plain, margin, 46 * unit, width,
                    _ ("Nothing has been measured yet: start a sweep."), TRUE);
      return;
    }
  verdict = gs_crossover_verdict (scene->sweep);
  words = gs_text_wrap (canvas, &plain, margin, 0, width, verdict, FALSE);
  /* Many lines are set smaller before they take the chart's room. */
  while (words > canvas->height * 0.26 && plain.size > 9)
    {
      plain.size -= 0.5;
      words = gs_text_wrap (canvas, &plain, margin, 0, width, verdict, FALSE);
    }
  words = MIN (words, canvas->height * 0.4);
  legend = draw_legend (canvas, scene, margin, 48 * unit, width);
  gs_chart_place (&chart, canvas, margin, 50 * unit + legend, width,
                  canvas->height - 66 * unit - legend - words);
  gs_chart_draw_axes (&chart, canvas);
  gs_chart_clip (&chart, canvas);
  draw_crossings (canvas, &chart, scene->sweep);
  for (guint i = 0; i < scene->sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (scene->sweep->series, i);

      draw_line (canvas, &chart, series, i, FALSE);
      if (series->gpu && !scene->compute_only)
        draw_line (canvas, &chart, series, i, TRUE);
      draw_end (canvas, &chart, series);
    }
  cairo_restore (canvas->cr);
  gs_text_wrap (canvas, &plain, margin, canvas->height - words - 10 * unit, width, verdict, TRUE);
}
