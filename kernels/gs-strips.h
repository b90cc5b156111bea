/* Strips of C, a block each, of which k is split into gridDim.z parts; the last block
 * of a strip to be done adds them all up (gs-parts.h). */
#ifndef GS_STRIPS_H
#define GS_STRIPS_H

#include "gs-float4.h"
#include "gs-parts.h"

/* k of one part, in whole groups of 4 so that parts begin aligned. */
__device__ __forceinline__ void
share_of_k (long long k, long long &first, long long &end)
{
  const long long part = (k + 4 * gridDim.z - 1) / (4 * gridDim.z) * 4;

  first = min (part * blockIdx.z, k);
  end = min (first + part, k);
}

/* Whether this block is the last of its strip to have left its sums in workspace. */
__device__ __forceinline__ bool
is_last_of_strip (float *workspace)
{
  return is_last_part (workspace, blockIdx.x, gridDim.z);
}

/* Where this strip's sums of @part are, of @size floats. */
__device__ __forceinline__ float *
part_of_strip (float *workspace, unsigned int part, int size)
{
  return part_of_sum (workspace, gridDim.x, blockIdx.x, gridDim.z, part, size);
}

#endif
