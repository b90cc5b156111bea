#include "gs-cuda-best.h"

#define TILE 32

guint
gs_cuda_best_shared_bytes (const GsKernelInfo *kernel)
{
  return 0;
}

gboolean
gs_cuda_best_plan (const GsSpec *spec, const GsLimits *limits, GsCudaLaunch *launch, GError **error)
{
  launch->file = "matmul.cu";
  launch->symbol = "gs_matmul_k3_shared_tile";
  launch->grid[0] = (guint)((spec->n + TILE - 1) / TILE);
  launch->grid[1] = (guint)((spec->m + TILE - 1) / TILE);
  launch->grid[2] = 1;
  launch->block[0] = launch->block[1] = TILE;
  launch->block[2] = 1;
  launch->arguments.flags = GS_LAUNCH_2D;
  return TRUE;
}
