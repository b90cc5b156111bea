/* Instrumented twins of matmul_small.cu. */
#include "gs-twin.h"

#include "matmul_small.cu"

#define SMALL_TWIN(NAME, LM, LN, TM, TN, WARPS, STEP, STAGES, BLOCKS)                                        \
  GS_TWIN_OF_BOUND (gs_matmul_small_##NAME, 32 * WARPS)                                                      \
  GS_TWIN_OF_BOUND (gs_matmul_small_##NAME##_ragged, 32 * WARPS)

GS_SMALL_TILES (SMALL_TWIN)
