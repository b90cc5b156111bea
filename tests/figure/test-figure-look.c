/* What pictures must keep to: contrast, greys, words that do not overlap, sizes
 * of every kind, and the reference pictures. */
#include <math.h>
#include <string.h>

#include "gs-figure-private.h"
#include "gs-painter-coverage.h"
#include "gs-picture.h"
#include "gs-samples.h"

static const GsFigureClass *
class_of (GsFigureKind kind)
{
  static const GsFigureClass *const classes[] = {
    &gs_figure_coverage_class, &gs_figure_timing_class,   &gs_figure_matrix_class,
    &gs_figure_memory_class,   &gs_figure_schedule_class, &gs_figure_crossover_class,
    &gs_figure_roofline_class, &gs_figure_pitfall_class,  &gs_figure_occupancy_class,
    &gs_figure_formula_class,
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (classes) == GS_N_FIGURES);
  return classes[kind];
}

static void
test_text_contrast (gconstpointer data)
{
  const GsTheme *theme = gs_theme_get (GPOINTER_TO_INT (data));
  const GsColor *papers[] = { &theme->background, &theme->surface };

  for (guint i = 0; i < G_N_ELEMENTS (papers); i++)
    {
      g_assert_cmpfloat (gs_color_contrast (&theme->text, papers[i]), >=, 7);
      g_assert_cmpfloat (gs_color_contrast (&theme->muted, papers[i]), >=, 4.5);
      g_assert_cmpfloat (gs_color_contrast (&theme->danger, papers[i]), >=, 4.5);
      for (guint j = 0; j < G_N_ELEMENTS (theme->series); j++)
        g_assert_cmpfloat (gs_color_contrast (&theme->series[j], papers[i]), >=, 3);
    }
  for (int i = 0; i < GS_N_FATES; i++)
    {
      GsColor ink = gs_color_readable_on (&theme->fates[i].base);

      g_assert_cmpfloat (gs_color_contrast (&ink, &theme->fates[i].base), >=, 4.5);
    }
}

/* Areas of each fate, printed in grey, differ in mean lightness by at least 8
 * (of 100), besides differing in pattern. */
static void
test_greys (gconstpointer data)
{
  const GsThemeKind kind = GPOINTER_TO_INT (data);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 5 * 96, 96);
  cairo_t *cr = cairo_create (surface);
  GsFigureStyle style;
  GsCanvas canvas;
  const GsPaint *paints[5];
  double lightness[5];

  gs_figure_style_init (&style);
  style.theme = kind;
  style.text_free = TRUE;
  gs_canvas_init (&canvas, cr, &style);
  /* A canvas knows the paints of its own theme, which is a copy. */
  for (int i = 0; i < 4; i++)
    paints[i] = &canvas.theme->fates[i];
  paints[4] = &canvas.theme->missed;
  for (int i = 0; i < 5; i++)
    {
      gs_canvas_rectangle (&canvas, i * 96, 0, 96, 96);
      gs_canvas_fill (&canvas, paints[i]);
    }
  cairo_surface_flush (surface);
  for (int i = 0; i < 5; i++)
    lightness[i] = picture_lightness (surface, i * 96, 0, 96, 96);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++)
      {
        g_test_message ("%d and %d: %.1f and %.1f", i, j, lightness[i], lightness[j]);
        g_assert_cmpfloat (fabs (lightness[i] - lightness[j]), >=, 8);
      }
  gs_canvas_clear (&canvas);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Pixels of the colour for what is wrong. */
static int
count_danger (const GsSweep *sweep)
{
  GsFigureInput input;
  GsFigureStyle style;
  cairo_surface_t *surface;
  const GsColor *danger;
  int n = 0;

  gs_figure_input_init (&input, GS_FIGURE_CROSSOVER);
  input.sweep = sweep;
  gs_figure_style_init (&style);
  style.text_free = TRUE;
  danger = &gs_theme_get (style.theme)->danger;
  surface = picture_paint (&input, &style);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    {
      const guint32 *row = (const guint32 *)(gpointer)(cairo_image_surface_get_data (surface)
                                                       + y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
        n += abs ((int)(row[x] >> 16 & 255) - (int)lround (danger->red * 255)) < 8
             && abs ((int)(row[x] >> 8 & 255) - (int)lround (danger->green * 255)) < 8
             && abs ((int)(row[x] & 255) - (int)lround (danger->blue * 255)) < 8;
    }
  cairo_surface_destroy (surface);
  return n;
}

/* A backend that failed on the way: a cross where its line ends, and the other lines
 * as they were. */
static void
test_line_that_ends (void)
{
  g_autoptr (GsSweep) sweep = sample_sweep ();
  GsSweepSeries *series = g_ptr_array_index (sweep->series, 0);
  const GsSweepSeries *other = g_ptr_array_index (sweep->series, 1);
  const guint n_all = other->points->len;

  g_assert_cmpint (count_danger (sweep), ==, 0);
  g_array_set_size (series->points, 2);
  series->ended = g_strdup ("Out of memory at 512.");
  gs_sweep_find_crossings (sweep);
  g_assert_cmpint (count_danger (sweep), >, 8);
  g_assert_cmpuint (other->points->len, ==, n_all);
}

static gboolean
boxes_overlap (const GsTextBox *a, const GsTextBox *b)
{
  const double slack = 1;

  return a->x + a->width - slack > b->x && b->x + b->width - slack > a->x && a->y + a->height - slack > b->y
         && b->y + b->height - slack > a->y;
}

static void
check_no_overlap (
    const char *name, const GsFigureInput *input, double width, double height, double type_scale)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  GsFigureStyle style;
  GsCanvas canvas;

  gs_figure_style_init (&style);
  style.width = width;
  style.height = height;
  style.type_scale = type_scale;
  gs_canvas_init (&canvas, cr, &style);
  gs_canvas_record_text (&canvas);
  class_of (input->kind)->paint (&canvas, input);
  g_assert_cmpuint (canvas.boxes->len, >, 3);
  for (guint i = 0; i < canvas.boxes->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const GsTextBox *a = &g_array_index (canvas.boxes, GsTextBox, i),
                        *b = &g_array_index (canvas.boxes, GsTextBox, j);

        if (boxes_overlap (a, b))
          {
            g_test_message ("%s at %g × %g: (%.0f, %.0f, %.0f × %.0f) and (%.0f, %.0f, %.0f × %.0f)", name,
                            width, height, a->x, a->y, a->width, a->height, b->x, b->y, b->width, b->height);
            g_test_fail ();
          }
      }
  gs_canvas_clear (&canvas);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_overlap (gconstpointer data)
{
  static const double sizes[][2] = { { 1280, 800 }, { 960, 600 }, { 720, 480 }, { 640, 400 } };
  GsFigureInput input;
  const char *name = sample_input (GPOINTER_TO_UINT (data), &input);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      check_no_overlap (name, &input, sizes[i][0], sizes[i][1], 1);
      if (sizes[i][0] > 900)
        check_no_overlap (name, &input, sizes[i][0], sizes[i][1], 1.6);
    }
}

/* No size makes a painter fail. */
static void
test_sizes (gconstpointer data)
{
  static const double sizes[][2] = { { 1, 1 },   { 2, 900 },  { 900, 2 },   { 17, 13 },
                                     { 64, 64 }, { 120, 90 }, { 300, 200 }, { 2000, 1500 } };
  GsFigureInput input;
  GsFigureStyle style;

  sample_input (GPOINTER_TO_UINT (data), &input);
  gs_figure_style_init (&style);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int scale = 1; scale <= 2; scale++)
      {
        style.width = sizes[i][0];
        style.height = sizes[i][1];
        style.type_scale = scale;
        style.theme = (GsThemeKind)(i % GS_N_THEMES);
        style.caption = i % 2;
        cairo_surface_destroy (picture_paint (&input, &style));
      }
}

/* Plans at the edges: nothing, one, and 10¹⁸. */
static void
test_plans (void)
{
  static const struct
  {
    gint64 m, n;
    int dims;
    gint64 bx, by;
    GsGridRule rule;
    gboolean guard;
  } rows[] = {
    { 0, 0, 1, 256, 1, GS_GRID_CEIL, TRUE },
    { 0, 7, 2, 16, 16, GS_GRID_CEIL, TRUE },
    { 1, 1, 1, 1, 1, GS_GRID_CEIL, TRUE },
    { 1, 7, 1, 256, 1, GS_GRID_FLOOR, TRUE },
    { 1, 7, 1, 0, 1, GS_GRID_CEIL, TRUE },
    { 1000000000, 1000000000, 2, 32, 32, GS_GRID_CEIL, FALSE },
    { 1, 1000000000000000000, 1, 1024, 1, GS_GRID_CEIL, FALSE },
    { 2000000, 2000000000, 2, 1024, 1, GS_GRID_CEIL, FALSE },
    { 40000, 2000000000, 2, 1, 1024, GS_GRID_FLOOR, FALSE },
  };
  GsFigureStyle style;

  gs_figure_style_init (&style);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GsPlan *plan = sample_plan (GS_OP_HADAMARD, rows[i].m, rows[i].n, rows[i].dims, rows[i].bx, rows[i].by,
                                  rows[i].rule, rows[i].guard);
      const GsFigureKind kinds[]
          = { GS_FIGURE_COVERAGE, GS_FIGURE_FORMULA, GS_FIGURE_MEMORY, GS_FIGURE_OCCUPANCY };

      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          GsFigureInput input;
          g_autofree char *alt = NULL;

          gs_figure_input_init (&input, kinds[k]);
          input.plan = plan;
          input.has_thread = TRUE;
          input.play = 3;
          cairo_surface_destroy (picture_paint (&input, &style));
          alt = gs_figure_alt_text (&input);
          g_assert_nonnull (alt);
        }
      gs_plan_free (plan);
    }
}

/* Sharp at every scale: along a row through the gaps, cells are wholly inked or
 * wholly paper, never half. */
static void
test_sharp (void)
{
  static const double scales[] = { 1, 1.5, 2, 3 };
  GsPlan *plan = sample_plan (GS_OP_HADAMARD, 13, 21, 2, 8, 4, GS_GRID_CEIL, TRUE);
  GsFigureInput input;
  GsFigureStyle style;

  gs_figure_input_init (&input, GS_FIGURE_COVERAGE);
  input.plan = plan;
  gs_figure_style_init (&style);
  style.text_free = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      cairo_surface_t *surface;
      GsCoverageScene scene;
      GsCoverageLayout layout;
      double x, y, width, height;
      int soft = 0;

      style.scale = scales[i];
      surface = picture_paint (&input, &style);
      gs_coverage_scene_init (&scene, plan);
      gs_coverage_layout (&scene, style.width, style.height, 1, &layout);
      g_assert_true (gs_coverage_cell_rect (&scene, &layout, 0, 5, &x, &y, &width, &height));
      for (int px = (int)((x + 4) * style.scale); px < (int)((x + 7.5 * width) * style.scale); px++)
        {
          double lightness = picture_lightness (surface, px, (int)((y + height / 2) * style.scale), 1, 1);

          soft += lightness > 50 && lightness < 97;
        }
      g_assert_cmpint (soft, ==, 0);
      cairo_surface_destroy (surface);
    }
  gs_plan_free (plan);
}

static void
keep (cairo_surface_t *surface, const char *name, const char *what)
{
  g_autofree char *file = g_strdup_printf ("%s.%s.png", name, what);
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "figure", "pictures", file, NULL);
  g_autofree char *directory = g_path_get_dirname (path);

  g_mkdir_with_parents (directory, 0755);
  g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
}

/* Pictures without text, against those committed. Antialiasing may differ a
 * little between versions of cairo; shapes and colours may not. */
static void
test_reference (gconstpointer data)
{
  GsFigureInput input;
  GsFigureStyle style;
  const char *name = sample_input (GPOINTER_TO_UINT (data), &input);
  g_autofree char *file = g_strdup_printf ("%s.png", name);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "figure", "references", file, NULL);
  cairo_surface_t *surface, *reference;
  double mean, far;

  gs_figure_style_init (&style);
  style.width = 480;
  style.height = 320;
  style.text_free = TRUE;
  surface = picture_paint (&input, &style);
  if (g_getenv ("GS_UPDATE_REFERENCES") != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
  reference = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (reference), ==, CAIRO_STATUS_SUCCESS);
  mean = picture_difference (surface, reference, &far);
  if (mean > 0.5 || far > 0.002)
    {
      cairo_surface_t *difference = picture_difference_image (surface, reference);

      keep (surface, name, "out");
      keep (reference, name, "ref");
      keep (difference, name, "diff");
      cairo_surface_destroy (difference);
      g_test_message ("%s: mean difference %g, %g of the pixels are far off", name, mean, far);
      g_test_fail ();
    }
  cairo_surface_destroy (reference);
  cairo_surface_destroy (surface);
}

static void
add (const char *group, const char *name, guint i, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/figure/%s/%s", group, name);

  g_test_add_data_func (path, GUINT_TO_POINTER (i), func);
}

int
main (int argc, char **argv)
{
  GsFigureInput input;
  const char *name;
  int status;

  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < GS_N_THEMES; i++)
    {
      add ("contrast", gs_theme_nick (i), i, test_text_contrast);
      add ("greys", gs_theme_nick (i), i, test_greys);
    }
  for (guint i = 0; (name = sample_input (i, &input)) != NULL; i++)
    {
      add ("overlap", name, i, test_overlap);
      add ("sizes", name, i, test_sizes);
      add ("reference", name, i, test_reference);
    }
  g_test_add_func ("/figure/plans", test_plans);
  g_test_add_func ("/figure/sharp", test_sharp);
  g_test_add_func ("/figure/line-that-ends", test_line_that_ends);
  status = g_test_run ();
  sample_clear ();
  return status;
}
