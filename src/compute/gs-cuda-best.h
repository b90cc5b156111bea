#pragma once

#include "gs-cuda-launch.h"

G_BEGIN_DECLS

/* One way to compute a product on a GPU. */
typedef struct
{
  const char *file;
  const char *symbol;
  guint grid[3], block, shared_bytes;
  gint64 parts;          /* of k, for each split tile; 1: none is split */
  gint64 whole;          /* tiles that are not split */
  gint64 tile_m, tile_n; /* of matmul_async.cu; else 0 */
  gint64 sum_floats;     /* of one part of a split tile or strip */
  gboolean ragged_b;     /* rows of B are read where they are, however they begin */
  double cost_ns;        /* what it is expected to take */
} GsCudaChoice;

/* All ways to compute an m×k by k×n product on a device like @limits, of
 * GsCudaChoice, cheapest first. Free with g_array_unref(). */
GArray *gs_cuda_best_choices (gint64 m, gint64 n, gint64 k, const GsLimits *limits);

/* Puts @choice into @launch. */
void gs_cuda_best_fill (const GsCudaChoice *choice, gint64 m, gint64 n, gint64 k, GsCudaLaunch *launch);

/* "matmul/best": the cheapest choice, named in launch->note. */
gboolean gs_cuda_best_plan (const GsSpec *spec, const GsLimits *limits, GsCudaLaunch *launch, GError **error);

/* "matmul/k9_async": the tile of the catalogue, never split. FALSE when @kernel
 * is another. */
gboolean gs_cuda_best_plan_async (const GsKernelInfo *kernel, const GsSpec *spec, GsCudaLaunch *launch);

G_END_DECLS
