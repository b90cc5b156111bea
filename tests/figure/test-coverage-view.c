/* The geometry of the coverage picture against itself and against simple sums. */
#include <math.h>

#include "gs-painter-coverage.h"
#include "gs-samples.h"

typedef struct
{
  const char *name;
  gint64 m, n;
  int dims;
  gint64 bx, by;
} Row;

static const Row rows[] = {
  { "seven", 1, 7, 1, 4, 1 },
  { "one", 1, 1, 1, 256, 1 },
  { "ragged", 13, 21, 2, 8, 4 },
  { "ragged-linear", 13, 21, 1, 32, 1 },
  { "thousand", 1000, 1003, 2, 16, 16 },
  { "tall", 100000, 3, 2, 4, 64 },
  { "strip", 1, 1000000, 2, 32, 8 },
  { "large", 65536, 65536, 2, 32, 32 },
  { "vast", 1, ((gint64)1 << 40) + 17, 1, 1024, 1 },
};

static void
check_round_trip (const GsCoverageScene *scene, const GsCoverageLayout *layout, double px, double py)
{
  double x, y, width, height;
  gint64 column, row, again_column, again_row;

  if (!gs_coverage_cell_at (scene, layout, px, py, &column, &row))
    return;
  g_assert_true (gs_coverage_cell_rect (scene, layout, column, row, &x, &y, &width, &height));
  g_assert_cmpfloat (px, >=, x - 1e-6);
  g_assert_cmpfloat (px, <=, x + width + 1e-6);
  g_assert_cmpfloat (py, >=, y - 1e-6);
  g_assert_cmpfloat (py, <=, y + height + 1e-6);
  /* Cells smaller than a rounding error of a point cannot be told apart. */
  if (MIN (width, height) < 1e-3)
    return;
  if (gs_coverage_cell_at (scene, layout, x + width / 2, y + height / 2, &again_column, &again_row))
    {
      g_assert_cmpint (again_column, ==, column);
      g_assert_cmpint (again_row, ==, row);
    }
}

static void
test_hit (gconstpointer data)
{
  const Row *row = data;
  GsPlan *plan
      = sample_plan (GS_OP_HADAMARD, row->m, row->n, row->dims, row->bx, row->by, GS_GRID_CEIL, FALSE);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  GsCoverageScene scene;
  GsCoverageLayout layout;
  int hits = 0;

  gs_coverage_scene_init (&scene, plan);
  gs_coverage_layout (&scene, 900, 600, 1, &layout);
  gs_coverage_view_fit (plan, &layout, &scene.view);
  for (int step = 0; step < 400; step++)
    {
      double px = g_rand_double_range (rand, 0, 900), py = g_rand_double_range (rand, 0, 600);
      gint64 x, y;

      hits += gs_coverage_cell_at (&scene, &layout, px, py, &x, &y);
      check_round_trip (&scene, &layout, px, py);
      if (step % 2 == 0)
        gs_coverage_view_zoom (plan, &layout, px, py, g_rand_double_range (rand, 0.4, 2.6), &scene.view);
      else
        gs_coverage_view_pan (plan, &layout, g_rand_double_range (rand, -300, 300),
                              g_rand_double_range (rand, -300, 300), &scene.view);
    }
  g_assert_cmpint (hits, >, 5);
  gs_plan_free (plan);
}

/* The cell under the pointer stays under it while zooming in. */
static void
test_zoom_keeps_cell (gconstpointer data)
{
  const Row *row = data;
  GsPlan *plan
      = sample_plan (GS_OP_HADAMARD, row->m, row->n, row->dims, row->bx, row->by, GS_GRID_CEIL, FALSE);
  GsCoverageScene scene;
  GsCoverageLayout layout;
  gint64 x, y, later_x, later_y;

  gs_coverage_scene_init (&scene, plan);
  gs_coverage_layout (&scene, 900, 600, 1, &layout);
  for (int i = 0; i < 200; i++)
    gs_coverage_view_zoom (plan, &layout, 450, 300, 1.5, &scene.view);
  g_assert_cmpfloat_with_epsilon (scene.view.zoom_x, GS_COVERAGE_MAX_ZOOM, 1e-9);
  if (gs_coverage_cell_at (&scene, &layout, 450, 300, &x, &y))
    {
      gs_coverage_view_pan (plan, &layout, 0, 0, &scene.view);
      g_assert_true (gs_coverage_cell_at (&scene, &layout, 450, 300, &later_x, &later_y));
      g_assert_cmpint (later_x, ==, x);
      g_assert_cmpint (later_y, ==, y);
    }
  /* And all the way out again is the fitted view. */
  for (int i = 0; i < 300; i++)
    gs_coverage_view_zoom (plan, &layout, 450, 300, 1 / 1.5, &scene.view);
  g_assert_cmpint (scene.view.x, ==, 0);
  g_assert_cmpint (scene.view.y, ==, 0);
  gs_plan_free (plan);
}

/* Single threads at the far end of a plane of 2⁴⁰ cells. */
static void
test_far_end (void)
{
  GsPlan *plan = sample_plan (GS_OP_HADAMARD, 1, ((gint64)1 << 40) + 17, 1, 1024, 1, GS_GRID_CEIL, FALSE);
  GsCoverageScene scene;
  GsCoverageLayout layout;
  GsPlane plane;
  double x, y, width, height;
  gint64 column, row;

  gs_plan_plane (plan, &plane);
  gs_coverage_scene_init (&scene, plan);
  gs_coverage_layout (&scene, 900, 600, 1, &layout);
  gs_coverage_view_centre (plan, &layout, plane.columns - 3, plane.rows - 2, 60, &scene.view);
  g_assert_true (
      gs_coverage_cell_rect (&scene, &layout, plane.columns - 3, plane.rows - 2, &x, &y, &width, &height));
  g_assert_cmpfloat_with_epsilon (width, 60, 1e-9);
  g_assert_true (gs_coverage_cell_at (&scene, &layout, x + 30, y + 30, &column, &row));
  g_assert_cmpint (column, ==, plane.columns - 3);
  g_assert_cmpint (row, ==, plane.rows - 2);
  gs_plan_free (plan);
}

static void
test_fit_shows_all (gconstpointer data)
{
  const Row *row = data;
  GsPlan *plan
      = sample_plan (GS_OP_HADAMARD, row->m, row->n, row->dims, row->bx, row->by, GS_GRID_CEIL, FALSE);
  GsCoverageScene scene;
  GsCoverageLayout layout;
  GsPlane plane;
  double x, y, width, height;

  gs_plan_plane (plan, &plane);
  gs_coverage_scene_init (&scene, plan);
  gs_coverage_layout (&scene, 700, 500, 1, &layout);
  g_assert_true (gs_coverage_cell_rect (&scene, &layout, 0, 0, &x, &y, &width, &height));
  g_assert_cmpfloat (x, >=, layout.x - 1e-6);
  g_assert_cmpfloat (y, >=, layout.y - 1e-6);
  g_assert_true (
      gs_coverage_cell_rect (&scene, &layout, plane.columns - 1, plane.rows - 1, &x, &y, &width, &height));
  g_assert_cmpfloat (x + width, <=, layout.x + layout.width + 1e-6);
  g_assert_cmpfloat (y + height, <=, layout.y + layout.height + 1e-6);
  gs_plan_free (plan);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *hit = g_strdup_printf ("/figure/coverage-view/hit/%s", rows[i].name);
      g_autofree char *zoom = g_strdup_printf ("/figure/coverage-view/zoom/%s", rows[i].name);
      g_autofree char *fit = g_strdup_printf ("/figure/coverage-view/fit/%s", rows[i].name);

      g_test_add_data_func (hit, &rows[i], test_hit);
      g_test_add_data_func (zoom, &rows[i], test_zoom_keeps_cell);
      g_test_add_data_func (fit, &rows[i], test_fit_shows_all);
    }
  g_test_add_func ("/figure/coverage-view/far-end", test_far_end);
  return g_test_run ();
}
