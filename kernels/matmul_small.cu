/* Products too small to keep a GPU busy: C[m×n] = A[m×k] · B[k×n], float32,
 * row-major, up to some hundred rows, columns and steps.
 *
 *   gs_matmul_small_BMxBN           rows begin on 16 bytes
 *   gs_matmul_small_BMxBN_ragged    they need not
 *
 * For hardware only, compute capability 8.0 or newer: cp.async is PTX.
 *
 * Here the time goes into waiting, not into arithmetic: for the first bytes from
 * memory, for barriers, for a second kernel. So the tiles are small, to have a
 * block for every multiprocessor; the steps of k are dealt out to the warps of a
 * block instead of to blocks; a warp asks for its next STAGES pieces of A and B
 * before it needs the first, into shared memory of its own, so that no barrier is
 * met before the end. There the warps' sums are added, in the order of the warps:
 * the same bits every time.
 *
 * Edges: what is past the end counts as zero, and is not read.
 *
 * Where there are fewer tiles than multiprocessors, k is split into launch.parts
 * besides, which the last block of a tile adds up (gs-parts.h).
 *
 * Launch: grid (⌈n / BN⌉, ⌈m / BM⌉, parts), block and shared bytes of gs-small-tiles.h. */
#include "gs-async-copy.h"
#include "gs-float4.h"
#include "gs-launch.h"
#include "gs-parts.h"
#include "gs-small-tiles.h"

/* What one warp does. floats: how many are moved at once, 4 or 1. */
template <int LANES_M, int LANES_N, int THREAD_M, int THREAD_N, int WARPS, int STEP, int STAGES, int floats>
struct Warp
{
  static constexpr int BM = LANES_M * THREAD_M, BN = LANES_N * THREAD_N;
  static constexpr int stride_a = GS_SMALL_STRIDE_A (STEP), piece_a = BM * stride_a;
  static constexpr int piece = GS_SMALL_PIECE (BM, BN, STEP);
  static constexpr int pieces = STAGES * piece, warps = WARPS;
  static constexpr int per_row_a = STEP / floats, per_row_b = BN / floats;
  static constexpr int rows_a = 32 / per_row_a; /* that one load of a warp fills */
  /* So many loads of a warp fill so many whole rows of B; then a lane is in the same
   * columns again. */
  static constexpr int loads_in_b = per_row_b / GS_SMALL_COMMON (per_row_b, 32),
                       rows_b = 32 / GS_SMALL_COMMON (per_row_b, 32);
  static constexpr int no_row = 0x7fffffff - STEP; /* past any k */

  static_assert (32 % per_row_a == 0 && BM % rows_a == 0, "a lane keeps its column of A in every load");
  static_assert (STEP % rows_b == 0, "whole loads of B");
  static_assert (BM *BN % 128 == 0 && THREAD_N % 4 == 0, "whole fours");

  float *shared; /* STAGES pieces */
  const float *a_global, *b_global[loads_in_b];
  long long step_a, step_b; /* floats from one load of A, or B, to the next */
  int lane, rows_left;      /* of A in the tile, from this lane's first on */
  int row_b[loads_in_b];    /* in the piece, or no_row where the column does not exist */
  int k_left;               /* from the next piece to ask for to the end of the part */
  float sums[THREAD_M][THREAD_N];

  __device__ __forceinline__ void
  start (const float *A, const float *B, const GsLaunch &launch, long long top, long long left, float *own)
  {
    const long long m = launch.m, n = launch.n, k = launch.k;
    unsigned int first = threadIdx.x / 32 * STEP, end = (unsigned int)k;

    if (launch.parts > 1)
      {
        const unsigned int part = (end + STEP * launch.parts - 1) / (STEP * launch.parts) * STEP;

        first += part * blockIdx.z;
        end = min (part * (blockIdx.z + 1), end);
      }
    lane = threadIdx.x % 32;
    shared = own;
    k_left = (int)(end - first);
    rows_left = (int)min ((long long)BM, m - top) - lane / per_row_a;
    a_global = A + (top + lane / per_row_a) * k + first + lane % per_row_a * floats;
    step_a = rows_a * k;
    step_b = rows_b * n;
#pragma unroll
    for (int i = 0; i < loads_in_b; i++)
      {
        const int row = (lane + i * 32) / per_row_b;
        const long long column = left + (lane + i * 32) % per_row_b * floats;

        b_global[i] = B + (long long)(first + row) * n + column;
        row_b[i] = column < n ? row : no_row;
      }
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
      for (int j = 0; j < THREAD_N; j++)
        sums[i][j] = 0;
  }

  /* Asks for the next piece; past the end of k, for nothing. */
  __device__ __forceinline__ void fetch (int stage)
  {
    if (k_left > 0)
      {
        float *to = shared + stage * piece + lane / per_row_a * stride_a + lane % per_row_a * floats;
        const float *from = a_global;
        const int rows = lane % per_row_a * floats < k_left ? rows_left : 0;

#pragma unroll
        for (int i = 0; i < BM / rows_a; i++)
          {
            copy_async_ahead<floats> (to + i * rows_a * stride_a, from, i * rows_a < rows);
            from += step_a;
          }
        to = shared + stage * piece + piece_a + lane * floats;
#pragma unroll
        for (int part = 0; part < loads_in_b; part++)
          {
            from = b_global[part];
#pragma unroll
            for (int i = 0; i < STEP / rows_b; i++)
              {
                copy_async<floats> (to + i * rows_b * BN + part * 32 * floats, from,
                                    row_b[part] + i * rows_b < k_left);
                from += step_b;
              }
            b_global[part] += STEP / rows_b * WARPS * step_b;
          }
        a_global += STEP * WARPS;
        k_left -= STEP * WARPS;
      }
    copies_issued ();
  }

  /* Four steps of k at a time. A lane's rows of A stand LANES_M apart, its columns
   * of B in fours that do so too. There and back along the columns: see matmul_async.cu. */
  __device__ __forceinline__ void multiply_add (int stage)
  {
    const float *a_from = shared + stage * piece + lane / LANES_N * stride_a;
    const float *b_from = shared + stage * piece + piece_a + lane % LANES_N * 4;

#pragma unroll
    for (int step = 0; step < STEP; step += 4)
      {
        float a[THREAD_M][4];

#pragma unroll
        for (int i = 0; i < THREAD_M; i++)
          *(float4 *)a[i] = *(const float4 *)(a_from + i * LANES_M * stride_a + step);
#pragma unroll
        for (int q = 0; q < 4; q++)
          {
            float b[THREAD_N];

#pragma unroll
            for (int j = 0; j < THREAD_N; j += 4)
              *(float4 *)&b[j] = *(const float4 *)(b_from + (step + q) * BN + j * LANES_N);
#pragma unroll
            for (int i = 0; i < THREAD_M; i++)
#pragma unroll
              for (int turn = 0; turn < THREAD_N; turn++)
                {
                  const int j = i % 2 == 0 ? turn : THREAD_N - 1 - turn;

                  sums[i][j] = fmaf (a[i][q], b[j], sums[i][j]);
                }
          }
      }
  }

  /* The first pieces are asked for in the same loop as the others: what has not run
   * before has to be fetched from memory, instructions too, and a small product has no
   * time for a second copy of them. */
  __device__ __forceinline__ void run ()
  {
    const int last = (k_left + STEP * WARPS - 1) / (STEP * WARPS) + STAGES - 2;

#pragma unroll 1
    for (int i = 0, filled = 0, used = 0; i <= last; i++)
      {
        const bool ready = i >= STAGES - 1;

        if (ready)
          wait_for_copies<STAGES - 2> ();
        __syncwarp ();
        fetch (filled);
        filled = filled == STAGES - 1 ? 0 : filled + 1;
        if (!ready)
          continue;
        multiply_add (used);
        used = used == STAGES - 1 ? 0 : used + 1;
        __syncwarp ();
      }
  }

  /* As a BM × BN matrix. */
  __device__ __forceinline__ void put_sums (float *to)
  {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
      for (int j = 0; j < THREAD_N; j += 4)
        *(float4 *)(to + (lane / LANES_N + i * LANES_M) * BN + lane % LANES_N * 4 + j * LANES_N)
            = *(float4 *)&sums[i][j];
  }
};

extern __shared__ float4 gs_small_shared[];

/* All parts of a tile, in their order; so many of them on their way at once, because
 * each waits as long as all. */
template <int BM, int BN, int threads, typename Output>
__device__ __forceinline__ void
add_parts (const float *from, Output C, const GsLaunch &launch, long long top, long long left)
{
  constexpr int AHEAD = 16;

#pragma unroll 1
  for (int element = threadIdx.x * 4; element < BM * BN; element += threads * 4)
    {
      float4 sum = make_float4 (0, 0, 0, 0), values[AHEAD];

#pragma unroll 1
      for (unsigned int part = 0; part < launch.parts; part += AHEAD)
        {
#pragma unroll
          for (int u = 0; u < AHEAD; u++)
            values[u] = part + u < launch.parts
                            ? __ldcg ((const float4 *)(from + (part + u) * (BM * BN) + element))
                            : make_float4 (0, 0, 0, 0);
#pragma unroll
          for (int u = 0; u < AHEAD; u++)
            sum = add (sum, values[u]);
        }
      store_four (C, launch, top + element / BN, left + element % BN, sum);
    }
}

template <typename Own, typename Output>
__device__ __forceinline__ void
multiply_small (const float *A, const float *B, Output C, const GsLaunch &launch, float *workspace)
{
  constexpr int BM = Own::BM, BN = Own::BN, threads = 32 * Own::warps;
  float *shared = (float *)gs_small_shared;
  const long long top = (long long)blockIdx.y * BM, left = (long long)blockIdx.x * BN;
  const unsigned int tiles = gridDim.x * gridDim.y, tile = blockIdx.y * gridDim.x + blockIdx.x;
  const int warp = threadIdx.x / 32;
  Own own;

  own.start (A, B, launch, top, left, shared + warp * Own::pieces);
  own.run ();
  wait_for_copies<0> ();
  __syncthreads ();
  own.put_sums (shared + warp * BM * BN);
  __syncthreads ();
#pragma unroll 1
  for (int element = threadIdx.x * 4; element < BM * BN; element += threads * 4)
    {
      float4 sum = *(const float4 *)(shared + element);

#pragma unroll
      for (int w = 1; w < Own::warps; w++)
        sum = add (sum, *(const float4 *)(shared + w * BM * BN + element));
      if (launch.parts == 1)
        store_four (C, launch, top + element / BN, left + element % BN, sum);
      else
        *(float4 *)(part_of_sum (workspace, tiles, tile, launch.parts, blockIdx.z, BM * BN) + element) = sum;
    }
  if (launch.parts == 1 || !is_last_part (workspace, tile, launch.parts))
    return;
  add_parts<BM, BN, threads> (part_of_sum (workspace, tiles, tile, launch.parts, 0, BM * BN), C, launch, top,
                              left);
}

#define SMALL_KERNEL(symbol, floats, WARPS, BLOCKS, ...)                                                     \
  GS_KERNEL GS_BOUNDS (32 * WARPS, BLOCKS)                                                                   \
  symbol (const float *__restrict__ A, const float *__restrict__ B, GS_OUTPUT_ALONE C, GsLaunch launch,      \
          float *__restrict__ workspace)                                                                     \
  {                                                                                                          \
    multiply_small<Warp<__VA_ARGS__, floats> > (A, B, C, launch, workspace);                                 \
  }

#define SMALL_KERNELS(NAME, LM, LN, TM, TN, WARPS, STEP, STAGES, BLOCKS)                                     \
  SMALL_KERNEL (gs_matmul_small_##NAME, 4, WARPS, BLOCKS, LM, LN, TM, TN, WARPS, STEP, STAGES)               \
  SMALL_KERNEL (gs_matmul_small_##NAME##_ragged, 1, WARPS, BLOCKS, LM, LN, TM, TN, WARPS, STEP, STAGES)

GS_SMALL_TILES (SMALL_KERNELS)
