/* Makes instrumented twins of kernels: the same source, built once more, in
 * which every block notes where and when it ran and every store counts in a
 * second array. Included before the file of kernels; CUDA only. */
#ifndef GS_TWIN_H
#define GS_TWIN_H

/* Layouts as in src/compute/gs-cuda-schedule.c. */
struct GsTwinRecord
{
  unsigned long long start_ns, end_ns;
  unsigned int sm, unused;
};

struct GsTwin
{
  GsTwinRecord *records;
  unsigned int *writers;
};

/* An element of the output whose stores are counted. */
struct GsTwinCell
{
  float *value;
  unsigned int *writers;

  __device__ __forceinline__ void operator= (float stored) const
  {
    *value = stored;
    atomicAdd (writers, 1u);
  }
  __device__ __forceinline__ GsTwinCell operator& () const
  {
    return *this;
  }
};

/* Stands in the place of the pointer to the output. Elements outside of it are
 * written, as the kernel asks, but not counted. */
struct GsTwinOutput
{
  float *values;
  unsigned int *writers, *spare;
  long long size;

  __device__ __forceinline__ GsTwinCell operator[] (long long i) const
  {
    return GsTwinCell{ values + i, i >= 0 && i < size ? writers + i : spare };
  }
  __device__ __forceinline__ explicit operator unsigned long long () const
  {
    return (unsigned long long)values;
  }
};

__device__ __forceinline__ void
gs_twin_store_float4 (const GsTwinCell &cell, float4 stored)
{
  *(float4 *)cell.value = stored;
  for (int i = 0; i < 4; i++)
    atomicAdd (cell.writers + i, 1u);
}

__device__ __forceinline__ void
__stcs (const GsTwinCell &cell, float stored)
{
  __stcs (cell.value, stored);
  atomicAdd (cell.writers, 1u);
}

__device__ __forceinline__ unsigned long long
gs_twin_clock ()
{
  unsigned long long ns;

  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__device__ __forceinline__ unsigned int
gs_twin_sm ()
{
  unsigned int sm;

  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

#define GS_KERNEL                       static __device__ __forceinline__ void
#define GS_OUTPUT                       GsTwinOutput
#define GS_STORE_FLOAT4(address, value) gs_twin_store_float4 (address, value)

/* The twin of one kernel. The start is that of the first thread of the block;
 * the end is that of its last warp, noted by one thread of each. */
#define GS_TWIN_OF(kernel)                                                                                   \
  extern "C" __global__ void kernel##_twin (const float *A, const float *B, float *C, GsLaunch launch,       \
                                            GsTwin twin)                                                     \
  {                                                                                                          \
    const long long block = (long long)blockIdx.y * gridDim.x + blockIdx.x;                                  \
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;                                               \
    const long long size = launch.m * launch.n;                                                              \
    const GsTwinOutput output = { C, twin.writers, twin.writers + size, size };                              \
                                                                                                             \
    if (thread == 0)                                                                                         \
      {                                                                                                      \
        twin.records[block].start_ns = gs_twin_clock ();                                                     \
        twin.records[block].sm = gs_twin_sm ();                                                              \
      }                                                                                                      \
    kernel (A, B, output, launch);                                                                           \
    if (thread % 32 == 0)                                                                                    \
      atomicMax (&twin.records[block].end_ns, gs_twin_clock ());                                             \
  }

#endif
