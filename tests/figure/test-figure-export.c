/* Files: the same bytes every time, well formed, and the same picture through
 * other programs. */
#define _GNU_SOURCE /* memmem */

#include <libintl.h>
#include <locale.h>
#include <string.h>
#include <time.h>

#include <glib/gstdio.h>

#include "gs-export-figure.h"
#include "gs-picture.h"
#include "gs-samples.h"
#include "gs-test-locale.h"

static GBytes *
export_or_die (const GsFigureInput *input, const GsFigureStyle *style, GsFigureFormat format)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = gs_export_figure (input, style, format, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (bytes), >, 100);
  return bytes;
}

static void
set_time_zone (const char *zone)
{
  g_setenv ("TZ", zone, TRUE);
  tzset ();
}

/* Drawn again in another time zone, after other figures, with another LANGUAGE
 * and, when the test runs in a comma locale, with a decimal point. */
static void
test_bytes (gconstpointer data)
{
  static const GsFigureFormat formats[] = { GS_FORMAT_PNG, GS_FORMAT_SVG, GS_FORMAT_PDF };
  g_autofree char *numeric = g_strdup (setlocale (LC_NUMERIC, NULL));
  GsFigureInput input, other;
  GsFigureStyle style;

  sample_input (GPOINTER_TO_UINT (data), &input);
  sample_input ((GPOINTER_TO_UINT (data) + 1) % GS_N_FIGURES, &other);
  gs_figure_style_init (&style);
  style.language = "en";
  style.caption = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GBytes) first = NULL, between = NULL, second = NULL;

      set_time_zone ("Pacific/Auckland");
      first = export_or_die (&input, &style, formats[i]);
      set_time_zone ("America/Los_Angeles");
      setlocale (LC_NUMERIC, "C");
      g_setenv ("LANGUAGE", "zh_CN", TRUE);
      between = export_or_die (&other, &style, formats[i]);
      second = export_or_die (&input, &style, formats[i]);
      g_unsetenv ("LANGUAGE");
      setlocale (LC_NUMERIC, numeric);
      g_assert_cmpmem (g_bytes_get_data (first, NULL), g_bytes_get_size (first),
                       g_bytes_get_data (second, NULL), g_bytes_get_size (second));
    }
}

static void
text_cb (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  const char *element = g_markup_parse_context_get_element (context);
  GString **found = data;

  if (strcmp (element, "title") == 0)
    g_string_append_len (found[0], text, length);
  if (strcmp (element, "desc") == 0)
    g_string_append_len (found[1], text, length);
}

static void
test_svg (gconstpointer data)
{
  const GMarkupParser parser = { .text = text_cb };
  g_autoptr (GString) title = g_string_new (NULL), description = g_string_new (NULL);
  GString *found[] = { title, description };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, found, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *alt = NULL, *plain_title = NULL;
  GsFigureInput input;
  GsFigureStyle style;

  sample_input (GPOINTER_TO_UINT (data), &input);
  gs_figure_style_init (&style);
  bytes = export_or_die (&input, &style, GS_FORMAT_SVG);
  g_assert_cmpuint (g_bytes_get_size (bytes), <, 300 * 1000);
  g_markup_parse_context_parse (context, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  plain_title = gs_figure_title (&input);
  alt = gs_figure_alt_text (&input);
  g_assert_cmpstr (title->str, ==, plain_title);
  g_assert_cmpstr (description->str, ==, alt);
}

/* The alt text of a coverage carries the verdict's numbers. */
static void
test_alt (void)
{
  static const char *const numbers[] = { "13", "21", "384", "273", "75", "36" };
  g_autofree char *alt = NULL, *verdict = NULL, *caption = NULL;
  GsFigureInput input;

  sample_input (0, &input);
  alt = gs_figure_alt_text (&input);
  verdict = gs_plan_verdict (input.plan);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_assert_nonnull (strstr (alt, numbers[i]));
  g_assert_nonnull (strstr (alt, verdict));
  caption = gs_figure_caption (&input);
  g_assert_nonnull (strstr (caption, "<<<(3, 4), (8, 4)>>>"));
  g_assert_nonnull (strstr (caption, "guard off"));
}

/* No size of matrix makes a large file. */
static void
test_svg_size (void)
{
  static const gint64 sizes[] = { 7, 100, 777, 1003, 65536, 1000000 };
  GsFigureStyle style;

  gs_figure_style_init (&style);
  style.width = 1280;
  style.height = 800;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int dims = 1; dims <= 2; dims++)
      {
        GsPlan *plan = sample_plan (GS_OP_HADAMARD, sizes[i], sizes[i] + 3, dims, dims == 1 ? 256 : 16, 16,
                                    GS_GRID_CEIL, FALSE);
        g_autoptr (GBytes) bytes = NULL;
        GsFigureInput input;

        gs_figure_input_init (&input, GS_FIGURE_COVERAGE);
        input.plan = plan;
        bytes = export_or_die (&input, &style, GS_FORMAT_SVG);
        g_test_message ("%d-D, %" G_GINT64_FORMAT ": %" G_GSIZE_FORMAT " bytes", dims, sizes[i],
                        g_bytes_get_size (bytes));
        g_assert_cmpuint (g_bytes_get_size (bytes), <, 300 * 1000);
        gs_plan_free (plan);
      }
}

static void
test_pdf_dates (void)
{
  g_autoptr (GBytes) bytes = NULL;
  GsFigureInput input;
  GsFigureStyle style;
  const char *date, *text;
  gsize length;

  sample_input (0, &input);
  gs_figure_style_init (&style);
  bytes = export_or_die (&input, &style, GS_FORMAT_PDF);
  text = g_bytes_get_data (bytes, &length);
  date = memmem (text, length, "/CreationDate (", 15);
  g_assert_nonnull (date);
  g_assert_nonnull (g_strstr_len (date, 40, "20000101000000"));
}

/* Every chunk of a PNG is whole; there is no time in it, and its texts are. */
static void
test_png_chunks (void)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *alt = NULL;
  GsFigureInput input;
  GsFigureStyle style;
  const guint8 *data;
  gsize length, at = 8;
  int n_texts = 0;

  sample_input (0, &input);
  gs_figure_style_init (&style);
  alt = gs_figure_alt_text (&input);
  bytes = export_or_die (&input, &style, GS_FORMAT_PNG);
  data = g_bytes_get_data (bytes, &length);
  while (at + 12 <= length)
    {
      guint32 size = (guint32)data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];

      g_assert_cmpuint (at + 12 + size, <=, length);
      g_assert_false (memcmp (data + at + 4, "tIME", 4) == 0);
      if (memcmp (data + at + 4, "iTXt", 4) == 0)
        {
          n_texts++;
          if (memcmp (data + at + 8, "Description", 11) == 0)
            g_assert_cmpmem (data + at + 8 + 16, size - 16, alt, strlen (alt));
        }
      at += 12 + size;
    }
  g_assert_cmpuint (at, ==, length);
  g_assert_cmpint (n_texts, ==, 2);
}

static cairo_surface_t *
render_with (const char *const *argv, GBytes *bytes, const char *extension, const char *png)
{
  g_autofree char *source = g_strdup_printf ("%s.%s", png, extension);
  g_autofree char *result = g_strdup_printf ("%s.png", png);
  g_autoptr (GError) error = NULL;
  const char *words[12] = { NULL };
  cairo_surface_t *surface;
  int status = 0;

  g_file_set_contents (source, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  for (int i = 0; argv[i] != NULL; i++)
    words[i] = strcmp (argv[i], "IN") == 0     ? source
               : strcmp (argv[i], "OUT") == 0  ? result
               : strcmp (argv[i], "STEM") == 0 ? png
                                               : argv[i];
  g_spawn_sync (NULL, (char **)words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  surface = cairo_image_surface_create_from_png (result);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_remove (source);
  g_remove (result);
  return surface;
}

/* The same picture, up to how another program smooths edges. */
static void
check_other_renderer (guint i, GsFigureFormat format, const char *const *argv, const char *extension)
{
  g_autofree char *directory = g_dir_make_tmp ("gs-figure-XXXXXX", NULL);
  g_autofree char *png = g_build_filename (directory, "picture", NULL);
  g_autofree char *program = g_find_program_in_path (argv[0]);
  g_autoptr (GBytes) bytes = NULL;
  cairo_surface_t *ours, *theirs;
  GsFigureInput input;
  GsFigureStyle style;
  const char *name = sample_input (i, &input);
  double mean, far;

  if (program == NULL)
    {
      g_test_skip ("the other renderer is not installed");
      return;
    }
  gs_figure_style_init (&style);
  style.scale = 96 / 72.0;
  style.width = 720;
  style.height = 480;
  style.outline_text = TRUE;
  bytes = export_or_die (&input, &style, format);
  ours = picture_paint (&input, &style);
  theirs = render_with (argv, bytes, extension, png);
  mean = picture_difference (ours, theirs, &far);
  g_test_message ("%s: mean difference %.2f, %.4f of the pixels far off", name, mean, far);
  g_assert_cmpfloat (mean, <, 6);
  cairo_surface_destroy (ours);
  cairo_surface_destroy (theirs);
  g_rmdir (directory);
}

static void
test_rsvg (gconstpointer data)
{
  static const char *const argv[] = { "rsvg-convert", "IN", "-o", "OUT", NULL };

  check_other_renderer (GPOINTER_TO_UINT (data), GS_FORMAT_SVG, argv, "svg");
}

static void
test_poppler (gconstpointer data)
{
  static const char *const argv[] = { "pdftoppm", "-singlefile", "-r", "96", "-png", "IN", "STEM", NULL };

  check_other_renderer (GPOINTER_TO_UINT (data), GS_FORMAT_PDF, argv, "pdf");
}

static gpointer
export_thread (gpointer input)
{
  GsFigureStyle style;

  gs_figure_style_init (&style);
  return export_or_die (input, &style, GS_FORMAT_SVG);
}

/* A copy needs nothing of what it was made from, and may be drawn in another thread: the bytes are the same. */
static void
test_copy (void)
{
  GsFigureInput input;

  for (guint i = 0; sample_input (i, &input) != NULL; i++)
    {
      g_autoptr (GBytes) expected = export_thread (&input);
      g_autoptr (GsFigureInput) copy = gs_figure_input_copy (&input);
      g_autoptr (GBytes) bytes = NULL;

      sample_clear ();
      memset (&input, 0xAA, sizeof input);
      bytes = g_thread_join (g_thread_new ("figure", export_thread, copy));
      g_assert_true (g_bytes_equal (bytes, expected));
    }
}

static void
ask_cb (gpointer data)
{
  *(char **)data = g_strdup (g_dgettext (GETTEXT_PACKAGE, "one scale for all lanes"));
}

/* From any locale of the process, and back. The catalogue is a small one of the
 * test's own. */
static void
test_language (void)
{
  g_autofree char *english = NULL, *chinese = NULL, *again = NULL;
  g_autofree char *before = g_strdup (setlocale (LC_ALL, NULL));

  gs_with_language ("en", ask_cb, &english);
  gs_with_language ("zh_CN", ask_cb, &chinese);
  gs_with_language ("en", ask_cb, &again);
  g_assert_cmpstr (english, ==, "one scale for all lanes");
  g_assert_cmpstr (chinese, ==, "各行同一刻度");
  g_assert_cmpstr (again, ==, "one scale for all lanes");
  g_assert_cmpstr (setlocale (LC_ALL, NULL), ==, before);
}

static void
test_language_from_c (void)
{
  setlocale (LC_ALL, "C");
  test_language ();
  setlocale (LC_ALL, "C.UTF-8");
  test_language ();
}

/* A Chinese figure holds Chinese glyphs, not boxes: the font is there and chosen. */
static void
test_chinese_svg (void)
{
  g_autoptr (GBytes) english = NULL, chinese = NULL;
  GsFigureInput input;
  GsFigureStyle style;

  sample_input (1, &input);
  gs_figure_style_init (&style);
  style.language = "zh_CN";
  chinese = export_or_die (&input, &style, GS_FORMAT_SVG);
  style.language = "en";
  english = export_or_die (&input, &style, GS_FORMAT_SVG);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (chinese, NULL), 600, "xml:lang=\"zh-CN\""));
  g_assert_false (g_bytes_equal (chinese, english));
}

static void
test_refusals (void)
{
  GsFigureFormat format;
  GsFigureInput input;
  GsFigureStyle style;
  GsFigureKind kind;
  GsThemeKind theme;
  g_autoptr (GError) error = NULL;

  g_assert_true (gs_figure_format_from_path ("a.b/c.PNG", &format, NULL));
  g_assert_cmpint (format, ==, GS_FORMAT_PNG);
  g_assert_false (gs_figure_format_from_path ("figure.jpeg", &format, &error));
  g_assert_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME);
  g_clear_error (&error);
  g_assert_false (gs_figure_kind_from_nick ("coverge", &kind, &error));
  g_assert_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME);
  g_assert_nonnull (strstr (error->message, "“coverage”"));
  g_clear_error (&error);
  g_assert_false (gs_theme_from_nick ("drak", &theme, &error));
  g_assert_nonnull (strstr (error->message, "“dark”"));
  g_clear_error (&error);

  sample_input (0, &input);
  gs_figure_style_init (&style);
  style.scale = 1e6;
  g_assert_null (gs_export_figure (&input, &style, GS_FORMAT_PNG, &error));
  g_assert_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_SIZE);
  g_clear_error (&error);
  for (int i = 0; i < GS_N_FIGURES; i++)
    {
      gs_figure_style_init (&style);
      gs_figure_input_init (&input, i);
      g_assert_null (gs_export_figure (&input, &style, GS_FORMAT_PNG, &error));
      g_assert_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA);
      g_clear_error (&error);
    }
}

/* A file that cannot be written leaves the old one as it was. */
static void
test_file (void)
{
  g_autofree char *directory = g_dir_make_tmp ("gs-figure-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "a.svg", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  GsFigureInput input;
  GsFigureStyle style;
  gsize length;

  sample_input (0, &input);
  gs_figure_style_init (&style);
  g_assert_true (gs_export_figure_to_file (&input, &style, file, NULL, &error));
  g_assert_no_error (error);
  bytes = export_or_die (&input, &style, GS_FORMAT_SVG);
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  g_assert_cmpmem (contents, length, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  style.width = 0;
  g_assert_false (gs_export_figure_to_file (&input, &style, file, NULL, &error));
  g_assert_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_SIZE);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_remove (path);
  g_rmdir (directory);
}

static void
add (const char *group, const char *name, guint i, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/figure/export/%s/%s", group, name);

  g_test_add_data_func (path, GUINT_TO_POINTER (i), func);
}

static void
add_single_tests (void)
{
  g_test_add_func ("/figure/export/alt", test_alt);
  g_test_add_func ("/figure/export/svg-size", test_svg_size);
  g_test_add_func ("/figure/export/copy", test_copy);
  g_test_add_func ("/figure/export/pdf-dates", test_pdf_dates);
  g_test_add_func ("/figure/export/png-chunks", test_png_chunks);
  g_test_add_func ("/figure/export/language", test_language);
  g_test_add_func ("/figure/export/language-from-c", test_language_from_c);
  g_test_add_func ("/figure/export/chinese", test_chinese_svg);
  g_test_add_func ("/figure/export/refusals", test_refusals);
  g_test_add_func ("/figure/export/file", test_file);
}

int
main (int argc, char **argv)
{
  GsFigureInput input;
  const char *name;
  int status;

  gs_test_init (&argc, &argv);
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("GS_TEST_LOCALEDIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  for (guint i = 0; (name = sample_input (i, &input)) != NULL; i++)
    {
      /* Only the bytes can depend on the decimal point. */
      if (g_getenv ("GS_TEST_COMMA_LOCALE") != NULL)
        {
          add ("bytes", name, i, test_bytes);
          continue;
        }
      add ("bytes", name, i, test_bytes);
      add ("svg", name, i, test_svg);
      add ("rsvg", name, i, test_rsvg);
      add ("poppler", name, i, test_poppler);
    }
  if (g_getenv ("GS_TEST_COMMA_LOCALE") == NULL)
    add_single_tests ();
  status = g_test_run ();
  sample_clear ();
  return status;
}
