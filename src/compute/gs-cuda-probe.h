#pragma once

#include <gio/gio.h>

#include "gs-roofs.h"

G_BEGIN_DECLS

/* Measures the roofs of the GPU that @device names (as in GsSpec; NULL: the
 * first) with kernels/roofs.cu: a copy of arrays much larger than the L2, a loop
 * of multiply-adds that fills every multiprocessor, and transfers of pinned
 * memory either way. Takes about a second after the context is there. Fills all
 * of @roof, whose name and UUID are then to be freed. FALSE with @error as a run of the
 * backend would give it. */
gboolean gs_cuda_probe (const char *device, GsRoof *roof, GCancellable *cancellable, GError **error);

G_END_DECLS
