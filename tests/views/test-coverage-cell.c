#include "gs-coverage-cell.h"

static GsPlan *
new_plan (gint64 m, gint64 n, int dims, gint64 x, gint64 y)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  spec->m = m;
  spec->n = n;
  spec->block_dims = dims;
  spec->block[0] = x;
  spec->block[1] = y;
  return gs_plan_new (spec, NULL);
}

static void
test_steps (void)
{
  static const struct
  {
    const char *name;
    int dims;
    gint64 m, n, bx, by;
    gint64 from_x, from_y;
    int dx, dy;
    gboolean by_block;
    gint64 to_x, to_y;
  } cases[] = {
    { "right", 2, 13, 21, 8, 4, 0, 0, 1, 0, FALSE, 1, 0 },
    { "block right", 2, 13, 21, 8, 4, 3, 1, 1, 0, TRUE, 11, 1 },
    { "stops at the right", 2, 13, 21, 8, 4, 23, 0, 1, 0, FALSE, 23, 0 },
    { "block stops at the right", 2, 13, 21, 8, 4, 20, 0, 1, 0, TRUE, 23, 0 },
    { "stops at the top", 2, 13, 21, 8, 4, 5, 0, 0, -1, TRUE, 5, 0 },
    { "end of the row", 2, 13, 21, 8, 4, 5, 2, G_MAXINT, 0, FALSE, 23, 2 },
    { "last", 2, 13, 21, 8, 4, 5, 2, G_MAXINT, G_MAXINT, FALSE, 23, 15 },
    { "first", 2, 13, 21, 8, 4, 5, 2, G_MININT, G_MININT, FALSE, 0, 0 },
    { "1-D right", 1, 1, 7, 4, 1, 3, 0, 1, 0, FALSE, 4, 0 },
    { "1-D block", 1, 1, 7, 4, 1, 1, 0, 1, 0, TRUE, 5, 0 },
    { "1-D last", 1, 1, 7, 4, 1, 1, 0, G_MAXINT, G_MAXINT, FALSE, 7, 0 },
    { "1-D goes on in the next row", 1, 3, 5, 4, 1, 4, 0, 1, 0, FALSE, 0, 1 },
    { "1-D goes back to the row before", 1, 3, 5, 4, 1, 0, 1, -1, 0, FALSE, 4, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsPlan) plan = new_plan (cases[i].m, cases[i].n, cases[i].dims, cases[i].bx, cases[i].by);
      gint64 x = cases[i].from_x, y = cases[i].from_y;

      g_test_message ("%s", cases[i].name);
      g_assert_true (gs_coverage_cell_step (plan, cases[i].dx, cases[i].dy, cases[i].by_block, &x, &y));
      g_assert_cmpint (x, ==, cases[i].to_x);
      g_assert_cmpint (y, ==, cases[i].to_y);
    }
}

static void
test_steps_do_not_overflow (void)
{
  g_autoptr (GsPlan) plan = new_plan (G_GINT64_CONSTANT (1) << 30, G_GINT64_CONSTANT (1) << 30, 2, 32, 32);
  gint64 x = 0, y = 0;

  g_assert_true (gs_coverage_cell_step (plan, G_MAXINT, G_MAXINT, FALSE, &x, &y));
  g_assert_cmpint (x, ==, (G_GINT64_CONSTANT (1) << 30) - 1);
  g_assert_true (gs_coverage_cell_step (plan, 1, 1, TRUE, &x, &y));
  g_assert_cmpint (x, ==, (G_GINT64_CONSTANT (1) << 30) - 1);
}

static void
test_look_up (void)
{
  g_autoptr (GsPlan) plan = new_plan (13, 21, 2, 8, 4);
  GsCoverageCell cell;

  g_assert_true (gs_coverage_cell_look_up (plan, 20, 12, &cell));
  g_assert_true (cell.has_thread);
  g_assert_cmpint (cell.element, ==, 12 * 21 + 20);
  g_assert_true (gs_coverage_cell_look_up (plan, 21, 0, &cell));
  g_assert_true (cell.has_thread);
  g_assert_cmpint (cell.element, ==, -1);
  g_assert_false (gs_coverage_cell_look_up (plan, 24, 0, &cell));
  g_assert_false (gs_coverage_cell_look_up (plan, -1, 0, &cell));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/views/coverage-cell/steps", test_steps);
  g_test_add_func ("/views/coverage-cell/steps-do-not-overflow", test_steps_do_not_overflow);
  g_test_add_func ("/views/coverage-cell/look-up", test_look_up);
  return g_test_run ();
}
