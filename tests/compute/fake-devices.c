#include "fake-devices.h"

const FakeDevice *
fake_device_of (GsCuDevice device)
{
  return &fake_cuda.devices[device - 100];
}

static GsCuResult
device_get_name (char *name, int length, GsCuDevice device)
{
  g_strlcpy (name, fake_device_of (device)->name, (gsize)length);
  return GS_CU_SUCCESS;
}

static GsCuResult
device_get_uuid (guint8 uuid[16], GsCuDevice device)
{
  for (int i = 0; i < 16; i++)
    uuid[i] = (guint8)(fake_device_of (device)->uuid_start + i);
  return GS_CU_SUCCESS;
}

static GsCuResult
device_get_pci (char *id, int length, GsCuDevice device)
{
  g_strlcpy (id, fake_device_of (device)->pci, (gsize)length);
  return GS_CU_SUCCESS;
}

static GsCuResult
device_get_attribute (int *value, GsCuDeviceAttribute attribute, GsCuDevice device)
{
  switch (attribute)
    {
    case GS_CU_CAPABILITY_MAJOR:
      *value = fake_device_of (device)->major;
      break;
    case GS_CU_CAPABILITY_MINOR:
      *value = fake_device_of (device)->minor;
      break;
    case GS_CU_MAX_THREADS_PER_BLOCK:
    case GS_CU_MAX_BLOCK_X:
    case GS_CU_MAX_BLOCK_Y:
      *value = fake_device_of (device)->max_threads > 0 ? fake_device_of (device)->max_threads : 1024;
      break;
    case GS_CU_MAX_GRID_X:
      *value = G_MAXINT32;
      break;
    case GS_CU_MAX_GRID_Y:
      *value = 65535;
      break;
    case GS_CU_MULTIPROCESSORS:
      *value = 4;
      break;
    case GS_CU_WARP_SIZE:
    case GS_CU_BLOCKS_PER_SM:
      *value = 32;
      break;
    case GS_CU_THREADS_PER_SM:
      *value = 2048;
      break;
    case GS_CU_REGISTERS_PER_SM:
    case GS_CU_REGISTERS_PER_BLOCK:
      *value = 65536;
      break;
    case GS_CU_SHARED_PER_BLOCK:
      *value = 48 << 10;
      break;
    case GS_CU_SHARED_PER_BLOCK_OPTIN:
    case GS_CU_SHARED_PER_SM:
      *value = 100 << 10;
      break;
    case GS_CU_SHARED_RESERVED:
      *value = 1 << 10;
      break;
    case GS_CU_L2_BYTES:
      *value = 1 << 16;
      break;
    default:
      *value = 64;
    }
  return GS_CU_SUCCESS;
}

static GsCuResult
device_total_memory (gsize *n_bytes, GsCuDevice device)
{
  *n_bytes = (gsize)8 << 30;
  return GS_CU_SUCCESS;
}

void
fake_devices_fill (GsCudaDriver *table)
{
  table->device_get_name = device_get_name;
  table->device_get_uuid = device_get_uuid;
  table->device_get_pci = device_get_pci;
  table->device_get_attribute = device_get_attribute;
  table->device_total_memory = device_total_memory;
}
