/* The product at the limit: C[m×n] = A[m×k] · B[k×n], float32, row-major.
 *
 *   gs_matmul_k9_async_BMxBN           copies that do not wait: while a tile is
 *                                      being multiplied, the next is under way
 *   gs_matmul_k9_async_BMxBN_ragged    for rows that do not start on 16 bytes
 *
 * For hardware only, compute capability 8.0 or newer: cp.async is PTX.
 *
 * One idea carries all of them. A thread owns 8 × 16 elements of C, so that of
 * a hundred instructions in the loop more than ninety are multiply-adds:
 *  - B goes from global to shared memory by cp.async, through no register. A
 *    has to be transposed on the way, which cp.async can't do; it waits in
 *    registers during one tile and is stored to shared memory at its end.
 *  - Both then lie in shared memory as k × row and k × column, and a thread
 *    reads its 8 + 16 values of one k with six 16-byte loads, one k ahead of
 *    the multiply-adds that use them.
 *  - Only four steps of k are written out. A longer body runs faster on paper,
 *    and slower where it does not fit the instruction cache.
 *
 * Edges: a row or column past the end is replaced by the last one, whose result
 * is then not stored; a k past the end counts as zero. Blocks are numbered in
 * groups of eight rows of tiles, so that those at work at the same time share
 * rows of A and columns of B in the L2 cache.
 *
 * Launch: grid (tiles, 1, parts), block and shared bytes of gs-async-tiles.h.
 * With more than one part, part z takes its share of k and writes its own m × n
 * matrix to C + z·m·n; gs_matmul_skinny_sum adds them up, always in the same order. */
#include "gs-async-tiles.h"
#include "gs-launch.h"

/* 16 bytes, or 4, from global to shared memory without waiting. What is not
 * inside arrives as zero. */
template <int floats>
__device__ __forceinline__ void
copy_async (float *to, const float *from, bool inside)
{
  unsigned int address = (unsigned int)__cvta_generic_to_shared (to);
  int n_bytes = inside ? floats * 4 : 0;

  if (floats == 4)
    asm volatile ("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(n_bytes));
  else
    asm volatile ("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address), "l"(from), "r"(n_bytes));
}

__device__ __forceinline__ void
copies_issued ()
{
  asm volatile ("cp.async.commit_group;");
}

__device__ __forceinline__ void
wait_for_copies ()
{
  asm volatile ("cp.async.wait_group 0;");
}

__device__ __forceinline__ long long
at_most (long long value, long long limit)
{
  return value < limit ? value : limit;
}

/* floats: how many are moved at once, 4 or 1. */
template <int BM, int BN, int BK, int WARPS_M, int WARPS_N, int LANES_M, int LANES_N, int THREAD_M, int THREAD_N,
          int SLICES, int floats>
struct Tile
{
  static constexpr int threads = GS_ASYNC_THREADS (WARPS_M, WARPS_N, SLICES);
  static constexpr int stride_a = GS_ASYNC_STRIDE_A (BM);
  static constexpr int stage_a = BK * stride_a;
  static constexpr int stage_b = BK * BN;
  static constexpr int slice_k = BK / SLICES; /* steps of k that a slice takes of each tile */
  static constexpr int written_out = 4;
  static constexpr int loads_a = BM * BK / floats / threads;
  static constexpr int loads_b = BK * BN / floats / threads;
  static constexpr int per_row_a = BK / floats; /* loads that make one row of the tile */
  static constexpr int per_row_b = BN / floats;

  static_assert (WARPS_M * LANES_M * THREAD_M == BM && WARPS_N * LANES_N * THREAD_N == BN, "threads cover the tile");
  static_assert (threads % per_row_a == 0 && threads % per_row_b == 0, "a thread keeps its column in every load");
  static_assert (slice_k % written_out == 0 && THREAD_M % 4 == 0 && THREAD_N % 4 == 0, "whole groups");

  float *a_shared, *b_shared;
  const float *a_global, *b_global;
  long long k, n;
  int row_a, row_b, last_row;   /* this thread's first row in the tiles of A and B; A's last row that exists */
  int column_a;                 /* and its column in the tile of A, a k */
  int k_left;                   /* from the next tile on */
  float a_waiting[loads_a][floats];
  float sums[THREAD_M][THREAD_N];
  float a[2][THREAD_M], b[2][THREAD_N]; /* values of one k, and of the next */

  /* Asks for the next tile of A, and of B into @stage. */
  __device__ __forceinline__ void
  fetch (int stage)
  {
    bool inside = column_a < k_left;

#pragma unroll
    for (int i = 0; i < loads_a; i++)
      {
        int row = min (row_a + i * (threads / per_row_a), last_row);
        const float *from = a_global + row * k;

        if (floats == 4)
          *(float4 *)a_waiting[i] = inside ? *(const float4 *)from : make_float4 (0, 0, 0, 0);
        else
          a_waiting[i][0] = inside ? *from : 0;
      }
#pragma unroll
    for (int i = 0; i < loads_b; i++)
      {
        int row = row_b + i * (threads / per_row_b);
        float *to = b_shared + stage * stage_b + row * BN + (int)(threadIdx.x % per_row_b) * floats;
        bool there = row < k_left;

        copy_async<floats> (to, b_global + (there ? row : 0) * n, there);
      }
    copies_issued ();
    a_global += BK;
    b_global += BK * n;
    k_left -= BK;
  }

  /* Puts the waiting tile of A, transposed, into @stage. */
  __device__ __forceinline__ void
  store_a (int stage)
  {
    float *to = a_shared + stage * stage_a + column_a * stride_a + row_a;

#pragma unroll
    for (int i = 0; i < loads_a; i++)
#pragma unroll
      for (int f = 0; f < floats; f++)
        to[f * stride_a + i * (threads / per_row_a)] = a_waiting[i][f];
  }

  __device__ __forceinline__ void
  load_values (int half, const float *a_from, const float *b_from)
  {
#pragma unroll
    for (int i = 0; i < THREAD_M; i += 4)
      *(float4 *)&a[half][i] = *(const float4 *)(a_from + i * LANES_M);
#pragma unroll
    for (int j = 0; j < THREAD_N; j += 4)
      *(float4 *)&b[half][j] = *(const float4 *)(b_from + j * LANES_N);
  }

  /* There and back along the columns: the value of B at each turn is used twice
   * in a row, which spares the register file a read. */
  __device__ __forceinline__ void
  multiply_add (int half)
  {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
      for (int step = 0; step < THREAD_N; step++)
        {
          int j = i % 2 == 0 ? step : THREAD_N - 1 - step;

          sums[i][j] = fmaf (a[half][i], b[half][j], sums[i][j]);
        }
  }

  /* All slices into the first, four rows of each thread at a time. */
  __device__ __forceinline__ void
  add_slices (float *shared, int slice, int place)
  {
    constexpr int places = threads / SLICES;

    for (int from = 1; from < SLICES; from++)
#pragma unroll
      for (int i = 0; i < THREAD_M; i += 4)
        {
          __syncthreads ();
          if (slice == from)
#pragma unroll
            for (int e = 0; e < 4 * THREAD_N; e++)
              shared[e * places + place] = sums[i + e / THREAD_N][e % THREAD_N];
          __syncthreads ();
          if (slice == 0)
#pragma unroll
            for (int e = 0; e < 4 * THREAD_N; e++)
              sums[i + e / THREAD_N][e % THREAD_N] += shared[e * places + place];
        }
  }

  __device__ __forceinline__ void
  store (float *C, long long m, long long first_row, long long first_column)
  {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
      {
        long long row = first_row + i / 4 * 4 * LANES_M + i % 4;

#pragma unroll
        for (int j = 0; j < THREAD_N; j += 4)
          {
            long long column = first_column + j * LANES_N;

            if (floats == 4)
              {
                if (row < m && column < n)
                  *(float4 *)(C + row * n + column) = *(float4 *)&sums[i][j];
              }
            else
#pragma unroll
              for (int f = 0; f < 4; f++)
                if (row < m && column + f < n)
                  C[row * n + column + f] = sums[i][j + f];
          }
      }
  }

  __device__ __forceinline__ void
  run (const float *A, const float *B, float *C, const GsLaunch &launch, float *shared)
  {
    const int warp = threadIdx.x / 32 % (WARPS_M * WARPS_N), lane = threadIdx.x % 32;
    const int slice = threadIdx.x / 32 / (WARPS_M * WARPS_N);
    const int in_tile_m = warp % WARPS_M * LANES_M * THREAD_M + lane % LANES_M * 4;
    const int in_tile_n = warp / WARPS_M * LANES_N * THREAD_N + lane / LANES_M * 4;
    const long long tiles_m = (launch.m + BM - 1) / BM, tiles_n = (launch.n + BN - 1) / BN;
    const long long group = blockIdx.x / (8 * tiles_n), group_rows = at_most (tiles_m - group * 8, 8);
    const long long in_group = blockIdx.x % (8 * tiles_n);
    const long long top = (group * 8 + in_group % group_rows) * BM, left = in_group / group_rows * BN;
    const long long part_k = (launch.k + (long long)BK * gridDim.z - 1) / ((long long)BK * gridDim.z) * BK;
    const long long first_k = at_most (part_k * blockIdx.z, launch.k);

    k = launch.k;
    n = launch.n;
    k_left = (int)at_most (part_k, launch.k - first_k);
    row_a = threadIdx.x / per_row_a;
    column_a = threadIdx.x % per_row_a * floats;
    row_b = threadIdx.x / per_row_b;
    last_row = (int)at_most (BM - 1, launch.m - 1 - top);
    a_shared = shared;
    b_shared = shared + 2 * stage_a;
    a_global = A + top * k + first_k + column_a;
    b_global = B + first_k * n + at_most (left + (long long)(threadIdx.x % per_row_b) * floats, n - floats);
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
      for (int j = 0; j < THREAD_N; j++)
        sums[i][j] = 0;

    const float *a_from = a_shared + slice * slice_k * stride_a + in_tile_m;
    const float *b_from = b_shared + slice * slice_k * BN + in_tile_n;
    const int tiles_k = (k_left + BK - 1) / BK;

    fetch (0);
    store_a (0);
    wait_for_copies ();
    __syncthreads ();
    load_values (0, a_from, b_from);
#pragma unroll 1
    for (int tile = 0, stage = 0; tile < tiles_k; tile++, stage ^= 1)
      {
        const float *a_now = a_from + stage * stage_a, *b_now = b_from + stage * stage_b;
        bool more = tile + 1 < tiles_k;

        if (more)
          fetch (stage ^ 1);
#pragma unroll 1
        for (int step = 0; step < slice_k - written_out; step += written_out)
          {
#pragma unroll
            for (int u = 0; u < written_out; u++)
              {
                load_values ((u + 1) % 2, a_now + (u + 1) * stride_a, b_now + (u + 1) * BN);
                multiply_add (u % 2);
              }
            a_now += written_out * stride_a;
            b_now += written_out * BN;
          }
#pragma unroll
        for (int u = 0; u < written_out; u++)
          {
            if (u < written_out - 1)
              load_values ((u + 1) % 2, a_now + (u + 1) * stride_a, b_now + (u + 1) * BN);
            else
              {
                if (more)
                  store_a (stage ^ 1);
                wait_for_copies ();
                __syncthreads ();
                load_values (0, a_from + (stage ^ 1) * stage_a, b_from + (stage ^ 1) * stage_b);
              }
            multiply_add (u % 2);
          }
      }
    if (SLICES > 1)
      {
        add_slices (shared, slice, threadIdx.x % (threads / SLICES));
        if (slice > 0)
          return;
      }
    store (C + blockIdx.z * launch.m * n, launch.m, top + in_tile_m, left + in_tile_n);
  }
};

extern __shared__ float4 gs_async_shared[];

#define ASYNC_KERNEL(symbol, floats, BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, BLOCKS)                     \
  extern "C" __global__ void __launch_bounds__ (GS_ASYNC_THREADS (WM, WN, SLICES), floats == 4 ? BLOCKS : 1)  \
  symbol (const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, GsLaunch launch)  \
  {                                                                                                          \
    Tile<BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, floats> tile;                                           \
                                                                                                             \
    tile.run (A, B, C, launch, (float *)gs_async_shared);                                                    \
  }

#define ASYNC_KERNELS(NAME, ...)                                                                             \
  ASYNC_KERNEL (gs_matmul_k9_async_##NAME, 4, __VA_ARGS__)                                                   \
  ASYNC_KERNEL (gs_matmul_k9_async_##NAME##_ragged, 1, __VA_ARGS__)

GS_ASYNC_TILES (ASYNC_KERNELS)
