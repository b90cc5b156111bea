#include "gs-export-figure.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "config.h"
#include "gs-export-private.h"
#include "gs-png-text.h"

/* cairo's image surfaces end here. */
#define MAX_PIXELS 32767.0

gboolean
gs_figure_format_from_path (const char *path, GsFigureFormat *format, GError **error)
{
  static const char *const extensions[] = { ".png", ".svg", ".pdf" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_str_has_suffix (lower, extensions[i]))
      {
        *format = i;
        return TRUE;
      }
  g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME,
               _ ("“%s” does not say in which format to draw; end its name in .png, .svg or .pdf."), path);
  return FALSE;
}

cairo_status_t
gs_export_append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

typedef struct
{
  const GsFigureInput *input;
  const GsFigureStyle *style;
  GsFigureFormat format;
  GByteArray *bytes;
  cairo_status_t status; /* not a message yet: the language here is the figure's, not the program's */
} Export;

gboolean
gs_export_check (cairo_status_t status, GError **error)
{
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_SIZE,
                 _ ("The figure could not be drawn (%s); make it smaller."), cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}

/* Paints the figure on @surface, so many of its units to a point. */
static cairo_status_t
export_paint (const GsFigureInput *input, const GsFigureStyle *style, cairo_surface_t *surface, double scale)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  gs_figure_paint (input, style, cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  return status;
}

static void
export_png (Export *self, const char *title, const char *alt)
{
  const GsFigureStyle *style = self->style;
  const int width = (int)floor (style->width * style->scale + 0.5),
            height = (int)floor (style->height * style->scale + 0.5);
  cairo_surface_t *surface = cairo_image_surface_create (
      style->transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, MAX (width, 1), MAX (height, 1));

  self->status = export_paint (self->input, style, surface, style->scale);
  if (self->status == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_write_to_png_stream (surface, gs_export_append_cb, self->bytes);
      gs_png_add_text (self->bytes, "Title", title);
      gs_png_add_text (self->bytes, "Description", alt);
    }
  cairo_surface_destroy (surface);
}

static void
export_svg (Export *self, const char *title, const char *alt)
{
  GByteArray *raw = g_byte_array_new ();
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (gs_export_append_cb, raw,
                                                                  self->style->width, self->style->height);

  cairo_svg_surface_restrict_to_version (surface, CAIRO_SVG_VERSION_1_1);
  self->status = export_paint (self->input, self->style, surface, 1);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  if (self->status == CAIRO_STATUS_SUCCESS)
    gs_svg_tidy (raw, title, alt, self->style->language, self->bytes);
  g_byte_array_unref (raw);
}

/* A file that is the same every time cannot know when it was made, but a recording
 * knows when it was. */
static const char *
pdf_date (const GsFigureInput *input)
{
  const GsEnvironment *environment = input->report != NULL ? input->report->environment : NULL;

  return environment != NULL && environment->recorded != NULL ? environment->recorded
                                                              : "2000-01-01T00:00:00Z";
}

static void
export_pdf (Export *self, const char *title, const char *alt)
{
  const char *date = pdf_date (self->input);
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (gs_export_append_cb, self->bytes,
                                                                  self->style->width, self->style->height);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, alt);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Gridscope " GS_VERSION);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, date);
  self->status = export_paint (self->input, self->style, surface, 1);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
}

static void
export_cb (gpointer data)
{
  Export *self = data;
  g_autofree char *title = gs_figure_title (self->input);
  g_autofree char *alt = gs_figure_alt_text (self->input);

  switch (self->format)
    {
    case GS_FORMAT_PNG:
      export_png (self, title, alt);
      break;
    case GS_FORMAT_SVG:
      export_svg (self, title, alt);
      break;
    case GS_FORMAT_PDF:
      export_pdf (self, title, alt);
      break;
    }
}

static gboolean
check_size (const GsFigureStyle *style, GsFigureFormat format, GError **error)
{
  double scale = format == GS_FORMAT_PNG ? style->scale : 1;
  double width = style->width * scale, height = style->height * scale;

  if (width >= 1 && height >= 1 && width <= MAX_PIXELS && height <= MAX_PIXELS)
    return TRUE;
  g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_SIZE,
               _ ("A figure of %.0f × %.0f pixels cannot be drawn; each side must be from 1 to %.0f: change "
                  "the size or the scale."),
               width, height, MAX_PIXELS);
  return FALSE;
}

GBytes *
gs_export_figure (const GsFigureInput *input,
                  const GsFigureStyle *style,
                  GsFigureFormat format,
                  GError **error)
{
  Export self = { .input = input, .style = style, .format = format };

  g_return_val_if_fail (input != NULL && style != NULL, NULL);

  if (!check_size (style, format, error) || !gs_figure_input_check (input, error))
    return NULL;
  self.bytes = g_byte_array_new ();
  gs_with_language (style->language, export_cb, &self);
  if (!gs_export_check (self.status, error))
    {
      g_byte_array_unref (self.bytes);
      return NULL;
    }
  return g_byte_array_free_to_bytes (self.bytes);
}

/* A new file that could not be written to its end is not left half there. */
static gboolean
write_whole (GFile *file, const char *bytes, gsize n_bytes, GCancellable *cancellable, GError **error)
{
  const gboolean is_new = !g_file_query_exists (file, cancellable);

  if (g_file_replace_contents (file, bytes, n_bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, cancellable,
                               error))
    return TRUE;
  if (is_new)
    g_file_delete (file, NULL, NULL);
  return FALSE;
}

gboolean
gs_export_figure_to_file (const GsFigureInput *input,
                          const GsFigureStyle *style,
                          GFile *file,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GBytes) bytes = NULL;
  GsFigureFormat format;
  gsize length;
  const char *data;

  if (!gs_figure_format_from_path (name, &format, error))
    return FALSE;
  bytes = gs_export_figure (input, style, format, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  return write_whole (file, data, length, cancellable, error);
}
