#include "gs-picture.h"

#include <math.h>
#include <stdlib.h>

cairo_surface_t *
picture_paint (const GsFigureInput *input, const GsFigureStyle *style)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)(style->width * style->scale + 0.5),
                                    (int)(style->height * style->scale + 0.5));
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, style->scale, style->scale);
  gs_figure_paint (input, style, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static const guint8 *
pixel_at (cairo_surface_t *surface, int x, int y)
{
  return cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + x * 4;
}

double
picture_difference (cairo_surface_t *a, cairo_surface_t *b, double *far)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  double sum = 0;
  int n_far = 0;

  if (width != cairo_image_surface_get_width (b) || height != cairo_image_surface_get_height (b))
    {
      if (far != NULL)
        *far = 1;
      return INFINITY;
    }
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        const guint8 *p = pixel_at (a, x, y), *q = pixel_at (b, x, y);
        int worst = 0;

        for (int c = 0; c < 3; c++)
          {
            sum += abs (p[c] - q[c]);
            worst = MAX (worst, abs (p[c] - q[c]));
          }
        n_far += worst > 40;
      }
  if (far != NULL)
    *far = (double)n_far / (width * height);
  return sum / (3.0 * width * height);
}

cairo_surface_t *
picture_difference_image (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = MIN (cairo_image_surface_get_width (a), cairo_image_surface_get_width (b));
  int height = MIN (cairo_image_surface_get_height (a), cairo_image_surface_get_height (b));
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        const guint8 *p = pixel_at (a, x, y), *q = pixel_at (b, x, y);
        guint8 *out = (guint8 *)pixel_at (image, x, y);

        for (int c = 0; c < 3; c++)
          out[c] = p[0] == q[0] && p[1] == q[1] && p[2] == q[2] ? 255 : 0;
      }
  cairo_surface_mark_dirty (image);
  return image;
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

double
picture_lightness (cairo_surface_t *surface, int x0, int y0, int width, int height)
{
  double sum = 0;

  for (int y = y0; y < y0 + height; y++)
    for (int x = x0; x < x0 + width; x++)
      {
        const guint8 *p = pixel_at (surface, x, y);

        sum += 0.2126 * linear (p[2] / 255.0) + 0.7152 * linear (p[1] / 255.0)
               + 0.0722 * linear (p[0] / 255.0);
      }
  sum /= width * height;
  return sum > 0.008856 ? 116 * cbrt (sum) - 16 : 903.3 * sum;
}
