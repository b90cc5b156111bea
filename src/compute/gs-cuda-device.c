#include "gs-cuda-device.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "gs-cuda-error.h"
#include "gs-gpu.h"

int
gs_cuda_device_count (const GsCudaDriver *driver)
{
  int count = 0;

  return driver->device_get_count (&count) == GS_CU_SUCCESS ? count : 0;
}

static gint64
attribute (const GsCudaDriver *driver, GsCuDevice device, GsCuDeviceAttribute which)
{
  int value = 0;

  return driver->device_get_attribute (&value, which, device) == GS_CU_SUCCESS ? value : 0;
}

/* FP32 lanes per multiprocessor (CUDA C++ Programming Guide, "Arithmetic
 * Instructions"). */
static int
lanes_of (int capability)
{
  return capability == 75 || capability == 80 ? 64 : 128;
}

static void
read_limits (const GsCudaDriver *driver, GsCudaDevice *self)
{
  GsLimits *limits = &self->limits;
  GsCuDevice device = self->handle;
  gsize memory_bytes = 0;
  double clock_khz = (double)attribute (driver, device, GS_CU_CLOCK_KHZ);
  double memory_khz = (double)attribute (driver, device, GS_CU_MEMORY_CLOCK_KHZ);

  *limits = *gs_limits_common ();
  g_strlcpy (limits->name, self->name, sizeof limits->name);
  limits->compute_capability = (int)(10 * attribute (driver, device, GS_CU_CAPABILITY_MAJOR)
                                     + attribute (driver, device, GS_CU_CAPABILITY_MINOR));
  limits->max_threads_per_block = attribute (driver, device, GS_CU_MAX_THREADS_PER_BLOCK);
  for (int i = 0; i < 3; i++)
    {
      limits->max_block[i] = attribute (driver, device, (GsCuDeviceAttribute)(GS_CU_MAX_BLOCK_X + i));
      limits->max_grid[i] = attribute (driver, device, (GsCuDeviceAttribute)(GS_CU_MAX_GRID_X + i));
    }
  limits->warp_size = (int)attribute (driver, device, GS_CU_WARP_SIZE);
  limits->multiprocessors = (int)attribute (driver, device, GS_CU_MULTIPROCESSORS);
  limits->max_threads_per_sm = (int)attribute (driver, device, GS_CU_THREADS_PER_SM);
  limits->max_blocks_per_sm = (int)attribute (driver, device, GS_CU_BLOCKS_PER_SM);
  limits->registers_per_sm = (int)attribute (driver, device, GS_CU_REGISTERS_PER_SM);
  limits->registers_per_block = (int)attribute (driver, device, GS_CU_REGISTERS_PER_BLOCK);
  limits->max_registers_per_thread = 255;
  limits->register_allocation_unit = 256;
  limits->warp_allocation_granularity = 4;
  limits->shared_per_block = attribute (driver, device, GS_CU_SHARED_PER_BLOCK);
  limits->shared_per_block_optin = attribute (driver, device, GS_CU_SHARED_PER_BLOCK_OPTIN);
  limits->shared_per_sm = attribute (driver, device, GS_CU_SHARED_PER_SM);
  limits->shared_reserved_per_block = attribute (driver, device, GS_CU_SHARED_RESERVED);
  limits->shared_allocation_unit = limits->compute_capability < 80 ? 256 : 128;
  if (driver->device_total_memory (&memory_bytes, device) == GS_CU_SUCCESS)
    limits->memory_bytes = (gint64)memory_bytes;
  limits->memory_gbytes_per_s
      = 2 * memory_khz * (double)attribute (driver, device, GS_CU_MEMORY_BUS_BITS) / 8 / 1e6;
  limits->fp32_gflops
      = 2.0 * lanes_of (limits->compute_capability) * limits->multiprocessors * clock_khz / 1e6;
  self->l2_bytes = (gsize)attribute (driver, device, GS_CU_L2_BYTES);
}

static void
format_uuid (const guint8 *bytes, char *text, gsize size)
{
  GString *string = g_string_new ("GPU-");

  for (int i = 0; i < 16; i++)
    {
      if (i == 4 || i == 6 || i == 8 || i == 10)
        g_string_append_c (string, '-');
      g_string_append_printf (string, "%02x", bytes[i]);
    }
  g_strlcpy (text, string->str, size);
  g_string_free (string, TRUE);
}

gboolean
gs_cuda_device_read (const GsCudaDriver *driver, int ordinal, GsCudaDevice *device, GError **error)
{
  guint8 uuid[16] = { 0 };

  *device = (GsCudaDevice){ .ordinal = ordinal };
  if (!gs_cuda_check (driver, driver->device_get (&device->handle, ordinal), "cuDeviceGet", GS_PHASE_CONTEXT,
                      error))
    return FALSE;
  driver->device_get_name (device->name, sizeof device->name, device->handle);
  if (driver->device_get_uuid (uuid, device->handle) == GS_CU_SUCCESS)
    format_uuid (uuid, device->uuid, sizeof device->uuid);
  driver->device_get_pci (device->pci, sizeof device->pci, device->handle);
  for (char *c = device->pci; *c != '\0'; c++)
    *c = g_ascii_tolower (*c);
  read_limits (driver, device);
  return TRUE;
}

gboolean
gs_cuda_device_find (const GsCudaDriver *driver, const char *word, GsCudaDevice *device, GError **error)
{
  int count = gs_cuda_device_count (driver);
  g_autoptr (GString) known = g_string_new (NULL);

  for (int i = 0; i < count; i++)
    {
      if (!gs_cuda_device_read (driver, i, device, error))
        return FALSE;
      if (word == NULL || gs_gpu_is_called (word, i, device->uuid, device->pci))
        return TRUE;
      g_string_append_printf (known, "%s%d (%s, %s, %s)", i > 0 ? ", " : "", i, device->name, device->uuid,
                              device->pci);
    }
  g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE,
               _ ("There is no GPU “%s” here; there are %s."), word != NULL ? word : "0", known->str);
  return FALSE;
}

/* Machine code runs on its own major version from its own minor version on;
 * PTX is compiled by the driver for anything newer. */
gboolean
gs_cuda_device_check_code (const GsCudaDriver *driver, const GsCudaDevice *device, GError **error)
{
  int capability = device->limits.compute_capability;
  g_auto (GStrv) words = g_strsplit (driver->built_for, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *digits = strchr (words[i], '_');
      int built = digits != NULL ? atoi (digits + 1) : 0;

      if (built == 0)
        continue;
      if (g_str_has_prefix (words[i], "compute_") && built <= capability)
        return TRUE;
      if (g_str_has_prefix (words[i], "sm_") && built / 10 == capability / 10 && built <= capability)
        return TRUE;
    }
  g_set_error (
      error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE,
      _ ("%s has compute capability %d.%d, and this program has no code for it (built in: %s); build it "
         "with a CUDA toolkit that knows this card."),
      device->name, capability / 10, capability % 10, driver->built_for);
  return FALSE;
}
