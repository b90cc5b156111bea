/* Every emulated kernel computes the right bits on ragged shapes, and sees
 * nothing wrong where nothing is. */
#include "simt-case.h"

typedef struct
{
  const char *symbol;
  GsOp op;
  gboolean one, two; /* dimensions it can be launched in */
  gboolean square;
} Kernel;

static const Kernel kernels[] = {
  { "gs_add_k1_scalar", GS_OP_ADD, TRUE, TRUE, FALSE },
  { "gs_add_k2_float4", GS_OP_ADD, TRUE, FALSE, FALSE },
  { "gs_add_k3_streaming", GS_OP_ADD, TRUE, FALSE, FALSE },
  { "gs_hadamard_k1_scalar", GS_OP_HADAMARD, TRUE, TRUE, FALSE },
  { "gs_hadamard_k2_float4", GS_OP_HADAMARD, TRUE, FALSE, FALSE },
  { "gs_hadamard_k3_streaming", GS_OP_HADAMARD, TRUE, FALSE, FALSE },
  { "gs_matmul_k1_naive", GS_OP_MATMUL, TRUE, TRUE, FALSE },
  { "gs_matmul_k2_coalesced", GS_OP_MATMUL, TRUE, TRUE, FALSE },
  { "gs_matmul_k3_shared_tile", GS_OP_MATMUL, FALSE, TRUE, TRUE },
};

static const gint64 shapes[][3] = {
  { 1, 1, 1 },   { 1, 7, 3 },    { 7, 1, 3 },   { 2, 3, 5 },   { 1, 1000, 2 }, { 13, 21, 8 },
  { 31, 33, 5 }, { 33, 31, 17 }, { 67, 65, 9 }, { 5, 129, 1 }, { 3, 4, 0 },    { 17, 19, 64 },
};

static const int blocks[][2] = {
  { 1, 0 }, { 4, 0 }, { 33, 0 },  { 256, 0 }, { 1024, 0 }, { 1, 1 },  { 8, 4 },
  { 4, 4 }, { 8, 8 }, { 16, 16 }, { 32, 32 }, { 3, 5 },    { 32, 8 },
};

static void
assert_clean (const GsTrace *trace, const SimtCase *test)
{
  const GsSimtLaunch *launch = &test->launch;
  gint64 threads = launch->grid[0] * launch->grid[1] * launch->block[0] * launch->block[1];

  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    g_assert_cmpint (trace->totals[kind], ==, 0);
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE] + trace->threads[GS_FATE_IDLE], ==, threads);
  g_assert_cmpint (trace->n_writers, ==, test->n_c);
  for (gint64 i = 0; i < trace->n_writers; i++)
    g_assert_cmpint (trace->writers[i], ==, 1);
}

static void
run_one (const Kernel *kernel, const gint64 *shape, const int *block, unsigned int flags)
{
  SimtCase test;
  GsTrace *trace;

  simt_case_init (&test, kernel->symbol, kernel->op, shape[0], shape[1], shape[2], block[0], block[1], flags);
  trace = simt_case_run (&test);
  simt_case_assert_right (&test);
  assert_clean (trace, &test);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_kernel (gconstpointer data)
{
  const Kernel *kernel = data;

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (blocks); j++)
      {
        gboolean two = blocks[j][1] > 0;

        if (!(two ? kernel->two : kernel->one)
            || (kernel->square && (blocks[j][0] != blocks[j][1] || blocks[j][0] < 4)))
          continue;
        run_one (kernel, shapes[i], blocks[j], 0);
        run_one (kernel, shapes[i], blocks[j], GS_LAUNCH_INDEX_32);
        if (two && !g_str_has_suffix (kernel->symbol, "k2_coalesced"))
          run_one (kernel, shapes[i], blocks[j], GS_LAUNCH_X_ROW);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autofree char *path = g_strconcat ("/simt/right/", kernels[i].symbol, NULL);

      g_test_add_data_func (path, &kernels[i], test_kernel);
    }
  return g_test_run ();
}
