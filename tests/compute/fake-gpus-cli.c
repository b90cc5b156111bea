/* Linked into the command line, gives it GPUs of the test: those that GS_FAKE_GPUS names,
 * in its order, a letter each. CUDA_VISIBLE_DEVICES hides and orders them further, by
 * numbers as the driver does. GS_FAKE_GPUS_FAIL names the driver function that fails, as
 * after an illegal address, and every one after it. */
#include "fake-cuda.h"

#include <string.h>

#define MAX_DEVICES 8

/* "c" is the twin of "b", in another slot. */
static const FakeDevice cards[] = {
  { "Test GPU A", 0x10, "0000:3B:00.0", 9, 0 },
  { "Test GPU B", 0x40, "0000:AF:00.0", 8, 6, .max_threads = 512 },
  { "Test GPU B", 0x70, "0000:D8:00.0", 8, 6, .max_threads = 512 },
};

static int
list_cards (const char *letters, FakeDevice *devices)
{
  int n = 0;

  for (; *letters != '\0' && n < MAX_DEVICES; letters++)
    devices[n++] = cards[CLAMP (*letters - 'a', 0, (int)G_N_ELEMENTS (cards) - 1)];
  return n;
}

/* Up to the first that is not there, as the driver does. */
static int
hide_cards (const char *visible, FakeDevice *devices, int n_devices)
{
  FakeDevice all[MAX_DEVICES];
  g_auto (GStrv) numbers = g_strsplit (visible, ",", -1);
  int n = 0;

  memcpy (all, devices, sizeof all);
  for (guint i = 0; numbers[i] != NULL && *numbers[i] != '\0' && n < MAX_DEVICES; i++)
    {
      const gint64 number = g_ascii_strtoll (numbers[i], NULL, 10);

      if (number < 0 || number >= n_devices)
        break;
      devices[n++] = all[number];
    }
  return n;
}

__attribute__ ((constructor)) static void
install (void)
{
  static FakeDevice devices[MAX_DEVICES];
  const char *letters = g_getenv ("GS_FAKE_GPUS");
  const char *visible = g_getenv ("CUDA_VISIBLE_DEVICES");

  fake_cuda_reset ();
  fake_cuda.occupancy_blocks = 16;
  fake_cuda.devices = devices;
  fake_cuda.n_devices = list_cards (letters != NULL ? letters : "a", devices);
  if (visible != NULL)
    fake_cuda.n_devices = hide_cards (visible, devices, fake_cuda.n_devices);
  fake_cuda.fail_call = g_getenv ("GS_FAKE_GPUS_FAIL");
  fake_cuda.fail_with = GS_CU_ILLEGAL_ADDRESS;
  fake_cuda.sticky = TRUE;
  fake_cuda_install ();
}
