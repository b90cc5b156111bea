/* Products that are bound by memory: C[m×n] = A[m×k] · B[k×n], float32,
 * row-major, where m or n is small. Written in CUDA C++.
 *
 *   gs_matmul_few_rows_M      m ≤ M ∈ {1, 2, 4, 8, 16}: B is read once, each value used for all rows
 *   gs_matmul_dot             m = n = 1
 *   gs_matmul_few_columns_N   n ≤ N ∈ {1, 2, 4, 8, 16, 32}: A is read once, each value used for all columns
 *   …_ragged                  for rows that do not start on 16 bytes
 *
 * With several parts (gridDim.z), part z takes its share of k, and the last block
 * of a strip to be done adds them all up (gs-parts.h). Sums are added in an order
 * that depends on the shape alone: the same bits every time. */
#include "gs-columns.h"
#include "gs-launch.h"
#include "gs-strips.h"

#define WARPS   8
#define THREADS (32 * WARPS)

/* @count rows of B from @first on; zero from row @end on. */
template <int count, bool wide>
__device__ __forceinline__ void
load_rows (float4 *b, const float *B, long long first, long long end, long long left, int lane, long long n)
{
#pragma unroll
  for (int u = 0; u < count; u++)
    b[u] = first + u < end ? load_columns<wide> (B + (first + u) * n, left, lane, n)
                           : make_float4 (0, 0, 0, 0);
}

/* For warp 0: the values of all warps, added in their order. */
__device__ __forceinline__ float4
add_warps (float4 (*sums)[32], float4 value)
{
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  __syncthreads ();
  sums[warp][lane] = value;
  __syncthreads ();
  if (warp == 0)
    for (int w = 1; w < WARPS; w++)
      value = add (value, sums[w][lane]);
  return value;
}

/* m ≤ M. A block owns 128 columns; its eight warps take turns along k, four rows
 * of B at a time, with A waiting in shared memory. Grid (⌈n / 128⌉, 1, parts). */
template <int M, bool wide>
__device__ __forceinline__ void
few_rows (const float *A, const float *B, float *C, const GsLaunch &launch, float *workspace)
{
  constexpr int AHEAD = M <= 2 ? (wide ? 16 : 8) : M <= 4 ? 8 : 4; /* rows of B on their way at once */
  constexpr int CHUNK = 512;                                       /* of k, for which A is in shared memory */
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
      float4 b[AHEAD];

      load_rows<AHEAD, wide> (b, B, chunk + AHEAD * warp, end_k, left, lane, n);
      __syncthreads ();
      for (int cell = threadIdx.x; cell < M * CHUNK; cell += THREADS)
        {
          const long long row = cell / CHUNK, p = chunk + cell % CHUNK;

          rows[row][cell % CHUNK] = row < m && p < end_k ? A[row * k + p] : 0;
        }
      __syncthreads ();
      for (int step = AHEAD * warp; step < CHUNK && chunk + step < end_k; step += AHEAD * WARPS)
        {
          if (step >= AHEAD * WARPS)
            load_rows<AHEAD, wide> (b, B, chunk + step, end_k, left, lane, n);
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
      const float4 all = add_warps (sums, sum[i]);

      if (warp == 0 && i < m && gridDim.z == 1)
        store_columns<wide> (C + i * n, left, lane, n, all);
      else if (warp == 0 && i < m)
        ((float4 *)part_of_strip (workspace, blockIdx.z, M * 128))[i * 32 + lane] = all;
    }
  if (gridDim.z == 1 || !is_last_of_strip (workspace))
    return;
#pragma unroll 1
  for (int i = 0; i < m; i++)
    {
      float4 some = make_float4 (0, 0, 0, 0);

#pragma unroll 8
      for (unsigned int part = warp; part < gridDim.z; part += WARPS)
        some = add (some, __ldcg ((const float4 *)part_of_strip (workspace, part, M * 128) + i * 32 + lane));
      some = add_warps (sums, some);
      if (warp == 0)
        store_columns<wide> (C + i * n, left, lane, n, some);
    }
}

#define ROWS_OF_WARP   4 /* of A, for few columns */
#define ROWS_OF_COLUMN 2 /* and for one */

/* Adds the parts of a strip, when this block is the last to have left one: GROUPS
 * threads for an element, each with every so manyth part. sums: at least as long
 * as a strip, and as THREADS. */
template <int N, int ROWS>
__device__ __forceinline__ void
finish_columns (float *sums, float *C, const GsLaunch &launch, float *workspace)
{
  constexpr int STRIP = WARPS * ROWS * N;
  constexpr int GROUPS = STRIP < THREADS ? THREADS / STRIP : 1;

  if (gridDim.z == 1 || !is_last_of_strip (workspace))
    return;
#pragma unroll
  for (int cell = threadIdx.x; cell < STRIP * GROUPS; cell += THREADS)
    {
      float some = 0;

#pragma unroll 8
      for (unsigned int part = cell / STRIP; part < gridDim.z; part += GROUPS)
        some += __ldcg (part_of_strip (workspace, part, STRIP) + cell % STRIP);
      sums[cell] = some;
    }
  __syncthreads ();
  for (int element = threadIdx.x; element < STRIP; element += THREADS)
    {
      const long long row = (long long)blockIdx.x * WARPS * ROWS + element / N;
      const int j = element % N;
      float all = sums[element];

      for (int group = 1; group < GROUPS; group++)
        all += sums[group * STRIP + element];
      if (row < launch.m && j < launch.n)
        C[row * launch.n + j] = all;
    }
}

/* n = 1. B lies in memory as it is needed. A warp owns ROWS_OF_COLUMN rows; where
 * there are no more rows than that, all warps share them and take turns along k.
 * Grid (⌈m / 16⌉, 1, parts). */
template <bool wide>
__device__ __forceinline__ void
one_column (const float *A, const float *B, float *C, const GsLaunch &launch, float *workspace)
{
  constexpr int ROWS = ROWS_OF_COLUMN, AHEAD = wide ? 8 : 4; /* pieces on their way at once */
  __shared__ float sums[THREADS];
  const long long m = launch.m, k = launch.k;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int turns = m <= ROWS ? WARPS : 1, turn = warp % turns, place = warp / turns;
  const long long top = ((long long)blockIdx.x * WARPS + place) * ROWS;
  long long first_k, end_k;
  float sum[ROWS] = { 0 };

  share_of_k (k, first_k, end_k);
  for (long long p = first_k + 128 * turn; p < end_k; p += 128 * turns * AHEAD)
    {
      float4 a[AHEAD][ROWS], b[AHEAD];

#pragma unroll
      for (int u = 0; u < AHEAD; u++)
        {
          const long long at = p + u * 128 * turns;

          b[u] = load_columns<wide> (B, at, lane, end_k);
#pragma unroll
          for (int r = 0; r < ROWS; r++)
            a[u][r] = load_columns<wide> (A + min (top + r, m - 1) * k, at, lane, end_k);
        }
#pragma unroll
      for (int u = 0; u < AHEAD; u++)
#pragma unroll
        for (int r = 0; r < ROWS; r++)
          {
            sum[r] = fmaf (a[u][r].x, b[u].x, sum[r]);
            sum[r] = fmaf (a[u][r].y, b[u].y, sum[r]);
            sum[r] = fmaf (a[u][r].z, b[u].z, sum[r]);
            sum[r] = fmaf (a[u][r].w, b[u].w, sum[r]);
          }
    }
#pragma unroll
  for (int r = 0; r < ROWS; r++)
    {
#pragma unroll
      for (int apart = 16; apart > 0; apart /= 2)
        sum[r] += __shfl_xor_sync (0xffffffffu, sum[r], apart);
      if (lane == r)
        sums[warp * ROWS + r] = sum[r];
    }
  __syncthreads ();
  if (threadIdx.x < WARPS * ROWS && threadIdx.x < m - (long long)blockIdx.x * WARPS * ROWS)
    {
      float all = sums[threadIdx.x];

      for (int other = 1; other < turns; other++)
        all += sums[other * ROWS + threadIdx.x];
      if (gridDim.z == 1)
        C[(long long)blockIdx.x * WARPS * ROWS + threadIdx.x] = all;
      else
        part_of_strip (workspace, blockIdx.z, WARPS * ROWS)[threadIdx.x] = all;
    }
  __syncthreads ();
  finish_columns<1, ROWS> (sums, C, launch, workspace);
}

/* For thread 0: the values of all threads. */
__device__ __forceinline__ float
add_block (float *sums, float value)
{
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2)
    value += __shfl_xor_sync (0xffffffffu, value, apart);
  __syncthreads ();
  if (lane == 0)
    sums[warp] = value;
  __syncthreads ();
  value = 0;
  for (int w = 0; w < WARPS; w++)
    value += sums[w];
  return value;
}

/* m = n = 1. All threads stand along k. Grid (1, 1, parts). */
extern "C" __global__ void __launch_bounds__ (THREADS, 2)
gs_matmul_dot (const float *A, const float *B, float *C, GsLaunch launch, float *workspace)
{
  constexpr int AHEAD = 4; /* pieces on their way at once */
  __shared__ float sums[WARPS];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  long long first_k, end_k;
  float sum = 0;

  share_of_k (launch.k, first_k, end_k);
  for (long long p = first_k + 128 * warp; p < end_k; p += AHEAD * 4 * THREADS)
    {
      float4 a[AHEAD], b[AHEAD];

#pragma unroll
      for (int u = 0; u < AHEAD; u++)
        {
          /* Four whole steps, or single ones at the end of k. */
          const long long at = p + u * 4 * THREADS;
          const bool whole = at + 128 <= end_k;

          a[u] = whole ? load_columns<true> (A, at, lane, end_k) : load_columns<false> (A, at, lane, end_k);
          b[u] = whole ? load_columns<true> (B, at, lane, end_k) : load_columns<false> (B, at, lane, end_k);
        }
#pragma unroll
      for (int u = 0; u < AHEAD; u++)
        {
          sum = fmaf (a[u].x, b[u].x, sum);
          sum = fmaf (a[u].y, b[u].y, sum);
          sum = fmaf (a[u].z, b[u].z, sum);
          sum = fmaf (a[u].w, b[u].w, sum);
        }
    }
  sum = add_block (sums, sum);
  if (gridDim.z > 1)
    {
      if (threadIdx.x == 0)
        *part_of_strip (workspace, blockIdx.z, 1) = sum;
      if (!is_last_of_strip (workspace))
        return;
      sum = 0;
      for (unsigned int part = threadIdx.x; part < gridDim.z; part += THREADS)
        sum += __ldcg (part_of_strip (workspace, part, 1));
      sum = add_block (sums, sum);
    }
  if (threadIdx.x == 0)
    *C = sum;
}

/* n ≤ N. A warp owns ROWS rows; its lanes stand along k. B is in shared memory,
 * transposed, so that lanes read neighbours of it. Grid (⌈m / (8 · ROWS)⌉, 1, parts). */
template <int N, bool wide>
__device__ __forceinline__ void
some_columns (const float *A, const float *B, float *C, const GsLaunch &launch, float *workspace)
{
  constexpr int ROWS = ROWS_OF_WARP, STRIP = WARPS * ROWS * N; /* elements of one block */
  constexpr int CHUNK = N <= 8 ? 512 : 128;                    /* of k, for which B is in shared memory */
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
          {
            if (gridDim.z == 1)
              C[(top + r) * n + j] = all;
            else
              part_of_strip (workspace, blockIdx.z, STRIP)[(warp * ROWS + r) * N + j] = all;
          }
      }
  finish_columns<N, ROWS> (columns[0], C, launch, workspace);
}

template <int N, bool wide>
__device__ __forceinline__ void
few_columns (const float *A, const float *B, float *C, const GsLaunch &launch, float *workspace)
{
  if (N == 1)
    one_column<wide> (A, B, C, launch, workspace);
  else
    some_columns<N, wide> (A, B, C, launch, workspace);
}

#define SKINNY_KERNEL(family, size, blocks)                                                                  \
  extern "C" __global__ void __launch_bounds__ (THREADS, blocks) gs_matmul_##family##_##size (               \
      const float *A, const float *B, float *C, GsLaunch launch, float *workspace)                           \
  {                                                                                                          \
    family<size, true> (A, B, C, launch, workspace);                                                         \
  }                                                                                                          \
  extern "C" __global__ void __launch_bounds__ (THREADS, blocks) gs_matmul_##family##_##size##_ragged (      \
      const float *A, const float *B, float *C, GsLaunch launch, float *workspace)                           \
  {                                                                                                          \
    family<size, false> (A, B, C, launch, workspace);                                                        \
  }

SKINNY_KERNEL (few_rows, 1, 2)
SKINNY_KERNEL (few_rows, 2, 2)
SKINNY_KERNEL (few_rows, 4, 2)
SKINNY_KERNEL (few_rows, 8, 2)
SKINNY_KERNEL (few_rows, 16, 2)
SKINNY_KERNEL (few_columns, 1, 2)
SKINNY_KERNEL (few_columns, 2, 2)
SKINNY_KERNEL (few_columns, 4, 2)
SKINNY_KERNEL (few_columns, 8, 2)
SKINNY_KERNEL (few_columns, 16, 2)
SKINNY_KERNEL (few_columns, 32, 1)
