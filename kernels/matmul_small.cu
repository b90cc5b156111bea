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
 * Edges: a row or column past the end is replaced by the last one, whose result is
 * then not stored; a k past the end counts as zero.
 *
 * Where there are fewer tiles than multiprocessors, k is split into launch.parts
 * besides, which the last block of a tile adds up (gs-parts.h).
 *
 * Launch: grid (⌈n / BN⌉ · ⌈m / BM⌉, parts), block and shared bytes of gs-small-tiles.h. */
#include "gs-async-copy.h"
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
  static constexpr int rows_b = per_row_b < 32 ? 32 / per_row_b : 1,
                       loads_in_b = per_row_b < 32 ? 1 : per_row_b / 32;

  static_assert (32 % per_row_a == 0 && BM % rows_a == 0, "a lane keeps its column of A in every load");
  static_assert (STEP % rows_b == 0, "whole loads of B");

  float *shared; /* STAGES pieces */
  const float *a_global, *b_global[loads_in_b];
  long long k, n, k_next, k_end; /* k_next: first step of the next piece to ask for */
  int lane, last_row;
  float sums[THREAD_M][THREAD_N];

  __device__ __forceinline__ void
  start (const float *A, const float *B, const GsLaunch &launch, long long top, long long left, float *own)
  {
    const int warp = threadIdx.x / 32;
    const long long part = (launch.k + STEP * launch.parts - 1) / (STEP * launch.parts) * STEP;

    lane = threadIdx.x % 32;
    shared = own;
    k = launch.k;
    n = launch.n;
    k_end = min (part * (blockIdx.y + 1), k);
    k_next = part * blockIdx.y + warp * STEP;
    last_row = (int)min ((long long)BM - 1, launch.m - 1 - top);
    a_global = A + (top + min (lane / per_row_a, last_row)) * k + k_next + lane % per_row_a * floats;
#pragma unroll
    for (int i = 0; i < loads_in_b; i++)
      b_global[i] = B + (k_next + lane / per_row_b) * n
                    + min (left + (lane % per_row_b + i * 32) * floats, n - floats);
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
      for (int j = 0; j < THREAD_N; j++)
        sums[i][j] = 0;
  }

  /* Asks for the next piece; past the end of k, for nothing. */
  __device__ __forceinline__ void fetch (int stage)
  {
    if (k_next < k_end)
      {
        float *to = shared + stage * piece + lane / per_row_a * stride_a + lane % per_row_a * floats;
        const float *from = a_global;
        const bool inside = k_next + lane % per_row_a * floats < k_end;
        int row = lane / per_row_a;

#pragma unroll
        for (int i = 0; i < BM / rows_a; i++)
          {
            copy_async_ahead<floats> (to + i * rows_a * stride_a, from, inside);
            row += rows_a;
            if (row <= last_row)
              from += rows_a * k;
          }
        to = shared + stage * piece + piece_a + lane / per_row_b * BN + lane % per_row_b * floats;
#pragma unroll
        for (int i = 0; i < STEP / rows_b; i++)
#pragma unroll
          for (int part = 0; part < loads_in_b; part++)
            copy_async<floats> (to + i * rows_b * BN + part * 32 * floats, b_global[part] + i * rows_b * n,
                                k_next + lane / per_row_b + i * rows_b < k_end);
        a_global += STEP * WARPS;
#pragma unroll
        for (int part = 0; part < loads_in_b; part++)
          b_global[part] += STEP * WARPS * n;
        k_next += STEP * WARPS;
      }
    copies_issued ();
  }

  /* Four steps of k at a time. A lane's rows of A stand LANES_M apart, its columns
   * of B in fours that do so too. */
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
              for (int j = 0; j < THREAD_N; j++)
                sums[i][j] = fmaf (a[i][q], b[j], sums[i][j]);
          }
      }
  }

  __device__ __forceinline__ void run ()
  {
    const long long first = k_next;

#pragma unroll
    for (int stage = 0; stage < STAGES - 1; stage++)
      fetch (stage);
#pragma unroll 1
    for (long long step = first, stage = 0; step < k_end; step += STEP * WARPS)
      {
        wait_for_copies<STAGES - 2> ();
        __syncwarp ();
        fetch ((int)(stage + STAGES - 1) % STAGES);
        multiply_add ((int)stage);
        stage = stage == STAGES - 1 ? 0 : stage + 1;
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

template <typename Own, typename Output>
__device__ __forceinline__ void
multiply_small (const float *A, const float *B, Output C, const GsLaunch &launch, float *workspace)
{
  constexpr int BM = Own::BM, BN = Own::BN, threads = 32 * Own::warps;
  float *shared = (float *)gs_small_shared;
  const long long tiles_n = (launch.n + BN - 1) / BN;
  const long long top = blockIdx.x / tiles_n * BM, left = blockIdx.x % tiles_n * BN;
  const int warp = threadIdx.x / 32;
  Own own;

  own.start (A, B, launch, top, left, shared + warp * Own::pieces);
  own.run ();
  wait_for_copies<0> ();
  __syncthreads ();
  own.put_sums (shared + warp * BM * BN);
  __syncthreads ();
  for (int element = threadIdx.x; element < BM * BN; element += threads)
    {
      const long long row = top + element / BN, column = left + element % BN;
      float sum = shared[element];

#pragma unroll
      for (int w = 1; w < Own::warps; w++)
        sum += shared[w * BM * BN + element];
      if (launch.parts > 1)
        part_of_sum (workspace, gridDim.x, blockIdx.x, launch.parts, blockIdx.y, BM * BN)[element] = sum;
      else if (row < launch.m && column < launch.n)
        C[row * launch.n + column] = sum;
    }
  if (launch.parts == 1 || !is_last_part (workspace, blockIdx.x, launch.parts))
    return;
  const float *from = part_of_sum (workspace, gridDim.x, blockIdx.x, launch.parts, 0, BM * BN);

  for (int element = threadIdx.x; element < BM * BN; element += threads)
    {
      const long long row = top + element / BN, column = left + element % BN;
      float sum = 0;

#pragma unroll 8
      for (unsigned int part = 0; part < launch.parts; part++)
        sum += __ldcg (from + part * (BM * BN) + element);
      if (row < launch.m && column < launch.n)
        C[row * launch.n + column] = sum;
    }
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
