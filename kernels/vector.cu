/* Elementwise kernels: C = A + B and C = A ∘ B (Hadamard), all m×n, row-major.
 *
 *   gs_add_k1_scalar      gs_hadamard_k1_scalar      one thread, one element
 *   gs_add_k2_float4      gs_hadamard_k2_float4      one thread, four neighbours in one access
 *   gs_add_k3_streaming   gs_hadamard_k3_streaming   one thread, eight elements on their way at once
 *
 * Kernel 1 is launched in one dimension or in two. Kernels 2 and 3 take the
 * matrix as one long vector and are launched in one dimension. */
#include "gs-launch.h"

/* C = A + B. One thread, one element. */
GS_KERNEL
gs_add_k1_scalar (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long m = launch.m, n = launch.n;
  const long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
  const long long row = GS_X_IS_ROW ? x : y, column = GS_X_IS_ROW ? y : x;
  const long long i = GS_INDEX (GS_FLAG (2D) ? row * n + column : x);

  if (GS_GUARD (GS_FLAG (2D) ? row < m && column < n : i < m * n))
    C[i] = A[i] + B[i];
}

/* C = A + B. One thread, four neighbouring elements: a warp asks for 512 bytes in
 * one instruction. The last few elements, and buffers that do not start at a
 * multiple of 16 bytes, are taken one by one. */
GS_KERNEL
gs_add_k2_float4 (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long size = launch.m * launch.n;
  const long long first = 4 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);

  if (first + 4 <= size && GS_ALIGNED_16 (A) && GS_ALIGNED_16 (B) && GS_ALIGNED_16 (C))
    {
      const float4 a = GS_LOAD_FLOAT4 (&A[first]);
      const float4 b = GS_LOAD_FLOAT4 (&B[first]);

      GS_STORE_FLOAT4 (&C[first], make_float4 (a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
    }
  else
    for (long long i = first; i < first + 4 && i < size; i++)
      C[i] = A[i] + B[i];
}

/* C = A + B. One thread, eight elements in two fours, which lie a block's width
 * of fours apart. All four loads of 16 bytes are asked for before the first sum
 * is needed, so their waiting times overlap. Buffers that do not start at a
 * multiple of 16 bytes are taken in single floats, still eight on their way at
 * once, neighbours by neighbouring threads; the last block's, one by one. */
GS_KERNEL
gs_add_k3_streaming (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long size = launch.m * launch.n;
  const long long block = 8 * (long long)blockIdx.x * blockDim.x, next_block = block + 8 * (long long)blockDim.x;
  const long long first = block + 4 * threadIdx.x, second = first + 4 * blockDim.x;

  if (next_block <= size && GS_ALIGNED_16 (A) && GS_ALIGNED_16 (B) && GS_ALIGNED_16 (C))
    {
      const float4 a0 = GS_LOAD_FLOAT4 (&A[first]), a1 = GS_LOAD_FLOAT4 (&A[second]);
      const float4 b0 = GS_LOAD_FLOAT4 (&B[first]), b1 = GS_LOAD_FLOAT4 (&B[second]);

      GS_STORE_FLOAT4 (&C[first], make_float4 (a0.x + b0.x, a0.y + b0.y, a0.z + b0.z, a0.w + b0.w));
      GS_STORE_FLOAT4 (&C[second], make_float4 (a1.x + b1.x, a1.y + b1.y, a1.z + b1.z, a1.w + b1.w));
    }
  else if (next_block <= size)
    {
      float a[8], b[8];

      GS_UNROLL
      for (int u = 0; u < 8; u++)
        {
          a[u] = A[block + u * (long long)blockDim.x + threadIdx.x];
          b[u] = B[block + u * (long long)blockDim.x + threadIdx.x];
        }
      GS_UNROLL
      for (int u = 0; u < 8; u++)
        C[block + u * (long long)blockDim.x + threadIdx.x] = a[u] + b[u];
    }
  else
    for (int half = 0; half < 2; half++)
      {
        const long long from = half == 0 ? first : second;

        for (long long i = from; i < from + 4 && i < size; i++)
          C[i] = A[i] + B[i];
      }
}

/* C = A ∘ B. One thread, one element. */
GS_KERNEL
gs_hadamard_k1_scalar (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long m = launch.m, n = launch.n;
  const long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
  const long long row = GS_X_IS_ROW ? x : y, column = GS_X_IS_ROW ? y : x;
  const long long i = GS_INDEX (GS_FLAG (2D) ? row * n + column : x);

  if (GS_GUARD (GS_FLAG (2D) ? row < m && column < n : i < m * n))
    C[i] = A[i] * B[i];
}

/* C = A ∘ B. One thread, four neighbouring elements: a warp asks for 512 bytes in
 * one instruction. The last few elements, and buffers that do not start at a
 * multiple of 16 bytes, are taken one by one. */
GS_KERNEL
gs_hadamard_k2_float4 (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long size = launch.m * launch.n;
  const long long first = 4 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);

  if (first + 4 <= size && GS_ALIGNED_16 (A) && GS_ALIGNED_16 (B) && GS_ALIGNED_16 (C))
    {
      const float4 a = GS_LOAD_FLOAT4 (&A[first]);
      const float4 b = GS_LOAD_FLOAT4 (&B[first]);

      GS_STORE_FLOAT4 (&C[first], make_float4 (a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w));
    }
  else
    for (long long i = first; i < first + 4 && i < size; i++)
      C[i] = A[i] * B[i];
}

/* C = A ∘ B. One thread, eight elements in two fours, which lie a block's width
 * of fours apart. All four loads of 16 bytes are asked for before the first product
 * is needed, so their waiting times overlap. Buffers that do not start at a
 * multiple of 16 bytes are taken in single floats, still eight on their way at
 * once, neighbours by neighbouring threads; the last block's, one by one. */
GS_KERNEL
gs_hadamard_k3_streaming (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long size = launch.m * launch.n;
  const long long block = 8 * (long long)blockIdx.x * blockDim.x, next_block = block + 8 * (long long)blockDim.x;
  const long long first = block + 4 * threadIdx.x, second = first + 4 * blockDim.x;

  if (next_block <= size && GS_ALIGNED_16 (A) && GS_ALIGNED_16 (B) && GS_ALIGNED_16 (C))
    {
      const float4 a0 = GS_LOAD_FLOAT4 (&A[first]), a1 = GS_LOAD_FLOAT4 (&A[second]);
      const float4 b0 = GS_LOAD_FLOAT4 (&B[first]), b1 = GS_LOAD_FLOAT4 (&B[second]);

      GS_STORE_FLOAT4 (&C[first], make_float4 (a0.x * b0.x, a0.y * b0.y, a0.z * b0.z, a0.w * b0.w));
      GS_STORE_FLOAT4 (&C[second], make_float4 (a1.x * b1.x, a1.y * b1.y, a1.z * b1.z, a1.w * b1.w));
    }
  else if (next_block <= size)
    {
      float a[8], b[8];

      GS_UNROLL
      for (int u = 0; u < 8; u++)
        {
          a[u] = A[block + u * (long long)blockDim.x + threadIdx.x];
          b[u] = B[block + u * (long long)blockDim.x + threadIdx.x];
        }
      GS_UNROLL
      for (int u = 0; u < 8; u++)
        C[block + u * (long long)blockDim.x + threadIdx.x] = a[u] * b[u];
    }
  else
    for (int half = 0; half < 2; half++)
      {
        const long long from = half == 0 ? first : second;

        for (long long i = from; i < from + 4 && i < size; i++)
          C[i] = A[i] * B[i];
      }
}
