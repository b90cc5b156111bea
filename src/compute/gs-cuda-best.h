#pragma once

#include "gs-cuda-launch.h"

G_BEGIN_DECLS

/* Chooses kernel, tile and split for a product of this shape: "matmul/best".
 * Fills file, symbol, grid, block, shared_bytes, workspace, reduce and note. */
gboolean gs_cuda_best_plan (const GsSpec *spec, const GsLimits *limits, GsCudaLaunch *launch, GError **error);

/* Dynamic shared memory that a kernel of the catalogue asks for; 0 for most. */
guint gs_cuda_best_shared_bytes (const GsKernelInfo *kernel);

G_END_DECLS
