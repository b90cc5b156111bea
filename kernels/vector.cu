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

/* C = A + B. One thread, eight elements a block's width apart. All sixteen loads
 * are asked for before the first sum is needed, so their waiting times
 * overlap; and they are marked as data used once, which need not stay in the
 * cache. */
GS_KERNEL
gs_add_k3_streaming (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long size = launch.m * launch.n;
  const long long first = (long long)blockIdx.x * blockDim.x * 8 + threadIdx.x;
  float a[8], b[8];

  GS_UNROLL
  for (int j = 0; j < 8; j++)
    {
      const long long i = first + (long long)j * blockDim.x;

      a[j] = i < size ? __ldcs (&A[i]) : 0.0f;
      b[j] = i < size ? __ldcs (&B[i]) : 0.0f;
    }
  GS_UNROLL
  for (int j = 0; j < 8; j++)
    {
      const long long i = first + (long long)j * blockDim.x;

      if (i < size)
        __stcs (&C[i], a[j] + b[j]);
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

/* C = A ∘ B. One thread, eight elements a block's width apart. All sixteen loads
 * are asked for before the first product is needed, so their waiting times
 * overlap; and they are marked as data used once, which need not stay in the
 * cache. */
GS_KERNEL
gs_hadamard_k3_streaming (const float *A, const float *B, GS_OUTPUT C, GsLaunch launch)
{
  const long long size = launch.m * launch.n;
  const long long first = (long long)blockIdx.x * blockDim.x * 8 + threadIdx.x;
  float a[8], b[8];

  GS_UNROLL
  for (int j = 0; j < 8; j++)
    {
      const long long i = first + (long long)j * blockDim.x;

      a[j] = i < size ? __ldcs (&A[i]) : 0.0f;
      b[j] = i < size ? __ldcs (&B[i]) : 0.0f;
    }
  GS_UNROLL
  for (int j = 0; j < 8; j++)
    {
      const long long i = first + (long long)j * blockDim.x;

      if (i < size)
        __stcs (&C[i], a[j] * b[j]);
    }
}
