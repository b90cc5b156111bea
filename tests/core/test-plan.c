#include <glib.h>
#include <string.h>

#include "plan-spec.h"

/* Launches whose numbers are known. -1 in first_missed: none. */
typedef struct
{
  const char *name;
  GsOp op;
  gint64 m, n;
  int dims;
  gint64 block[2];
  GsGridRule rule;
  gboolean guard;
  GsMap map;
  int bits;
  gint64 grid[2], threads, active, idle, outside, aliased, missed, duplicated, first_missed;
} Case;

#define BIG      (G_GINT64_CONSTANT (1) << 60)
#define HADAMARD GS_OP_HADAMARD
#define CEIL     GS_GRID_CEIL
#define FLOOR    GS_GRID_FLOOR
#define COLUMN   GS_MAP_X_COLUMN
#define ROW      GS_MAP_X_ROW
#define P31      (G_GINT64_CONSTANT (1) << 31)

/* clang-format off */
static const Case cases[] = {
  { "7 by 256",            HADAMARD, 1, 7, 1, { 256, 1 }, CEIL, TRUE, COLUMN, 64,  { 1, 1 }, 256, 7, 249, 0, 0, 0, 0, -1 },
  { "7 by 256, no guard",  HADAMARD, 1, 7, 1, { 256, 1 }, CEIL, FALSE, COLUMN, 64, { 1, 1 }, 256, 7, 0, 249, 0, 0, 0, -1 },
  { "7 by 256, floor",     HADAMARD, 1, 7, 1, { 256, 1 }, FLOOR, TRUE, COLUMN, 64, { 0, 1 }, 0, 0, 0, 0, 0, 7, 0, 0 },
  { "7 by 4",              HADAMARD, 1, 7, 1, { 4, 1 }, CEIL, TRUE, COLUMN, 64,    { 2, 1 }, 8, 7, 1, 0, 0, 0, 0, -1 },
  { "7 by 4, floor",       HADAMARD, 1, 7, 1, { 4, 1 }, FLOOR, TRUE, COLUMN, 64,   { 1, 1 }, 4, 4, 0, 0, 0, 3, 0, 4 },
  { "7 by 4, no guard",    HADAMARD, 1, 7, 1, { 4, 1 }, CEIL, FALSE, COLUMN, 64,   { 2, 1 }, 8, 7, 0, 1, 0, 0, 0, -1 },
  { "empty",               HADAMARD, 1, 0, 1, { 4, 1 }, CEIL, TRUE, COLUMN, 64,    { 0, 1 }, 0, 0, 0, 0, 0, 0, 0, -1 },
  { "no rows",             HADAMARD, 0, 5, 2, { 4, 4 }, CEIL, TRUE, COLUMN, 64,    { 2, 0 }, 0, 0, 0, 0, 0, 0, 0, -1 },
  { "13x21",               HADAMARD, 13, 21, 2, { 8, 4 }, CEIL, TRUE, COLUMN, 64,  { 3, 4 }, 384, 273, 111, 0, 0, 0, 0, -1 },
  { "13x21, no guard",     HADAMARD, 13, 21, 2, { 8, 4 }, CEIL, FALSE, COLUMN, 64, { 3, 4 }, 384, 273, 0, 75, 36, 0, 36, -1 },
  { "13x21, x along rows", HADAMARD, 13, 21, 2, { 8, 4 }, CEIL, TRUE, ROW, 64,     { 2, 6 }, 384, 273, 111, 0, 0, 0, 0, -1 },
  { "1000x1003, floor",    HADAMARD, 1000, 1003, 2, { 16, 16 }, FLOOR, TRUE, COLUMN, 64, { 62, 62 }, 984064, 984064, 0, 0, 0, 18936, 0, 992 },
  { "2^31 in 32 bits",     HADAMARD, 1, P31, 1, { 256, 1 }, CEIL, TRUE, COLUMN, 32, { 8388608, 1 }, P31, P31, 0, 0, 0, 0, 0, -1 },
  { "2^31 + 512",          HADAMARD, 1, P31 + 512, 1, { 256, 1 }, CEIL, TRUE, COLUMN, 32, { 8388610, 1 }, P31 + 512, P31, 0, 512, 0, 512, 0, P31 },
  { "2^32 + 7 wraps onto itself", HADAMARD, 1, 2 * P31 + 7, 1, { 256, 1 }, CEIL, TRUE, COLUMN, 32,
    { 16777217, 1 }, 2 * P31 + 256, P31, 0, P31, 256, P31 + 7, 256, P31 },
  { "262144x8960 in 32 bits", HADAMARD, 262144, 8960, 2, { 32, 8 }, CEIL, TRUE, COLUMN, 32,
    { 280, 32768 }, G_GINT64_CONSTANT (2348810240), P31, 0, G_GINT64_CONSTANT (2348810240) - P31, 0,
    G_GINT64_CONSTANT (2348810240) - P31, 0, P31 },
  { "2^60",                HADAMARD, 1, BIG, 1, { 1024, 1 }, FLOOR, TRUE, COLUMN, 64, { BIG / 1024, 1 }, BIG, BIG, 0, 0, 0, 0, 0, -1 },
};
/* clang-format on */

static GsSpec *
spec_of (const Case *c)
{
  GsSpec *spec = make_spec (c->op, c->m, c->n, c->dims, c->block[0], c->block[1]);

  spec->grid_rule = c->rule;
  spec->guard = c->guard;
  spec->map = c->map;
  spec->index_bits = c->bits;
  return spec;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GsSpec) spec = spec_of (c);
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);

  g_assert_cmpint (plan->grid[0], ==, c->grid[0]);
  g_assert_cmpint (plan->grid[1], ==, c->grid[1]);
  g_assert_cmpint (plan->threads, ==, c->threads);
  g_assert_cmpint (plan->active, ==, c->active);
  g_assert_cmpint (plan->idle, ==, c->idle);
  g_assert_cmpint (plan->out_of_bounds, ==, c->outside);
  g_assert_cmpint (plan->aliased, ==, c->aliased);
  g_assert_cmpint (plan->missed, ==, c->missed);
  g_assert_cmpint (plan->duplicated, ==, c->duplicated);
  g_assert_cmpint (plan->first_missed, ==, c->first_missed);
  g_assert_cmpint (plan->launches, ==, plan->valid && c->threads > 0);
}

static void
test_first_out_of_bounds (void)
{
  g_autoptr (GsSpec) vector = make_spec (HADAMARD, 1, 7, 1, 256, 1);
  g_autoptr (GsSpec) matrix = make_spec (HADAMARD, 262144, 8960, 2, 32, 8);
  g_autoptr (GsPlan) plan = NULL, wide = NULL;
  GsThreadId id = { { 279, 239674 / 8 }, { 31, 239674 % 8 } };
  GsThreadInfo info;

  vector->guard = FALSE;
  plan = gs_plan_new (vector, NULL);
  g_assert_true (plan->has_first_out_of_bounds);
  g_assert_cmpint (plan->first_out_of_bounds.block[0], ==, 0);
  g_assert_cmpint (plan->first_out_of_bounds.thread[0], ==, 7);
  g_assert_cmpint (plan->first_out_of_bounds_index, ==, 7);

  matrix->index_bits = 32;
  wide = gs_plan_new (matrix, NULL);
  g_assert_true (gs_plan_thread (wide, &id, &info));
  g_assert_cmpint (info.row, ==, 239674);
  g_assert_cmpint (info.column, ==, 8959);
  g_assert_cmpint (info.index, ==, G_GINT64_CONSTANT (2147487999) - 2 * P31);
  g_assert_cmpint (info.fate, ==, GS_FATE_OUT_OF_BOUNDS);
  g_assert_true (info.guard_passes);
  /* Element 2³¹ is in row 239674; but block 0 of that band comes first, with row
   * 239675. */
  g_assert_cmpint (wide->first_out_of_bounds.block[0], ==, 0);
  g_assert_cmpint (wide->first_out_of_bounds.block[1], ==, 29959);
  g_assert_cmpint (wide->first_out_of_bounds.thread[0], ==, 0);
  g_assert_cmpint (wide->first_out_of_bounds.thread[1], ==, 3);
  g_assert_cmpint (wide->first_out_of_bounds_index, ==, G_GINT64_CONSTANT (239675) * 8960 - 2 * P31);
}

static void
test_verdict (void)
{
  static const struct
  {
    gint64 m, n;
    int dims;
    gint64 x, y;
    GsGridRule rule;
    gboolean guard;
    const char *verdict;
  } table[] = {
    { 1, 7, 1, 4, 1, CEIL, TRUE,
      "⌈7 / 4⌉ = 2 blocks of 4 threads = 8 threads: 7 work, 1 is stopped by the guard; every element is "
      "written "
      "once." },
    { 13, 21, 2, 8, 4, CEIL, FALSE,
      "No guard: 3 × 4 blocks of 8 × 4 threads = 384 threads: 273 work, 75 write out of bounds, 36 write "
      "another "
      "thread’s element; 36 elements are written more than once. Turn the guard on." },
    { 1, 7, 1, 4, 1, FLOOR, TRUE,
      "⌊7 / 4⌋ = 1 block of 4 threads = 4 threads: 4 work; 3 elements are missed. Round the grid up." },
    { 1, 7, 1, 256, 1, FLOOR, TRUE,
      "⌊7 / 256⌋ = 0 blocks of 256 threads = 0 threads; 7 elements are missed. Round the grid up." },
    { 1, 0, 1, 4, 1, CEIL, TRUE, "The result has no elements: there is nothing to launch." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec
          = make_spec (HADAMARD, table[i].m, table[i].n, table[i].dims, table[i].x, table[i].y);
      g_autoptr (GsPlan) plan = NULL;
      g_autofree char *verdict = NULL;

      spec->grid_rule = table[i].rule;
      spec->guard = table[i].guard;
      plan = gs_plan_new (spec, NULL);
      verdict = gs_plan_verdict (plan);
      g_assert_cmpstr (verdict, ==, table[i].verdict);
    }
}

/* Every kernel of fixed tiles: each thread owns as many elements as the others,
 * each element has one owner, and the counts agree with going through them. */
static void
check_tiles (const GsKernelInfo *kernel, gint64 m, gint64 n)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_MATMUL, m, n, 2, 16, 16);
  g_autoptr (GsPlan) plan = NULL;
  g_autofree int *owned = NULL;
  gint64 active = 0, per_thread = (gint64)kernel->tile.tile_m * kernel->tile.tile_n / kernel->block_threads;
  GsMix mix;
  GsThreadInfo info;

  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit (kernel->name, " ", -1);
  plan = gs_plan_new (spec, NULL);
  g_assert_cmpint (plan->elements_per_thread, ==, per_thread);
  owned = g_new0 (int, plan->threads);
  for (gint64 row = 0; row < plan->grid[1] * kernel->tile.tile_m; row++)
    for (gint64 column = 0; column < plan->grid[0] * kernel->tile.tile_n; column++)
      {
        GsThreadId id, writer;
        gint64 number;

        g_assert_true (gs_plan_thread_at (plan, column, row, &id));
        number = (id.block[1] * plan->grid[0] + id.block[0]) * kernel->block_threads + id.thread[0];
        g_assert_true (gs_plan_thread (plan, &id, &info));
        if (owned[number]++ == 0)
          g_assert_true (info.row == row && info.column == column);
        if (row < m && column < n)
          {
            g_assert_cmpint (gs_plan_writers (plan, row * n + column, &writer, 1), ==, 1);
            g_assert_cmpmem (&writer, sizeof writer, &id, sizeof id);
          }
        active += info.row == row && info.column == column && info.fate == GS_FATE_ACTIVE;
      }
  for (gint64 i = 0; i < plan->threads; i++)
    g_assert_cmpint (owned[i], ==, per_thread);
  g_assert_cmpint (plan->active, ==, active);
  g_assert_cmpint (plan->idle, ==, plan->threads - active);
  gs_plan_mix (plan, 3, 5, n, m, &mix);
  g_assert_cmpint (mix.elements, ==, MAX (n - 3, 0) * MAX (m - 5, 0));
}

static void
test_tiles (void)
{
  const GsKernelInfo *kernel;
  int found = 0;

  for (guint i = 0; (kernel = gs_kernel_info_nth (i)) != NULL; i++)
    if (kernel->layout == GS_LAYOUT_TILE)
      {
        check_tiles (kernel, 130, 67);
        check_tiles (kernel, 9, 11);
        found++;
      }
  g_assert_cmpint (found, >=, 6);
}

/* What stands in red over the picture: what is wrong, then what to do. */
static void
test_trouble (void)
{
  static const struct
  {
    GsOp op;
    GsGridRule rule;
    gboolean guard;
    guint faults;
    const char *trouble;
  } table[] = {
    { HADAMARD, CEIL, TRUE, 0, NULL },
    { HADAMARD, CEIL, FALSE, 0, "75 threads write out of bounds. Turn the guard on." },
    { HADAMARD, FLOOR, TRUE, 0, "81 elements are missed. Round the grid up." },
    { HADAMARD, GS_GRID_EXPLICIT, TRUE, 0, "241 elements are missed. Make the grid larger." },
    { HADAMARD, CEIL, TRUE, GS_FAULT_SWAPPED_AXES,
      "65 elements are missed. The grid was made for the other mapping." },
    { GS_OP_MATMUL, CEIL, TRUE, GS_FAULT_BARRIER_1,
      "Barrier 1 is missing: 273 elements depend on which warp is faster." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_autoptr (GsPlan) plan = NULL;
      g_autofree char *trouble = NULL;

      spec->op = table[i].op;
      spec->m = 13;
      spec->n = 21;
      spec->k = spec->op == GS_OP_MATMUL ? 20 : 0;
      spec->block_dims = 2;
      spec->block[0] = 8;
      spec->block[1] = spec->op == GS_OP_MATMUL ? 8 : 4;
      spec->grid_rule = table[i].rule;
      spec->guard = table[i].guard;
      spec->faults = table[i].faults;
      if (spec->op == GS_OP_MATMUL)
        {
          g_strfreev (spec->kernels);
          spec->kernels = g_strsplit ("matmul/k3_shared_tile", ",", -1);
        }
      plan = gs_plan_new (spec, NULL);
      trouble = gs_plan_trouble (plan);
      g_assert_cmpstr (trouble, ==, table[i].trouble);
    }
}

/* A fault that changes nothing is said to, with what to change. */
static void
test_unseen_faults (void)
{
  static const struct
  {
    GsOp op;
    gint64 m, n, k;
    gint64 block[2]; /* y 0: one index */
    gboolean guard;
    guint faults;
    const char *said; /* NULL: no word of what cannot be seen */
  } table[] = {
    { HADAMARD, 13, 13, 0, { 8, 4 }, TRUE, GS_FAULT_SWAPPED_AXES, "On a square the swapped axes" },
    { HADAMARD, 13, 13, 0, { 8, 4 }, FALSE, GS_FAULT_SWAPPED_AXES, "On a square the swapped axes" },
    { HADAMARD, 13, 21, 0, { 8, 4 }, TRUE, GS_FAULT_SWAPPED_AXES, NULL },
    { HADAMARD, 13, 14, 0, { 16, 16 }, TRUE, GS_FAULT_SWAPPED_AXES, "differ by more than a block" },
    { HADAMARD, 13, 21, 0, { 64, 0 }, TRUE, GS_FAULT_SWAPPED_AXES, "row and column" },
    { HADAMARD, 13, 13, 0, { 8, 4 }, TRUE, 0, NULL },
    { GS_OP_MATMUL, 13, 13, 8, { 8, 8 }, TRUE, GS_FAULT_LEADING_DIMENSION, "On a square the wrong leading" },
    { GS_OP_MATMUL, 13, 21, 8, { 8, 8 }, TRUE, GS_FAULT_BARRIER_2, "make k larger than the block" },
    { GS_OP_MATMUL, 13, 21, 9, { 8, 8 }, TRUE, GS_FAULT_BARRIER_2, NULL },
    { GS_OP_MATMUL, 13, 21, 16, { 8, 8 }, TRUE, GS_FAULT_TILE_EDGE, "make k no multiple" },
    { GS_OP_MATMUL, 13, 21, 9, { 8, 8 }, TRUE, GS_FAULT_TILE_EDGE, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_autoptr (GsPlan) plan = NULL;
      g_autofree char *verdict = NULL, *trouble = NULL;

      spec->op = table[i].op;
      spec->m = table[i].m;
      spec->n = table[i].n;
      spec->k = table[i].k;
      spec->block_dims = table[i].block[1] > 0 ? 2 : 1;
      spec->block[0] = table[i].block[0];
      spec->block[1] = MAX (table[i].block[1], 1);
      spec->guard = table[i].guard;
      spec->faults = table[i].faults;
      if (spec->op == GS_OP_MATMUL)
        {
          g_strfreev (spec->kernels);
          spec->kernels = g_strsplit (table[i].faults == GS_FAULT_LEADING_DIMENSION ? "matmul/k1_naive"
                                                                                    : "matmul/k3_shared_tile",
                                      ",", -1);
        }
      plan = gs_plan_new (spec, NULL);
      verdict = gs_plan_verdict (plan);
      trouble = gs_plan_trouble (plan);
      g_test_message ("%s", verdict);
      if (table[i].said != NULL)
        g_assert_nonnull (strstr (verdict, table[i].said));
      else
        g_assert_null (strstr (verdict, "to see the fault"));
      /* No trouble is made of it. */
      g_assert_true (trouble == NULL || strstr (trouble, "mapping") == NULL || table[i].said == NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/plan/case/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/core/plan/unseen-faults", test_unseen_faults);
  g_test_add_func ("/core/plan/first-out-of-bounds", test_first_out_of_bounds);
  g_test_add_func ("/core/plan/verdict", test_verdict);
  g_test_add_func ("/core/plan/trouble", test_trouble);
  g_test_add_func ("/core/plan/tiles", test_tiles);
  return g_test_run ();
}
