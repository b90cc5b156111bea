#include "gs-chart.h"

#include <math.h>
#include <string.h>

#define MAX_TICKS 24

/* "10 GFLOP/s": a tick is a round number, not a measurement of three digits. */
static char *
format_rate_tick (double per_s)
{
  g_autofree char *rate = gs_format_rate (per_s, "FLOP/s");
  char *end = rate + strspn (rate, "0123456789."), *last = end;
  const gboolean has_point = memchr (rate, '.', (gsize)(end - rate)) != NULL;

  while (has_point && last > rate && last[-1] == '0')
    last--;
  if (has_point && last > rate && last[-1] == '.')
    last--;
  return g_strdup_printf ("%.*s%s", (int)(last - rate), rate, end);
}

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
      return value > 0 ? format_rate_tick (value * 1e9) : g_strdup ("0");
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
      gs_canvas_set_color (canvas, &canvas->theme->grid, 1);
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
      gs_canvas_set_color (canvas, &canvas->theme->grid, 1);
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

/* Whether the line passes through the box: cut off at one side after the other
 * (Liang and Barsky), something of it is left. */
static gboolean
line_crosses (const GsChartLine *line, const GsTextBox *box)
{
  const double dx = line->x1 - line->x0, dy = line->y1 - line->y0;
  const double sides[4][2] = { { -dx, line->x0 - box->x },
                               { dx, box->x + box->width - line->x0 },
                               { -dy, line->y0 - box->y },
                               { dy, box->y + box->height - line->y0 } };
  double first = 0, last = 1;

  for (int i = 0; i < 4; i++)
    {
      const double step = sides[i][0], room = sides[i][1];

      if (step == 0 && room < 0)
        return FALSE;
      if (step < 0)
        first = MAX (first, room / step);
      else if (step > 0)
        last = MIN (last, room / step);
    }
  return first < last;
}

static gboolean
is_free (const GsChart *self, const GsTextBox *box, gboolean of_lines)
{
  if (box->y < self->y || box->y + box->height > self->y + self->height)
    return FALSE;
  for (int i = 0; of_lines && i < self->n_lines; i++)
    if (line_crosses (&self->lines[i], box))
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
gs_chart_keep_line_free (GsChart *self, double x0, double y0, double x1, double y1)
{
  if (self->n_lines < (int)G_N_ELEMENTS (self->lines))
    self->lines[self->n_lines++] = (GsChartLine){ x0, y0, x1, y1 };
}

/* The free place for the box that is nearest to where it is; FALSE: there is none. Below
 * stands farther off than above: it is on the other side of what the words are about. */
static gboolean
find_place (const GsChart *self, GsTextBox *box, gboolean of_lines)
{
  const double step = 3, y = box->y;

  for (double off = 0; off < self->height; off += step)
    for (int side = -1; side <= 1; side += 2)
      {
        box->y = y + (side < 0 ? -off : off / 1.5);
        if (is_free (self, box, of_lines))
          return TRUE;
      }
  box->y = y;
  return FALSE;
}

double
gs_chart_label (GsChart *self,
                GsCanvas *canvas,
                const GsTextStyle *style,
                double lead,
                double x,
                double y,
                const char *text)
{
  /* Han characters are taller than the digits that the size is of. */
  double size = style->size * canvas->type_scale * 1.3, width = gs_text_width (canvas, style, text);
  const double left = x - style->align * width - (style->align < 0.5 ? lead : 0);
  GsTextBox box = { left, y - size / 2, width + lead, size };

  if (!find_place (self, &box, TRUE) && !find_place (self, &box, FALSE))
    return NAN;
  if (self->n_labels < (int)G_N_ELEMENTS (self->labels))
    self->labels[self->n_labels++] = box;
  /* Lines that pass behind stay visible, but not through the letters. */
  if (!canvas->text_free)
    {
      gs_canvas_set_color (canvas, &canvas->theme->background, 0.8);
      cairo_rectangle (canvas->cr, box.x - 2, box.y, box.width + 4, box.height);
      cairo_fill (canvas->cr);
    }
  gs_text_draw (canvas, style, x, box.y + size / 2, text);
  return box.y + size / 2;
}

/* Whether what is as thick as a line of text is free along the line. */
static gboolean
is_strip_free (const GsChart *self, double x, double y, double dx, double dy, double length, double size)
{
  for (double at = 0; at <= length; at += size / 2)
    {
      const GsTextBox box = { x + dx * at - size / 2, y + dy * at - size / 2, size, size };

      if (box.x < self->x || box.x + size > self->x + self->width || !is_free (self, &box, TRUE))
        return FALSE;
    }
  return TRUE;
}

static void
draw_along (
    GsCanvas *canvas, const GsTextStyle *style, double x, double y, double angle_rad, const char *text)
{
  const double size = style->size * canvas->type_scale * 1.3, width = gs_text_width (canvas, style, text);

  if (canvas->text_free)
    return;
  cairo_save (canvas->cr);
  cairo_translate (canvas->cr, x, y);
  cairo_rotate (canvas->cr, angle_rad);
  gs_canvas_set_color (canvas, &canvas->theme->background, 0.8);
  cairo_rectangle (canvas->cr, -2, -size / 2, width + 4, size);
  cairo_fill (canvas->cr);
  cairo_restore (canvas->cr);
  gs_text_draw_along (canvas, style, x, y, angle_rad, text);
}

gboolean
gs_chart_label_along (GsChart *self,
                      GsCanvas *canvas,
                      const GsTextStyle *style,
                      const GsChartLine *line,
                      gboolean below,
                      const char *text)
{
  const double size = style->size * canvas->type_scale, width = gs_text_width (canvas, style, text);
  const double length = hypot (line->x1 - line->x0, line->y1 - line->y0);
  const double dx = (line->x1 - line->x0) / MAX (length, 1), dy = (line->y1 - line->y0) / MAX (length, 1);
  const double off = (below ? -1.0 : 1.0) * size;

  for (double at = length - width - size; at >= size; at -= size)
    {
      const double x = line->x0 + dx * at + dy * off, y = line->y0 + dy * at - dx * off;

      if (!is_strip_free (self, x, y, dx, dy, width, size))
        continue;
      draw_along (canvas, style, x, y, atan2 (dy, dx), text);
      for (int side = -1; side <= 1; side++)
        gs_chart_keep_line_free (self, x + dy * side * size / 2, y - dx * side * size / 2,
                                 x + dx * width + dy * side * size / 2,
                                 y + dy * width - dx * side * size / 2);
      return TRUE;
    }
  return FALSE;
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
