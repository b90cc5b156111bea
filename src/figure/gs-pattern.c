/* Patterns are repeating recordings of a few strokes: they stay vectors in SVG
 * and PDF, and cairo draws a pattern over a whole region at the price of one
 * fill, however many cells the region has. */
#include "gs-canvas.h"

#include <math.h>

#define TILE 6.0

static void
draw_hatch (cairo_t *cr, double tile, double width, int direction)
{
  cairo_set_line_width (cr, width);
  /* The neighbours' strokes are drawn too, so that corners meet. */
  for (int i = -1; i <= 1; i++)
    {
      double shift = i * tile;

      if (direction > 0)
        {
          cairo_move_to (cr, shift - tile, tile * 2);
          cairo_line_to (cr, shift + tile * 2, -tile);
        }
      else
        {
          cairo_move_to (cr, shift - tile, -tile);
          cairo_line_to (cr, shift + tile * 2, tile * 2);
        }
    }
  cairo_stroke (cr);
}

static void
draw_tile (cairo_t *cr, const GsPaint *paint, double tile)
{
  cairo_set_source_rgb (cr, paint->ink.red, paint->ink.green, paint->ink.blue);
  switch (paint->fill)
    {
    case GS_FILL_SOLID:
      break;
    case GS_FILL_HATCH:
      draw_hatch (cr, tile, 1.1, 1);
      break;
    case GS_FILL_CROSS:
      draw_hatch (cr, tile, 1.0, 1);
      draw_hatch (cr, tile, 1.0, -1);
      break;
    case GS_FILL_DOTS:
      for (int i = 0; i < 2; i++)
        {
          cairo_new_sub_path (cr);
          cairo_arc (cr, tile * (0.25 + 0.5 * i), tile * (0.25 + 0.5 * i), tile * 0.14, 0, 2 * G_PI);
        }
      cairo_fill (cr);
      break;
    case GS_FILL_SPARSE_HATCH:
      draw_hatch (cr, tile, 1.0, -1);
      break;
    case GS_FILL_STRIPES:
      cairo_rectangle (cr, 0, 0, tile / 4, tile);
      cairo_fill (cr);
      break;
    }
}

static double
tile_size (const GsCanvas *self, GsFill fill)
{
  double size = TILE * (fill == GS_FILL_SPARSE_HATCH ? 2 : fill == GS_FILL_DOTS ? 4.0 / 3.0 : 1);

  if (self->type_scale > 1)
    size *= self->type_scale;
  /* A whole number of pixels: the repeats join without a seam. */
  return MAX (4, floor (size * self->pixels + 0.5)) / self->pixels;
}

static cairo_pattern_t *
make_pattern (const GsCanvas *self, const GsPaint *paint)
{
  double tile = tile_size (self, paint->fill);
  cairo_rectangle_t extents = { 0, 0, tile, tile };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  cairo_pattern_t *pattern;

  draw_tile (cr, paint, tile);
  cairo_destroy (cr);
  pattern = cairo_pattern_create_for_surface (surface);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_surface_destroy (surface);
  return pattern;
}

/* Paints of a theme live as long as the program: their addresses are keys. */
static cairo_pattern_t *
find_pattern (GsCanvas *self, const GsPaint *paint)
{
  const GsTheme *theme = self->theme;
  guint slot;

  if (paint >= theme->fates && paint < theme->fates + GS_N_FATES)
    slot = paint - theme->fates;
  else if (paint >= theme->phases && paint < theme->phases + GS_N_PHASES)
    slot = GS_N_FATES + (paint - theme->phases);
  else
    slot = GS_N_FATES + GS_N_PHASES + (paint == &theme->missed ? 0 : 1);
  g_assert (slot < G_N_ELEMENTS (self->patterns));
  if (self->patterns[slot] == NULL)
    self->patterns[slot] = make_pattern (self, paint);
  return self->patterns[slot];
}

void
gs_canvas_fill_ink (GsCanvas *self, const GsPaint *paint)
{
  if (paint->fill == GS_FILL_SOLID)
    {
      cairo_new_path (self->cr);
      return;
    }
  cairo_set_source (self->cr, find_pattern (self, paint));
  cairo_fill (self->cr);
}

void
gs_canvas_fill (GsCanvas *self, const GsPaint *paint)
{
  gs_canvas_set_color (self, &paint->base, 1);
  cairo_fill_preserve (self->cr);
  gs_canvas_fill_ink (self, paint);
}
