/* Matrix product C[m×n] = A[m×k] · B[k×n], all row-major: a thread computes many
 * elements, so that what it has loaded is used more than once.
 *
 *   gs_matmul_k4_register_1d    tile 64×64, 512 threads: a thread owns 8 rows of one column
 *   gs_matmul_k5_register_2d    tile 128×128, 256 threads: a thread owns 8×8 elements
 *   gs_matmul_k6_vectorised     the same, with 16-byte accesses and A transposed in shared memory
 *   gs_matmul_k7_conflict_free  the same, with the 8×8 cut into four 4×4 that lie 64 apart
 *   gs_matmul_k8_warp_tile      tile 128×128, 128 threads: a warp owns 64×64, a thread 16×8
 *
 * All walk along k in steps of TILE_K. Cells past the edges of A and B are zero
 * in shared memory and add nothing; every element is summed in the order of k. */
#include "gs-launch.h"

#define TILE_K 8

#ifdef __CUDACC__
#define TILE_FUNCTION static __device__ __forceinline__
#else
#define TILE_FUNCTION static inline
#endif

/* Element (row, column) of a matrix, or zero outside of it. */
TILE_FUNCTION float
tile_element (const float *M, long long rows, long long columns, long long row, long long column)
{
  return row < rows && column < columns ? M[row * columns + column] : 0.0f;
}

/* Four neighbours of one row, zero outside. @wide: rows begin at multiples of 16
 * bytes, so that four that lie inside come in one access. */
TILE_FUNCTION float4
tile_four (const float *M, long long rows, long long columns, long long row, long long column, int wide)
{
  if (wide && row < rows && column + 4 <= columns)
    return GS_LOAD_FLOAT4 (&M[row * columns + column]);
  return make_float4 (tile_element (M, rows, columns, row, column),
                      tile_element (M, rows, columns, row, column + 1),
                      tile_element (M, rows, columns, row, column + 2),
                      tile_element (M, rows, columns, row, column + 3));
}

#define TILE_WIDE(M, columns) ((columns) % 4 == 0 && GS_ALIGNED_16 (M))

/* Four results to C[row][column…]. */
#define TILE_STORE_FOUR(row, column, v0, v1, v2, v3)                                                         \
  do                                                                                                         \
    {                                                                                                        \
      if ((row) < m && wide_c && (column) + 4 <= n)                                                          \
        GS_STORE_FLOAT4 (&C[(row)*n + (column)], make_float4 (v0, v1, v2, v3));                              \
      else if ((row) < m)                                                                                    \
        {                                                                                                    \
          if ((column) < n)                                                                                  \
            C[(row)*n + (column)] = v0;                                                                      \
          if ((column) + 1 < n)                                                                              \
            C[(row)*n + (column) + 1] = v1;                                                                  \
          if ((column) + 2 < n)                                                                              \
            C[(row)*n + (column) + 2] = v2;                                                                  \
          if ((column) + 3 < n)                                                                              \
            C[(row)*n + (column) + 3] = v3;                                                                  \
        }                                                                                                    \
    }                                                                                                        \
  while (0)

/* A thread keeps one value of B in a register and uses it for 8 rows: 9 loads
 * from shared memory for 8 products, where kernel 3 needs 16. */
GS_KERNEL
gs_matmul_k4_register_1d (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  GS_SHARED (float, tile_a, 64 * TILE_K);
  GS_SHARED (float, tile_b, TILE_K * 64);
  const long long m = launch.m, n = launch.n, k = launch.k;
  const long long first_row = (long long)blockIdx.y * 64, first_column = (long long)blockIdx.x * 64;
  const int thread = threadIdx.x, own_column = thread % 64, own_row = thread / 64 * 8;
  float sum[8];

  GS_UNROLL
  for (int i = 0; i < 8; i++)
    sum[i] = 0.0f;
  for (long long first = 0; first < k; first += TILE_K)
    {
      tile_a[thread] = tile_element (A, m, k, first_row + thread / TILE_K, first + thread % TILE_K);
      tile_b[thread] = tile_element (B, k, n, first + thread / 64, first_column + thread % 64);
      __syncthreads ();
      GS_UNROLL
      for (int p = 0; p < TILE_K; p++)
        {
          const float b = tile_b[p * 64 + own_column];

          GS_UNROLL
          for (int i = 0; i < 8; i++)
            sum[i] += tile_a[(own_row + i) * TILE_K + p] * b;
        }
      __syncthreads ();
    }
  GS_UNROLL
  for (int i = 0; i < 8; i++)
    if (first_row + own_row + i < m && first_column + own_column < n)
      C[(first_row + own_row + i) * n + first_column + own_column] = sum[i];
}

/* A thread owns a square: 8 values of A and 8 of B give 64 products. */
GS_KERNEL
gs_matmul_k5_register_2d (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  GS_SHARED (float, tile_a, 128 * TILE_K);
  GS_SHARED (float, tile_b, TILE_K * 128);
  const long long m = launch.m, n = launch.n, k = launch.k;
  const long long first_row = (long long)blockIdx.y * 128, first_column = (long long)blockIdx.x * 128;
  const int thread = threadIdx.x, own_row = thread / 16 * 8, own_column = thread % 16 * 8;
  float sum[8][8], a[8], b[8];

  GS_UNROLL
  for (int i = 0; i < 8; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j++)
      sum[i][j] = 0.0f;
  for (long long first = 0; first < k; first += TILE_K)
    {
      GS_UNROLL
      for (int cell = thread; cell < 128 * TILE_K; cell += 256)
        {
          tile_a[cell] = tile_element (A, m, k, first_row + cell / TILE_K, first + cell % TILE_K);
          tile_b[cell] = tile_element (B, k, n, first + cell / 128, first_column + cell % 128);
        }
      __syncthreads ();
      GS_UNROLL
      for (int p = 0; p < TILE_K; p++)
        {
          GS_UNROLL
          for (int i = 0; i < 8; i++)
            a[i] = tile_a[(own_row + i) * TILE_K + p];
          GS_UNROLL
          for (int j = 0; j < 8; j++)
            b[j] = tile_b[p * 128 + own_column + j];
          GS_UNROLL
          for (int i = 0; i < 8; i++)
            GS_UNROLL
            for (int j = 0; j < 8; j++)
              sum[i][j] += a[i] * b[j];
        }
      __syncthreads ();
    }
  GS_UNROLL
  for (int i = 0; i < 8; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j++)
      if (first_row + own_row + i < m && first_column + own_column + j < n)
        C[(first_row + own_row + i) * n + first_column + own_column + j] = sum[i][j];
}

/* A thread brings four neighbours of A and four of B in one access each. A is
 * stored transposed, so that the eight values a thread needs of it lie side by
 * side and come in two accesses, like those of B. */
GS_KERNEL
gs_matmul_k6_vectorised (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  GS_SHARED (float4, tile_a4, TILE_K * 128 / 4);
  GS_SHARED (float4, tile_b4, TILE_K * 128 / 4);
  float *tile_a = (float *)tile_a4, *tile_b = (float *)tile_b4;
  const long long m = launch.m, n = launch.n, k = launch.k;
  const long long first_row = (long long)blockIdx.y * 128, first_column = (long long)blockIdx.x * 128;
  const int thread = threadIdx.x, own_row = thread / 16 * 8, own_column = thread % 16 * 8;
  const int wide_a = TILE_WIDE (A, k), wide_b = TILE_WIDE (B, n), wide_c = n % 4 == 0 && GS_ALIGNED_16 (C);
  const int a_row = thread / 2, a_column = thread % 2 * 4, b_row = thread / 32, b_column = thread % 32 * 4;
  float sum[8][8];

  GS_UNROLL
  for (int i = 0; i < 8; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j++)
      sum[i][j] = 0.0f;
  for (long long first = 0; first < k; first += TILE_K)
    {
      const float4 from_a = tile_four (A, m, k, first_row + a_row, first + a_column, wide_a);

      tile_a[a_column * 128 + a_row] = from_a.x;
      tile_a[(a_column + 1) * 128 + a_row] = from_a.y;
      tile_a[(a_column + 2) * 128 + a_row] = from_a.z;
      tile_a[(a_column + 3) * 128 + a_row] = from_a.w;
      GS_STORE_SHARED4 (&tile_b[b_row * 128 + b_column],
                        tile_four (B, k, n, first + b_row, first_column + b_column, wide_b));
      __syncthreads ();
      GS_UNROLL
      for (int p = 0; p < TILE_K; p++)
        {
          const float4 a0 = GS_LOAD_FLOAT4 (&tile_a[p * 128 + own_row]);
          const float4 a1 = GS_LOAD_FLOAT4 (&tile_a[p * 128 + own_row + 4]);
          const float4 b0 = GS_LOAD_FLOAT4 (&tile_b[p * 128 + own_column]);
          const float4 b1 = GS_LOAD_FLOAT4 (&tile_b[p * 128 + own_column + 4]);
          const float a[8] = { a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w };
          const float b[8] = { b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w };

          GS_UNROLL
          for (int i = 0; i < 8; i++)
            GS_UNROLL
            for (int j = 0; j < 8; j++)
              sum[i][j] += a[i] * b[j];
        }
      __syncthreads ();
    }
  GS_UNROLL
  for (int i = 0; i < 8; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j += 4)
      {
        const long long row = first_row + own_row + i, column = first_column + own_column + j;

        TILE_STORE_FOUR (row, column, sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      }
}

/* In kernel 6 the lanes that read B stand 8 floats apart: a quarter of a warp
 * wants 16 bytes each from only half of the banks. Here they stand 4 apart, so
 * that eight lanes take all 32 banks once; a thread's 8×8 become four 4×4 that
 * lie 64 apart. The rows of the transposed A are padded by 4, so that the
 * stores of the transposition are spread over the banks too. */
#define PADDED 132

GS_KERNEL
gs_matmul_k7_conflict_free (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  GS_SHARED (float4, tile_a4, TILE_K * PADDED / 4);
  GS_SHARED (float4, tile_b4, TILE_K * 128 / 4);
  float *tile_a = (float *)tile_a4, *tile_b = (float *)tile_b4;
  const long long m = launch.m, n = launch.n, k = launch.k;
  const long long first_row = (long long)blockIdx.y * 128, first_column = (long long)blockIdx.x * 128;
  const int thread = threadIdx.x, own_row = thread / 16 * 4, own_column = thread % 16 * 4;
  const int wide_a = TILE_WIDE (A, k), wide_b = TILE_WIDE (B, n), wide_c = n % 4 == 0 && GS_ALIGNED_16 (C);
  const int a_row = thread / 2, a_column = thread % 2 * 4, b_row = thread / 32, b_column = thread % 32 * 4;
  float sum[8][8];

  GS_UNROLL
  for (int i = 0; i < 8; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j++)
      sum[i][j] = 0.0f;
  for (long long first = 0; first < k; first += TILE_K)
    {
      const float4 from_a = tile_four (A, m, k, first_row + a_row, first + a_column, wide_a);

      tile_a[a_column * PADDED + a_row] = from_a.x;
      tile_a[(a_column + 1) * PADDED + a_row] = from_a.y;
      tile_a[(a_column + 2) * PADDED + a_row] = from_a.z;
      tile_a[(a_column + 3) * PADDED + a_row] = from_a.w;
      GS_STORE_SHARED4 (&tile_b[b_row * 128 + b_column],
                        tile_four (B, k, n, first + b_row, first_column + b_column, wide_b));
      __syncthreads ();
      GS_UNROLL
      for (int p = 0; p < TILE_K; p++)
        {
          const float4 a0 = GS_LOAD_FLOAT4 (&tile_a[p * PADDED + own_row]);
          const float4 a1 = GS_LOAD_FLOAT4 (&tile_a[p * PADDED + own_row + 64]);
          const float4 b0 = GS_LOAD_FLOAT4 (&tile_b[p * 128 + own_column]);
          const float4 b1 = GS_LOAD_FLOAT4 (&tile_b[p * 128 + own_column + 64]);
          const float a[8] = { a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w };
          const float b[8] = { b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w };

          GS_UNROLL
          for (int i = 0; i < 8; i++)
            GS_UNROLL
            for (int j = 0; j < 8; j++)
              sum[i][j] += a[i] * b[j];
        }
      __syncthreads ();
    }
  GS_UNROLL
  for (int i = 0; i < 8; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j += 4)
      {
        const long long row = first_row + own_row + i % 4 + i / 4 * 64;
        const long long column = first_column + own_column + j / 4 * 64;

        TILE_STORE_FOUR (row, column, sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      }
}

/* Between block and thread stands the warp: its 32 lanes, 4×8, share a tile of
 * 64×64, so that the 64 values of A and of B it needs at each step are read by
 * many of its lanes at once. A thread owns 16×8 elements: 24 loads for 128
 * products. */
GS_KERNEL
gs_matmul_k8_warp_tile (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  GS_SHARED (float4, tile_a4, TILE_K * PADDED / 4);
  GS_SHARED (float4, tile_b4, TILE_K * 128 / 4);
  float *tile_a = (float *)tile_a4, *tile_b = (float *)tile_b4;
  const long long m = launch.m, n = launch.n, k = launch.k;
  const long long first_row = (long long)blockIdx.y * 128, first_column = (long long)blockIdx.x * 128;
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const int own_row = warp / 2 * 64 + lane / 8 * 4, own_column = warp % 2 * 64 + lane % 8 * 4;
  const int wide_a = TILE_WIDE (A, k), wide_b = TILE_WIDE (B, n), wide_c = n % 4 == 0 && GS_ALIGNED_16 (C);
  float sum[16][8];

  GS_UNROLL
  for (int i = 0; i < 16; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j++)
      sum[i][j] = 0.0f;
  for (long long first = 0; first < k; first += TILE_K)
    {
      GS_UNROLL
      for (int half = 0; half < 2; half++)
        {
          const int a_row = thread / 2 + 64 * half, a_column = thread % 2 * 4;
          const int b_row = thread / 32 + 4 * half, b_column = thread % 32 * 4;
          const float4 from_a = tile_four (A, m, k, first_row + a_row, first + a_column, wide_a);

          tile_a[a_column * PADDED + a_row] = from_a.x;
          tile_a[(a_column + 1) * PADDED + a_row] = from_a.y;
          tile_a[(a_column + 2) * PADDED + a_row] = from_a.z;
          tile_a[(a_column + 3) * PADDED + a_row] = from_a.w;
          GS_STORE_SHARED4 (&tile_b[b_row * 128 + b_column],
                            tile_four (B, k, n, first + b_row, first_column + b_column, wide_b));
        }
      __syncthreads ();
      GS_UNROLL
      for (int p = 0; p < TILE_K; p++)
        {
          const float4 b0 = GS_LOAD_FLOAT4 (&tile_b[p * 128 + own_column]);
          const float4 b1 = GS_LOAD_FLOAT4 (&tile_b[p * 128 + own_column + 32]);
          const float b[8] = { b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w };

          GS_UNROLL
          for (int i = 0; i < 16; i += 4)
            {
              const float4 a4 = GS_LOAD_FLOAT4 (&tile_a[p * PADDED + own_row + i * 4]);
              const float a[4] = { a4.x, a4.y, a4.z, a4.w };

              GS_UNROLL
              for (int r = 0; r < 4; r++)
                GS_UNROLL
                for (int j = 0; j < 8; j++)
                  sum[i + r][j] += a[r] * b[j];
            }
        }
      __syncthreads ();
    }
  GS_UNROLL
  for (int i = 0; i < 16; i++)
    GS_UNROLL
    for (int j = 0; j < 8; j += 4)
      {
        const long long row = first_row + own_row + i % 4 + i / 4 * 16;
        const long long column = first_column + own_column + j / 4 * 32;

        TILE_STORE_FOUR (row, column, sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      }
}
