/* The kernels' own source, compiled as C. The build instruments this file: each
 * load and store in it is announced to the functions of gs-simt-receiver.c. */
#include "gs-simt-device.h"

#include "vector.cu"
#include "matmul.cu"
#include "matmul_tiles.cu"

#include "gs-simt-kernels.h"

#define KERNEL(name)                                                                                         \
  {                                                                                                          \
#name, name                                                                                              \
  }

static const GsSimtKernel kernels[] = {
  KERNEL (gs_add_k1_scalar),           KERNEL (gs_add_k2_float4),         KERNEL (gs_add_k3_streaming),
  KERNEL (gs_hadamard_k1_scalar),      KERNEL (gs_hadamard_k2_float4),    KERNEL (gs_hadamard_k3_streaming),
  KERNEL (gs_matmul_k1_naive),         KERNEL (gs_matmul_k2_coalesced),   KERNEL (gs_matmul_k3_shared_tile),
  KERNEL (gs_matmul_k4_register_1d),   KERNEL (gs_matmul_k5_register_2d), KERNEL (gs_matmul_k6_vectorised),
  KERNEL (gs_matmul_k7_conflict_free), KERNEL (gs_matmul_k8_warp_tile),
};

const GsSimtKernel *
gs_simt_kernel_find (const char *symbol)
{
  for (unsigned int i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (g_str_equal (kernels[i].symbol, symbol))
      return &kernels[i];
  return NULL;
}
