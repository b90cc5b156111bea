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

/* Workspace, of which stores are not counted. */
__device__ __forceinline__ void
gs_twin_store_float4 (float *address, float4 stored)
{
  *(float4 *)address = stored;
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
#define GS_BOUNDS(threads, blocks)
#define GS_OUTPUT                       GsTwinOutput
#define GS_OUTPUT_ALONE                 GsTwinOutput
#define GS_STORE_FLOAT4(address, value) gs_twin_store_float4 (address, value)

#include "gs-launch.h"

/* What a twin notes before and after its kernel. The start is that of the first
 * thread of the block; the end is that of its last warp, noted by one thread of
 * each. */
__device__ __forceinline__ GsTwinRecord *
gs_twin_begin (const GsTwin &twin)
{
  GsTwinRecord *record = twin.records + (long long)blockIdx.y * gridDim.x + blockIdx.x;

  if (threadIdx.x == 0 && threadIdx.y == 0)
    {
      record->start_ns = gs_twin_clock ();
      record->sm = gs_twin_sm ();
    }
  return record;
}

__device__ __forceinline__ void
gs_twin_end (GsTwinRecord *record)
{
  if ((threadIdx.y * blockDim.x + threadIdx.x) % 32 == 0)
    atomicMax (&record->end_ns, gs_twin_clock ());
}

__device__ __forceinline__ GsTwinOutput
gs_twin_output (float *C, const GsLaunch &launch, const GsTwin &twin)
{
  const long long size = launch.m * launch.n;

  return GsTwinOutput{ C, twin.writers, twin.writers + size, size };
}

#define GS_TWIN_OF(kernel)                                                                                   \
  extern "C" __global__ void kernel##_twin (const float *A, const float *B, float *C, GsLaunch launch,       \
                                            GsTwin twin)                                                     \
  {                                                                                                          \
    GsTwinRecord *record = gs_twin_begin (twin);                                                             \
                                                                                                             \
    kernel (A, B, gs_twin_output (C, launch, twin), launch);                                                 \
    gs_twin_end (record);                                                                                    \
  }

/* The same for a kernel that has workspace and at most @threads in a block. */
#define GS_TWIN_OF_BOUND(kernel, threads)                                                                    \
  extern "C" __global__ void __launch_bounds__ (threads) kernel##_twin (                                     \
      const float *A, const float *B, float *C, GsLaunch launch, GsTwin twin, float *workspace)              \
  {                                                                                                          \
    GsTwinRecord *record = gs_twin_begin (twin);                                                             \
                                                                                                             \
    kernel (A, B, gs_twin_output (C, launch, twin), launch, workspace);                                      \
    gs_twin_end (record);                                                                                    \
  }

#endif
