#include "gs-figure-difference.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <string.h>

#include "gs-cli.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_surface_t, cairo_surface_destroy)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_t, cairo_destroy)

#define DIFFERENT 0xffd00000u

/* Lets another program make @path into a PNG at @png, which it names itself
 * without the ending when it is pdftoppm. */
static gboolean
convert (const char *path, const char *png, GError **error)
{
  g_autofree char *stem = g_strndup (png, strlen (png) - strlen (".png"));
  const char *const svg[] = { "rsvg-convert", "-o", png, path, NULL };
  const char *const pdf[] = { "pdftoppm", "-png", "-singlefile", "-r", "72", path, stem, NULL };
  const char *const *argv = g_str_has_suffix (path, ".svg") ? svg : pdf;
  g_autofree char *program = g_find_program_in_path (argv[0]);
  g_autoptr (GSubprocess) child = NULL;

  if (program == NULL)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "A picture of the difference needs %s, which is not here; install it or draw PNG.",
                   argv[0]);
      return FALSE;
    }
  child = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE,
                             error);
  return child != NULL && g_subprocess_wait_check (child, NULL, error);
}

static cairo_surface_t *
load (const char *path, GError **error)
{
  g_autoptr (cairo_surface_t) surface = NULL;
  g_autofree char *made = NULL;

  if (!g_str_has_suffix (path, ".png"))
    {
      g_autofree char *directory = g_dir_make_tmp ("gridscope-XXXXXX", error);
      gboolean done;

      if (directory == NULL)
        return NULL;
      made = g_build_filename (directory, "picture.png", NULL);
      done = convert (path, made, error);
      if (done)
        surface = cairo_image_surface_create_from_png (made);
      g_unlink (made);
      g_rmdir (directory);
      if (!done)
        return NULL;
    }
  else
    {
      surface = cairo_image_surface_create_from_png (path);
    }
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer (&surface);
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE, "%s cannot be read as a picture (%s); draw it again.",
               path, cairo_status_to_string (cairo_surface_status (surface)));
  return NULL;
}

/* @surface on white, @width by @height pixels, so that all pixels compare. */
static cairo_surface_t *
on_white (cairo_surface_t *surface, int width, int height)
{
  cairo_surface_t *white = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  g_autoptr (cairo_t) cr = cairo_create (white);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_surface_flush (white);
  return white;
}

/* @now half faded to white, and red where @there is not the same. */
static cairo_surface_t *
difference_new (cairo_surface_t *there, cairo_surface_t *now, int width, int height)
{
  cairo_surface_t *difference = on_white (now, width, height);
  int stride = cairo_image_surface_get_stride (difference);
  guint8 *out = cairo_image_surface_get_data (difference);
  const guint8 *a = cairo_image_surface_get_data (there), *b = cairo_image_surface_get_data (now);

  for (int y = 0; y < height; y++)
    {
      for (int x = 0; x < width; x++)
        {
          gsize at = (gsize)y * (gsize)stride + (gsize)x * 4;
          guint32 was, is, shown;

          memcpy (&was, a + at, 4);
          memcpy (&is, b + at, 4);
          shown = (was & 0xffffff) != (is & 0xffffff) ? DIFFERENT : ((is >> 1) & 0x7f7f7f) + 0x808080;
          memcpy (out + at, &shown, 4);
        }
    }
  cairo_surface_mark_dirty (difference);
  return difference;
}

gboolean
gs_figure_difference_write (const char *there, const char *now, const char *path, GError **error)
{
  g_autoptr (cairo_surface_t) a = load (there, error);
  g_autoptr (cairo_surface_t) b = a != NULL ? load (now, error) : NULL;
  int width, height;
  cairo_status_t status;

  if (b == NULL)
    return FALSE;
  width = MAX (cairo_image_surface_get_width (a), cairo_image_surface_get_width (b));
  height = MAX (cairo_image_surface_get_height (a), cairo_image_surface_get_height (b));
  {
    g_autoptr (cairo_surface_t) left = on_white (a, width, height);
    g_autoptr (cairo_surface_t) middle = on_white (b, width, height);
    g_autoptr (cairo_surface_t) right = difference_new (left, middle, width, height);
    g_autoptr (cairo_surface_t) all = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 3 * width, height);
    g_autoptr (cairo_t) cr = cairo_create (all);
    cairo_surface_t *panels[] = { left, middle, right };

    for (int i = 0; i < 3; i++)
      {
        cairo_set_source_surface (cr, panels[i], i * width, 0);
        cairo_paint (cr);
      }
    status = cairo_surface_write_to_png (all, path);
  }
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                 "%s cannot be written (%s); name another directory.", path, cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}
