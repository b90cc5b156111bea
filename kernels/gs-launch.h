/* What every teaching kernel is told about its launch, and the few words the
 * kernels are written in. The same kernel source is built three ways: by nvcc,
 * by NVRTC, and by the host's C compiler for the SIMT emulator (which defines
 * GS_SIMT and includes gs-simt-device.h first).
 *
 * Guard, mapping, index width and the faults are switches of the launch, not of
 * the build: the branches are uniform over the grid and cost nothing that can be
 * measured beside a memory access. */
#ifndef GS_LAUNCH_H
#define GS_LAUNCH_H

#define GS_LAUNCH_BARRIER_1         (1u << 0) /* same bits as GsFault */
#define GS_LAUNCH_BARRIER_2         (1u << 1)
#define GS_LAUNCH_TILE_EDGE         (1u << 2)
#define GS_LAUNCH_LEADING_DIMENSION (1u << 3)
#define GS_LAUNCH_SWAPPED_AXES      (1u << 4)
#define GS_LAUNCH_NO_GUARD          (1u << 8)
#define GS_LAUNCH_X_ROW             (1u << 9)  /* threadIdx.x runs along rows: the plan's map */
#define GS_LAUNCH_INDEX_32          (1u << 10) /* linear index modulo 2^32, signed */
#define GS_LAUNCH_2D                (1u << 11)

/* A launch with SWAPPED_AXES has its grid made for one map and X_ROW set for the
 * other: the kernel only ever looks at X_ROW. */
typedef struct
{
  long long m, n, k;
  unsigned int flags;
  /* For products of which tiles are split along k (matmul_async.cu, matmul_skinny.cu): */
  unsigned int parts;          /* of each split tile */
  unsigned int whole;          /* tiles, the first ones, that are not split */
  unsigned int tile_m, tile_n; /* for the kernel that adds the parts */
  long long stride_a, stride_b; /* floats from one row to the next, of what matmul_async.cu reads */
  unsigned int reserved;
} GsLaunch;

#if defined(__CUDACC__) || defined(GS_SIMT)

/* The output of a kernel. The instrumented twins of the CUDA build (gs-twin.h)
 * put another type and another kind of function here. */
#ifndef GS_OUTPUT
#define GS_OUTPUT float *
#define GS_OUTPUT_ALONE float *__restrict__ /* nothing else points there */
#endif

#ifdef GS_SIMT
#define GS_STORE_SHARED4(address, value) GS_STORE_FLOAT4 (address, value)
#endif

#ifndef GS_SIMT
/* A kernel that the host finds by its plain name. */
#ifndef GS_KERNEL
#define GS_KERNEL extern "C" __global__ void
#define GS_BOUNDS(threads, blocks) __launch_bounds__ (threads, blocks)
#endif
/* An array that the threads of a block share. */
#define GS_SHARED(type, name, length) __shared__ type name[length]
/* Four neighbouring floats in one access. */
#define GS_LOAD_FLOAT4(address)         (*(const float4 *)(address))
#ifndef GS_STORE_FLOAT4
#define GS_STORE_FLOAT4(address, value) (*(float4 *)(address) = (value))
#endif
/* The same for shared memory, which a twin does not count. */
#define GS_STORE_SHARED4(address, value) (*(float4 *)(address) = (value))
#endif

#define GS_ALIGNED_16(address) (((unsigned long long)(address) & 15) == 0)

/* A short loop to be written out, so that its arrays live in registers. */
#ifdef __CUDACC__
#define GS_UNROLL _Pragma ("unroll")
#else
#define GS_UNROLL
#endif

#define GS_FLAG(word) ((launch.flags & GS_LAUNCH_##word) != 0)

/* if (GS_GUARD (row < m && column < n)): always taken when the launch is
 * without its guard. */
#define GS_GUARD(inside) (GS_FLAG (NO_GUARD) || (inside))

/* GS_UNLESS (BARRIER_1) __syncthreads (): the line is there unless the launch
 * has that fault. */
#define GS_UNLESS(fault) if (!GS_FLAG (fault))

/* A linear index as the launch computes it: in 64 bits, or wrapped to 32. */
#define GS_INDEX(i) (GS_FLAG (INDEX_32) ? (long long)(int)(unsigned int)(i) : (long long)(i))

/* Row and column of the element a thread owns. A 2-D launch: x runs along the
 * columns and y along the rows, or the other way round. A 1-D launch: x is the
 * linear index. */
#define GS_X_IS_ROW     GS_FLAG (X_ROW)
#define GS_ROW(x, y)    (!GS_FLAG (2D) ? GS_INDEX (x) / launch.n : GS_X_IS_ROW ? (x) : (y))
#define GS_COLUMN(x, y) (!GS_FLAG (2D) ? GS_INDEX (x) % launch.n : GS_X_IS_ROW ? (y) : (x))

/* Floats from one row of an n columns wide matrix to the next. The fault
 * is one of 2-D launches. */
#define GS_STRIDE (GS_FLAG (LEADING_DIMENSION) && GS_FLAG (2D) ? launch.m : launch.n)

#endif
#endif
