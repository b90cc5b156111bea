#include "fake-memory.h"

#include <stdlib.h>
#include <string.h>

#include "fake-cuda.h"

static GsCuResult
memory_get_info (gsize *n_free, gsize *n_total)
{
  FAKE_CUDA_ENTER ("cuMemGetInfo");
  *n_free = fake_cuda.free_bytes;
  *n_total = (gsize)8 << 30;
  return GS_CU_SUCCESS;
}

static GsCuResult
memory_alloc (GsCuPointer *pointer, gsize n_bytes)
{
  fake_cuda.n_allocs++;
  FAKE_CUDA_ENTER ("cuMemAlloc");
  *pointer = (GsCuPointer)(guintptr)malloc (n_bytes);
  fake_cuda.n_allocated++;
  return GS_CU_SUCCESS;
}

static GsCuResult
memory_free (GsCuPointer pointer)
{
  free ((gpointer)(guintptr)pointer);
  fake_cuda.n_allocated--;
  return fake_cuda_enter ("cuMemFree");
}

static GsCuResult
host_register (gpointer data, gsize n_bytes, unsigned int flags)
{
  FAKE_CUDA_ENTER ("cuMemHostRegister");
  fake_cuda.n_registered++;
  return GS_CU_SUCCESS;
}

static GsCuResult
host_unregister (gpointer data)
{
  fake_cuda.n_registered--;
  return GS_CU_SUCCESS;
}

static GsCuResult
copy_to_device (GsCuPointer to, gconstpointer from, gsize n_bytes)
{
  FAKE_CUDA_ENTER ("cuMemcpyHtoD");
  memcpy ((gpointer)(guintptr)to, from, n_bytes);
  return GS_CU_SUCCESS;
}

static GsCuResult
copy_to_host (gpointer to, GsCuPointer from, gsize n_bytes)
{
  FAKE_CUDA_ENTER ("cuMemcpyDtoH");
  memcpy (to, (gpointer)(guintptr)from, n_bytes);
  return GS_CU_SUCCESS;
}

static GsCuResult
copy_to_device_async (GsCuPointer to, gconstpointer from, gsize n_bytes, GsCuStream stream)
{
  FAKE_CUDA_ENTER ("cuMemcpyHtoDAsync");
  memcpy ((gpointer)(guintptr)to, from, n_bytes);
  return GS_CU_SUCCESS;
}

static GsCuResult
copy_to_host_async (gpointer to, GsCuPointer from, gsize n_bytes, GsCuStream stream)
{
  FAKE_CUDA_ENTER ("cuMemcpyDtoHAsync");
  memcpy (to, (gpointer)(guintptr)from, n_bytes);
  return GS_CU_SUCCESS;
}

static GsCuResult
host_alloc (gpointer *data, gsize n_bytes, unsigned int flags)
{
  FAKE_CUDA_ENTER ("cuMemHostAlloc");
  *data = g_malloc (n_bytes);
  fake_cuda.n_pinned++;
  return GS_CU_SUCCESS;
}

static GsCuResult
host_free (gpointer data)
{
  g_free (data);
  fake_cuda.n_pinned--;
  return GS_CU_SUCCESS;
}

static GsCuResult
fill_32 (GsCuPointer pointer, unsigned int value, gsize n_words, GsCuStream stream)
{
  guint32 *words = (gpointer)(guintptr)pointer;

  FAKE_CUDA_ENTER ("cuMemsetD32Async");
  fake_cuda.filled_bytes += 4 * n_words;
  for (gsize i = 0; i < n_words; i++)
    words[i] = value;
  return GS_CU_SUCCESS;
}

void
fake_memory_fill (GsCudaDriver *table)
{
  table->memory_get_info = memory_get_info;
  table->memory_alloc = memory_alloc;
  table->memory_free = memory_free;
  table->host_register = host_register;
  table->host_unregister = host_unregister;
  table->copy_to_device = copy_to_device;
  table->copy_to_host = copy_to_host;
  table->copy_to_device_async = copy_to_device_async;
  table->copy_to_host_async = copy_to_host_async;
  table->host_alloc = host_alloc;
  table->host_free = host_free;
  table->fill_32 = fill_32;
}
