#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-coverage-private.h"
#include "gs-scale.h"

#define SWATCH 16.0
#define SIZE   11.0

static gint64
key_count (const GsPlan *plan, GsCoverageKey key)
{
  switch (key)
    {
    case GS_COVERAGE_ACTIVE:
      return plan->active;
    case GS_COVERAGE_IDLE:
      return plan->idle;
    case GS_COVERAGE_ALIASED:
      return plan->aliased;
    case GS_COVERAGE_OUT_OF_BOUNDS:
      return plan->out_of_bounds;
    case GS_COVERAGE_DUPLICATED:
      return plan->duplicated;
    case GS_COVERAGE_MISSED:
      return plan->missed;
    case GS_COVERAGE_UNSETTLED:
      return gs_plan_unsettled (plan);
    default:
      return 0;
    }
}

/* @veiled: without the count. */
static char *
key_text (const GsPlan *plan, GsCoverageKey key, gboolean veiled)
{
  static const char *const words[] = { N_ ("active"),        N_ ("idle (guard)"),  N_ ("aliased"),
                                       N_ ("out of bounds"), N_ ("written twice"), N_ ("missed") };
  static const char *const formats[] = {
    N_ ("%s active"),        N_ ("%s idle (guard)"), N_ ("%s aliased"),   N_ ("%s out of bounds"),
    N_ ("%s written twice"), N_ ("%s missed"),       N_ ("%s unsettled"),
  };
  g_autofree char *count = gs_format_count (key_count (plan, key));

  if (veiled)
    return g_strdup (_ (words[key]));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_ (formats[key]), count);
#pragma GCC diagnostic pop
}

static gboolean
key_is_shown (const GsPlan *plan, GsCoverageKey key)
{
  if (key == GS_COVERAGE_ACTIVE && gs_plan_unsettled (plan) > 0)
    return FALSE;
  return key <= GS_COVERAGE_IDLE || key_count (plan, key) > 0
         || (!plan->guard && key <= GS_COVERAGE_OUT_OF_BOUNDS);
}

static double
key_width (const char *text, double unit)
{
  return (SWATCH + 6 + 20) * unit + gs_text_estimate (text, SIZE * unit);
}

int
gs_coverage_legend_rows (const GsPlan *plan, double width, double type_scale)
{
  double x = 0;
  int rows = 1;

  if (plan == NULL)
    return 0;
  for (GsCoverageKey key = 0; key < GS_N_COVERAGE_KEYS; key++)
    if (key_is_shown (plan, key))
      {
        g_autofree char *text = key_text (plan, key, FALSE);
        double need = key_width (text, type_scale);

        if (x > 0 && x + need > width)
          {
            rows++;
            x = 0;
          }
        x += need;
      }
  return rows;
}

void
gs_coverage_draw_swatch (GsCanvas *canvas, GsCoverageKey key, double x, double y, double size)
{
  static const GsFate fates[] = { GS_FATE_ACTIVE, GS_FATE_IDLE, GS_FATE_ALIASED, GS_FATE_OUT_OF_BOUNDS };
  const GsTheme *theme = canvas->theme;

  gs_canvas_rectangle (canvas, x, y, size, size);
  if (key < GS_COVERAGE_DUPLICATED)
    gs_canvas_fill (canvas, &theme->fates[fates[key]]);
  else if (key == GS_COVERAGE_MISSED)
    gs_canvas_fill (canvas, &theme->missed);
  else if (key == GS_COVERAGE_UNSETTLED)
    gs_canvas_fill (canvas, &theme->unsettled);
  else
    {
      gs_canvas_set_color (canvas, &theme->duplicated.base, 1);
      cairo_fill (canvas->cr);
    }
  if (key == GS_COVERAGE_DUPLICATED)
    {
      gs_canvas_set_color (canvas, &theme->duplicated.ink, 1);
      gs_canvas_frame (canvas, x, y, size, size, 3);
    }
  else if (key == GS_COVERAGE_IDLE || key == GS_COVERAGE_MISSED)
    {
      gs_canvas_set_color (canvas, key == GS_COVERAGE_IDLE ? &theme->fates[GS_FATE_IDLE].ink : &theme->text,
                           1);
      gs_canvas_frame (canvas, x, y, size, size, 1);
    }
}

void
gs_coverage_draw_legend (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageLayout *layout)
{
  const GsTextStyle style = { .size = SIZE * layout->legend_unit / canvas->type_scale };
  double unit = layout->legend_unit, x = layout->x, y = layout->legend_y, row = GS_COVERAGE_LEGEND_ROW * unit;
  int rows = 1;

  if (layout->legend_rows == 0)
    return;
  for (GsCoverageKey key = 0; key < GS_N_COVERAGE_KEYS; key++)
    {
      g_autofree char *text = NULL;

      if (!key_is_shown (scene->plan, key))
        continue;
      text = key_text (scene->plan, key, scene->veiled);
      if (x > layout->x && x + key_width (text, unit) > layout->x + layout->width)
        {
          if (++rows > layout->legend_rows)
            return;
          x = layout->x;
          y += row;
        }
      gs_coverage_draw_swatch (canvas, key, gs_canvas_snap_x (canvas, x), gs_canvas_snap_y (canvas, y),
                               SWATCH * unit);
      gs_text_draw (canvas, &style, x + (SWATCH + 6) * unit, y + SWATCH / 2 * unit, text);
      x += key_width (text, unit);
    }
}
