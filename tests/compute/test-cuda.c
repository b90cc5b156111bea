#include <math.h>
#include <string.h>

#include "fake-run.h"
#include "gs-cuda-device.h"
#include "gs-cuda-driver.h"

/* Which driver, card and code the CUDA backend finds, without a GPU: behind it
 * stands the driver of fake-cuda.c. */

static const FakeDevice two_devices[] = {
  { "First GPU", 0x10, "0000:3B:00.0", 9, 0 },
  { "Second GPU", 0xa0, "0000:AF:00.0", 8, 0 },
};
static const FakeDevice old_device[] = { { "Old GPU", 0x10, "0000:01:00.0", 7, 0 } };

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
test_absent (void)
{
  g_autofree char *no_driver = NULL, *old_driver = NULL, *no_code = NULL, *no_device = NULL,
                  *no_toolkit = NULL;

  fake_cuda_reset ();
  fake_cuda.absent = TRUE;
  no_driver = reason_for_none ();
  assert_contains (no_driver, "libcuda.so.1");

  fake_cuda_reset ();
  fake_cuda.driver_version = 12020;
  old_driver = reason_for_none ();
  assert_contains (old_driver, "12.2");
  assert_contains (old_driver, "13.0");

  fake_cuda_reset ();
  fake_cuda.devices = old_device;
  no_code = reason_for_none ();
  assert_contains (no_code, "Old GPU");
  assert_contains (no_code, "7.0");
  assert_contains (no_code, "sm_75 sm_80 sm_90");

  fake_cuda_reset ();
  fake_cuda.n_devices = 0;
  no_device = reason_for_none ();
  assert_contains (no_device, "no NVIDIA GPU");

  fake_cuda_reset ();
  fake_cuda.toolkit_version = 0;
  no_toolkit = reason_for_none ();
  assert_contains (no_toolkit, "toolkit");

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
  assert_contains (reason, "CUDA_VISIBLE_DEVICES");
  assert_contains (reason, "“7”");
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
      assert_contains (error->message, "0 (First GPU");
      assert_contains (error->message, "1 (Second GPU");
    }
}

/* The device named is the one that runs, and both are listed. */
static void
test_two_devices (void)
{
  g_auto (FakeRun) run = fake_run_begin (GS_OP_HADAMARD, 1, 7, 0, "cuda");

  fake_cuda.devices = two_devices;
  fake_cuda.n_devices = 2;
  run.spec->device = g_strdup ("GPU-a0a1");
  fake_run_well (&run);
  g_assert_cmpint (fake_cuda.device_used, ==, 1);
  g_assert_cmpstr (run.result->device, ==, "Second GPU");
  g_assert_cmpuint (run.report->environment->gpus->len, ==, 2);
  g_assert_cmpstr (((GsGpu *)g_ptr_array_index (run.report->environment->gpus, 0))->pci, ==, "0000:3b:00.0");
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
  g_test_add_func ("/cuda/two-devices", test_two_devices);
  status = g_test_run ();
  gs_cuda_driver_set_fake (NULL);
  return status;
}
