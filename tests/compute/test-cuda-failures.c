#include <locale.h>

#include "fake-run.h"
#include "gs-cublas-library.h"
#include "gs-cuda-error.h"
#include "gs-cuda-session.h"
#include "gs-cuda-context.h"
#include "gs-locale.h"

/* Every way in which a run on a GPU can fail, on the driver of fake-cuda.c. */

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
      g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 13, 21, 0, "cuda");

      g_test_message ("%s after %d", cases[i].call, cases[i].after);
      fake_cuda.launch_ns = 5000;
      fake_cuda.fail_call = cases[i].call;
      fake_cuda.fail_after = cases[i].after;
      fake_cuda.fail_with = cases[i].result;
      fake_run_badly (&run);
      assert_contains (run.result->message, cases[i].call);
      assert_contains (run.result->message, cases[i].phase);
      assert_contains (run.result->message,
                       cases[i].result == GS_CU_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "OF_THE_TEST");
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
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autofree char *reason = NULL;

  fake_cuda.fail_call = "cuEventQuery";
  fake_cuda.fail_with = GS_CU_ILLEGAL_ADDRESS;
  fake_cuda.sticky = TRUE;
  fake_run_badly (&run);
  assert_contains (run.result->message, "CUDA_ERROR_ILLEGAL_ADDRESS");
  assert_contains (run.result->message, "worker");
  g_assert_true (gs_cuda_context_is_lost ());
  g_assert_false (gs_backend_cuda.available (&reason));
  assert_contains (reason, "worker");
}

static void
test_hang (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 13, 21, 0, "cuda");

  fake_cuda.hang = TRUE;
  gs_cuda_session_set_time_limit (1000000);
  fake_run_badly (&run);
  gs_cuda_session_set_time_limit (0);
  assert_contains (run.result->message, "did not end");
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
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 13, 21, 0, "cuda");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;

  fake_cuda.hang = TRUE;
  thread = g_thread_new ("cancel", cancel_later, cancellable);
  g_assert_null (gs_engine_run (run.spec, NULL, NULL, cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (fake_cuda.n_events, ==, 0);
}

static void
test_memory_asked_first (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1000, 1003, 0, "cuda");

  fake_cuda.free_bytes = 70 << 20;
  fake_run_badly (&run);
  assert_contains (run.result->message, "70");
  assert_contains (run.result->message, "smaller");
  g_assert_cmpint (fake_cuda.n_allocs, ==, 0);
}

static void
test_register_limit (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 5000, 0, "cuda");

  fake_cuda.max_threads = 512;
  run.spec->block_dims = 1;
  run.spec->block[0] = 1024;
  run.spec->block[1] = 1;
  fake_run_badly (&run);
  assert_contains (run.result->message, "512");
  assert_contains (run.result->message, "1024");
}

static GsCuResult
know_no_words (GsCuResult result, const char **words)
{
  return GS_CU_INVALID_VALUE;
}

/* An error newer than the driver, and one newer than this program. */
static void
tell_unknown_error (GError **error)
{
  const GsCudaDriver driver = { .get_error_name = know_no_words, .get_error_string = know_no_words };

  g_assert_false (gs_cuda_check (&driver, 998, "cuMemAlloc", GS_PHASE_ALLOC, error));
}

static void
tell_unknown_status (GError **error)
{
  g_assert_false (gs_cublas_check (16, "cublasCreate", error));
}

/* For the command line, and for a Chinese window. */
static void
test_unknown_errors (void)
{
  static const struct
  {
    void (*tell) (GError **error);
    const char *english, *chinese;
  } cases[] = {
    { tell_unknown_error,
      "cuMemAlloc failed in phase alloc with unknown error (error 998: no description); change the launch or "
      "the kernel.",
      "cuMemAlloc 在阶段 alloc 失败：未知错误（错误 998：没有说明）；请更改启动配置或核函数。" },
    { tell_unknown_status,
      "cublasCreate failed with unknown status (status 16); use the backend cuda instead.",
      "cublasCreate 失败：未知状态（状态 16）；请改用 cuda 后端。" },
  };

  /* gettext asks LANGUAGE in every locale but C. */
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  gs_locale_bind ("");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) english = NULL, chinese = NULL;

      cases[i].tell (&english);
      if (setlocale (LC_MESSAGES, "C.UTF-8") == NULL)
        {
          g_test_skip ("there is no locale C.UTF-8");
          return;
        }
      cases[i].tell (&chinese);
      setlocale (LC_MESSAGES, "C");
      g_assert_cmpstr (english->message, ==, cases[i].english);
      g_assert_cmpstr (chinese->message, ==, cases[i].chinese);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/failures", test_failures);
  g_test_add_func ("/cuda/codes", test_codes);
  g_test_add_func ("/cuda/sticky", test_sticky);
  g_test_add_func ("/cuda/hang", test_hang);
  g_test_add_func ("/cuda/cancel-hang", test_cancel_hang);
  g_test_add_func ("/cuda/memory-asked-first", test_memory_asked_first);
  g_test_add_func ("/cuda/register-limit", test_register_limit);
  g_test_add_func ("/cuda/unknown-errors", test_unknown_errors);
  status = g_test_run ();
  gs_cuda_driver_set_fake (NULL);
  return status;
}
