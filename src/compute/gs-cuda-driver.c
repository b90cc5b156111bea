#include "gs-cuda-driver.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>

#include "gs-cuda-error.h"
#include "gs-cuda-images.h"

#define LIBRARY "libcuda.so.1"

typedef struct
{
  gsize offset;
  const char *symbol;
} Entry;

#define ENTRY(member, name)                                                                                  \
  {                                                                                                          \
    G_STRUCT_OFFSET (GsCudaDriver, member), name                                                             \
  }

static const Entry entries[] = {
  ENTRY (init, "cuInit"),
  ENTRY (driver_get_version, "cuDriverGetVersion"),
  ENTRY (get_error_name, "cuGetErrorName"),
  ENTRY (get_error_string, "cuGetErrorString"),
  ENTRY (device_get_count, "cuDeviceGetCount"),
  ENTRY (device_get, "cuDeviceGet"),
  ENTRY (device_get_name, "cuDeviceGetName"),
  ENTRY (device_get_uuid, "cuDeviceGetUuid"),
  ENTRY (device_get_pci, "cuDeviceGetPCIBusId"),
  ENTRY (device_get_attribute, "cuDeviceGetAttribute"),
  ENTRY (device_total_memory, "cuDeviceTotalMem_v2"),
  ENTRY (context_retain, "cuDevicePrimaryCtxRetain"),
  ENTRY (context_release, "cuDevicePrimaryCtxRelease_v2"),
  ENTRY (context_set_current, "cuCtxSetCurrent"),
  ENTRY (context_synchronise, "cuCtxSynchronize"),
  ENTRY (module_load, "cuModuleLoadData"),
  ENTRY (module_unload, "cuModuleUnload"),
  ENTRY (module_get_function, "cuModuleGetFunction"),
  ENTRY (function_get_attribute, "cuFuncGetAttribute"),
  ENTRY (occupancy_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor"),
  ENTRY (function_set_attribute, "cuFuncSetAttribute"),
  ENTRY (memory_get_info, "cuMemGetInfo_v2"),
  ENTRY (memory_alloc, "cuMemAlloc_v2"),
  ENTRY (memory_free, "cuMemFree_v2"),
  ENTRY (host_register, "cuMemHostRegister_v2"),
  ENTRY (host_unregister, "cuMemHostUnregister"),
  ENTRY (copy_to_device, "cuMemcpyHtoD_v2"),
  ENTRY (copy_to_host, "cuMemcpyDtoH_v2"),
  ENTRY (copy_to_device_async, "cuMemcpyHtoDAsync_v2"),
  ENTRY (copy_to_host_async, "cuMemcpyDtoHAsync_v2"),
  ENTRY (host_alloc, "cuMemHostAlloc"),
  ENTRY (host_free, "cuMemFreeHost"),
  ENTRY (stream_wait, "cuStreamWaitEvent"),
  ENTRY (fill_32, "cuMemsetD32Async"),
  ENTRY (launch, "cuLaunchKernel"),
  ENTRY (stream_create, "cuStreamCreate"),
  ENTRY (stream_destroy, "cuStreamDestroy_v2"),
  ENTRY (stream_synchronise, "cuStreamSynchronize"),
  ENTRY (event_create, "cuEventCreate"),
  ENTRY (event_destroy, "cuEventDestroy_v2"),
  ENTRY (event_record, "cuEventRecord"),
  ENTRY (event_query, "cuEventQuery"),
  ENTRY (event_synchronise, "cuEventSynchronize"),
  ENTRY (event_elapsed, "cuEventElapsedTime"),
  ENTRY (capture_begin, "cuStreamBeginCapture_v2"),
  ENTRY (capture_end, "cuStreamEndCapture"),
  ENTRY (graph_instantiate, "cuGraphInstantiateWithFlags"),
  ENTRY (graph_launch, "cuGraphLaunch"),
  ENTRY (graph_exec_destroy, "cuGraphExecDestroy"),
  ENTRY (graph_destroy, "cuGraphDestroy"),
};

static struct
{
  gboolean tried;
  GsCudaDriver table;
  const GsCudaDriver *fake;
  char *reason; /* NULL: usable */
  GPtrArray *forget;
} state;

static char *
open_library (GsCudaDriver *driver)
{
  gpointer library = dlopen (LIBRARY, RTLD_NOW | RTLD_LOCAL);

  if (library == NULL)
    return g_strdup_printf (
        _ ("No NVIDIA driver was found on this machine (%s cannot be opened); install the "
           "driver to use a GPU."),
        LIBRARY);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      gpointer symbol = dlsym (library, entries[i].symbol);

      if (symbol == NULL)
        return g_strdup_printf (_ ("The NVIDIA driver is too old: it has no %s; update it to one for "
                                   "CUDA %d.%d or newer."),
                                entries[i].symbol, driver->toolkit_version / 1000,
                                driver->toolkit_version % 1000 / 10);
      *(gpointer *)G_STRUCT_MEMBER_P (driver, entries[i].offset) = symbol;
    }
  return NULL;
}

/* Machine code is accepted by drivers of the toolkit's major version and later
 * ones; the number after the point does not matter for it. */
static char *
check_version (const GsCudaDriver *driver)
{
  int version = 0, needed = driver->toolkit_version / 1000;

  if (driver->driver_get_version (&version) != GS_CU_SUCCESS || version / 1000 >= needed)
    return NULL;
  return g_strdup_printf (_ ("The NVIDIA driver is too old: it is for CUDA %d.%d, and this program was built "
                             "with CUDA %d.%d and needs a driver for CUDA %d.0 or newer."),
                          version / 1000, version % 1000 / 10, needed, driver->toolkit_version % 1000 / 10,
                          needed);
}

static char *
initialise (const GsCudaDriver *driver)
{
  GsCuResult result = driver->init (0);
  g_autoptr (GError) error = NULL;
  const char *visible = g_getenv ("CUDA_VISIBLE_DEVICES");
  int count = 0;

  if (result == GS_CU_SUCCESS)
    result = driver->device_get_count (&count);
  if (result == GS_CU_NO_DEVICE || (result == GS_CU_SUCCESS && count == 0))
    {
      if (visible != NULL)
        return g_strdup_printf (_ ("The NVIDIA driver shows no GPU, because CUDA_VISIBLE_DEVICES is “%s”; "
                                   "unset it to see all."),
                                visible);
      return g_strdup (_ ("There is an NVIDIA driver but no NVIDIA GPU on this machine."));
    }
  if (gs_cuda_check (driver, result, "cuInit", GS_PHASE_CONTEXT, &error))
    return NULL;
  return g_strdup (error->message);
}

static char *
try_driver (void)
{
  const GsCudaDriver *driver;
  char *reason;

  if (state.fake != NULL)
    state.table = *state.fake;
  else
    gs_cuda_images_fill (&state.table);
  driver = &state.table;

  if (driver->toolkit_version == 0)
    return g_strdup (
        _ ("This Gridscope was built without its CUDA part, so it runs on no GPU; install one that was built "
           "where the CUDA toolkit is."));
  if (state.fake != NULL && state.fake->init == NULL)
    return g_strdup_printf (
        _ ("No NVIDIA driver was found on this machine (%s cannot be opened); install the "
           "driver to use a GPU."),
        LIBRARY);
  reason = state.fake != NULL ? NULL : open_library (&state.table);
  if (reason == NULL)
    reason = check_version (driver);
  if (reason == NULL)
    reason = initialise (driver);
  return reason;
}

const GsCudaDriver *
gs_cuda_driver_get (char **reason)
{
  if (!state.tried)
    {
      state.reason = try_driver ();
      state.tried = TRUE;
    }
  if (state.reason == NULL)
    return &state.table;
  if (reason != NULL)
    *reason = g_strdup (state.reason);
  return NULL;
}

void
gs_cuda_driver_on_reset (void (*forget) (void))
{
  if (state.forget == NULL)
    state.forget = g_ptr_array_new ();
  if (!g_ptr_array_find (state.forget, (gpointer)forget, NULL))
    g_ptr_array_add (state.forget, (gpointer)forget);
}

void
gs_cuda_driver_set_fake (const GsCudaDriver *fake)
{
  for (guint i = 0; state.forget != NULL && i < state.forget->len; i++)
    ((void (*) (void))g_ptr_array_index (state.forget, i)) ();
  gs_cuda_context_forget_loss ();
  state.fake = fake;
  state.tried = FALSE;
  state.table = (GsCudaDriver){ 0 };
  g_clear_pointer (&state.reason, g_free);
}
