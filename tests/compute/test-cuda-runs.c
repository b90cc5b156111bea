#include <math.h>
#include <string.h>

#include "fake-run.h"
#include "gs-cuda-session.h"
#include "gs-occupancy.h"

/* Whole runs of the CUDA and cuBLAS backends, on the driver of fake-cuda.c. */

static void
test_results (void)
{
  static const struct
  {
    GsOp op;
    gint64 m, n, k;
  } cases[] = {
    { GS_OP_HADAMARD, 1, 7, 0 }, { GS_OP_HADAMARD, 13, 21, 0 }, { GS_OP_ADD, 31, 33, 0 },
    { GS_OP_MATMUL, 2, 3, 5 },   { GS_OP_MATMUL, 13, 21, 7 },   { GS_OP_MATMUL, 3, 4, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsSpec) spec = fake_run_spec (cases[i].op, cases[i].m, cases[i].n, cases[i].k, "cuda");
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      fake_cuda_reset ();
      fake_cuda_install ();
      report = fake_run_well (spec);
      result = g_ptr_array_index (report->results, 0);
      g_assert_true (result->verified && result->verify.pass);
      g_assert_cmpint (result->verify.nan_count, ==, 0);
      g_assert_cmpuint (result->n_samples, ==, 5);
      g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
      g_assert_cmpint (fake_cuda.n_events, ==, 0);
    }
}

static void
test_phases (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");

  fake_cuda_reset ();
  fake_cuda_install ();
  for (int time = 0; time < 2; time++)
    {
      g_autoptr (GsReport) report = fake_run_well (spec);
      const GsResult *result = g_ptr_array_index (report->results, 0);
      GsPhaseState kept = time == 0 ? GS_PHASE_MEASURED : GS_PHASE_CACHED;

      g_assert_cmpint (result->first[GS_PHASE_CONTEXT].state, ==, kept);
      g_assert_cmpint (result->first[GS_PHASE_COMPILE].state, ==, GS_PHASE_PREBUILT);
      g_assert_cmpint (result->first[GS_PHASE_LOAD].state, ==, kept);
      for (GsPhaseKind kind = GS_PHASE_ALLOC; kind < GS_N_PHASES; kind++)
        g_assert_cmpint (result->first[kind].state, ==, GS_PHASE_MEASURED);
      g_assert_cmpint (result->first[GS_PHASE_COMPUTE].clock, ==, GS_CLOCK_EVENT);
      g_assert_cmpint (result->first[GS_PHASE_UPLOAD].clock, ==, GS_CLOCK_HOST);
      g_assert_cmpint (result->warm[GS_PHASE_CONTEXT].state, ==, GS_PHASE_CACHED);
      g_assert_cmpint (result->warm[GS_PHASE_COMPUTE].ns, >, 90000);
      g_assert_cmpint (result->warm[GS_PHASE_COMPUTE].ns, <, 110000);
    }
}

/* Rows that do not begin on 16 bytes are copied first; the copies are freed. */
static void
test_copied_rows (void)
{
  static const gint64 shapes[][3] = { { 17, 33, 65 }, { 16, 33, 64 }, { 17, 32, 65 }, { 17, 32, 64 } };

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (GsSpec) spec
          = fake_run_spec (GS_OP_MATMUL, shapes[i][0], shapes[i][1], shapes[i][2], "cuda");
      const char *kernels[] = { "matmul/k9_async", NULL };
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      fake_cuda_reset ();
      fake_cuda_install ();
      g_strfreev (spec->kernels);
      spec->kernels = g_strdupv ((char **)kernels);
      report = fake_run_well (spec);
      result = g_ptr_array_index (report->results, 0);
      g_assert_true (result->verify.pass);
      g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
    }
}

static void
test_short_kernel (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) batched = NULL, flushed = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.launch_ns = 5000;
  fake_cuda_install ();
  batched = fake_run_well (spec);
  result = g_ptr_array_index (batched->results, 0);
  g_assert_cmpint (fake_cuda.n_graph_launches, ==, spec->repeats);
  g_assert_true (fake_run_has_note (result, "graph of"));
  g_assert_cmpfloat_with_epsilon (result->compute.median, 5000, 100);

  fake_cuda_reset ();
  fake_cuda.launch_ns = 5000;
  fake_cuda_install ();
  spec->flush_cache = TRUE;
  flushed = fake_run_well (spec);
  g_assert_cmpint (fake_cuda.n_graph_launches, ==, 0);
  /* Twice the cache before each of the samples. */
  g_assert_cmpuint (fake_cuda.filled_bytes, >=, (gsize)spec->repeats * (2 << 16));
  g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
}

static void
test_pinned (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autoptr (GsReport) report = NULL;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->host_memory = GS_HOST_MEMORY_PINNED;
  report = fake_run_well (spec);
  g_assert_true (fake_run_has_note (g_ptr_array_index (report->results, 0), "Pinning"));
  g_assert_cmpint (fake_cuda.n_registered, ==, 0);
}

/* Guard off: 7 elements, 2 blocks of 4: the eighth thread writes past the end,
 * where the canary stands, and nothing else does. */
static void
test_canaries (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->guard = FALSE;
  report = fake_run_well (spec);
  result = g_ptr_array_index (report->results, 0);
  g_assert_nonnull (result->schedule);
  g_assert_cmpint (result->schedule->canary_hits, ==, 1);
  g_assert_true (fake_run_has_note (result, "past the end"));
}

static void
test_unpaddable (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->guard = FALSE;
  spec->grid_rule = GS_GRID_EXPLICIT;
  spec->grid[0] = G_MAXINT32;
  spec->grid[1] = 1;
  spec->block[0] = 1024;
  report = fake_run (spec, &error);
  g_assert_null (report);
  g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED);
  assert_contains (error->message, "would fault");
  g_assert_cmpint (fake_cuda.n_allocs, ==, 0);
}

/* A launch whose last offset is past what 64 bits hold is past the end all the more. */
static void
test_far_out (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 1 << 23, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->guard = FALSE;
  spec->map = GS_MAP_X_ROW;
  spec->block_dims = 2;
  spec->grid_rule = GS_GRID_EXPLICIT;
  spec->grid[0] = G_MAXINT32;
  spec->grid[1] = 1;
  spec->block[0] = 1024;
  spec->block[1] = 1;
  report = fake_run (spec, &error);
  g_assert_null (report);
  g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED);
  assert_contains (error->message, "would fault");
  g_assert_cmpint (fake_cuda.n_allocs, ==, 0);
}

static void
test_schedule (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsSchedule *schedule;

  fake_cuda_reset ();
  fake_cuda_install ();
  report = fake_run_well (spec);
  schedule = ((GsResult *)g_ptr_array_index (report->results, 0))->schedule;
  g_assert_nonnull (schedule);
  g_assert_cmpint (schedule->n_blocks, ==, 2);
  g_assert_cmpuint (schedule->blocks->len, ==, 2);
  g_assert_cmpint (g_array_index (schedule->blocks, GsBlockTime, 0).start_ns, ==, 0);
  g_assert_cmpint (g_array_index (schedule->blocks, GsBlockTime, 1).start_ns, ==, 32);
  g_assert_cmpint (g_array_index (schedule->blocks, GsBlockTime, 1).end_ns, ==, 96);
  g_assert_cmpint (g_array_index (schedule->blocks, GsBlockTime, 1).sm, ==, 1);
  g_assert_cmpint (schedule->tick_ns, ==, 32);
  g_assert_cmpint (schedule->multiprocessors, ==, 4);
  g_assert_cmpint (schedule->writers_active, ==, 7);
  g_assert_cmpint (schedule->writers_missed, ==, 0);
  g_assert_cmpint (schedule->writers_duplicated, ==, 0);
  g_assert_cmpint (schedule->canary_hits, ==, 0);
  g_assert_cmpfloat (schedule->twin_ns, >, 0);
  g_assert_cmpfloat (schedule->plain_ns, >, 0);
}

/* A twin that counts otherwise than the plan is an error, and neither is shown. */
static void
test_disagreement (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.miscounted = 3;
  fake_cuda_install ();
  report = fake_run_badly (spec, &result);
  assert_contains (result->message, "the GPU disagree");
  assert_contains (result->message, "elements written twice, 0 by the plan, 3 in the run");
}

/* The driver and the closed form count blocks per multiprocessor apart from each other. */
static void
test_occupancy (void)
{
  for (int wrong = 0; wrong < 2; wrong++)
    {
      g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;
      GsOccupancy occupancy;

      fake_cuda_reset ();
      fake_cuda_install ();
      report = fake_run_well (spec);
      gs_occupancy (&((GsGpu *)g_ptr_array_index (report->environment->gpus, 0))->limits, (int)spec->block[0],
                    32, 0, &occupancy);
      fake_cuda.occupancy_blocks = occupancy.blocks_per_sm - wrong;
      g_clear_pointer (&report, gs_report_unref);
      report = fake_run_well (spec);
      result = g_ptr_array_index (report->results, 0);
      g_assert_true (fake_run_has_note (result, wrong ? "fault of Gridscope" : "the driver counts the same"));
    }
}

static void
test_pitfall (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsPitfall *pitfall;

  fake_cuda_reset ();
  fake_cuda.launch_ns = 60000;
  fake_cuda.queue_length = 1024;
  fake_cuda_install ();
  report = fake_run_well (spec);
  pitfall = ((GsResult *)g_ptr_array_index (report->results, 0))->pitfall;
  g_assert_nonnull (pitfall);
  g_assert_cmpint (pitfall->no_sync_ns, <, 4000);
  g_assert_cmpint (pitfall->sync_ns, >=, 60000);
  g_assert_cmpint (pitfall->event_ns, >=, 60000);
  g_assert_cmpuint (pitfall->queue_launches->len, ==, 13);
  g_assert_cmpint (g_array_index (pitfall->queue_launches, gint64, 12), ==, 4096);
  g_assert_cmpint (pitfall->knee, ==, 2048);

  /* A queue without an end has no knee. */
  g_clear_pointer (&report, gs_report_unref);
  fake_cuda.queue_length = 0;
  report = fake_run_well (spec);
  g_assert_cmpint (((GsResult *)g_ptr_array_index (report->results, 0))->pitfall->knee, ==, 0);
}

static void
test_cublas (void)
{
  g_autoptr (GsSpec) spec = fake_run_spec (GS_OP_MATMUL, 2, 3, 5, "cublas");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda_install ();
  gs_cublas_set_fake (&fake_cublas);
  fake_cublas_pedantic_ns = 700000;
  fake_cublas_default_ns = 900000;
  fake_cublas_tf32_ns = 100000;
  report = fake_run_well (spec);
  result = g_ptr_array_index (report->results, 0);
  g_assert_true (result->verify.pass);
  g_assert_cmpfloat_with_epsilon (result->compute.median, 700000, 1000);
  g_assert_true (fake_run_has_note (result, "pedantic FP32, which was faster"));
  g_assert_true (fake_run_has_note (result, "not FP32 accuracy"));
  g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
  gs_cublas_set_fake (NULL);
}

static void
test_cublas_absent (void)
{
  static const GsCublas nothing;
  g_autofree char *reason = NULL;

  fake_cuda_reset ();
  fake_cuda_install ();
  gs_cublas_set_fake (&nothing);
  g_assert_false (gs_backend_cublas.available (&reason));
  assert_contains (reason, "cuBLAS");
  gs_cublas_set_fake (NULL);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/results", test_results);
  g_test_add_func ("/cuda/phases", test_phases);
  g_test_add_func ("/cuda/short-kernel", test_short_kernel);
  g_test_add_func ("/cuda/pinned", test_pinned);
  g_test_add_func ("/cuda/canaries", test_canaries);
  g_test_add_func ("/cuda/unpaddable", test_unpaddable);
  g_test_add_func ("/cuda/far-out", test_far_out);
  g_test_add_func ("/cuda/schedule", test_schedule);
  g_test_add_func ("/cuda/disagreement", test_disagreement);
  g_test_add_func ("/cuda/occupancy", test_occupancy);
  g_test_add_func ("/cuda/pitfall", test_pitfall);
  g_test_add_func ("/cuda/cublas", test_cublas);
  g_test_add_func ("/cuda/cublas-absent", test_cublas_absent);
  g_test_add_func ("/cuda/copied-rows", test_copied_rows);
  status = g_test_run ();
  gs_cuda_driver_set_fake (NULL);
  return status;
}
