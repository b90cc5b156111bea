/* The product of one row and a matrix, which is bound by memory: C[1×n] = A[1×k] · B[k×n],
 * float32, row-major. Written in CUDA C++.
 *
 *   gs_matmul_narrow_row            m = 1, in strips of 32 columns; rows of B begin on 16 bytes
 *
 * Sums are added in an order that depends on the shape alone: the same bits every time. */
#include "gs-launch.h"
#include "gs-strips.h"

#define NARROW_WARPS 16

/* What a thread of narrow_row has on its way: so many rows of B, four columns of each,
 * and what they are multiplied by. */
struct Waiting
{
  static constexpr int ahead = 8, steps = 4 * ahead; /* of k, for one warp */

  float4 b[ahead];
  float a[ahead];

  __device__ __forceinline__ void
  load (const float *A, const float *B, long long n, long long first, long long end, long long column)
  {
#pragma unroll
    for (int u = 0; u < ahead; u++)
      {
        const long long p = first + threadIdx.x % 32 / 8 + u * 4;
        const bool inside = p < end && column < n;

        b[u] = inside ? __ldcs ((const float4 *)(B + p * n + column)) : make_float4 (0, 0, 0, 0);
        a[u] = inside ? A[p] : 0;
      }
  }

  __device__ __forceinline__ float4 multiply_add (float4 sum)
  {
#pragma unroll
    for (int u = 0; u < ahead; u++)
      sum = make_float4 (fmaf (a[u], b[u].x, sum.x), fmaf (a[u], b[u].y, sum.y), fmaf (a[u], b[u].z, sum.z),
                         fmaf (a[u], b[u].w, sum.w));
    return sum;
  }
};

/* For warp 0: the sums of all warps of one column, in their order. */
__device__ __forceinline__ float
add_narrow (const float (*sums)[32])
{
  float all = 0;

  __syncthreads ();
  if (threadIdx.x < 32)
    for (int w = 0; w < NARROW_WARPS; w++)
      all += sums[w][threadIdx.x];
  return all;
}

/* m = 1, rows of B begin on 16 bytes. A block owns 32 columns, one line of each row:
 * four times the blocks of few_rows, so that k need seldom be split. Its warps take
 * turns along k, with as many values on their way as are being multiplied, and wait
 * for each other only at the end. Grid (⌈n / 32⌉, 1, parts). */
extern "C" __global__ void __launch_bounds__ (32 * NARROW_WARPS, 1)
    gs_matmul_narrow_row (const float *A, const float *B, float *C, GsLaunch launch, float *workspace)
{
  constexpr int turn = NARROW_WARPS * Waiting::steps;
  __shared__ float sums[NARROW_WARPS][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const long long n = launch.n, left = blockIdx.x * 32LL, column = left + lane % 8 * 4;
  float4 sum = make_float4 (0, 0, 0, 0);
  long long first, end;
  Waiting one, other;
  float all;

  share_of_k (launch.k, first, end);
  first += warp * Waiting::steps;
  one.load (A, B, n, first, end, column);
#pragma unroll 1
  for (; first < end; first += 2 * turn)
    {
      other.load (A, B, n, first + turn, end, column);
      sum = one.multiply_add (sum);
      one.load (A, B, n, first + 2 * turn, end, column);
      sum = other.multiply_add (sum);
    }
#pragma unroll
  for (int apart = 16; apart >= 8; apart /= 2)
    sum = add (sum, make_float4 (__shfl_xor_sync (0xffffffffu, sum.x, apart),
                                 __shfl_xor_sync (0xffffffffu, sum.y, apart),
                                 __shfl_xor_sync (0xffffffffu, sum.z, apart),
                                 __shfl_xor_sync (0xffffffffu, sum.w, apart)));
  if (lane < 8)
    *(float4 *)&sums[warp][lane * 4] = sum;
  all = add_narrow (sums);
  if (gridDim.z > 1)
    {
      if (warp == 0)
        part_of_strip (workspace, blockIdx.z, 32)[lane] = all;
      if (!is_last_of_strip (workspace))
        return;
      all = 0;
#pragma unroll 4
      for (unsigned int part = warp; part < gridDim.z; part += NARROW_WARPS)
        all += __ldcg (part_of_strip (workspace, part, 32) + lane);
      sums[warp][lane] = all;
      all = add_narrow (sums);
    }
  if (warp == 0 && left + lane < n)
    C[left + lane] = all;
}
