#pragma once

#include "gs-cuda-device.h"

G_BEGIN_DECLS

/* The context of one device: made by the first run, kept warm for later ones
 * together with the modules that were loaded. */
typedef struct
{
  GsCudaDevice device;
  GsCuContext handle;
  GsCuStream stream;
  GHashTable *modules; /* file name → GsCuModule */
} GsCudaContext;

/* The context of @device, made current for this thread. @phase becomes measured
 * when it was made now, else cached. Owned by this file. */
GsCudaContext *
gs_cuda_context_get (const GsCudaDriver *driver, const GsCudaDevice *device, GsPhase *phase, GError **error);

/* The function @symbol of the embedded machine code of @file. @load becomes
 * measured or cached; its time contains the look-up of the function, because
 * drivers load lazily. */
gboolean gs_cuda_context_function (GsCudaContext *self,
                                   const GsCudaDriver *driver,
                                   const char *file,
                                   const char *symbol,
                                   GsPhase *load,
                                   GsCuFunction *function,
                                   GError **error);

/* The same from @image, which was compiled at run time. The module belongs to
 * the caller. */
gboolean gs_cuda_context_load (const GsCudaDriver *driver,
                               gconstpointer image,
                               const char *symbol,
                               GsPhase *load,
                               GsCuModule *module,
                               GsCuFunction *function,
                               GError **error);

G_END_DECLS
