/* Instrumented twins of matmul_async.cu: of the tiles that one kernel computes alone. */
#include "gs-twin.h"

#include "matmul_async.cu"

#define ASYNC_TWIN(NAME, BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, BLOCKS)                                 \
  GS_TWIN_OF_BOUND (gs_matmul_k9_async_##NAME, GS_ASYNC_THREADS (WM, WN, SLICES))

GS_ASYNC_TILES (ASYNC_TWIN)
