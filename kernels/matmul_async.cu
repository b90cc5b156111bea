/* The product at the limit: C[m×n] = A[m×k] · B[k×n], float32, row-major.
 *
 *   gs_matmul_k9_async_BMxBN           copies that do not wait: while a tile is
 *                                      being multiplied, the next is under way
 *   gs_matmul_async_pad                a copy of A or B whose rows all start on 16 bytes
 *   gs_matmul_k9_async_BMxBN_own       the last block of a split tile adds its parts
 *   gs_matmul_k9_async_BMxBN_ragged    the same, and rows of B need not begin on 16 bytes
 *   gs_matmul_async_sum                adds the parts of split tiles
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
 * Rows of A and B begin on 16 bytes: launch.stride_a and stride_b are multiples of
 * four. Where k or n is not one, the matrix is copied first, with zeros after each
 * row; that costs less than to load single floats ever after.
 *
 * Edges: a row or column past the end is replaced by the last one, whose result
 * is then not stored; a k past the end counts as zero. Blocks are numbered in
 * groups of eight rows of tiles, so that those at work at the same time share
 * rows of A and columns of B in the L2 cache.
 *
 * Split tiles: as many tiles as keep all multiprocessors busy to the end are
 * computed whole, by one block each (launch.whole of them); the others are split
 * along k, into launch.parts blocks each. A part goes to workspace, tile after
 * tile and part after part, and gs_matmul_async_sum adds them, always in the same
 * order.
 *
 * Launch: grid (whole + split tiles · parts), block and shared bytes of gs-async-tiles.h. */
#include "gs-async-copy.h"
#include "gs-async-tiles.h"
#include "gs-float4.h"
#include "gs-launch.h"
#include "gs-parts.h"

__device__ __forceinline__ long long
at_most (long long value, long long limit)
{
  return value < limit ? value : limit;
}

/* First row and column of a tile. Tiles are numbered in groups of eight rows of tiles. */
__device__ __forceinline__ void
place_tile (long long tile, long long m, long long n, int bm, int bn, long long &top, long long &left)
{
  const long long tiles_m = (m + bm - 1) / bm, tiles_n = (n + bn - 1) / bn;
  const long long group = tile / (8 * tiles_n), group_rows = at_most (tiles_m - group * 8, 8);
  const long long in_group = tile % (8 * tiles_n);

  top = (group * 8 + in_group % group_rows) * bm;
  left = in_group / group_rows * bn;
}

template <int BM,
          int BN,
          int BK,
          int WARPS_M,
          int WARPS_N,
          int LANES_M,
          int LANES_N,
          int THREAD_M,
          int THREAD_N,
          int SLICES,
          int FLOATS_B,
          bool OWN>
struct Tile
{
  static constexpr int threads = GS_ASYNC_THREADS (WARPS_M, WARPS_N, SLICES);
  static constexpr int stride_a = GS_ASYNC_STRIDE_A (BM);
  static constexpr int stage_a = BK * stride_a;
  static constexpr int stage_b = BK * BN;
  static constexpr int slice_k = BK / SLICES; /* steps of k that a slice takes of each tile */
  static constexpr int written_out = 4;
  static constexpr int floats = 4; /* in one load of A; of B, FLOATS_B */
  static constexpr int loads_a = BM * BK / floats / threads;
  static constexpr int loads_b = BK * BN / FLOATS_B / threads;
  static constexpr int per_row_a = BK / floats; /* loads that make one row of the tile */
  static constexpr int per_row_b = BN / FLOATS_B;

  static_assert (WARPS_M *LANES_M *THREAD_M == BM && WARPS_N * LANES_N * THREAD_N == BN,
                 "threads cover the tile");
  static_assert (threads % per_row_a == 0 && threads % per_row_b == 0,
                 "a thread keeps its column in every load");
  static_assert (slice_k % written_out == 0 && THREAD_M % 4 == 0 && THREAD_N % 4 == 0, "whole groups");

  float *a_shared, *b_shared;
  const float *a_global, *b_global;
  long long stride_b;
  long long step_a, step_b;   /* floats from one load of A, or B, to the next */
  int row_a, row_b, last_row; /* this thread's first row in the tiles of A and B; A's last row that exists */
  int column_a;               /* and its column in the tile of A, a k */
  int k_left;                 /* from the next tile on */
  float a_waiting[loads_a][floats];
  float sums[THREAD_M][THREAD_N];
  float a[2][THREAD_M], b[2][THREAD_N]; /* values of one k, and of the next */

  /* Asks for the next tile of A, and of B into @stage. */
  __device__ __forceinline__ void fetch (int stage)
  {
    const bool inside = column_a < k_left;
    long long at = 0;
    int row = row_a;

#pragma unroll
    for (int i = 0; i < loads_a; i++)
      {
        *(float4 *)a_waiting[i] = inside ? *(const float4 *)(a_global + at) : make_float4 (0, 0, 0, 0);
        row += threads / per_row_a;
        if (row <= last_row)
          at += step_a;
        /* Else the compiler sees that a replaced row is loaded twice, copies it
         * instead, and each load waits for the one before. */
        asm("" : "+l"(at));
      }
    at = 0;
    row = row_b;
#pragma unroll
    for (int i = 0; i < loads_b; i++)
      {
        float *to = b_shared + stage * stage_b + (row_b + i * (threads / per_row_b)) * BN
                    + (int)(threadIdx.x % per_row_b) * FLOATS_B;

        copy_async<FLOATS_B> (to, b_global + at, row < k_left);
        row += threads / per_row_b;
        at += step_b;
      }
    copies_issued ();
    a_global += BK;
    b_global += BK * stride_b;
    k_left -= BK;
  }

  /* Puts the waiting tile of A, transposed, into @stage. */
  __device__ __forceinline__ void store_a (int stage)
  {
    float *to = a_shared + stage * stage_a + column_a * stride_a + row_a;

#pragma unroll
    for (int i = 0; i < loads_a; i++)
#pragma unroll
      for (int f = 0; f < floats; f++)
        to[f * stride_a + i * (threads / per_row_a)] = a_waiting[i][f];
  }

  __device__ __forceinline__ void load_values (int half, const float *a_from, const float *b_from)
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
  __device__ __forceinline__ void multiply_add (int half)
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
  __device__ __forceinline__ void add_slices (float *shared, int slice, int place)
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

  /* Stores to a matrix of this many rows and columns. */
  template <typename Output>
  __device__ __forceinline__ void
  store (Output to, long long rows, long long columns, long long first_row, long long first_column)
  {
    const bool aligned = columns % 4 == 0;

#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
      {
        long long row = first_row + i / 4 * 4 * LANES_M + i % 4;

#pragma unroll
        for (int j = 0; j < THREAD_N; j += 4)
          {
            long long column = first_column + j * LANES_N;

            if (row < rows && column < columns && aligned)
              GS_STORE_FLOAT4 (&to[row * columns + column], *(float4 *)&sums[i][j]);
            else
#pragma unroll
              for (int f = 0; f < 4; f++)
                if (row < rows && column + f < columns)
                  to[row * columns + column + f] = sums[i][j + f];
          }
      }
  }

  template <typename Output>
  __device__ __forceinline__ void
  run (const float *A, const float *B, Output C, const GsLaunch &launch, float *workspace, float *shared)
  {
    const int warp = threadIdx.x / 32 % (WARPS_M * WARPS_N), lane = threadIdx.x % 32;
    const int slice = threadIdx.x / 32 / (WARPS_M * WARPS_N);
    const int in_tile_m = warp % WARPS_M * LANES_M * THREAD_M + lane % LANES_M * 4;
    const int in_tile_n = warp / WARPS_M * LANES_N * THREAD_N + lane / LANES_M * 4;
    const long long split_block = (long long)blockIdx.x - launch.whole; /* less than 0: a whole tile */
    const int parts = split_block < 0 ? 1 : launch.parts;
    const long long tile_index = split_block < 0 ? blockIdx.x : launch.whole + split_block / parts;
    const long long part = split_block < 0 ? 0 : split_block % parts;
    const long long part_k = (launch.k + (long long)BK * parts - 1) / ((long long)BK * parts) * BK;
    const long long first_k = at_most (part_k * part, launch.k);
    long long top, left;

    place_tile (tile_index, launch.m, launch.n, BM, BN, top, left);
    stride_b = launch.stride_b;
    step_a = launch.stride_a * (threads / per_row_a);
    step_b = launch.stride_b * (threads / per_row_b);
    k_left = (int)at_most (part_k, launch.k - first_k);
    row_a = threadIdx.x / per_row_a;
    column_a = threadIdx.x % per_row_a * floats;
    row_b = threadIdx.x / per_row_b;
    last_row = (int)at_most (BM - 1, launch.m - 1 - top);
    a_shared = shared;
    b_shared = shared + 2 * stage_a;
    a_global = A + (top + at_most (row_a, last_row)) * launch.stride_a + first_k + column_a;
    b_global = B + (first_k + row_b) * launch.stride_b
               + at_most (left + (long long)(threadIdx.x % per_row_b) * FLOATS_B, launch.stride_b - FLOATS_B);
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
    wait_for_copies<0> ();
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
                wait_for_copies<0> ();
                __syncthreads ();
                load_values (0, a_from + (stage ^ 1) * stage_a, b_from + (stage ^ 1) * stage_b);
              }
            multiply_add (u % 2);
          }
      }
    if (SLICES > 1)
      {
        add_slices (shared, slice, threadIdx.x % (threads / SLICES));
        if (slice > 0 && !OWN)
          return;
      }
    if (!OWN)
      {
        if (parts == 1)
          store (C, launch.m, launch.n, top + in_tile_m, left + in_tile_n);
        else
          store (workspace + split_block * BM * BN, BM, BN, in_tile_m, in_tile_n);
        return;
      }
    const unsigned int split_tiles = (gridDim.x - launch.whole) / launch.parts;
    const unsigned int split_tile = split_block / parts;

    if (slice == 0 && parts == 1)
      store (C, launch.m, launch.n, top + in_tile_m, left + in_tile_n);
    else if (slice == 0)
      store (part_of_sum (workspace, split_tiles, split_tile, parts, part, BM * BN), BM, BN, in_tile_m,
             in_tile_n);
    if (parts > 1 && is_last_part (workspace, split_tile, parts))
      add_parts (part_of_sum (workspace, split_tiles, split_tile, parts, 0, BM * BN), parts, C, launch, top,
                 left);
  }

  /* All parts of a tile, four neighbours at a time. */
  template <typename Output>
  __device__ __forceinline__ void
  add_parts (const float *from, int parts, Output C, const GsLaunch &launch, long long top, long long left)
  {
    const bool aligned = launch.n % 4 == 0;

#pragma unroll 4
    for (int element = threadIdx.x * 4; element < BM * BN; element += threads * 4)
      {
        const long long row = top + element / BN, column = left + element % BN;
        float4 sum = __ldcg ((const float4 *)(from + element));

        for (int part = 1; part < parts; part++)
          {
            const float4 v = __ldcg ((const float4 *)(from + part * (BM * BN) + element));

            sum = add (sum, v);
          }
        if (row >= launch.m)
          continue;
        if (aligned && column < launch.n)
          GS_STORE_FLOAT4 (&C[row * launch.n + column], sum);
        else
#pragma unroll
          for (int f = 0; f < 4; f++)
            if (column + f < launch.n)
              C[row * launch.n + column + f] = f == 0 ? sum.x : f == 1 ? sum.y : f == 2 ? sum.z : sum.w;
      }
  }
};

extern __shared__ float4 gs_async_shared[];

#define ASYNC_KERNEL(symbol, FLOATS_B, OWN, BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, BLOCKS)              \
  GS_KERNEL GS_BOUNDS (GS_ASYNC_THREADS (WM, WN, SLICES), BLOCKS)                                            \
  symbol (const float *__restrict__ A, const float *__restrict__ B, GS_OUTPUT_ALONE C, GsLaunch launch,      \
          float *__restrict__ workspace)                                                                     \
  {                                                                                                          \
    Tile<BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, FLOATS_B, OWN> tile;                                    \
                                                                                                             \
    tile.run (A, B, C, launch, workspace, (float *)gs_async_shared);                                         \
  }

#define ASYNC_KERNELS(NAME, ...)                                                                             \
  ASYNC_KERNEL (gs_matmul_k9_async_##NAME, 4, false, __VA_ARGS__)                                            \
  ASYNC_KERNEL (gs_matmul_k9_async_##NAME##_own, 4, true, __VA_ARGS__)

#define RAGGED_KERNEL(NAME, ...) ASYNC_KERNEL (gs_matmul_k9_async_##NAME##_ragged, 1, true, __VA_ARGS__)

GS_ASYNC_TILES (ASYNC_KERNELS)
GS_ASYNC_RAGGED_TILE (RAGGED_KERNEL)

/* Copies A (blockIdx.z = 0) and B (1), where there is a place for the copy, into
 * rows of launch.stride_a and stride_b, with zeros after each. A thread writes four
 * neighbours in four rows, all of which are on their way at once. Grid: ⌈the longer
 * stride / 1024⌉, any number of rows, 2. */
extern "C" __global__ void __launch_bounds__ (256)
gs_matmul_async_pad (const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ a_copy,
                     float *__restrict__ b_copy, GsLaunch launch)
{
  const bool first = blockIdx.z == 0;
  const float *from = first ? A : B;
  float *to = first ? a_copy : b_copy;
  const long long rows = first ? launch.m : launch.k, columns = first ? launch.k : launch.n;
  const long long stride = first ? launch.stride_a : launch.stride_b;
  const long long column = blockIdx.x * 1024LL + threadIdx.x * 4;

  if (to == nullptr || column >= stride)
    return;
  for (long long row = blockIdx.y; row < rows; row += 4LL * gridDim.y)
    {
      float v[4][4];

#pragma unroll
      for (int r = 0; r < 4; r++)
#pragma unroll
        for (int f = 0; f < 4; f++)
          v[r][f] = row + r * gridDim.y < rows && column + f < columns
                        ? from[(row + r * gridDim.y) * columns + column + f]
                        : 0;
#pragma unroll
      for (int r = 0; r < 4; r++)
        if (row + r * gridDim.y < rows)
          *(float4 *)(to + (row + r * gridDim.y) * stride + column) = *(float4 *)v[r];
    }
}

/* Adds the parts of every split tile: eight threads for four neighbouring
 * elements, each with every eighth part. Grid: split tiles · tile_m · tile_n / 128. */
extern "C" __global__ void __launch_bounds__ (256) gs_matmul_async_sum (const float *unused_a,
                                                                        const float *unused_b,
                                                                        float *__restrict__ C,
                                                                        GsLaunch launch,
                                                                        const float *__restrict__ workspace)
{
  __shared__ float4 sums[8][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned int tile_size = launch.tile_m * launch.tile_n, per_tile = tile_size / 128;
  const unsigned int split_tile = blockIdx.x / per_tile, element = blockIdx.x % per_tile * 128 + 4 * lane;
  const float *from = workspace + (long long)split_tile * launch.parts * tile_size + element;
  float4 sum = make_float4 (0, 0, 0, 0);
  long long top, left;

#pragma unroll 8
  for (unsigned int part = warp; part < launch.parts; part += 8)
    {
      const float4 v = *(const float4 *)(from + (long long)part * tile_size);

      sum = add (sum, v);
    }
  sums[warp][lane] = sum;
  __syncthreads ();
  if (warp > 0)
    return;
  for (int w = 1; w < 8; w++)
    {
      const float4 v = sums[w][lane];

      sum = add (sum, v);
    }
  place_tile (launch.whole + split_tile, launch.m, launch.n, launch.tile_m, launch.tile_n, top, left);
  const long long row = top + element / launch.tile_n, column = left + element % launch.tile_n;

  if (row >= launch.m)
    return;
  for (int f = 0; f < 4; f++)
    if (column + f < launch.n)
      C[row * launch.n + column + f] = f == 0 ? sum.x : f == 1 ? sum.y : f == 2 ? sum.z : sum.w;
}
