/* The blocks of a sample: as many as asked for, each once, the corners among them,
 * and no row or column of blocks always missed. And what the plan says of each. */
#include "gs-block-sample.h"
#include "gs-plan.h"

typedef struct
{
  const char *name;
  gint64 grid[2];
  gint64 n;
} Case;

static const Case cases[] = {
  { "one", { 9, 7 }, 1 },
  { "fewer-than-corners", { 9, 7 }, 3 },
  { "corners-only", { 9, 7 }, 4 },
  { "line", { 1000, 1 }, 10 },
  { "column", { 1, 1000 }, 10 },
  { "all-but-one", { 9, 7 }, 62 },
  { "square", { 256, 256 }, 64 },
  { "wide-stretches", { 64, 64 }, 5 },
  { "period-of-the-grid", { 64, 4096 }, 4096 },
  { "largest", { G_MAXINT32, 65535 }, 1 << 20 },
};

static gboolean
has_block (const GArray *blocks, gint64 block)
{
  for (guint i = 0; i < blocks->len; i++)
    if (g_array_index (blocks, gint64, i) == block)
      return TRUE;
  return FALSE;
}

static void
test_sample (gconstpointer data)
{
  const Case *test = data;
  const gint64 total = test->grid[0] * test->grid[1];
  const gint64 corners[] = { 0, total - 1, test->grid[0] - 1, total - test->grid[0] };
  g_autoptr (GArray) blocks = gs_block_sample_new (test->grid, test->n);
  g_autoptr (GArray) again = gs_block_sample_new (test->grid, test->n);

  g_assert_nonnull (blocks);
  g_assert_cmpint (blocks->len, ==, test->n);
  for (guint i = 0; i < blocks->len; i++)
    {
      const gint64 block = g_array_index (blocks, gint64, i);

      g_assert_cmpint (block, >=, 0);
      g_assert_cmpint (block, <, total);
      if (i > 0)
        g_assert_cmpint (block, >, g_array_index (blocks, gint64, i - 1));
    }
  for (gint64 i = 0; i < MIN (test->n, (gint64)G_N_ELEMENTS (corners)); i++)
    g_assert_true (has_block (blocks, corners[i]));
  g_assert_cmpmem (blocks->data, blocks->len * sizeof (gint64), again->data, again->len * sizeof (gint64));
}

static void
test_all (void)
{
  const gint64 grid[2] = { 3, 2 };

  g_assert_null (gs_block_sample_new (grid, 0));
  g_assert_null (gs_block_sample_new (grid, 6));
  g_assert_null (gs_block_sample_new (grid, 7));
}

/* A step of a fixed length would always meet the same columns of blocks here. */
static void
test_no_period (void)
{
  const gint64 grid[2] = { 64, 4096 };
  g_autoptr (GArray) blocks = gs_block_sample_new (grid, 4096);
  int met[64] = { 0 };

  for (guint i = 0; i < blocks->len; i++)
    met[g_array_index (blocks, gint64, i) % 64]++;
  for (int column = 0; column < 64; column++)
    {
      /* 64 on average: far from none and from all. */
      g_assert_cmpint (met[column], >, 20);
      g_assert_cmpint (met[column], <, 150);
    }
}

typedef struct
{
  const char *name, *kernel;
  GsOp op;
  gint64 m, n, k, block[2];
  int dims;
  gboolean guard;
  GsMap map;
  int index_bits;
  guint faults;
} Launch;

static const Launch launches[] = {
  { "vector", "hadamard/k1_scalar", GS_OP_HADAMARD, 1, 1003, 0, { 64, 1 }, 1, TRUE, 0, 64, 0 },
  { "vector-unguarded", "hadamard/k1_scalar", GS_OP_HADAMARD, 1, 1003, 0, { 64, 1 }, 1, FALSE, 0, 64, 0 },
  { "rows", "hadamard/k1_scalar", GS_OP_HADAMARD, 13, 21, 0, { 8, 4 }, 2, FALSE, GS_MAP_X_COLUMN, 64, 0 },
  { "columns", "hadamard/k1_scalar", GS_OP_HADAMARD, 13, 21, 0, { 8, 4 }, 2, FALSE, GS_MAP_X_ROW, 64, 0 },
  { "swapped", "hadamard/k1_scalar", GS_OP_HADAMARD, 13, 21, 0, { 8, 4 }, 2, TRUE, 0, 64,
    GS_FAULT_SWAPPED_AXES },
  { "float4", "hadamard/k2_float4", GS_OP_HADAMARD, 13, 21, 0, { 8, 1 }, 1, TRUE, 0, 64, 0 },
  { "streaming", "hadamard/k3_streaming", GS_OP_HADAMARD, 13, 77, 0, { 8, 1 }, 1, TRUE, 0, 64, 0 },
  { "unfolded", "matmul/k2_coalesced", GS_OP_MATMUL, 45, 70, 5, { 16, 16 }, 2, TRUE, 0, 64, 0 },
  { "tile", "matmul/k4_register_1d", GS_OP_MATMUL, 130, 70, 5, { 512, 1 }, 1, TRUE, 0, 64, 0 },
  { "stride", "matmul/k1_naive", GS_OP_MATMUL, 21, 13, 5, { 8, 4 }, 2, TRUE, 0, 64,
    GS_FAULT_LEADING_DIMENSION },
};

static void
count_one_by_one (const GsPlan *plan, const gint64 block[2], gint64 threads[GS_N_FATES])
{
  for (gint64 y = 0; y < plan->block[1]; y++)
    for (gint64 x = 0; x < plan->block[0]; x++)
      {
        const GsThreadId id = { { block[0], block[1] }, { x, y } };
        GsThreadInfo info;

        g_assert_true (gs_plan_thread (plan, &id, &info));
        threads[info.fate]++;
      }
}

/* The fates of a block in closed form, against its threads one by one. */
static void
test_block_fates (gconstpointer data)
{
  const Launch *launch = data;
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsPlan) plan = NULL;
  gint64 all = 0;

  spec->op = launch->op;
  spec->m = launch->m;
  spec->n = launch->n;
  spec->k = launch->k;
  spec->block_dims = launch->dims;
  spec->block[0] = launch->block[0];
  spec->block[1] = launch->block[1];
  spec->guard = launch->guard;
  spec->map = launch->map;
  spec->index_bits = launch->index_bits;
  spec->faults = launch->faults;
  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit (launch->kernel, ",", -1);
  plan = gs_plan_new (spec, NULL);
  g_assert_true (plan->launches);
  for (gint64 i = 0; i < plan->blocks; i++)
    {
      const gint64 block[2] = { i % plan->grid[0], i / plan->grid[0] };
      gint64 closed[GS_N_FATES] = { 0 }, counted[GS_N_FATES] = { 0 };

      gs_plan_block_fates (plan, block, closed);
      count_one_by_one (plan, block, counted);
      for (int fate = 0; fate < GS_N_FATES; fate++)
        {
          g_assert_cmpint (closed[fate], ==, counted[fate]);
          all += closed[fate];
        }
    }
  g_assert_cmpint (all, ==, plan->threads);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/block-sample/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_sample);
    }
  g_test_add_func ("/block-sample/all", test_all);
  g_test_add_func ("/block-sample/no-period", test_no_period);
  for (gsize i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      g_autofree char *path = g_strconcat ("/block-sample/fates/", launches[i].name, NULL);

      g_test_add_data_func (path, &launches[i], test_block_fates);
    }
  return g_test_run ();
}
