#include "gs-canvas.h"

#include <math.h>

void
gs_canvas_init (GsCanvas *self, cairo_t *cr, const GsFigureStyle *style)
{
  double dx = 1, dy = 0, sx = 1, sy = 1;

  g_return_if_fail (self != NULL && cr != NULL && style != NULL);

  *self = (GsCanvas){
    .cr = cr,
    .heavy = *gs_theme_get (style->theme),
    .width = style->width,
    .height = style->height,
    .type_scale = style->type_scale > 0 ? style->type_scale : 1,
    .outline_text = style->outline_text,
    .text_free = style->text_free,
  };
  self->heavy.line_width *= MAX (self->type_scale, 1);
  self->theme = &self->heavy;
  cairo_user_to_device_distance (cr, &dx, &dy);
  cairo_surface_get_device_scale (cairo_get_group_target (cr), &sx, &sy);
  self->pixels = MAX (hypot (dx, dy) * sx, 1e-3);
  gs_text_setup (self, style->language);
}

void
gs_canvas_clear (GsCanvas *self)
{
  g_clear_pointer (&self->layouts, g_hash_table_unref);
  g_clear_pointer (&self->ascii_fonts, g_hash_table_unref);
  g_clear_object (&self->pango);
  g_clear_pointer (&self->boxes, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->patterns); i++)
    g_clear_pointer (&self->patterns[i], cairo_pattern_destroy);
}

void
gs_canvas_record_text (GsCanvas *self)
{
  if (self->boxes == NULL)
    self->boxes = g_array_new (FALSE, FALSE, sizeof (GsTextBox));
}

/* cairo's device space leaves the surface's own scale and offset out. */
static void
snap (const GsCanvas *self, double *x, double *y)
{
  cairo_surface_t *target = cairo_get_group_target (self->cr);
  double sx, sy, ox, oy;

  cairo_surface_get_device_scale (target, &sx, &sy);
  cairo_surface_get_device_offset (target, &ox, &oy);
  cairo_user_to_device (self->cr, x, y);
  *x = (floor (*x * sx + ox + 0.5) - ox) / sx;
  *y = (floor (*y * sy + oy + 0.5) - oy) / sy;
  cairo_device_to_user (self->cr, x, y);
}

double
gs_canvas_snap_x (const GsCanvas *self, double x)
{
  double y = 0;

  snap (self, &x, &y);
  return x;
}

double
gs_canvas_snap_y (const GsCanvas *self, double y)
{
  double x = 0;

  snap (self, &x, &y);
  return y;
}

void
gs_canvas_set_color (GsCanvas *self, const GsColor *color, double alpha)
{
  if (alpha >= 1)
    cairo_set_source_rgb (self->cr, color->red, color->green, color->blue);
  else
    cairo_set_source_rgba (self->cr, color->red, color->green, color->blue, alpha);
}

void
gs_canvas_set_track_color (GsCanvas *self)
{
  /* A border that is black or white would swallow what fills the track. */
  if (self->theme->kind == GS_THEME_CONTRAST)
    gs_canvas_set_color (self, &self->theme->fates[GS_FATE_IDLE].base, 1);
  else if (self->theme->kind == GS_THEME_CONTRAST_DARK)
    gs_canvas_set_color (self, &self->theme->grid, 0.5);
  else
    gs_canvas_set_color (self, &self->theme->border, 1);
}

void
gs_canvas_rectangle (GsCanvas *self, double x, double y, double width, double height)
{
  double x0 = x, y0 = y, x1 = x + width, y1 = y + height;
  double pixel = 1 / self->pixels;

  snap (self, &x0, &y0);
  snap (self, &x1, &y1);
  cairo_rectangle (self->cr, x0, y0, MAX (x1 - x0, pixel), MAX (y1 - y0, pixel));
}

void
gs_canvas_rounded (GsCanvas *self, double x, double y, double width, double height, double radius)
{
  double x1 = x + width, y1 = y + height;

  snap (self, &x, &y);
  snap (self, &x1, &y1);
  radius = MAX (0, MIN (radius, MIN (x1 - x, y1 - y) / 2));
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x1 - radius, y + radius, radius, -G_PI / 2, 0);
  cairo_arc (self->cr, x1 - radius, y1 - radius, radius, 0, G_PI / 2);
  cairo_arc (self->cr, x + radius, y1 - radius, radius, G_PI / 2, G_PI);
  cairo_arc (self->cr, x + radius, y + radius, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (self->cr);
}

/* The thickness in whole pixels, in points. */
static double
whole_pixels (const GsCanvas *self, double thickness)
{
  return MAX (1, floor (thickness * self->theme->line_width * self->pixels + 0.5)) / self->pixels;
}

void
gs_canvas_hline (GsCanvas *self, double x0, double x1, double y, double thickness)
{
  double t = whole_pixels (self, thickness);

  gs_canvas_rectangle (self, x0, y - t / 2, x1 - x0, t);
  cairo_fill (self->cr);
}

void
gs_canvas_vline (GsCanvas *self, double x, double y0, double y1, double thickness)
{
  double t = whole_pixels (self, thickness);

  gs_canvas_rectangle (self, x - t / 2, y0, t, y1 - y0);
  cairo_fill (self->cr);
}

void
gs_canvas_frame (GsCanvas *self, double x, double y, double width, double height, double thickness)
{
  double t = whole_pixels (self, thickness), x1 = x + width, y1 = y + height;

  snap (self, &x, &y);
  snap (self, &x1, &y1);
  cairo_save (self->cr);
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_rectangle (self->cr, x, y, x1 - x, y1 - y);
  if (x1 - x > 2 * t && y1 - y > 2 * t)
    cairo_rectangle (self->cr, x + t, y + t, x1 - x - 2 * t, y1 - y - 2 * t);
  cairo_fill (self->cr);
  cairo_restore (self->cr);
}

void
gs_canvas_card (GsCanvas *self, double x, double y, double width, double height)
{
  double pixel = 1 / self->pixels;

  gs_canvas_set_color (self, &self->theme->border, 1);
  gs_canvas_rounded (self, x, y, width, height, 8);
  cairo_fill (self->cr);
  gs_canvas_set_color (self, &self->theme->surface, 1);
  gs_canvas_rounded (self, x + pixel, y + pixel, width - 2 * pixel, height - 2 * pixel, 8 - pixel);
  cairo_fill (self->cr);
}
