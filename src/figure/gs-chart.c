#include "gs-chart.h"

#include <math.h>

#define MAX_TICKS 24

char *
gs_axis_format (GsAxisUnit unit, double value)
{
  switch (unit)
    {
    case GS_AXIS_COUNT:
      return gs_format_count ((gint64)value);
    case GS_AXIS_NS:
      return value > 0 ? gs_format_ns (value) : g_strdup ("0");
    case GS_AXIS_GFLOPS:
      return value > 0 ? gs_format_rate (value * 1e9, "FLOP/s") : g_strdup ("0");
    case GS_AXIS_PERCENT:
      return g_strdup_printf ("%d %%", (int)floor (value * 100 + 0.5));
    case GS_AXIS_RATIO:
      return value >= 1000 ? gs_format_count ((gint64)value) : gs_format_value (value, 3);
    default:
      g_return_val_if_reached (NULL);
    }
}

void
gs_chart_place (GsChart *self, GsCanvas *canvas, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, ticks[MAX_TICKS], widest = 0;
  int n = gs_scale_ticks (&self->v, 5, ticks, MAX_TICKS);
  const GsTextStyle style = { .size = 10 };
  double left, bottom = (self->h_title != NULL ? 38 : 22) * unit, top = self->v_title != NULL ? 20 * unit : 6;

  for (int i = 0; i < n; i++)
    {
      g_autofree char *text = gs_axis_format (self->v_unit, ticks[i]);

      widest = MAX (widest, gs_text_width (canvas, &style, text));
    }
  left = MIN (widest + 10 * unit, width / 3);
  self->x = x + left;
  self->y = y + top;
  self->width = MAX (width - left - 8 * unit, 1);
  self->height = MAX (height - top - bottom, 1);
}

double
gs_chart_x (const GsChart *self, double value)
{
  return self->x + gs_scale_position (&self->h, value) * self->width;
}

double
gs_chart_y (const GsChart *self, double value)
{
  return self->y + (1 - gs_scale_position (&self->v, value)) * self->height;
}

static void
draw_h_axis (const GsChart *self, GsCanvas *canvas)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  double ticks[MAX_TICKS], last = -1e9, unit = canvas->type_scale;
  int n = gs_scale_ticks (&self->h, MAX (2, (int)(self->width / 80)), ticks, MAX_TICKS);

  for (int i = 0; i < n; i++)
    {
      double x = gs_chart_x (self, ticks[i]);
      g_autofree char *text = gs_axis_format (self->h_unit, ticks[i]);
      double half = gs_text_width (canvas, &style, text) / 2;

      if (x < self->x - 0.5 || x > self->x + self->width + 0.5)
        continue;
      gs_canvas_set_color (canvas, &canvas->theme->border, 1);
      gs_canvas_vline (canvas, x, self->y, self->y + self->height, 0.75);
      if (x - half < last + 8 || x + half > canvas->width)
        continue;
      gs_text_draw (canvas, &style, x, self->y + self->height + 12 * unit, text);
      last = x + half;
    }
  if (self->h_title != NULL)
    gs_text_draw (canvas, &style, self->x + self->width / 2, self->y + self->height + 29 * unit,
                  self->h_title);
}

static void
draw_v_axis (const GsChart *self, GsCanvas *canvas)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 1 };
  const GsTextStyle title = { .size = 10, .color = &canvas->theme->muted };
  double ticks[MAX_TICKS], last = 1e9, unit = canvas->type_scale;
  int n = gs_scale_ticks (&self->v, MAX (2, (int)(self->height / 50)), ticks, MAX_TICKS);

  for (int i = 0; i < n; i++)
    {
      double y = gs_chart_y (self, ticks[i]);
      g_autofree char *text = gs_axis_format (self->v_unit, ticks[i]);

      if (y < self->y - 0.5 || y > self->y + self->height + 0.5)
        continue;
      gs_canvas_set_color (canvas, &canvas->theme->border, 1);
      gs_canvas_hline (canvas, self->x, self->x + self->width, y, 0.75);
      if (y > last - 13 * unit)
        continue;
      gs_text_draw (canvas, &style, self->x - 7 * unit, y, text);
      last = y;
    }
  if (self->v_title != NULL)
    gs_text_draw (canvas, &title, self->x, self->y - 11 * unit, self->v_title);
}

void
gs_chart_draw_axes (const GsChart *self, GsCanvas *canvas)
{
  draw_h_axis (self, canvas);
  draw_v_axis (self, canvas);
  gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
  gs_canvas_hline (canvas, self->x, self->x + self->width, self->y + self->height, 1);
  gs_canvas_vline (canvas, self->x, self->y, self->y + self->height, 1);
}

static gboolean
is_free (const GsChart *self, const GsTextBox *box)
{
  if (box->y < self->y || box->y + box->height > self->y + self->height)
    return FALSE;
  for (int i = 0; i < self->n_labels; i++)
    {
      const GsTextBox *other = &self->labels[i];

      if (box->x < other->x + other->width && other->x < box->x + box->width
          && box->y < other->y + other->height && other->y < box->y + box->height)
        return FALSE;
    }
  return TRUE;
}

void
gs_chart_keep_free (GsChart *self, double x, double y, double radius)
{
  if (self->n_labels < (int)G_N_ELEMENTS (self->labels))
    self->labels[self->n_labels++] = (GsTextBox){ x - radius, y - radius, 2 * radius, 2 * radius };
}

void
gs_chart_label (
    GsChart *self, GsCanvas *canvas, const GsTextStyle *style, double x, double y, const char *text)
{
  double size = style->size * canvas->type_scale, width = gs_text_width (canvas, style, text);
  GsTextBox box = { x - style->align * width, 0, width, size };
  double best = y;

  for (int step = 0; step < 48; step++)
    {
      double shift = (step + 1) / 2 * size * 1.2 * (step % 2 == 0 ? 1 : -1);

      box.y = y + shift - size / 2;
      if (is_free (self, &box))
        {
          best = y + shift;
          break;
        }
    }
  box.y = best - size / 2;
  if (self->n_labels < (int)G_N_ELEMENTS (self->labels))
    self->labels[self->n_labels++] = box;
  /* Lines that pass behind stay visible, but not through the letters. */
  if (!canvas->text_free)
    {
      gs_canvas_set_color (canvas, &canvas->theme->background, 0.8);
      cairo_rectangle (canvas->cr, box.x - 2, box.y - 1, box.width + 4, box.height + 2);
      cairo_fill (canvas->cr);
    }
  gs_text_draw (canvas, style, x, best, text);
}

void
gs_chart_mark (GsCanvas *canvas, guint i, double x, double y, double radius, const GsColor *color)
{
  cairo_t *cr = canvas->cr;

  cairo_new_sub_path (cr);
  switch (i % 4)
    {
    case 0:
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
      break;
    case 2:
      cairo_move_to (cr, x, y - radius * 1.2);
      cairo_line_to (cr, x + radius * 1.1, y + radius * 0.8);
      cairo_line_to (cr, x - radius * 1.1, y + radius * 0.8);
      cairo_close_path (cr);
      break;
    default:
      cairo_move_to (cr, x, y - radius * 1.25);
      cairo_line_to (cr, x + radius * 1.25, y);
      cairo_line_to (cr, x, y + radius * 1.25);
      cairo_line_to (cr, x - radius * 1.25, y);
      cairo_close_path (cr);
      break;
    }
  gs_canvas_set_color (canvas, color, 1);
  cairo_fill_preserve (cr);
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

void
gs_chart_clip (const GsChart *self, GsCanvas *canvas)
{
  cairo_save (canvas->cr);
  cairo_rectangle (canvas->cr, self->x, self->y, self->width, self->height);
  cairo_clip (canvas->cr);
}
