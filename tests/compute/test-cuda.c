#include <math.h>
#include <string.h>

#include "fake-cuda.h"
#include "gs-cuda-best.h"
#include "gs-cuda-device.h"
#include "gs-cuda-error.h"
#include "gs-cuda-session.h"
#include "gs-engine.h"
#include "gs-occupancy.h"

/* The CUDA backend in every state, without a GPU: behind it stands the driver of
 * fake-cuda.c. */

static const FakeDevice two_devices[] = {
  { "First GPU", 0x10, "0000:3B:00.0", 9, 0 },
  { "Second GPU", 0xa0, "0000:AF:00.0", 8, 0 },
};
static const FakeDevice old_device[] = { { "Old GPU", 0x10, "0000:01:00.0", 7, 0 } };

static GsSpec *
make_spec (GsOp op, gint64 m, gint64 n, gint64 k, const char *backend)
{
  GsSpec *spec = gs_spec_new ();
  const char *words[] = { backend, NULL };
  GsSource *a = gs_source_new_generator (GS_SOURCE_RANDOM, 1),
           *b = gs_source_new_generator (GS_SOURCE_RANDOM, 2);

  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)words);
  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = k;
  spec->repeats = 5;
  gs_spec_set_a (spec, a);
  gs_spec_set_b (spec, b);
  gs_source_unref (a);
  gs_source_unref (b);
  return spec;
}

static GsReport *
run_spec (const GsSpec *spec, GError **error)
{
  GsReport *report;

  gs_clock_set_fake (fake_cuda_clock);
  report = gs_engine_run (spec, NULL, NULL, NULL, error);
  gs_clock_set_fake (NULL);
  return report;
}

/* A run that is expected to succeed. */
static GsReport *
run_well (const GsSpec *spec)
{
  g_autoptr (GError) error = NULL;
  GsReport *report = run_spec (spec, &error);
  const GsResult *result;

  g_assert_no_error (error);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpstr (result->message, ==, NULL);
  g_assert_cmpint (result->status, ==, GS_STATUS_OK);
  return report;
}

static char *
reason_for_none (void)
{
  char *reason = NULL;

  fake_cuda_install ();
  g_assert_false (gs_backend_cuda.available (&reason));
  g_assert_nonnull (reason);
  return reason;
}

static void
contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” does not name “%s”", text, part);
}

static void
test_absent (void)
{
  g_autofree char *no_driver = NULL, *old_driver = NULL, *no_code = NULL, *no_device = NULL,
                  *no_toolkit = NULL;

  fake_cuda_reset ();
  fake_cuda.absent = TRUE;
  no_driver = reason_for_none ();
  contains (no_driver, "libcuda.so.1");

  fake_cuda_reset ();
  fake_cuda.driver_version = 12020;
  old_driver = reason_for_none ();
  contains (old_driver, "12.2");
  contains (old_driver, "13.0");

  fake_cuda_reset ();
  fake_cuda.devices = old_device;
  no_code = reason_for_none ();
  contains (no_code, "Old GPU");
  contains (no_code, "7.0");
  contains (no_code, "sm_75 sm_80 sm_90");

  fake_cuda_reset ();
  fake_cuda.n_devices = 0;
  no_device = reason_for_none ();
  contains (no_device, "no NVIDIA GPU");

  fake_cuda_reset ();
  fake_cuda.toolkit_version = 0;
  no_toolkit = reason_for_none ();
  contains (no_toolkit, "toolkit");

  g_assert_cmpstr (no_driver, !=, old_driver);
  g_assert_cmpstr (no_driver, !=, no_device);
  g_assert_cmpstr (no_driver, !=, no_toolkit);
}

static void
test_hidden (void)
{
  g_autofree char *reason = NULL;

  fake_cuda_reset ();
  fake_cuda.n_devices = 0;
  g_setenv ("CUDA_VISIBLE_DEVICES", "7", TRUE);
  reason = reason_for_none ();
  g_unsetenv ("CUDA_VISIBLE_DEVICES");
  contains (reason, "CUDA_VISIBLE_DEVICES");
  contains (reason, "“7”");
}

/* A driver that is older in the minor version only, or newer, will do. */
static void
test_driver_new_enough (void)
{
  static const int versions[] = { 13000, 13010, 14000 };

  for (gsize i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      fake_cuda_reset ();
      fake_cuda.toolkit_version = 13010;
      fake_cuda.driver_version = versions[i];
      fake_cuda_install ();
      g_assert_true (gs_backend_cuda.available (NULL));
    }
}

static void
test_code_for_card (void)
{
  static const struct
  {
    const char *built_for;
    int major, minor;
    gboolean runs;
  } cases[] = {
    { "sm_80", 8, 0, TRUE },
    { "sm_80", 8, 6, TRUE },
    { "sm_86", 8, 0, FALSE },
    { "sm_80", 9, 0, FALSE },
    { "sm_80 compute_80", 9, 0, TRUE },
    { "compute_90", 8, 9, FALSE },
    { "sm_120", 12, 1, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FakeDevice device = { "GPU", 1, "0000:01:00.0", cases[i].major, cases[i].minor };

      fake_cuda_reset ();
      fake_cuda.devices = &device;
      fake_cuda.built_for = cases[i].built_for;
      fake_cuda_install ();
      g_assert_true (gs_backend_cuda.available (NULL) == cases[i].runs);
    }
}

static void
test_choice (void)
{
  static const struct
  {
    const char *word;
    int ordinal;
  } cases[] = {
    { NULL, 0 },
    { "0", 0 },
    { "1", 1 },
    { "GPU-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf", 1 },
    { "GPU-A0A1", 1 },
    { "GPU-1011", 0 },
    { "0000:af:00.0", 1 },
    { "00000000:AF:00.0", 1 },
    { "3b:00.0", 0 },
  };
  static const char *const unknown[]
      = { "2", "-1", "GPU-", "GPU-ffff", "0001:af:00.0", "af:00.1", "", "H200" };
  g_autofree char *reason = NULL;
  const GsCudaDriver *driver;
  GsCudaDevice device;

  fake_cuda_reset ();
  fake_cuda.devices = two_devices;
  fake_cuda.n_devices = 2;
  fake_cuda_install ();
  driver = gs_cuda_driver_get (&reason);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (gs_cuda_device_find (driver, cases[i].word, &device, NULL));
      g_assert_cmpint (device.ordinal, ==, cases[i].ordinal);
      g_assert_cmpstr (device.name, ==, two_devices[cases[i].ordinal].name);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (gs_cuda_device_find (driver, unknown[i], &device, &error));
      g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE);
      contains (error->message, "0 (First GPU");
      contains (error->message, "1 (Second GPU");
    }
}

/* The device named is the one that runs, and both are listed. */
static void
test_two_devices (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;

  fake_cuda_reset ();
  fake_cuda.devices = two_devices;
  fake_cuda.n_devices = 2;
  fake_cuda_install ();
  spec->device = g_strdup ("GPU-a0a1");
  report = run_well (spec);
  g_assert_cmpint (fake_cuda.device_used, ==, 1);
  g_assert_cmpstr (((GsResult *)g_ptr_array_index (report->results, 0))->device, ==, "Second GPU");
  g_assert_cmpuint (report->environment->gpus->len, ==, 2);
  g_assert_cmpstr (((GsGpu *)g_ptr_array_index (report->environment->gpus, 0))->pci, ==, "0000:3b:00.0");
}

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
      g_autoptr (GsSpec) spec = make_spec (cases[i].op, cases[i].m, cases[i].n, cases[i].k, "cuda");
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      fake_cuda_reset ();
      fake_cuda_install ();
      report = run_well (spec);
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
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");

  fake_cuda_reset ();
  fake_cuda_install ();
  for (int time = 0; time < 2; time++)
    {
      g_autoptr (GsReport) report = run_well (spec);
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

static gboolean
has_note (const GsResult *result, const char *part)
{
  for (guint i = 0; i < result->notes->len; i++)
    if (strstr (g_ptr_array_index (result->notes, i), part) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_short_kernel (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) batched = NULL, flushed = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.launch_ns = 5000;
  fake_cuda_install ();
  batched = run_well (spec);
  result = g_ptr_array_index (batched->results, 0);
  g_assert_cmpint (fake_cuda.n_graph_launches, ==, spec->repeats);
  g_assert_true (has_note (result, "graph of"));
  g_assert_cmpfloat_with_epsilon (result->compute.median, 5000, 100);

  fake_cuda_reset ();
  fake_cuda.launch_ns = 5000;
  fake_cuda_install ();
  spec->flush_cache = TRUE;
  flushed = run_well (spec);
  g_assert_cmpint (fake_cuda.n_graph_launches, ==, 0);
  /* Twice the cache before each of the samples. */
  g_assert_cmpuint (fake_cuda.filled_bytes, >=, (gsize)spec->repeats * (2 << 16));
  g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
}

static void
test_pinned (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autoptr (GsReport) report = NULL;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->host_memory = GS_HOST_MEMORY_PINNED;
  report = run_well (spec);
  g_assert_true (has_note (g_ptr_array_index (report->results, 0), "Pinning"));
  g_assert_cmpint (fake_cuda.n_registered, ==, 0);
}

/* Whatever call fails in whatever phase: the result says which, with the
 * driver's name for it, nothing stays allocated, and nothing is computed. */
static void
test_failures (void)
{
  static const struct
  {
    const char *call;
    int after;
    int result;
    GsComputeError code;
    const char *phase;
  } cases[] = {
    { "cuDevicePrimaryCtxRetain", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "context" },
    { "cuStreamCreate", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "context" },
    { "cuModuleLoadData", 0, GS_CU_NO_BINARY_FOR_GPU, GS_COMPUTE_ERROR_UNAVAILABLE, "load" },
    { "cuModuleLoadData", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "load" },
    { "cuModuleGetFunction", 0, GS_CU_NOT_FOUND, GS_COMPUTE_ERROR_UNAVAILABLE, "load" },
    { "cuMemGetInfo", 0, GS_CU_INVALID_VALUE, GS_COMPUTE_ERROR_LAUNCH, "alloc" },
    { "cuMemAlloc", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "alloc" },
    { "cuMemAlloc", 1, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "alloc" },
    { "cuMemAlloc", 2, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "alloc" },
    { "cuEventCreate", 1, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "alloc" },
    { "cuMemcpyHtoD", 0, GS_CU_INVALID_VALUE, GS_COMPUTE_ERROR_LAUNCH, "upload" },
    { "cuMemcpyHtoD", 1, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "upload" },
    { "cuLaunchKernel", 0, GS_CU_LAUNCH_OUT_OF_RESOURCES, GS_COMPUTE_ERROR_LAUNCH, "compute" },
    { "cuLaunchKernel", 3, GS_CU_INVALID_VALUE, GS_COMPUTE_ERROR_LAUNCH, "compute" },
    { "cuEventQuery", 0, GS_CU_LAUNCH_OUT_OF_RESOURCES, GS_COMPUTE_ERROR_LAUNCH, "compute" },
    { "cuMemcpyDtoH", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "download" },
    { "cuGraphInstantiate", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "compute" },
    { "cuGraphLaunch", 0, GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, "compute" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");
      g_autoptr (GsReport) report = NULL;
      g_autoptr (GError) error = NULL;
      const GsResult *result;

      g_test_message ("%s after %d", cases[i].call, cases[i].after);
      fake_cuda_reset ();
      fake_cuda.launch_ns = 5000;
      fake_cuda.fail_call = cases[i].call;
      fake_cuda.fail_after = cases[i].after;
      fake_cuda.fail_with = cases[i].result;
      fake_cuda_install ();
      report = run_spec (spec, &error);
      g_assert_no_error (error);
      result = g_ptr_array_index (report->results, 0);
      g_assert_cmpint (result->status, ==, GS_STATUS_FAILED);
      g_assert_null (result->output);
      contains (result->message, cases[i].call);
      contains (result->message, cases[i].phase);
      contains (result->message,
                cases[i].result == GS_CU_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "OF_THE_TEST");
      g_assert_cmpint (report->failed, ==, 1);
      g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
      g_assert_cmpint (fake_cuda.n_events, ==, 0);
      g_assert_false (gs_cuda_context_is_lost ());
    }
}

/* The codes of those failures, which decide the exit status of the program. */
static void
test_codes (void)
{
  static const struct
  {
    int result;
    GsComputeError code;
    gboolean lost;
  } cases[] = {
    { GS_CU_OUT_OF_MEMORY, GS_COMPUTE_ERROR_MEMORY, FALSE },
    { GS_CU_INVALID_VALUE, GS_COMPUTE_ERROR_LAUNCH, FALSE },
    { GS_CU_LAUNCH_OUT_OF_RESOURCES, GS_COMPUTE_ERROR_LAUNCH, FALSE },
    { GS_CU_NO_BINARY_FOR_GPU, GS_COMPUTE_ERROR_UNAVAILABLE, FALSE },
    { GS_CU_ILLEGAL_ADDRESS, GS_COMPUTE_ERROR_FAULT, TRUE },
    { GS_CU_MISALIGNED_ADDRESS, GS_COMPUTE_ERROR_FAULT, TRUE },
    { GS_CU_LAUNCH_FAILED, GS_COMPUTE_ERROR_FAULT, TRUE },
    { GS_CU_LAUNCH_TIMEOUT, GS_COMPUTE_ERROR_TIMEOUT, TRUE },
    { GS_CU_ECC_UNCORRECTABLE, GS_COMPUTE_ERROR_FAULT, TRUE },
  };
  const GsCudaDriver *driver;

  fake_cuda_reset ();
  fake_cuda_install ();
  driver = gs_cuda_driver_get (NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      gs_cuda_context_forget_loss ();
      g_assert_false (gs_cuda_check (driver, cases[i].result, "cuSomething", GS_PHASE_COMPUTE, &error));
      g_assert_error (error, GS_COMPUTE_ERROR, (int)cases[i].code);
      g_assert_true (gs_cuda_context_is_lost () == cases[i].lost);
    }
  gs_cuda_context_forget_loss ();
}

static void
test_sticky (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  g_autofree char *reason = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.fail_call = "cuEventQuery";
  fake_cuda.fail_with = GS_CU_ILLEGAL_ADDRESS;
  fake_cuda.sticky = TRUE;
  fake_cuda_install ();
  report = run_spec (spec, NULL);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpint (result->status, ==, GS_STATUS_FAILED);
  contains (result->message, "CUDA_ERROR_ILLEGAL_ADDRESS");
  contains (result->message, "worker");
  g_assert_null (result->output);
  g_assert_true (gs_cuda_context_is_lost ());
  g_assert_false (gs_backend_cuda.available (&reason));
  contains (reason, "worker");
}

static void
test_hang (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.hang = TRUE;
  fake_cuda_install ();
  gs_cuda_session_set_time_limit (1000000);
  report = run_spec (spec, NULL);
  gs_cuda_session_set_time_limit (0);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpint (result->status, ==, GS_STATUS_FAILED);
  contains (result->message, "did not end");
  g_assert_true (gs_cuda_context_is_lost ());
}

static gpointer
cancel_later (gpointer data)
{
  g_usleep (20000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel_hang (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;

  fake_cuda_reset ();
  fake_cuda.hang = TRUE;
  fake_cuda_install ();
  thread = g_thread_new ("cancel", cancel_later, cancellable);
  g_assert_null (gs_engine_run (spec, NULL, NULL, cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (fake_cuda.n_events, ==, 0);
}

static void
test_memory_asked_first (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1000, 1003, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.free_bytes = 70 << 20;
  fake_cuda_install ();
  report = run_spec (spec, NULL);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpint (result->status, ==, GS_STATUS_FAILED);
  contains (result->message, "70");
  contains (result->message, "smaller");
  g_assert_cmpint (fake_cuda.n_allocs, ==, 0);
}

static void
test_register_limit (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 5000, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.max_threads = 512;
  fake_cuda_install ();
  spec->block_dims = 1;
  spec->block[0] = 1024;
  spec->block[1] = 1;
  report = run_spec (spec, NULL);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpint (result->status, ==, GS_STATUS_FAILED);
  contains (result->message, "512");
  contains (result->message, "1024");
}

/* Guard off: 7 elements, 2 blocks of 4: the eighth thread writes past the end,
 * where the canary stands, and nothing else does. */
static void
test_canaries (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->guard = FALSE;
  report = run_well (spec);
  result = g_ptr_array_index (report->results, 0);
  g_assert_nonnull (result->schedule);
  g_assert_cmpint (result->schedule->canary_hits, ==, 1);
  g_assert_true (has_note (result, "past the end"));
}

static void
test_unpaddable (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  fake_cuda_reset ();
  fake_cuda_install ();
  spec->guard = FALSE;
  spec->grid_rule = GS_GRID_EXPLICIT;
  spec->grid[0] = G_MAXINT32;
  spec->grid[1] = 1;
  spec->block[0] = 1024;
  report = run_spec (spec, &error);
  g_assert_null (report);
  g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED);
  contains (error->message, "would fault");
  g_assert_cmpint (fake_cuda.n_allocs, ==, 0);
}

static void
test_schedule (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsSchedule *schedule;

  fake_cuda_reset ();
  fake_cuda_install ();
  report = run_well (spec);
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
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda.miscounted = 3;
  fake_cuda_install ();
  report = run_spec (spec, NULL);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpint (result->status, ==, GS_STATUS_FAILED);
  contains (result->message, "the GPU disagree");
  contains (result->message, "elements written twice, 0 by the plan, 3 in the run");
}

/* The driver and the closed form count blocks per multiprocessor apart from each other. */
static void
test_occupancy (void)
{
  for (int wrong = 0; wrong < 2; wrong++)
    {
      g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;
      GsOccupancy occupancy;

      fake_cuda_reset ();
      fake_cuda_install ();
      report = run_well (spec);
      gs_occupancy (&((GsGpu *)g_ptr_array_index (report->environment->gpus, 0))->limits, (int)spec->block[0],
                    32, 0, &occupancy);
      fake_cuda.occupancy_blocks = occupancy.blocks_per_sm - wrong;
      g_clear_pointer (&report, gs_report_unref);
      report = run_well (spec);
      result = g_ptr_array_index (report->results, 0);
      g_assert_true (has_note (result, wrong ? "fault of Gridscope" : "the driver counts the same"));
    }
}

static void
test_pitfall (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_HADAMARD, 1, 7, 0, "cuda");
  g_autoptr (GsReport) report = NULL;
  const GsPitfall *pitfall;

  fake_cuda_reset ();
  fake_cuda.launch_ns = 60000;
  fake_cuda.queue_length = 1024;
  fake_cuda_install ();
  report = run_well (spec);
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
  report = run_well (spec);
  g_assert_cmpint (((GsResult *)g_ptr_array_index (report->results, 0))->pitfall->knee, ==, 0);
}

static void
test_cublas (void)
{
  g_autoptr (GsSpec) spec = make_spec (GS_OP_MATMUL, 2, 3, 5, "cublas");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_cuda_reset ();
  fake_cuda_install ();
  gs_cublas_set_fake (&fake_cublas);
  fake_cublas_pedantic_ns = 700000;
  fake_cublas_default_ns = 900000;
  fake_cublas_tf32_ns = 100000;
  report = run_well (spec);
  result = g_ptr_array_index (report->results, 0);
  g_assert_true (result->verify.pass);
  g_assert_cmpfloat_with_epsilon (result->compute.median, 700000, 1000);
  g_assert_true (has_note (result, "pedantic FP32, which was faster"));
  g_assert_true (has_note (result, "not FP32 accuracy"));
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
  contains (reason, "cuBLAS");
  gs_cublas_set_fake (NULL);
}

/* Every tile, whole or in parts, has its blocks, and every part its place in
 * workspace. */
static void
check_split (const GsCudaChoice *choice, const GsCudaLaunch *launch, gint64 m, gint64 n)
{
  gint64 tiles, split;

  if (choice->tile_m == 0)
    {
      g_assert_cmpuint (launch->grid[2], ==, choice->parts);
      g_assert_cmpuint (launch->counter_bytes, >=, 4 * launch->grid[0]);
      g_assert_cmpuint (launch->workspace_bytes - launch->counter_bytes, >=,
                        (gsize)(m * n * choice->parts) * 4);
      return;
    }
  tiles = (m + choice->tile_m - 1) / choice->tile_m * ((n + choice->tile_n - 1) / choice->tile_n);
  split = tiles - choice->whole;
  g_assert_cmpint (split, >, 0);
  g_assert_cmpint (launch->grid[0], ==, choice->whole + split * choice->parts);
  g_assert_cmpuint (launch->copy_offset[0], ==,
                    (gsize)(split * choice->parts * choice->tile_m * choice->tile_n) * 4);
  g_assert_cmpint (launch->sum_grid * (gint64)launch->sum_block / 8 * 4, ==,
                   split * choice->tile_m * choice->tile_n);
}

/* Rows begin on 16 bytes, in the matrices themselves or in copies that have their
 * place in workspace one after the other. */
static void
check_copies (const GsCudaLaunch *launch, gint64 m, gint64 n, gint64 k)
{
  const GsLaunch *arguments = &launch->arguments;
  gsize end = launch->copy_offset[0];

  g_assert_cmpint (arguments->stride_a % 4, ==, 0);
  g_assert_cmpint (arguments->stride_b % 4, ==, 0);
  g_assert_true (launch->copied[0] == (arguments->stride_a != k));
  g_assert_true (launch->copied[1] == (arguments->stride_b != n));
  if (launch->copied[0])
    end += (gsize)(m * arguments->stride_a) * 4;
  g_assert_cmpuint (launch->copy_offset[1], ==, end);
  if (launch->copied[1])
    end += (gsize)(k * arguments->stride_b) * 4;
  g_assert_cmpuint (launch->workspace_bytes, ==, end);
}

/* Whatever is chosen for a shape covers it, and a product in parts has what adds
 * them. */
static void
test_best (void)
{
  static const gint64 shapes[][3] = {
    { 1, 1, 1 },       { 17, 33, 65 },    { 1, 4096, 4096 }, { 4096, 1, 4096 },   { 16, 4096, 4096 },
    { 4096, 4096, 3 }, { 64, 64, 65536 }, { 1000, 1003, 7 }, { 256, 256, 16384 }, { 4097, 4097, 4097 },
  };
  GsLimits limits = *gs_limits_common ();
  int n_split = 0;

  limits.compute_capability = 90;
  limits.multiprocessors = 132;
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      const gint64 m = shapes[s][0], n = shapes[s][1], k = shapes[s][2];
      g_autoptr (GArray) choices = gs_cuda_best_choices (m, n, k, &limits);

      g_assert_cmpuint (choices->len, >, 0);
      for (guint i = 0; i < choices->len; i++)
        {
          const GsCudaChoice *choice = &g_array_index (choices, GsCudaChoice, i);
          GsCudaLaunch launch = { 0 };

          gs_cuda_best_fill (choice, m, n, k, &launch);
          g_assert_nonnull (launch.file);
          g_assert_cmpuint (launch.block[0], >, 0);
          g_assert_true ((launch.sum_symbol != NULL) == (choice->parts > 1 && choice->tile_m > 0));
          if (choice->tile_m > 0)
            check_copies (&launch, m, n, k);
          if (choice->parts == 1)
            continue;
          n_split++;
          check_split (choice, &launch, m, n);
        }
    }
  g_assert_cmpint (n_split, >, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/absent", test_absent);
  g_test_add_func ("/cuda/hidden", test_hidden);
  g_test_add_func ("/cuda/driver-new-enough", test_driver_new_enough);
  g_test_add_func ("/cuda/code-for-card", test_code_for_card);
  g_test_add_func ("/cuda/choice", test_choice);
  g_test_add_func ("/cuda/best", test_best);
  g_test_add_func ("/cuda/two-devices", test_two_devices);
  g_test_add_func ("/cuda/results", test_results);
  g_test_add_func ("/cuda/phases", test_phases);
  g_test_add_func ("/cuda/short-kernel", test_short_kernel);
  g_test_add_func ("/cuda/pinned", test_pinned);
  g_test_add_func ("/cuda/failures", test_failures);
  g_test_add_func ("/cuda/codes", test_codes);
  g_test_add_func ("/cuda/sticky", test_sticky);
  g_test_add_func ("/cuda/hang", test_hang);
  g_test_add_func ("/cuda/cancel-hang", test_cancel_hang);
  g_test_add_func ("/cuda/memory-asked-first", test_memory_asked_first);
  g_test_add_func ("/cuda/register-limit", test_register_limit);
  g_test_add_func ("/cuda/canaries", test_canaries);
  g_test_add_func ("/cuda/unpaddable", test_unpaddable);
  g_test_add_func ("/cuda/schedule", test_schedule);
  g_test_add_func ("/cuda/disagreement", test_disagreement);
  g_test_add_func ("/cuda/occupancy", test_occupancy);
  g_test_add_func ("/cuda/pitfall", test_pitfall);
  g_test_add_func ("/cuda/cublas", test_cublas);
  g_test_add_func ("/cuda/cublas-absent", test_cublas_absent);
  status = g_test_run ();
  gs_cuda_driver_set_fake (NULL);
  return status;
}
