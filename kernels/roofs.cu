/* Yardsticks: what the card can do at most, measured on it. They are no
 * operations of the catalogue.
 *
 *   gs_roof_copy   C = A, m·n floats                       bytes per second
 *   gs_roof_read   reads A, m·n floats, and leaves a sum for each warp in C
 *   gs_roof_fma    k rounds of multiply-adds per thread    operations per second
 *
 * All are launched in one dimension. */
#include "gs-launch.h"

#define GS_ROOF_FOURS  4  /* fours of floats that a thread of the copy has on their way at once */
#define GS_ROOF_CHAINS 16 /* sums of a thread that do not wait for each other */
#define GS_ROOF_STEPS  8  /* multiply-adds of every chain in a round */

/* A block's width of fours apart, so that every access of a warp is one piece. */
GS_KERNEL
gs_roof_copy (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long fours = launch.m * launch.n / 4;
  const long long first = (long long)GS_ROOF_FOURS * blockIdx.x * blockDim.x + threadIdx.x;
  const float4 *from = (const float4 *)A;
  float4 *to = (float4 *)C;
  float4 held[GS_ROOF_FOURS];

  GS_UNROLL
  for (int i = 0; i < GS_ROOF_FOURS; i++)
    if (first + (long long)i * blockDim.x < fours)
      held[i] = __ldcs (&from[first + (long long)i * blockDim.x]);
  GS_UNROLL
  for (int i = 0; i < GS_ROOF_FOURS; i++)
    if (first + (long long)i * blockDim.x < fours)
      __stcs (&to[first + (long long)i * blockDim.x], held[i]);
}

/* Loads that the L2 cache keeps, unlike those of the copy: what was in it before
 * has to go. Any number of blocks of whole warps. */
GS_KERNEL
gs_roof_read (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long fours = launch.m * launch.n / 4, stride = (long long)gridDim.x * blockDim.x;
  const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const float4 *from = (const float4 *)A;
  float sum = 0;

  for (long long i = thread; i < fours; i += GS_ROOF_FOURS * stride)
    {
      GS_UNROLL
      for (int u = 0; u < GS_ROOF_FOURS; u++)
        {
          const float4 v = i + u * stride < fours ? from[i + u * stride] : make_float4 (0, 0, 0, 0);

          sum += v.x + v.y + v.z + v.w;
        }
    }
  GS_UNROLL
  for (int apart = 16; apart > 0; apart /= 2)
    sum += __shfl_xor_sync (0xffffffffu, sum, apart);
  if (threadIdx.x % 32 == 0)
    C[thread / 32] = sum;
}

/* Factor and addend come from memory, so that nothing can be worked out
 * beforehand; each thread stores the sum of its chains, so that none is left
 * out. */
GS_KERNEL
gs_roof_fma (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const float factor = A[0], addend = A[1];
  float chain[GS_ROOF_CHAINS], sum = 0;

  GS_UNROLL
  for (int i = 0; i < GS_ROOF_CHAINS; i++)
    chain[i] = (float)(threadIdx.x + i);
  for (long long round = 0; round < launch.k; round++)
    GS_UNROLL
  for (int step = 0; step < GS_ROOF_STEPS; step++)
    GS_UNROLL
  for (int i = 0; i < GS_ROOF_CHAINS; i++)
    chain[i] = fmaf (chain[i], factor, addend);
  GS_UNROLL
  for (int i = 0; i < GS_ROOF_CHAINS; i++)
    sum += chain[i];
  C[(long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
