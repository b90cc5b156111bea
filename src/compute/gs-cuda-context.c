#include "gs-cuda-context.h"

#include <glib/gi18n-lib.h>

#include "gs-cuda-error.h"
#include "gs-cuda-range.h"
#include "gs-cuda-images.h"
#include "gs-engine.h"

static GPtrArray *contexts; /* of GsCudaContext */

static void
forget_contexts (void)
{
  for (guint i = 0; contexts != NULL && i < contexts->len; i++)
    {
      GsCudaContext *self = g_ptr_array_index (contexts, i);

      g_hash_table_unref (self->modules);
      g_free (self);
    }
  g_clear_pointer (&contexts, g_ptr_array_unref);
}

static GsPhase
measured_since (gint64 start_ns)
{
  return (GsPhase){ gs_clock_now_ns () - start_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
}

static GsCudaContext *
find_context (int ordinal)
{
  for (guint i = 0; contexts != NULL && i < contexts->len; i++)
    {
      GsCudaContext *self = g_ptr_array_index (contexts, i);

      if (self->device.ordinal == ordinal)
        return self;
    }
  return NULL;
}

GsCudaContext *
gs_cuda_context_get (const GsCudaDriver *driver, const GsCudaDevice *device, GsPhase *phase, GError **error)
{
  GS_CUDA_RANGE ("context");
  GsCudaContext *self = find_context (device->ordinal);
  gint64 start_ns = gs_clock_now_ns ();
  GsCuContext handle = NULL;
  GsCuStream stream = NULL;

  if (gs_cuda_context_is_lost ())
    {
      g_set_error_literal (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_FAULT,
          _ ("The GPU context of this process was lost by an earlier fault; start the worker "
             "again."));
      return NULL;
    }
  if (self != NULL)
    {
      *phase = (GsPhase){ 0, GS_CLOCK_HOST, GS_PHASE_CACHED };
      return gs_cuda_check (driver, driver->context_set_current (self->handle), "cuCtxSetCurrent",
                            GS_PHASE_CONTEXT, error)
                 ? self
                 : NULL;
    }

  if (!gs_cuda_check (driver, driver->context_retain (&handle, device->handle), "cuDevicePrimaryCtxRetain",
                      GS_PHASE_CONTEXT, error))
    return NULL;
  if (!gs_cuda_check (driver, driver->context_set_current (handle), "cuCtxSetCurrent", GS_PHASE_CONTEXT,
                      error)
      || !gs_cuda_check (driver, driver->stream_create (&stream, GS_CU_STREAM_NON_BLOCKING), "cuStreamCreate",
                         GS_PHASE_CONTEXT, error))
    {
      driver->context_release (device->handle);
      return NULL;
    }
  self = g_new0 (GsCudaContext, 1);
  self->device = *device;
  self->handle = handle;
  self->stream = stream;
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (contexts == NULL)
    contexts = g_ptr_array_new ();
  g_ptr_array_add (contexts, self);
  gs_cuda_driver_on_reset (forget_contexts);
  *phase = measured_since (start_ns);
  return self;
}

gboolean
gs_cuda_context_load (const GsCudaDriver *driver,
                      gconstpointer image,
                      const char *symbol,
                      GsPhase *load,
                      GsCuModule *module,
                      GsCuFunction *function,
                      GError **error)
{
  GS_CUDA_RANGE ("load");
  gint64 start_ns = gs_clock_now_ns ();

  *module = NULL;
  if (!gs_cuda_check (driver, driver->module_load (module, image), "cuModuleLoadData", GS_PHASE_LOAD, error))
    return FALSE;
  if (!gs_cuda_check (driver, driver->module_get_function (function, *module, symbol), "cuModuleGetFunction",
                      GS_PHASE_LOAD, error))
    {
      driver->module_unload (*module);
      *module = NULL;
      return FALSE;
    }
  *load = measured_since (start_ns);
  return TRUE;
}

gboolean
gs_cuda_context_function (GsCudaContext *self,
                          const GsCudaDriver *driver,
                          const char *file,
                          const char *symbol,
                          GsPhase *load,
                          GsCuFunction *function,
                          GError **error)
{
  GsCuModule module = g_hash_table_lookup (self->modules, file);
  const GsCudaImage *image;

  if (module != NULL)
    {
      *load = (GsPhase){ 0, GS_CLOCK_HOST, GS_PHASE_CACHED };
      return gs_cuda_check (driver, driver->module_get_function (function, module, symbol),
                            "cuModuleGetFunction", GS_PHASE_LOAD, error);
    }
  image = gs_cuda_image_find (driver, file);
  if (image == NULL)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("This build has no machine code of %s; choose another kernel."), file);
      return FALSE;
    }
  if (!gs_cuda_context_load (driver, image->data, symbol, load, &module, function, error))
    return FALSE;
  g_hash_table_insert (self->modules, g_strdup (file), module);
  return TRUE;
}
