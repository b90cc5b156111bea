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

/* k ≤ K. A thread keeps its four columns of B in registers and goes down the
 * rows of a block. Grid (⌈n / 128⌉, ⌈m / GS_STEP_ROWS (K)⌉, 1). */
template <int K, bool wide>
__device__ __forceinline__ void
few_steps (const float *A, const float *B, float *C, const GsLaunch &launch)
{
  constexpr int ROWS = GS_STEP_ROWS (K);
  __shared__ float rows[ROWS][K];
  const long long m = launch.m, n = launch.n, k = launch.k, left = blockIdx.x * 128LL;
  const long long top = (long long)blockIdx.y * ROWS;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float4 b[K];

  for (int cell = threadIdx.x; cell < ROWS * K; cell += THREADS)
    {
      const long long row = top + cell / K, p = cell % K;

      rows[cell / K][p] = row < m && p < k ? A[row * k + p] : 0;
    }
#pragma unroll
  for (int p = 0; p < K; p++)
    b[p] = p < k ? load_columns<wide> (B + p * n, left, lane, n) : make_float4 (0, 0, 0, 0);
  __syncthreads ();

#pragma unroll 2
  for (int r = warp; r < ROWS; r += WARPS)
    {
      float4 sum = make_float4 (0, 0, 0, 0);

      if (top + r >= m)
        break;
#pragma unroll
      for (int p = 0; p < K; p += 4)
        {
          const float4 a4 = *(const float4 *)&rows[r][p];
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

#define STEPS_KERNELS(size)                                                                                  \
  extern "C" __global__ void __launch_bounds__ (THREADS, 2)                                                  \
      gs_matmul_few_steps_##size (const float *A, const float *B, float *C, GsLaunch launch)                 \
  {                                                                                                          \
    few_steps<size, true> (A, B, C, launch);                                                                 \
  }                                                                                                          \
  extern "C" __global__ void __launch_bounds__ (THREADS, 2)                                                  \
      gs_matmul_few_steps_##size##_ragged (const float *A, const float *B, float *C, GsLaunch launch)        \
  {                                                                                                          \
    few_steps<size, false> (A, B, C, launch);                                                                \
  }

STEPS_KERNELS (4)
STEPS_KERNELS (8)
STEPS_KERNELS (16)
