/* Matrix product C[m×n] = A[m×k] · B[k×n], all row-major: the first three steps.
 *
 *   gs_matmul_k1_naive         one thread, one element: a row of A times a column of B
 *   gs_matmul_k2_coalesced     the threads of a warp stand in one row: their loads share sectors
 *   gs_matmul_k3_shared_tile   a block loads tiles of A and B once and uses them many times
 *
 * Every element is summed in the order of k, so all three give the same bits
 * wherever multiply and add are rounded one by one. */
#include "gs-launch.h"

/* One thread, one element. Neighbouring threads stand where the launch's map
 * puts them: along a row, or down a column. */
GS_KERNEL
gs_matmul_k1_naive (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long m = launch.m, n = launch.n, k = launch.k, stride = GS_STRIDE;
  const long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
  const long long row = GS_ROW (x, y), column = GS_COLUMN (x, y);

  if (GS_GUARD (row < m && column < n))
    {
      float sum = 0.0f;

      for (long long p = 0; p < k; p++)
        sum += A[row * k + p] * B[p * stride + column];
      C[GS_INDEX (row * stride + column)] = sum;
    }
}

/* The block is unfolded into one line of threads and laid out again 32 columns
 * wide. A warp then never leaves its row: its 32 loads of B are neighbours and
 * its load of A is one and the same address. */
GS_KERNEL
gs_matmul_k2_coalesced (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long m = launch.m, n = launch.n, k = launch.k, stride = GS_STRIDE;
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int width = GS_FLAG (2D) && threads % 32 == 0 ? 32 : threads;
  const long long x = (long long)blockIdx.x * width + thread % width;
  const long long y = (long long)blockIdx.y * (threads / width) + thread / width;
  const long long row = GS_ROW (x, y), column = GS_COLUMN (x, y);

  if (GS_GUARD (row < m && column < n))
    {
      float sum = 0.0f;

      for (long long p = 0; p < k; p++)
        sum += A[row * k + p] * B[p * stride + column];
      C[GS_INDEX (row * stride + column)] = sum;
    }
}

/* A square block of T×T threads computes T×T elements. It walks along k in
 * steps of T: each thread brings one element of A and one of B into shared
 * memory, and then everyone reads them from there, T times each. The first
 * barrier waits until the tiles are complete, the second until nobody reads
 * them any more. Cells past the edge of A or B are zero and add nothing. */
GS_KERNEL
gs_matmul_k3_shared_tile (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  GS_SHARED (float, tile_a, 32 * 32);
  GS_SHARED (float, tile_b, 32 * 32);
  const long long m = launch.m, n = launch.n, k = launch.k, stride = GS_STRIDE;
  const int T = blockDim.x;
  const int tx = GS_X_IS_ROW ? threadIdx.y : threadIdx.x;
  const int ty = GS_X_IS_ROW ? threadIdx.x : threadIdx.y;
  const long long row = (long long)(GS_X_IS_ROW ? blockIdx.x : blockIdx.y) * T + ty;
  const long long column = (long long)(GS_X_IS_ROW ? blockIdx.y : blockIdx.x) * T + tx;
  float sum = 0.0f;

  for (long long first = 0; first < k; first += T)
    {
      if (row < m && first + tx < k)
        tile_a[ty * T + tx] = A[row * k + first + tx];
      else GS_UNLESS (TILE_EDGE)
        tile_a[ty * T + tx] = 0.0f;
      if (first + ty < k && column < n)
        tile_b[ty * T + tx] = B[(first + ty) * stride + column];
      else GS_UNLESS (TILE_EDGE)
        tile_b[ty * T + tx] = 0.0f;
      GS_UNLESS (BARRIER_1) __syncthreads ();

      for (int p = 0; p < T; p++)
        sum += tile_a[ty * T + p] * tile_b[p * T + tx];
      GS_UNLESS (BARRIER_2) __syncthreads ();
    }

  if (GS_GUARD (row < m && column < n))
    C[GS_INDEX (row * stride + column)] = sum;
}
