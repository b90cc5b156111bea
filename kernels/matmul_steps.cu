/* Products with few steps of k, which are bound by writing C: C[m×n] = A[m×k] · B[k×n],
 * float32, row-major. Written in CUDA C++.
 *
 *   gs_matmul_few_steps_K           k ≤ K ∈ {4, 8, 16}: C is written once, A and B stay close
 *   gs_matmul_few_steps_K_ragged    for rows that do not start on 16 bytes */
#include "gs-columns.h"
#include "gs-launch.h"
#include "gs-step-rows.h"

#define WARPS   8
#define THREADS (32 * WARPS)

/* Four neighbours of A, in @row from step @p on; zero past the end. */
__device__ __forceinline__ float4
load_steps (const float *A, long long m, long long k, long long row, int p)
{
  const float *from = A + row * k + p;

  if (k % 4 == 0)
    return row < m && p < k ? *(const float4 *)from : make_float4 (0, 0, 0, 0);
  return make_float4 (row < m && p < k ? from[0] : 0, row < m && p + 1 < k ? from[1] : 0,
                      row < m && p + 2 < k ? from[2] : 0, row < m && p + 3 < k ? from[3] : 0);
}

/* k ≤ K. A thread keeps its four columns of B in registers, and its warp goes down C,
 * as many rows at a time as are one load of A, with the next of them on their way:
 * nothing waits for another warp, so that C is written without a pause. Grid
 * (⌈n / 128⌉, so many blocks as find room at the same time, 1). */
template <int K, bool wide>
__device__ __forceinline__ void
few_steps (const float *A, const float *B, float *C, const GsLaunch &launch)
{
  constexpr int ROWS = GS_STEP_ROWS (K) / WARPS;
  __shared__ float rows[WARPS][2][ROWS][K];
  const long long m = launch.m, n = launch.n, k = launch.k, left = blockIdx.x * 128LL;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = lane * 4 / K, step = lane * 4 % K;
  const long long down = (long long)GS_STEP_ROWS (K) * gridDim.y;
  long long top = ((long long)blockIdx.y * WARPS + warp) * ROWS;
  float4 next = load_steps (A, m, k, top + row, step), b[K];

#pragma unroll
  for (int p = 0; p < K; p++)
    b[p] = p < k ? load_columns<wide> (B + p * n, left, lane, n) : make_float4 (0, 0, 0, 0);
  for (int half = 0; top < m; top += down, half ^= 1)
    {
      const float (*now)[K] = rows[warp][half];

      *(float4 *)&rows[warp][half][row][step] = next;
      __syncwarp ();
      next = load_steps (A, m, k, top + down + row, step);
#pragma unroll 2
      for (int r = 0; r < ROWS && top + r < m; r++)
        {
          float4 sum = make_float4 (0, 0, 0, 0);

#pragma unroll
          for (int p = 0; p < K; p += 4)
            {
              const float4 a4 = *(const float4 *)&now[r][p];
              const float a[4] = { a4.x, a4.y, a4.z, a4.w };

#pragma unroll
              for (int q = 0; q < 4; q++)
                {
                  sum.x = fmaf (a[q], b[p + q].x, sum.x);
                  sum.y = fmaf (a[q], b[p + q].y, sum.y);
                  sum.z = fmaf (a[q], b[p + q].z, sum.z);
                  sum.w = fmaf (a[q], b[p + q].w, sum.w);
                }
            }
          store_columns<wide> (C + (top + r) * n, left, lane, n, sum);
        }
    }
}

#define STEPS_KERNELS(size)                                                                                  \
  extern "C" __global__ void __launch_bounds__ (THREADS, GS_STEP_BLOCKS (size))                              \
      gs_matmul_few_steps_##size (const float *A, const float *B, float *C, GsLaunch launch)                 \
  {                                                                                                          \
    few_steps<size, true> (A, B, C, launch);                                                                 \
  }                                                                                                          \
  extern "C" __global__ void __launch_bounds__ (THREADS, GS_STEP_BLOCKS (size))                              \
      gs_matmul_few_steps_##size##_ragged (const float *A, const float *B, float *C, GsLaunch launch)        \
  {                                                                                                          \
    few_steps<size, false> (A, B, C, launch);                                                                \
  }

STEPS_KERNELS (4)
STEPS_KERNELS (8)
STEPS_KERNELS (16)
