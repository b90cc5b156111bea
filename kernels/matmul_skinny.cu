/* Products that are bound by memory: C[m×n] = A[m×k] · B[k×n], float32,
 * row-major, where one of m, n, k is small. Written in CUDA C++.
 *
 *   gs_matmul_few_rows_M      m ≤ M ∈ {1, 2, 4, 8, 16}: B is read once, each value used for all rows
 *   gs_matmul_few_columns_N   n ≤ N ∈ {1, 2, 4, 8, 16, 32}: A is read once, each value used for all columns
 *   gs_matmul_few_steps_K     k ≤ K ∈ {4, 8, 16}: C is written once, A and B stay close
 *   …_ragged                  for rows that do not start on 16 bytes
 *   gs_matmul_skinny_sum      adds the parts of a product split along k
 *
 * With several parts (gridDim.z), part z takes its share of k and writes its own
 * m×n matrix to C + z·m·n; gs_matmul_skinny_sum adds them. All sums are added in
 * an order that depends on the shape alone: the same bits every time. */
#include "gs-launch.h"

#define WARPS   8
#define THREADS (32 * WARPS)

/* k of one part, in whole groups of 4 so that parts begin aligned. */
__device__ __forceinline__ void
share_of_k (long long k, long long &first, long long &end)
{
  const long long part = (k + 4 * gridDim.z - 1) / (4 * gridDim.z) * 4;

  first = min (part * blockIdx.z, k);
  end = min (first + part, k);
}

/* Four columns of one row that belong to a lane: neighbours when rows are
 * aligned, else 32 apart, so that a warp's loads are coalesced either way. */
template <bool wide>
__device__ __forceinline__ float4
load_columns (const float *row, long long first, int lane, long long n)
{
  if (wide)
    {
      const long long column = first + 4 * lane;

      return column < n ? __ldcs ((const float4 *)(row + column)) : make_float4 (0, 0, 0, 0);
    }
  float4 v;
  const long long column = first + lane;

  v.x = column < n ? __ldcs (row + column) : 0;
  v.y = column + 32 < n ? __ldcs (row + column + 32) : 0;
  v.z = column + 64 < n ? __ldcs (row + column + 64) : 0;
  v.w = column + 96 < n ? __ldcs (row + column + 96) : 0;
  return v;
}

template <bool wide>
__device__ __forceinline__ void
store_columns (float *row, long long first, int lane, long long n, float4 v)
{
  if (wide)
    {
      const long long column = first + 4 * lane;

      if (column < n)
        __stcs ((float4 *)(row + column), v);
      return;
    }
  const long long column = first + lane;

  if (column < n)
    __stcs (row + column, v.x);
  if (column + 32 < n)
    __stcs (row + column + 32, v.y);
  if (column + 64 < n)
    __stcs (row + column + 64, v.z);
  if (column + 96 < n)
    __stcs (row + column + 96, v.w);
}

/* m ≤ M. A block owns 128 columns; its eight warps take turns along k, four rows
 * of B at a time, with A waiting in shared memory. Grid (⌈n / 128⌉, 1, parts). */
template <int M, bool wide>
__device__ __forceinline__ void
few_rows (const float *A, const float *B, float *C, const GsLaunch &launch)
{
  constexpr int AHEAD = M <= 2 ? 16 : M <= 4 ? 8 : 4; /* rows of B on their way at once */
  constexpr int CHUNK = 512;            /* of k, for which A is in shared memory */
  __shared__ float rows[M][CHUNK];
  __shared__ float4 sums[WARPS][32];
  const long long m = launch.m, n = launch.n, k = launch.k, left = blockIdx.x * 128LL;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  long long first_k, end_k;
  float4 sum[M];

  share_of_k (k, first_k, end_k);
#pragma unroll
  for (int i = 0; i < M; i++)
    sum[i] = make_float4 (0, 0, 0, 0);

  for (long long chunk = first_k; chunk < end_k; chunk += CHUNK)
    {
      __syncthreads ();
      for (int cell = threadIdx.x; cell < M * CHUNK; cell += THREADS)
        {
          const long long row = cell / CHUNK, p = chunk + cell % CHUNK;

          rows[row][cell % CHUNK] = row < m && p < end_k ? A[row * k + p] : 0;
        }
      __syncthreads ();
      for (int step = AHEAD * warp; step < CHUNK && chunk + step < end_k; step += AHEAD * WARPS)
        {
          float4 b[AHEAD];

#pragma unroll
          for (int u = 0; u < AHEAD; u++)
            b[u] = chunk + step + u < end_k ? load_columns<wide> (B + (chunk + step + u) * n, left, lane, n)
                                            : make_float4 (0, 0, 0, 0);
#pragma unroll
          for (int u = 0; u < AHEAD; u += 4)
#pragma unroll
            for (int i = 0; i < M; i++)
              {
                const float4 a4 = *(const float4 *)&rows[i][step + u];
                const float a[4] = { a4.x, a4.y, a4.z, a4.w };

#pragma unroll
                for (int q = 0; q < 4; q++)
                  {
                    sum[i].x = fmaf (a[q], b[u + q].x, sum[i].x);
                    sum[i].y = fmaf (a[q], b[u + q].y, sum[i].y);
                    sum[i].z = fmaf (a[q], b[u + q].z, sum[i].z);
                    sum[i].w = fmaf (a[q], b[u + q].w, sum[i].w);
                  }
              }
        }
    }

#pragma unroll
  for (int i = 0; i < M; i++)
    {
      __syncthreads ();
      sums[warp][lane] = sum[i];
      __syncthreads ();
      if (warp == 0 && i < m)
        {
          float4 all = sums[0][lane];

          for (int w = 1; w < WARPS; w++)
            {
              all.x += sums[w][lane].x;
              all.y += sums[w][lane].y;
              all.z += sums[w][lane].z;
              all.w += sums[w][lane].w;
            }
          store_columns<wide> (C + blockIdx.z * m * n + i * n, left, lane, n, all);
        }
    }
}

/* n ≤ N. A warp owns ROWS rows; its lanes stand along k. B is in shared memory,
 * transposed, so that lanes read neighbours of it. Grid (⌈m / (8 · ROWS)⌉, 1, parts). */
template <int N, bool wide>
__device__ __forceinline__ void
few_columns (const float *A, const float *B, float *C, const GsLaunch &launch)
{
  constexpr int ROWS = 4;
  constexpr int CHUNK = N <= 8 ? 512 : 128; /* of k, for which B is in shared memory */
  __shared__ float columns[N][CHUNK];
  const long long m = launch.m, n = launch.n, k = launch.k;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const long long top = ((long long)blockIdx.x * WARPS + warp) * ROWS;
  long long first_k, end_k;
  float sum[ROWS][N];

  share_of_k (k, first_k, end_k);
#pragma unroll
  for (int r = 0; r < ROWS; r++)
#pragma unroll
    for (int j = 0; j < N; j++)
      sum[r][j] = 0;

  for (long long chunk = first_k; chunk < end_k; chunk += CHUNK)
    {
      __syncthreads ();
      for (int cell = threadIdx.x; cell < N * CHUNK; cell += THREADS)
        {
          const long long p = chunk + cell / N;
          const int j = cell % N;

          columns[j][cell / N] = p < end_k && j < n ? B[p * n + j] : 0;
        }
      __syncthreads ();
#pragma unroll(N <= 8 ? 2 : 1)
      for (int step = 0; step < CHUNK; step += 128)
        {
          const long long p = chunk + step + 4 * lane;
          float a[ROWS][4];

          if (chunk + step >= end_k)
            break;
#pragma unroll
          for (int r = 0; r < ROWS; r++)
            {
              const float *from = A + min (top + r, m - 1) * k + p;

              if (wide)
                {
                  const float4 v = p < end_k ? __ldcs ((const float4 *)from) : make_float4 (0, 0, 0, 0);

                  a[r][0] = v.x;
                  a[r][1] = v.y;
                  a[r][2] = v.z;
                  a[r][3] = v.w;
                }
              else
#pragma unroll
                for (int q = 0; q < 4; q++)
                  a[r][q] = p + q < end_k ? from[q] : 0;
            }
#pragma unroll
          for (int j = 0; j < N; j++)
            {
              const float4 b = *(const float4 *)&columns[j][step + 4 * lane];

#pragma unroll
              for (int r = 0; r < ROWS; r++)
                {
                  sum[r][j] = fmaf (a[r][0], b.x, sum[r][j]);
                  sum[r][j] = fmaf (a[r][1], b.y, sum[r][j]);
                  sum[r][j] = fmaf (a[r][2], b.z, sum[r][j]);
                  sum[r][j] = fmaf (a[r][3], b.w, sum[r][j]);
                }
            }
        }
    }

#pragma unroll
  for (int r = 0; r < ROWS; r++)
#pragma unroll
    for (int j = 0; j < N; j++)
      {
        float all = sum[r][j];

#pragma unroll
        for (int apart = 16; apart > 0; apart /= 2)
          all += __shfl_xor_sync (0xffffffffu, all, apart);
        if (lane == j % 32 && top + r < m && j < n)
          C[blockIdx.z * m * n + (top + r) * n + j] = all;
      }
}

/* k ≤ K. A thread keeps its four columns of B in registers and goes down the
 * rows of a block. Grid (⌈n / 128⌉, ⌈m / 64⌉, 1). */
template <int K, bool wide>
__device__ __forceinline__ void
few_steps (const float *A, const float *B, float *C, const GsLaunch &launch)
{
  constexpr int ROWS = 64;
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

#define SKINNY_KERNEL(family, size)                                                                          \
  extern "C" __global__ void __launch_bounds__ (THREADS)                                                     \
  gs_matmul_##family##_##size (const float *A, const float *B, float *C, GsLaunch launch)                    \
  {                                                                                                          \
    family<size, true> (A, B, C, launch);                                                                    \
  }                                                                                                          \
  extern "C" __global__ void __launch_bounds__ (THREADS)                                                     \
  gs_matmul_##family##_##size##_ragged (const float *A, const float *B, float *C, GsLaunch launch)           \
  {                                                                                                          \
    family<size, false> (A, B, C, launch);                                                                   \
  }

SKINNY_KERNEL (few_rows, 1)
SKINNY_KERNEL (few_rows, 2)
SKINNY_KERNEL (few_rows, 4)
SKINNY_KERNEL (few_rows, 8)
SKINNY_KERNEL (few_rows, 16)
SKINNY_KERNEL (few_columns, 1)
SKINNY_KERNEL (few_columns, 2)
SKINNY_KERNEL (few_columns, 4)
SKINNY_KERNEL (few_columns, 8)
SKINNY_KERNEL (few_columns, 16)
SKINNY_KERNEL (few_columns, 32)
SKINNY_KERNEL (few_steps, 4)
SKINNY_KERNEL (few_steps, 8)
SKINNY_KERNEL (few_steps, 16)

/* Eight threads for one element, each with every eighth part, all in a fixed
 * order; n of the launch is the number of elements, k the number of parts. */
extern "C" __global__ void
gs_matmul_skinny_sum (const float *parts, const float *unused, float *C, GsLaunch launch)
{
  __shared__ float sums[WARPS][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const long long i = blockIdx.x * 32LL + lane;
  float sum = 0;

  if (i < launch.n)
#pragma unroll 4
    for (long long part = warp; part < launch.k; part += WARPS)
      sum += parts[part * launch.n + i];
  sums[warp][lane] = sum;
  __syncthreads ();
  if (warp > 0 || i >= launch.n)
    return;
  for (int w = 1; w < WARPS; w++)
    sum += sums[w][lane];
  C[i] = sum;
}
