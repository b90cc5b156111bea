/* Instrumented twins of vector.cu. */
#include "gs-twin.h"

#include "vector.cu"

GS_TWIN_OF (gs_add_k1_scalar)
GS_TWIN_OF (gs_add_k2_float4)
GS_TWIN_OF (gs_add_k3_streaming)
GS_TWIN_OF (gs_hadamard_k1_scalar)
GS_TWIN_OF (gs_hadamard_k2_float4)
GS_TWIN_OF (gs_hadamard_k3_streaming)
