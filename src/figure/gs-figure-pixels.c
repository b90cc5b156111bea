#include "gs-figure-pixels.h"

#include <math.h>

#include "gs-export-private.h"
#include "gs-png-text.h"

struct _GsFigurePixels
{
  cairo_surface_t *surface;
  char *title, *alt;
};

GsFigurePixels *
gs_figure_pixels_draw (const GsFigureInput *input, const GsFigureStyle *style, cairo_status_t *status)
{
  const int width = (int)floor (style->width * style->scale + 0.5),
            height = (int)floor (style->height * style->scale + 0.5);
  g_autoptr (GsFigurePixels) self = g_new0 (GsFigurePixels, 1);

  self->surface = cairo_image_surface_create (style->transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                              MAX (width, 1), MAX (height, 1));
  *status = gs_export_paint (input, style, self->surface, style->scale);
  if (*status != CAIRO_STATUS_SUCCESS)
    return NULL;
  self->title = gs_figure_title (input);
  self->alt = gs_figure_alt_text (input);
  return g_steal_pointer (&self);
}

GsFigurePixels *
gs_figure_pixels_new (const GsFigureInput *input, const GsFigureStyle *style, GError **error)
{
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  GsFigurePixels *self = gs_figure_pixels_draw (input, style, &status);

  gs_export_check (status, error);
  return self;
}

void
gs_figure_pixels_free (GsFigurePixels *self)
{
  cairo_surface_destroy (self->surface);
  g_free (self->title);
  g_free (self->alt);
  g_free (self);
}

GBytes *
gs_figure_pixels_to_png (const GsFigurePixels *self)
{
  GByteArray *bytes = g_byte_array_new ();

  g_return_val_if_fail (self != NULL, NULL);

  cairo_surface_write_to_png_stream (self->surface, gs_export_append_cb, bytes);
  gs_png_add_text (bytes, "Title", self->title);
  gs_png_add_text (bytes, "Description", self->alt);
  return g_byte_array_free_to_bytes (bytes);
}

cairo_surface_t *
gs_figure_pixels_get_surface (GsFigurePixels *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->surface;
}
