#include <string.h>

#include "fake-run.h"

/* So long that few launches warm up, each of which is computed element by element here. */
#define LONG_LAUNCH_NS 30000000

static GsReport *
run_on_fake (GsOp op, gint64 m, gint64 n, gint64 k, gboolean pinned)
{
  g_autoptr (GsSpec) spec = fake_run_spec (op, m, n, k, "cuda");
  GError *error = NULL;
  GsReport *report;

  spec->host_memory = pinned ? GS_HOST_MEMORY_PINNED : GS_HOST_MEMORY_PAGEABLE;
  report = fake_run (spec, &error);
  g_assert_no_error (error);
  return report;
}

/* The output that is verified is the one put together from slices: a row in the
 * wrong place, or one left out, fails. */
static void
test_slices (void)
{
  static const struct
  {
    const char *name;
    GsOp op;
    gint64 m, n, k;
    gboolean pinned, sliced;
  } cases[] = {
    { "rows of a pinned matrix", GS_OP_HADAMARD, 1031, 1024, 0, TRUE, TRUE },
    { "rows of an ordinary matrix", GS_OP_HADAMARD, 1031, 1024, 0, FALSE, TRUE },
    { "a vector", GS_OP_ADD, 1, (1 << 20) + 5, 0, FALSE, TRUE },
    { "rows of a product", GS_OP_MATMUL, 2049, 1, 1024, TRUE, TRUE },
    { "a product of ordinary memory, B longer than a slice", GS_OP_MATMUL, 4097, 1, 1021, FALSE, TRUE },
    { "too small", GS_OP_HADAMARD, 64, 64, 0, TRUE, FALSE },
    { "a product of one row", GS_OP_MATMUL, 1, 4, 1 << 20, TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      g_test_message ("%s", cases[i].name);
      fake_cuda_reset ();
      fake_cuda.launch_ns = LONG_LAUNCH_NS;
      fake_cuda_install ();
      report = run_on_fake (cases[i].op, cases[i].m, cases[i].n, cases[i].k, cases[i].pinned);
      result = g_ptr_array_index (report->results, 0);
      g_assert_cmpstr (result->message, ==, NULL);
      g_assert_true (result->verify.pass);
      g_assert_true ((result->overlap.slices > 1) == cases[i].sliced);
      g_assert_true (result->overlap.staged == (cases[i].sliced && !cases[i].pinned));
      g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
      g_assert_cmpint (fake_cuda.n_events, ==, 0);
      g_assert_cmpint (fake_cuda.n_pinned, ==, 0);
    }
}

/* No memory for the buffers is told and costs nothing else; any other failure
 * fails the run; nothing stays allocated. */
static void
test_failures (void)
{
  static const struct
  {
    const char *call;
    int after, result;
    gboolean fails;
  } cases[] = {
    { "cuMemHostAlloc", 0, GS_CU_OUT_OF_MEMORY, FALSE },
    { "cuMemHostAlloc", 4, GS_CU_OUT_OF_MEMORY, FALSE },
    { "cuStreamCreate", 2, GS_CU_OUT_OF_MEMORY, FALSE },
    { "cuMemcpyHtoDAsync", 0, GS_CU_INVALID_VALUE, TRUE },
    { "cuMemcpyDtoHAsync", 2, GS_CU_INVALID_VALUE, TRUE },
    { "cuStreamWaitEvent", 1, GS_CU_INVALID_VALUE, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      g_test_message ("%s after %d", cases[i].call, cases[i].after);
      fake_cuda_reset ();
      fake_cuda.launch_ns = LONG_LAUNCH_NS;
      fake_cuda.fail_call = cases[i].call;
      fake_cuda.fail_after = cases[i].after;
      fake_cuda.fail_with = cases[i].result;
      fake_cuda_install ();
      report = run_on_fake (GS_OP_HADAMARD, 1024, 1024, 0, FALSE);
      result = g_ptr_array_index (report->results, 0);
      g_assert_cmpint (result->status, ==, cases[i].fails ? GS_STATUS_FAILED : GS_STATUS_OK);
      g_assert_cmpint (result->overlap.slices, ==, 0);
      if (cases[i].fails)
        g_assert_nonnull (strstr (result->message, cases[i].call));
      else
        g_assert_nonnull (strstr (g_ptr_array_index (result->notes, result->notes->len - 1), cases[i].call));
      g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
      g_assert_cmpint (fake_cuda.n_events, ==, 0);
      g_assert_cmpint (fake_cuda.n_pinned, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-overlap/slices", test_slices);
  g_test_add_func ("/cuda-overlap/failures", test_failures);
  status = g_test_run ();
  gs_cuda_driver_set_fake (NULL);
  return status;
}
