/* Instrumented twins of matmul_tiles.cu. */
#include "gs-twin.h"

#include "matmul_tiles.cu"

GS_TWIN_OF (gs_matmul_k4_register_1d)
GS_TWIN_OF (gs_matmul_k5_register_2d)
GS_TWIN_OF (gs_matmul_k6_vectorised)
GS_TWIN_OF (gs_matmul_k7_conflict_free)
GS_TWIN_OF (gs_matmul_k8_warp_tile)
