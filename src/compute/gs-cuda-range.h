#pragma once

#include "config.h"

/* Names what the program does for NVIDIA's profilers (NVTX): a range from here to
 * the end of the block. Nothing without the toolkit's headers, and next to nothing
 * without a profiler. */
#ifdef HAVE_NVTX
#include <nvtx3/nvToolsExt.h>

static inline int
gs_cuda_range_begin (const char *name)
{
  return nvtxRangePushA (name);
}

static inline void
gs_cuda_range_end (int *range)
{
  nvtxRangePop ();
}

#define GS_CUDA_RANGE(name)                                                                                  \
  __attribute__ ((cleanup (gs_cuda_range_end), unused)) int gs_cuda_range = gs_cuda_range_begin (name)
#else
#define GS_CUDA_RANGE(name) (void)(name)
#endif
