/* Four neighbours at a time. */
#ifndef GS_FLOAT4_H
#define GS_FLOAT4_H

#include "gs-launch.h"

__device__ __forceinline__ float4
add (float4 a, float4 b)
{
  return make_float4 (a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/* Stores four neighbours of C, of which some may be past its edge. */
template <typename Output>
__device__ __forceinline__ void
store_four (Output C, const GsLaunch &launch, long long row, long long column, float4 v)
{
  if (row >= launch.m)
    return;
  if (launch.n % 4 == 0 && column < launch.n)
    GS_STORE_FLOAT4 (&C[row * launch.n + column], v);
  else
#pragma unroll
    for (int f = 0; f < 4; f++)
      if (column + f < launch.n)
        C[row * launch.n + column + f] = f == 0 ? v.x : f == 1 ? v.y : f == 2 ? v.z : v.w;
}

#endif
