#pragma once

#include "gs-cuda-driver.h"
#include "gs-occupancy.h"

G_BEGIN_DECLS

/* How many blocks of @block_threads of @function fit a multiprocessor, in one
 * translated sentence: by gs_occupancy() from the function's own registers and shared
 * memory, and by the driver's occupancy call. Where the two differ the sentence says so.
 * NULL when the driver does not tell. Free it. */
char *gs_cuda_occupancy_text (const GsCudaDriver *driver, GsCuFunction function, const GsLimits *limits, int block_threads,
                              gsize dynamic_shared_bytes);

G_END_DECLS
