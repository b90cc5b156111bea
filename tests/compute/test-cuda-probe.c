#include <string.h>

#include "fake-cuda.h"
#include "gs-cuda-probe.h"
#include "gs-cuda-session.h"
#include "gs-engine.h"

/* The roofs of a GPU without one: behind the probe stands the driver of
 * fake-cuda.c, on which every launch takes 2 µs of the host and then 100 µs of the
 * device, and a copy the 100 ns that reading the clock does. */

#define FREE_BYTES ((gsize)64 << 20)

static void
set_up (void)
{
  fake_cuda_reset ();
  fake_cuda.free_bytes = FREE_BYTES;
}

static gboolean
probe (const char *device, GsRoof *roof, GCancellable *cancellable, GError **error)
{
  gboolean done;

  fake_cuda_install ();
  gs_clock_set_fake (fake_cuda_clock);
  done = gs_cuda_probe (device, roof, cancellable, error);
  gs_clock_set_fake (NULL);
  g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
  g_assert_cmpint (fake_cuda.n_registered, ==, 0);
  g_assert_cmpint (fake_cuda.n_events, ==, 0);
  return done;
}

static void
test_rates (void)
{
  const double n_bytes = FREE_BYTES / 4, launch_ns = 102000, copy_ns = 100;
  /* 4 multiprocessors, 8 blocks of 256 threads on each, 4096 rounds of 8 · 16
   * multiply-adds. */
  const double flops = 2.0 * 4 * 8 * 256 * 4096 * 8 * 16;
  g_autoptr (GError) error = NULL;
  GsRoof roof;

  set_up ();
  g_assert_true (probe (NULL, &roof, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (roof.name, ==, "Test GPU");
  g_assert_true (g_str_has_prefix (roof.uuid, "GPU-"));
  g_assert_true (roof.gpu);
  g_assert_cmpfloat_with_epsilon (roof.copy_gbytes_per_s, 2 * n_bytes / launch_ns, 1);
  g_assert_cmpfloat_with_epsilon (roof.fma_gflops, flops / launch_ns, flops / launch_ns * 0.01);
  g_assert_cmpfloat_with_epsilon (roof.upload_gbytes_per_s, n_bytes / copy_ns, 1);
  g_assert_cmpfloat_with_epsilon (roof.download_gbytes_per_s, n_bytes / copy_ns, 1);
  g_free (roof.name);
  g_free (roof.uuid);
}

static void
test_failures (void)
{
  static const struct
  {
    const char *call;
    int after;
  } cases[] = {
    { "cuDevicePrimaryCtxRetain", 0 },
    { "cuMemGetInfo", 0 },
    { "cuMemAlloc", 0 },
    { "cuMemAlloc", 1 },
    { "cuEventCreate", 1 },
    { "cuModuleLoadData", 0 },
    { "cuLaunchKernel", 0 },
    { "cuLaunchKernel", 15 },
    { "cuEventElapsedTime", 3 },
    { "cuMemHostRegister", 0 },
    { "cuMemcpyHtoD", 4 },
    { "cuMemcpyDtoH", 4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      GsRoof roof;

      set_up ();
      fake_cuda.fail_call = cases[i].call;
      fake_cuda.fail_after = cases[i].after;
      fake_cuda.fail_with = GS_CU_UNKNOWN;
      g_assert_false (probe (NULL, &roof, NULL, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].call));
    }
}

static void
test_sentences (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) memory = NULL, device = NULL, absent = NULL, cancelled = NULL;
  GsRoof roof;

  set_up ();
  fake_cuda.free_bytes = (gsize)3 << 20;
  g_assert_false (probe (NULL, &roof, NULL, &memory));
  g_assert_error (memory, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY);
  g_assert_nonnull (strstr (memory->message, "Test GPU"));

  set_up ();
  g_assert_false (probe ("GPU-nothing", &roof, NULL, &device));
  g_assert_error (device, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE);

  set_up ();
  fake_cuda.absent = TRUE;
  g_assert_false (probe (NULL, &roof, NULL, &absent));
  g_assert_error (absent, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE);

  set_up ();
  g_cancellable_cancel (cancellable);
  g_assert_false (probe (NULL, &roof, cancellable, &cancelled));
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-probe/rates", test_rates);
  g_test_add_func ("/cuda-probe/failures", test_failures);
  g_test_add_func ("/cuda-probe/sentences", test_sentences);
  status = g_test_run ();
  gs_cuda_driver_set_fake (NULL);
  return status;
}
