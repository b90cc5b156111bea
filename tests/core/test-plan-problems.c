#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "plan-spec.h"

/* Launches that no device takes: what is said of them, and the way out. */

#define BIG (G_GINT64_CONSTANT (1) << 60)

static void
test_problems (void)
{
  static const struct
  {
    gint64 m, n, x, y;
    const char *code;
    gint64 value, limit;
    const char *remedy;
  } table[] = {
    { G_GINT64_CONSTANT (1) << 32, 1 << 30, 16, 16, "grid-y-too-large", 1 << 28, 65535,
      "; choose a smaller size." },
    { 262144, 64, 32, 4, "grid-y-too-large", 65536, 65535, "use block y 8 or swap the axes" },
    { 64, 64, 32, 33, "block-too-large", 1056, 1024, "32x32" },
    { 64, 64, 0, 4, "block-empty", 0, 1, "at least 1" },
    { 64, 64, 4, -3, "block-empty", -3, 1, "at least 1" },
    { 1, BIG, 16, 16, "grid-x-too-large", BIG / 16, G_MAXINT32, "choose a smaller size" },
    { G_MAXINT64, 2, 4, 4, "size-overflow", G_MAXINT64, G_MAXINT64, "smaller size" },
    { -1, 2, 4, 4, "size-negative", -1, 0, "start at 0" },
    { 64, 64, G_MAXINT64, G_MAXINT64, "block-too-large", G_MAXINT64, 1024, "32x32" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, table[i].m, table[i].n, 2, table[i].x, table[i].y);
      g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
      g_autofree char *verdict = gs_plan_verdict (plan);
      const GsProblem *problem;

      g_assert_false (plan->valid);
      g_assert_false (plan->launches);
      problem = g_ptr_array_index (plan->problems, 0);
      g_assert_cmpstr (problem->code, ==, table[i].code);
      g_assert_cmpint (problem->value, ==, table[i].value);
      g_assert_cmpint (problem->limit, ==, table[i].limit);
      g_assert_nonnull (strstr (problem->message, table[i].remedy));
      g_assert_cmpstr (verdict, ==, problem->message);
    }
}

/* The way out of too large a grid is one that this kernel takes, and a way out. */
static void
test_grid_remedies (void)
{
  static const struct
  {
    const char *kernel;
    gint64 m, n, x, y;
    const char *remedy;
    gint64 better_x, better_y; /* 0: none is named */
  } table[] = {
    { "matmul/k1_naive", 2097152, 1, 16, 16, "use block y 64 or swap the axes.", 16, 64 },
    { "matmul/k2_coalesced", 600000, 1, 16, 16, "use block y 32 or swap the axes.", 16, 32 },
    { "matmul/k2_coalesced", 70000, 1, 3, 3, "use block y 32 or swap the axes.", 3, 32 },
    { "matmul/k3_shared_tile", 1048577, 1, 16, 16, "use block 32x32 or swap the axes.", 32, 32 },
    { "matmul/k3_shared_tile", 2097152, 1, 32, 32, "swap the axes or choose a smaller size.", 0, 0 },
    { "matmul/k5_register_2d", 8388481, 1, 16, 16, "choose a smaller size or kernel 1 with one index.", 0,
      0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec = make_spec (GS_OP_MATMUL, table[i].m, table[i].n, 2, table[i].x, table[i].y);
      g_autoptr (GsPlan) plan = NULL, better = NULL;
      const GsProblem *problem;

      spec->k = 1;
      gs_spec_set_kernel (spec, table[i].kernel);
      plan = gs_plan_new (spec, NULL);
      g_assert_cmpuint (plan->problems->len, ==, 1);
      problem = g_ptr_array_index (plan->problems, 0);
      g_assert_cmpstr (problem->code, ==, "grid-y-too-large");
      g_assert_true (g_str_has_suffix (problem->message, table[i].remedy));
      if (table[i].better_x == 0)
        continue;
      spec->block[0] = table[i].better_x;
      spec->block[1] = table[i].better_y;
      better = gs_plan_new (spec, NULL);
      g_assert_true (better->valid);
    }
}

static gboolean
is_accepted (const GsSpec *spec)
{
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);

  return plan->valid && plan->launches;
}

/* Follows the way out that begins at @way, as a person who reads it does. */
static gboolean
follow (const GsSpec *spec, const char *way)
{
  g_autoptr (GsSpec) changed = gs_spec_copy (spec);
  gint64 x, y;

  if (g_str_has_prefix (way, "use block x "))
    changed->block[0] = g_ascii_strtoll (way + strlen ("use block x "), NULL, 10);
  else if (g_str_has_prefix (way, "use block y "))
    changed->block[1] = g_ascii_strtoll (way + strlen ("use block y "), NULL, 10);
  else if (sscanf (way, "use block %" G_GINT64_FORMAT "x%" G_GINT64_FORMAT, &x, &y) == 2)
    {
      changed->block[0] = x;
      changed->block[1] = y;
    }
  else if (g_str_has_prefix (way, "swap the axes"))
    changed->map = spec->map == GS_MAP_X_COLUMN ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
  else if (g_str_has_prefix (way, "use one index"))
    changed->block_dims = 1;
  else if (g_str_has_prefix (way, "kernel 1"))
    {
      gs_spec_set_kernel (changed, "matmul/k1_naive");
      if (g_str_has_prefix (way, "kernel 1 with one index"))
        changed->block_dims = 1;
    }
  else if (g_str_has_prefix (way, "choose a smaller size"))
    {
      changed->m = MIN (spec->m, 64);
      changed->n = MIN (spec->n, 64);
    }
  else
    g_error ("No way out: %s", way);
  return is_accepted (changed);
}

/* Each of the ways that a sentence offers. */
static int
check_ways (const GsSpec *spec, const GsProblem *problem)
{
  g_auto (GStrv) ways = NULL;
  int n_ways = 0;

  if (!g_str_has_prefix (problem->code, "grid-"))
    return 0;
  ways = g_strsplit (strstr (problem->message, "; ") + 2, " or ", -1);
  for (; ways[n_ways] != NULL; n_ways++)
    if (!follow (spec, ways[n_ways]))
      g_error ("%s %" G_GINT64_FORMAT "x%" G_GINT64_FORMAT ": “%s” does not do: %s",
               gs_kernel_info_for_plan (spec)->name, spec->m, spec->n, ways[n_ways], problem->message);
  return n_ways;
}

static int
check_launch (GsSpec *spec, gint64 m, gint64 n, const gint64 block[2])
{
  g_autoptr (GsPlan) plan = NULL;
  int n_ways = 0;

  spec->m = m;
  spec->n = n;
  spec->k = spec->op == GS_OP_MATMUL ? 1 : 0;
  spec->block[0] = block[0];
  spec->block[1] = block[1];
  plan = gs_plan_new (spec, NULL);
  for (guint i = 0; i < plan->problems->len; i++)
    n_ways += check_ways (spec, g_ptr_array_index (plan->problems, i));
  return n_ways;
}

/* Every way out that is offered is one, whatever the launch. */
static void
test_every_way_leads_out (void)
{
  static const struct
  {
    GsOp op;
    const char *kernel;
    int dims;
  } kernels[] = {
    { GS_OP_HADAMARD, "hadamard/k1_scalar", 1 },  { GS_OP_HADAMARD, "hadamard/k1_scalar", 2 },
    { GS_OP_MATMUL, "matmul/k1_naive", 1 },       { GS_OP_MATMUL, "matmul/k1_naive", 2 },
    { GS_OP_MATMUL, "matmul/k2_coalesced", 2 },   { GS_OP_MATMUL, "matmul/k3_shared_tile", 2 },
    { GS_OP_MATMUL, "matmul/k4_register_1d", 2 }, { GS_OP_MATMUL, "matmul/k5_register_2d", 1 },
  };
  static const int sizes[] = { 0, 6, 16, 17, 21, 22, 24, 26, 30, 31, 32, 36, 44, 61 }; /* powers of two */
  static const gint64 blocks[][2] = { { 1, 1 }, { 3, 3 }, { 16, 16 }, { 32, 32 }, { 256, 1 }, { 1, 1024 } };
  int n_ways = 0;

  for (gsize k = 0; k < G_N_ELEMENTS (kernels); k++)
    for (gsize i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (sizes); i++)
      for (gsize b = 0; b < G_N_ELEMENTS (blocks) * 4; b++)
        {
          const gint64 m = (gint64)1 << sizes[i / G_N_ELEMENTS (sizes)];
          const gint64 n = (gint64)1 << sizes[i % G_N_ELEMENTS (sizes)];
          g_autoptr (GsSpec) spec = make_spec (kernels[k].op, m, n, kernels[k].dims, 1, 1);

          gs_spec_set_kernel (spec, kernels[k].kernel);
          spec->map = b % 2 == 0 ? GS_MAP_X_COLUMN : GS_MAP_X_ROW;
          spec->index_bits = b / 2 % 2 == 0 ? 64 : 32;
          n_ways += check_launch (spec, m, n, blocks[b / 4]);
        }
  g_assert_cmpint (n_ways, >, 10000);
}

static void
test_accepted (void)
{
  static const gint64 table[][4] = { { 64, 64, 32, 32 }, { 262140, 64, 32, 4 }, { 64, 64, 1, 1024 } };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec
          = make_spec (GS_OP_HADAMARD, table[i][0], table[i][1], 2, table[i][2], table[i][3]);
      g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);

      g_assert_true (plan->valid);
      g_assert_true (plan->launches);
    }
}

static void
test_counts_of_refused_launches (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 64, 64, 2, 32, 33);
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);

  g_assert_false (plan->valid);
  g_assert_true (plan->counted);
  g_assert_cmpint (plan->threads, ==, 4 * 1056);
  g_assert_cmpint (plan->active, ==, 4096);
}

static void
test_gap_too_wide (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 100000, 100000, 2, 16, 16);
  g_autoptr (GsPlan) plan = NULL, narrow = NULL;

  spec->index_bits = 32;
  spec->grid_rule = GS_GRID_EXPLICIT;
  spec->grid[0] = 5;
  spec->grid[1] = 6250;
  plan = gs_plan_new (spec, NULL);
  g_assert_cmpstr (((GsProblem *)g_ptr_array_index (plan->problems, 0))->code, ==, "gap-too-wide");
  spec->grid[0] = 6249;
  narrow = gs_plan_new (spec, NULL);
  g_assert_true (narrow->valid);
  g_assert_cmpint (narrow->active + narrow->aliased + narrow->out_of_bounds, ==, narrow->threads);
}

static void
test_shape_mismatch (void)
{
  static const float values[6] = { 0 };
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 1, 4, 1);
  g_autoptr (GsMatrix) matrix = gs_matrix_new_copy_data (2, 3, values);
  g_autoptr (GsSource) source = gs_source_new_values (matrix, NULL);
  g_autoptr (GsPlan) plan = NULL;

  gs_spec_set_b (spec, source);
  plan = gs_plan_new (spec, NULL);
  g_assert_false (plan->valid);
  g_assert_cmpstr (((GsProblem *)g_ptr_array_index (plan->problems, 0))->code, ==, "shape-mismatch");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/plan-problems/problems", test_problems);
  g_test_add_func ("/core/plan-problems/grid-remedies", test_grid_remedies);
  g_test_add_func ("/core/plan-problems/every-way-leads-out", test_every_way_leads_out);
  g_test_add_func ("/core/plan-problems/accepted", test_accepted);
  g_test_add_func ("/core/plan-problems/counts-of-refused-launches", test_counts_of_refused_launches);
  g_test_add_func ("/core/plan-problems/gap-too-wide", test_gap_too_wide);
  g_test_add_func ("/core/plan-problems/shape-mismatch", test_shape_mismatch);
  return g_test_run ();
}
