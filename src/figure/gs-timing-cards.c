#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-scale.h"
#include "gs-timing-private.h"

static void
draw_heading (GsCanvas *canvas, double x, double y, double width, const char *text)
{
  const GsTextStyle style
      = { .size = 12, .flags = GS_TEXT_BOLD, .max_width = width - 28 * canvas->type_scale };

  gs_text_draw (canvas, &style, x + 14 * canvas->type_scale, y + 20 * canvas->type_scale, text);
}

static gboolean
has_samples (const GsResult *result)
{
  return result->status == GS_STATUS_OK && result->timed && result->n_samples > 0;
}

/* One axis for all rows; logarithmic when they are far apart. */
static gboolean
samples_scale (const GsReport *report, GsScale *scale)
{
  double low = G_MAXDOUBLE, high = 0;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      for (gsize j = 0; has_samples (result) && j < result->n_samples; j++)
        {
          low = MIN (low, result->samples_ns[j]);
          high = MAX (high, result->samples_ns[j]);
        }
    }
  if (!(high > 0))
    return FALSE;
  *scale = (GsScale){ .logarithmic = low > 0 && high > 8 * low };
  if (scale->logarithmic)
    {
      scale->low = low / 1.3;
      scale->high = high * 1.3;
    }
  else
    {
      scale->low = MAX (0, low - (high - low) * 0.1 - low * 0.02);
      scale->high = high + (high - low) * 0.1 + high * 0.02;
    }
  return TRUE;
}

/* Upright place of the i-th dot: a fixed scatter, so that dots of equal time
 * stay apart and every picture is the same. */
static double
scatter (gsize i)
{
  return fmod ((double)i * 0.6180339887498949 + 0.5, 1) - 0.5;
}

/* Above so many, circles would only hide each other, and cost milliseconds. */
#define MAX_CIRCLES 100
#define N_LEVELS    3

static void
draw_circles (GsCanvas *canvas, const GsResult *result, const GsScale *scale, const cairo_rectangle_t *row)
{
  double radius = 3 * MIN (canvas->type_scale, 1.6);

  gs_canvas_set_color (canvas, &canvas->theme->phases[GS_PHASE_COMPUTE].base,
                       canvas->theme->kind == GS_THEME_LIGHT ? 0.6 : 1);
  for (gsize i = 0; i < result->n_samples; i++)
    {
      double at = row->x + gs_scale_position (scale, result->samples_ns[i]) * row->width;

      cairo_new_sub_path (canvas->cr);
      cairo_arc (canvas->cr, at, row->y + (0.5 + scatter (i) * 0.5) * row->height, radius, 0, 2 * G_PI);
    }
  cairo_set_fill_rule (canvas->cr, CAIRO_FILL_RULE_WINDING);
  cairo_fill (canvas->cr);
}

/* How many samples fall into each cell of a raster over the row. */
static guint8 *
count_cells (const GsResult *result, const GsScale *scale, int columns, int rows)
{
  guint8 *counts = g_new0 (guint8, (gsize)columns * rows);

  for (gsize i = 0; i < result->n_samples; i++)
    {
      int column = (int)(gs_scale_position (scale, result->samples_ns[i]) * columns);
      int line = (int)((0.5 + scatter (i) * 0.6) * rows);
      guint8 *count = &counts[(gsize)CLAMP (line, 0, rows - 1) * columns + CLAMP (column, 0, columns - 1)];

      *count = (guint8)MIN (*count + 1, N_LEVELS);
    }
  return counts;
}

/* Every sample still has its place, in cells of two points: darker where two or
 * more share one. */
static void
draw_cells (GsCanvas *canvas, const GsResult *result, const GsScale *scale, const cairo_rectangle_t *row)
{
  static const double alpha[N_LEVELS] = { 0.4, 0.65, 0.9 };
  const int columns = MAX ((int)(row->width / 2), 1), rows = MAX ((int)(row->height / 2), 1);
  const double width = row->width / columns, height = row->height / rows;
  g_autofree guint8 *counts = count_cells (result, scale, columns, rows);

  for (int level = 1; level <= N_LEVELS; level++)
    {
      gs_canvas_set_color (canvas, &canvas->theme->phases[GS_PHASE_COMPUTE].base, alpha[level - 1]);
      for (int line = 0; line < rows; line++)
        for (int column = 0, end; column < columns; column = end + 1)
          {
            for (end = column; end < columns && counts[line * columns + end] == level; end++)
              ;
            if (end > column)
              gs_canvas_rectangle (canvas, row->x + column * width, row->y + line * height,
                                   (end - column) * width, height);
          }
      cairo_fill (canvas->cr);
    }
}

static void
draw_dots (GsCanvas *canvas,
           const GsResult *result,
           const GsScale *scale,
           double x,
           double width,
           double y,
           double height)
{
  const cairo_rectangle_t row = { x, y - height / 2, width, height };
  double median = x + gs_scale_position (scale, result->compute.median) * width;

  if (result->n_samples > MAX_CIRCLES)
    draw_cells (canvas, result, scale, &row);
  else
    draw_circles (canvas, result, scale, &row);
  gs_canvas_set_color (canvas, &canvas->theme->text, 1);
  gs_canvas_vline (canvas, median, y - height * 0.42, y + height * 0.42, 2);
}

static void
draw_sample_axis (GsCanvas *canvas, const GsScale *scale, double x, double width, double y)
{
  const GsTextStyle style = { .size = 9, .color = &canvas->theme->muted, .align = 0.5 };
  double ticks[16], last = -1e9;
  int n = gs_scale_ticks (scale, 4, ticks, G_N_ELEMENTS (ticks));

  gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
  gs_canvas_hline (canvas, x, x + width, y, 1);
  for (int i = 0; i < n; i++)
    {
      double position = gs_scale_position (scale, ticks[i]), at = x + position * width;
      g_autofree char *text = gs_format_ns (ticks[i]);
      double half = gs_text_width (canvas, &style, text) / 2;

      if (position < 0 || position > 1)
        continue;
      gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
      gs_canvas_vline (canvas, at, y, y + 4, 1);
      if (at - half < last + 6)
        continue;
      gs_text_draw (canvas, &style, at, y + 12 * canvas->type_scale, text);
      last = at + half;
    }
}

void
gs_timing_draw_samples (
    GsCanvas *canvas, const GsReport *report, double x, double y, double width, double height)
{
  const GsTextStyle name_style = { .size = 10.5, .max_width = 100 * canvas->type_scale };
  const GsTextStyle small
      = { .size = 9, .color = &canvas->theme->muted, .max_width = width - 28 * canvas->type_scale };
  double unit = canvas->type_scale, left = x + 118 * unit, right = x + width - 24 * unit;
  double top = y + 36 * unit, bottom = y + height - 52 * unit, row;
  GsScale scale;
  guint rows = 0;

  gs_canvas_card (canvas, x, y, width, height);
  draw_heading (canvas, x, y, width, _ ("Warm compute, every sample"));
  if (!samples_scale (report, &scale) || bottom - top < 12 * unit || right - left < 30)
    return;
  for (guint i = 0; i < report->results->len; i++)
    rows += has_samples (g_ptr_array_index (report->results, i));
  row = MIN ((bottom - top) / rows, 60 * unit);
  for (guint i = 0, r = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      g_autofree char *name = NULL;
      double middle = top + (r + 0.5) * row;

      if (!has_samples (result))
        continue;
      const gboolean two = row > 26 * unit && result->kernel != NULL;

      name = gs_result_title (result);
      gs_text_draw_fitted (canvas, &name_style, x + 14 * unit, two ? middle - 6 * unit : middle, name);
      if (two)
        {
          const GsTextStyle kernel_style
              = { .size = 8.5, .color = &canvas->theme->muted, .max_width = 100 * unit };

          gs_text_draw_fitted (canvas, &kernel_style, x + 14 * unit, middle + 7 * unit, result->kernel);
        }
      draw_dots (canvas, result, &scale, left, right - left, middle, row);
      r++;
    }
  draw_sample_axis (canvas, &scale, left, right - left, top + rows * row + 4 * unit);
  gs_text_draw (canvas, &small, x + 14 * unit, y + height - 14 * unit,
                scale.logarithmic ? _ ("upright line: median; logarithmic axis")
                                  : _ ("upright line: median; the axis does not begin at 0"));
}

typedef struct
{
  const char *title, *note;
  gint64 ns;
  const GsColor *color;
} Reading;

static void
draw_reading (
    GsCanvas *canvas, const Reading *reading, gint64 longest_ns, double x, double y, double width, double row)
{
  const GsTextStyle title = { .size = 10.5 },
                    small = { .size = 9.5, .color = &canvas->theme->muted, .max_width = width };
  const GsTextStyle bold = { .size = 10.5, .flags = GS_TEXT_BOLD, .align = 1 };
  double unit = canvas->type_scale, bar = MIN (15 * unit, row * 0.3);
  g_autofree char *time
      = reading->ns > 0 ? gs_format_ns ((double)reading->ns) : g_strdup (_ ("not measured"));

  gs_text_draw (canvas, &title, x, y + 8 * unit, reading->title);
  gs_text_draw (canvas, &bold, x + width, y + 8 * unit, time);
  if (reading->ns <= 0)
    return;
  gs_canvas_set_color (canvas, reading->color, 1);
  gs_canvas_rectangle (canvas, x, y + 18 * unit, MAX (width * reading->ns / longest_ns, 1), bar);
  cairo_fill (canvas->cr);
  if (row >= 56 * unit)
    gs_text_draw (canvas, &small, x, y + 18 * unit + bar + 10 * unit, reading->note);
}

static void
draw_reading_card (GsCanvas *canvas,
                   const char *heading,
                   const Reading *readings,
                   guint n,
                   double x,
                   double y,
                   double width,
                   double height)
{
  double unit = canvas->type_scale, row = MIN ((height - 44 * unit) / n, 68 * unit);
  gint64 longest_ns = 1;

  for (guint i = 0; i < n; i++)
    longest_ns = MAX (longest_ns, readings[i].ns);
  gs_canvas_card (canvas, x, y, width, height);
  draw_heading (canvas, x, y, width, heading);
  for (guint i = 0; i < n; i++)
    draw_reading (canvas, &readings[i], longest_ns, x + 14 * unit, y + 38 * unit + i * row, width - 28 * unit,
                  row);
}

/* "35": how many times too small or too large a reading is. */
static char *
format_factor (double factor)
{
  return factor < 100 ? gs_format_value (factor, 2) : gs_format_count ((gint64)(factor + 0.5));
}

void
gs_timing_draw_readings (
    GsCanvas *canvas, const GsPitfall *pitfall, double x, double y, double width, double height)
{
  g_autofree char *wrong = NULL;

  if (pitfall->no_sync_ns > 0 && pitfall->sync_ns > 0)
    {
      g_autofree char *ratio = format_factor ((double)pitfall->sync_ns / (double)pitfall->no_sync_ns);

      /* Translators: %s is a factor such as 35. */
      wrong = g_strdup_printf (_ ("only the submission: wrong by %s×"), ratio);
    }
  const Reading readings[] = {
    { _ ("host clock, no sync"), wrong != NULL ? wrong : "", pitfall->no_sync_ns,
      &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS].base },
    { _ ("host clock + sync"), _ ("what you wait for"), pitfall->sync_ns,
      &canvas->theme->fates[GS_FATE_ACTIVE].base },
    { _ ("device events"), _ ("the kernel alone"), pitfall->event_ns,
      &canvas->theme->phases[GS_PHASE_COMPUTE].base },
  };
  draw_reading_card (canvas, _ ("The same launch, timed three ways"), readings, G_N_ELEMENTS (readings), x, y,
                     width, height);
}

void
gs_timing_draw_first_call (GsCanvas *canvas,
                           const GsTimingScene *scene,
                           const GsResult *result,
                           double x,
                           double y,
                           double width,
                           double height)
{
  const double first_ns = gs_timing_total_ns (scene, result->first);
  const double warm_ns = gs_timing_total_ns (scene, result->warm);
  const double n = (double)result->compute.n;
  const double mixed_ns = (first_ns + n * warm_ns) / (n + 1);
  g_autofree char *first = gs_format_ns (first_ns);
  g_autofree char *factor = format_factor (warm_ns > 0 ? mixed_ns / warm_ns : 1);
  g_autofree char *count = gs_format_count (result->compute.n + 1);
  /* Translators: a number of calls. */
  g_autofree char *mixed_title = g_strdup_printf (_ ("average of %s calls"), count);
  /* Translators: a duration, a factor such as 35. */
  g_autofree char *wrong = g_strdup_printf (_ ("the first took %s: wrong by %s×"), first, factor);
  const Reading readings[] = {
    { mixed_title, wrong, (gint64)mixed_ns, &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS].base },
    { _ ("without the first"), _ ("what every further call takes"), (gint64)warm_ns,
      &canvas->theme->fates[GS_FATE_ACTIVE].base },
  };

  draw_reading_card (canvas, _ ("The first call, included or not"), readings, G_N_ELEMENTS (readings), x, y,
                     width, height);
}
