#include "fake-run.h"

/* So long that few launches warm up, each of which is computed element by element here. */
#define LONG_LAUNCH_NS 30000000

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
      g_auto (FakeRun) run = fake_run_begin (cases[i].op, cases[i].m, cases[i].n, cases[i].k, "cuda");

      g_test_message ("%s", cases[i].name);
      fake_cuda.launch_ns = LONG_LAUNCH_NS;
      run.spec->host_memory = cases[i].pinned ? GS_HOST_MEMORY_PINNED : GS_HOST_MEMORY_PAGEABLE;
      fake_run_well (&run);
      g_assert_true (run.result->verify.pass);
      g_assert_true ((run.result->overlap.slices > 1) == cases[i].sliced);
      g_assert_true (run.result->overlap.staged == (cases[i].sliced && !cases[i].pinned));
    }
}

/* No memory for the buffers is told and costs nothing else; any other failure
 * fails the run. */
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
      g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1024, 1024, 0, "cuda");

      g_test_message ("%s after %d", cases[i].call, cases[i].after);
      fake_cuda.launch_ns = LONG_LAUNCH_NS;
      fake_cuda.fail_call = cases[i].call;
      fake_cuda.fail_after = cases[i].after;
      fake_cuda.fail_with = cases[i].result;
      if (cases[i].fails)
        {
          fake_run_badly (&run);
          assert_contains (run.result->message, cases[i].call);
        }
      else
        {
          fake_run_well (&run);
          g_assert_true (fake_run_has_note (&run, cases[i].call));
        }
      g_assert_cmpint (run.result->overlap.slices, ==, 0);
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
