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
      g_auto (FakeRun) run = fake_run_begin (cases[i].op, cases[i].m, cases[i].n, cases[i].k, "cuda");

      fake_run_well (&run);
      g_assert_true (run.result->verified && run.result->verify.pass);
      g_assert_cmpint (run.result->verify.nan_count, ==, 0);
      g_assert_cmpuint (run.result->n_samples, ==, 5);
    }
}

static void
test_phases (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 13, 21, 0, "cuda");

  for (int time = 0; time < 2; time++)
    {
      GsPhaseState kept = time == 0 ? GS_PHASE_MEASURED : GS_PHASE_CACHED;

      fake_run_well (&run);
      g_assert_cmpint (run.result->first[GS_PHASE_CONTEXT].state, ==, kept);
      g_assert_cmpint (run.result->first[GS_PHASE_COMPILE].state, ==, GS_PHASE_PREBUILT);
      g_assert_cmpint (run.result->first[GS_PHASE_LOAD].state, ==, kept);
      for (GsPhaseKind kind = GS_PHASE_ALLOC; kind < GS_N_PHASES; kind++)
        g_assert_cmpint (run.result->first[kind].state, ==, GS_PHASE_MEASURED);
      g_assert_cmpint (run.result->first[GS_PHASE_COMPUTE].clock, ==, GS_CLOCK_EVENT);
      g_assert_cmpint (run.result->first[GS_PHASE_UPLOAD].clock, ==, GS_CLOCK_HOST);
      g_assert_cmpint (run.result->warm[GS_PHASE_CONTEXT].state, ==, GS_PHASE_CACHED);
      g_assert_cmpint (run.result->warm[GS_PHASE_COMPUTE].ns, >, 90000);
      g_assert_cmpint (run.result->warm[GS_PHASE_COMPUTE].ns, <, 110000);
    }
}

/* Rows that do not begin on 16 bytes are copied first; the copies are freed. */
static void
test_copied_rows (void)
{
  static const gint64 shapes[][3] = { { 17, 33, 65 }, { 16, 33, 64 }, { 17, 32, 65 }, { 17, 32, 64 } };

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_auto (FakeRun) run = fake_run_begin (GS_OP_MATMUL, shapes[i][0], shapes[i][1], shapes[i][2], "cuda");
      const char *kernels[] = { "matmul/k9_async", NULL };

      g_strfreev (run.spec->kernels);
      run.spec->kernels = g_strdupv ((char **)kernels);
      fake_run_well (&run);
      g_assert_true (run.result->verify.pass);
    }
}

static void
test_short_kernel (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");

  fake_cuda.launch_ns = 5000;
  fake_run_well (&run);
  g_assert_cmpint (fake_cuda.n_graph_launches, ==, run.spec->repeats);
  g_assert_true (fake_run_has_note (&run, "graph of"));
  g_assert_cmpfloat_with_epsilon (run.result->compute.median, 5000, 100);

  fake_cuda.n_graph_launches = 0;
  run.spec->flush_cache = TRUE;
  fake_run_well (&run);
  g_assert_cmpint (fake_cuda.n_graph_launches, ==, 0);
  /* Twice the cache before each of the samples. */
  g_assert_cmpuint (fake_cuda.filled_bytes, >=, (gsize)run.spec->repeats * (2 << 16));
}

static void
test_pinned (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 13, 21, 0, "cuda");

  run.spec->host_memory = GS_HOST_MEMORY_PINNED;
  fake_run_well (&run);
  g_assert_true (fake_run_has_note (&run, "Pinning"));
}

/* Guard off: 7 elements, 2 blocks of 4: the eighth thread writes past the end,
 * where the canary stands, and nothing else does. */
static void
test_canaries (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");

  run.spec->guard = FALSE;
  fake_run_well (&run);
  g_assert_nonnull (run.result->schedule);
  g_assert_cmpint (run.result->schedule->canary_hits, ==, 1);
  g_assert_true (fake_run_has_note (&run, "past the end"));
}

static void
test_unpaddable (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");

  run.spec->guard = FALSE;
  run.spec->grid_rule = GS_GRID_EXPLICIT;
  run.spec->grid[0] = G_MAXINT32;
  run.spec->grid[1] = 1;
  run.spec->block[0] = 1024;
  fake_run_not_at_all (&run, GS_COMPUTE_ERROR_UNSUPPORTED, "would fault");
}

/* A launch whose last offset is past what 64 bits hold is past the end all the more. */
static void
test_far_out (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 1 << 23, 0, "cuda");

  run.spec->guard = FALSE;
  run.spec->map = GS_MAP_X_ROW;
  run.spec->block_dims = 2;
  run.spec->grid_rule = GS_GRID_EXPLICIT;
  run.spec->grid[0] = G_MAXINT32;
  run.spec->grid[1] = 1;
  run.spec->block[0] = 1024;
  run.spec->block[1] = 1;
  fake_run_not_at_all (&run, GS_COMPUTE_ERROR_UNSUPPORTED, "would fault");
}

static void
test_schedule (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  const GsSchedule *schedule;

  fake_run_well (&run);
  schedule = run.result->schedule;
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
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");

  fake_cuda.miscounted = 3;
  fake_run_badly (&run);
  assert_contains (run.result->message, "the GPU disagree");
  assert_contains (run.result->message, "elements written twice, 0 by the plan, 3 in the run");
}

/* The driver and the closed form count blocks per multiprocessor apart from each other. */
static void
test_occupancy (void)
{
  for (int wrong = 0; wrong < 2; wrong++)
    {
      g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");
      GsOccupancy occupancy;

      fake_run_well (&run);
      gs_occupancy (&((GsGpu *)g_ptr_array_index (run.report->environment->gpus, 0))->limits,
                    (int)run.spec->block[0], 32, 0, &occupancy);
      fake_cuda.occupancy_blocks = occupancy.blocks_per_sm - wrong;
      fake_run_well (&run);
      g_assert_true (fake_run_has_note (&run, wrong ? "fault of Gridscope" : "the driver counts the same"));
    }
}

static void
test_pitfall (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  const GsPitfall *pitfall;

  fake_cuda.launch_ns = 60000;
  fake_cuda.queue_length = 1024;
  fake_run_well (&run);
  pitfall = run.result->pitfall;
  g_assert_nonnull (pitfall);
  g_assert_cmpint (pitfall->no_sync_ns, <, 4000);
  g_assert_cmpint (pitfall->sync_ns, >=, 60000);
  g_assert_cmpint (pitfall->event_ns, >=, 60000);
  g_assert_cmpuint (pitfall->queue_launches->len, ==, 13);
  g_assert_cmpint (g_array_index (pitfall->queue_launches, gint64, 12), ==, 4096);
  g_assert_cmpint (pitfall->knee, ==, 2048);

  /* A queue without an end has no knee. */
  fake_cuda.queue_length = 0;
  fake_run_well (&run);
  g_assert_cmpint (run.result->pitfall->knee, ==, 0);
}

static void
test_cublas (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_MATMUL, 2, 3, 5, "cublas");

  gs_cublas_set_fake (&fake_cublas);
  fake_cublas_pedantic_ns = 700000;
  fake_cublas_default_ns = 900000;
  fake_cublas_tf32_ns = 100000;
  fake_run_well (&run);
  g_assert_true (run.result->verify.pass);
  g_assert_cmpfloat_with_epsilon (run.result->compute.median, 700000, 1000);
  g_assert_true (fake_run_has_note (&run, "pedantic FP32, which was faster"));
  g_assert_true (fake_run_has_note (&run, "not FP32 accuracy"));
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
