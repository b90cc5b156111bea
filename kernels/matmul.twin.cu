/* Instrumented twins of matmul.cu. */
#include "gs-twin.h"

#include "matmul.cu"

GS_TWIN_OF (gs_matmul_k1_naive)
GS_TWIN_OF (gs_matmul_k2_coalesced)
GS_TWIN_OF (gs_matmul_k3_shared_tile)
