#include <string.h>

#include "gs-samples.h"
#include "gs-thread-story.h"

typedef struct
{
  const char *name;
  GsOp op;
  gint64 m, n;
  int dims;
  gint64 bx, by;
  gboolean guard;
  GsThreadId id;
  const char *expected; /* the whole story */
} Row;

/* Written by hand from the kernels' index formulas. */
static const Row rows[] = {
  { "idle",
    GS_OP_HADAMARD,
    1,
    7,
    1,
    4,
    1,
    TRUE,
    { { 1, 0 }, { 3, 0 } },
    "block 1, thread 3\nwarp 0 of its block, lane 3\n"
    "i = blockIdx.x·blockDim.x + threadIdx.x = 1·4 + 3 = 7\n"
    "7 < 7 is false → stops\nidle: it owns no element and does nothing" },
  { "active",
    GS_OP_ADD,
    1,
    7,
    1,
    4,
    1,
    TRUE,
    { { 1, 0 }, { 2, 0 } },
    "block 1, thread 2\nwarp 0 of its block, lane 2\n"
    "i = blockIdx.x·blockDim.x + threadIdx.x = 1·4 + 2 = 6\n"
    "6 < 7 is true\nC[6] = A[6] + B[6]\nwrites C[6]" },
  { "out-of-bounds",
    GS_OP_HADAMARD,
    1,
    7,
    1,
    4,
    1,
    FALSE,
    { { 1, 0 }, { 3, 0 } },
    "block 1, thread 3\nwarp 0 of its block, lane 3\n"
    "i = blockIdx.x·blockDim.x + threadIdx.x = 1·4 + 3 = 7\n"
    "7 < 7 is false, but nothing checks it\n"
    "out of bounds: it writes index 7, but C has only 0 to 6" },
  { "aliased",
    GS_OP_HADAMARD,
    13,
    21,
    2,
    8,
    4,
    FALSE,
    { { 2, 1 }, { 6, 1 } },
    "block (2, 1), thread (6, 1)\nwarp 0 of its block, lane 14\n"
    "row = blockIdx.y·blockDim.y + threadIdx.y = 1·4 + 1 = 5\n"
    "column = blockIdx.x·blockDim.x + threadIdx.x = 2·8 + 6 = 22\n"
    "column < n: 22 < 21 is false, but nothing checks it\n"
    "index = row·n + column = 5·21 + 22 = 127\n"
    "aliased: index 127 is C[6][1], another thread’s element\n"
    "also written by block (0, 1), thread (1, 2)" },
  { "product",
    GS_OP_MATMUL,
    13,
    21,
    2,
    8,
    4,
    TRUE,
    { { 0, 0 }, { 1, 2 } },
    "block (0, 0), thread (1, 2)\nwarp 0 of its block, lane 17\n"
    "row = blockIdx.y·blockDim.y + threadIdx.y = 0·4 + 2 = 2\n"
    "column = blockIdx.x·blockDim.x + threadIdx.x = 0·8 + 1 = 1\n"
    "row < m and column < n: 2 < 13 and 1 < 21 is true\n"
    "index = row·n + column = 2·21 + 1 = 43\n"
    "C[2][1] = Σ A[2][k]·B[k][1] = A[2][0]·B[0][1] + A[2][1]·B[1][1] + …\nwrites C[2][1]" },
};

static void
test_story (gconstpointer data)
{
  const Row *row = data;
  GsPlan *plan = sample_plan (row->op, row->m, row->n, row->dims, row->bx, row->by, GS_GRID_CEIL, row->guard);
  g_autofree char *text = gs_thread_story_text (plan, &row->id, NULL);

  g_assert_cmpstr (text, ==, row->expected);
  gs_plan_free (plan);
}

/* The seed lesson: row 0 of A times column 1 of B is 1·6 + 2·8 = 22. */
static void
test_values (void)
{
  const float a[] = { 1, 2, 3, 4 }, b[] = { 5, 6, 7, 8 };
  g_autoptr (GsMatrix) ma = gs_matrix_new_copy_data (2, 2, a), mb = gs_matrix_new_copy_data (2, 2, b);
  g_autoptr (GsSource) source_a = gs_source_new_values (ma, NULL), source_b = gs_source_new_values (mb, NULL);
  GsReport *report = sample_product_report ();
  g_autoptr (GsSpec) spec = gs_spec_copy (report->spec);
  const GsThreadId id = { { 0, 0 }, { 1, 0 } };
  g_autofree char *text = NULL;

  gs_spec_set_a (spec, source_a);
  gs_spec_set_b (spec, source_b);
  text = gs_thread_story_text (report->plan, &id, spec);
  g_assert_nonnull (g_strstr_len (text, -1, "C[0][1] = Σ A[0][k]·B[k][1] = 1·6 + 2·8 = 22"));
  gs_report_unref (report);
}

/* Numbers are written out at any size, and sums as far as they are shown. */
static void
test_large (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsSource) iota = gs_source_new_generator (GS_SOURCE_IOTA, 0),
                       ones = gs_source_new_generator (GS_SOURCE_ONES, 0);
  const GsThreadId first = { { 0, 0 }, { 0, 0 } }, last = { { 6250, 0 }, { 2, 2 } };

  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = 100003;
  spec->k = GS_SPEC_MAX_SHOWN_TERMS;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 16;
  gs_spec_set_a (spec, ones);
  gs_spec_set_b (spec, ones);
  g_assert_true (gs_spec_has_values (spec));
  for (int more = 0; more < 2; more++)
    {
      g_autoptr (GsPlan) plan = NULL;
      g_autofree char *text = NULL;

      spec->k = GS_SPEC_MAX_SHOWN_TERMS + more;
      plan = gs_plan_new (spec, NULL);
      text = gs_thread_story_text (plan, &first, spec);
      g_assert_nonnull (g_strstr_len (text, -1, "= 1·1 + 1·1 + 1·1 + 1·1 + …"));
      g_assert_cmpint (g_strstr_len (text, -1, " + … = 8192") != NULL, ==, !more);
    }
  spec->op = GS_OP_ADD;
  spec->k = 0;
  gs_spec_set_a (spec, iota);
  {
    g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
    g_autofree char *text = gs_thread_story_text (plan, &last, spec);

    /* 2·100003 + 100002 and 1. */
    g_assert_nonnull (g_strstr_len (text, -1, "C[2][100002] = A[2][100002] + B[2][100002] = 300008 + 1"));
  }
}

/* The index is worked out as the broken kernel does it: rows m apart. */
static void
test_wrong_stride (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsPlan) plan = NULL;
  const GsThreadId id = { { 0, 0 }, { 0, 1 } };
  g_autofree char *text = NULL;

  spec->op = GS_OP_MATMUL;
  spec->m = 3;
  spec->n = 5;
  spec->k = 2;
  spec->block_dims = 2;
  spec->block[0] = 8;
  spec->block[1] = 4;
  spec->faults = GS_FAULT_LEADING_DIMENSION;
  plan = gs_plan_new (spec, NULL);
  text = gs_thread_story_text (plan, &id, NULL);
  g_assert_nonnull (g_strstr_len (text, -1, "index = row·m + column = 1·3 + 0 = 3\n"));
  g_assert_null (g_strstr_len (text, -1, "32-bit"));
}

/* The number behind the last "=" of the line that begins with @symbol. */
static gint64
worked_out (const char *story, const char *symbol)
{
  g_auto (GStrv) lines = g_strsplit (story, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], symbol))
      return g_ascii_strtoll (strrchr (lines[i], '=') + 1, NULL, 10);
  g_assert_not_reached ();
}

/* Row and column are worked out as each kernel does it, and come to where the thread is. */
static void
test_places_of_kernels (void)
{
  static const struct
  {
    const char *kernel;
    gint64 bx, by;
    guint faults;
    GsMap map;
  } launches[] = {
    { "matmul/k1_naive", 16, 8, 0, GS_MAP_X_COLUMN },
    { "matmul/k1_naive", 16, 8, 0, GS_MAP_X_ROW },
    { "matmul/k1_naive", 16, 8, GS_FAULT_SWAPPED_AXES, GS_MAP_X_COLUMN },
    { "matmul/k2_coalesced", 16, 8, 0, GS_MAP_X_COLUMN },
    { "matmul/k2_coalesced", 5, 3, 0, GS_MAP_X_COLUMN },
    { "matmul/k2_coalesced", 16, 8, GS_FAULT_SWAPPED_AXES, GS_MAP_X_COLUMN },
    { "matmul/k3_shared_tile", 8, 8, 0, GS_MAP_X_COLUMN },
  };
  const GsThreadId ids[] = { { { 0, 0 }, { 0, 0 } }, { { 1, 1 }, { 3, 2 } }, { { 0, 2 }, { 4, 1 } } };

  for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_autoptr (GsPlan) plan = NULL;

      spec->op = GS_OP_MATMUL;
      spec->m = 70;
      spec->n = 40;
      spec->k = 2;
      spec->block_dims = 2;
      spec->block[0] = launches[i].bx;
      spec->block[1] = launches[i].by;
      spec->faults = launches[i].faults;
      spec->map = launches[i].map;
      gs_spec_set_kernel (spec, launches[i].kernel);
      plan = gs_plan_new (spec, NULL);
      for (guint j = 0; j < G_N_ELEMENTS (ids); j++)
        {
          g_autofree char *text = gs_thread_story_text (plan, &ids[j], NULL);
          GsThreadInfo info;

          g_assert_true (gs_plan_thread (plan, &ids[j], &info));
          g_assert_cmpint (worked_out (text, "row = "), ==, info.row);
          g_assert_cmpint (worked_out (text, "column = "), ==, info.column);
          g_assert_null (g_strstr_len (text, -1, "32-bit"));
        }
    }
}

static void
test_outside (void)
{
  GsPlan *plan = sample_plan (GS_OP_HADAMARD, 1, 7, 1, 4, 1, GS_GRID_CEIL, TRUE);
  const GsThreadId id = { { 2, 0 }, { 0, 0 } };

  g_assert_null (gs_thread_story (plan, &id, NULL));
  gs_plan_free (plan);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/figure/thread-story/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_story);
    }
  g_test_add_func ("/figure/thread-story/values", test_values);
  g_test_add_func ("/figure/thread-story/large", test_large);
  g_test_add_func ("/figure/thread-story/wrong-stride", test_wrong_stride);
  g_test_add_func ("/figure/thread-story/places-of-kernels", test_places_of_kernels);
  g_test_add_func ("/figure/thread-story/outside", test_outside);
  return g_test_run ();
}
