#pragma once

#include "gs-spec.h"

G_BEGIN_DECLS

/* The catalogue of kernels: one row each, the only place that lists them. */
typedef enum
{
  GS_KERNEL_CPU, /* runs on the backend "cpu" */
  GS_KERNEL_GPU, /* runs on "cuda", and on "simt" if portable */
} GsKernelTarget;

/* How a kernel lays a 2-D block on the output. */
typedef enum
{
  GS_LAYOUT_MAPPED,   /* row and column straight from threadIdx, as the spec's map says */
  GS_LAYOUT_UNFOLDED, /* as if the block were W × (threads / W), its threads taken in order of their number
                       * threadIdx.y·blockDim.x + threadIdx.x. W is 32 when that divides the threads, else
                       * all of them: a warp never leaves its line */
  GS_LAYOUT_TILE,     /* tile_m × tile_n elements per block, dealt out as GsTile says */
} GsKernelLayout;

/* How a block deals its tile of C to its threads. The tile is cut into units of
 * unit_m × unit_n, numbered along rows; lanes_m · lanes_n consecutive threads
 * share a unit (a warp, where the unit is a warp's tile). Thread number l in its
 * unit owns the patches of patch_m × patch_n that begin at row
 * (l / lanes_n)·patch_m and column (l % lanes_n)·patch_n, and those repeated
 * every lanes_m·patch_m rows and lanes_n·patch_n columns until the unit is full.
 * Every size divides the one it is cut from. */
typedef struct
{
  int tile_m, tile_n;
  int unit_m, unit_n;
  int lanes_m, lanes_n;
  int patch_m, patch_n;
} GsTile;

typedef enum
{
  GS_LAUNCH_DIMS_ONE = 1 << 0, /* linear index */
  GS_LAUNCH_DIMS_TWO = 1 << 1, /* row and column */
} GsLaunchDims;

typedef struct
{
  const char *name;    /* "hadamard/k1_scalar", "matmul/k3_shared_tile", "cpu_ijk" */
  GsKernelTarget target;
  guint ops;           /* bits 1 << GsOp */
  const char *file;    /* "vector.cu", "matmul.cu", …; NULL for CPU kernels */
  const char *symbol;  /* "gs_hadamard_k1_scalar"; NULL for CPU kernels and "matmul/best" */
  const char *idea;    /* one teaching idea in one line; translatable (N_) */
  gboolean portable;   /* CUDA C++ and C11: runs in the emulator too */
  gboolean switchable; /* guard, mapping, index width, grid rule and faults can be chosen */
  guint faults;        /* GsFault bits this kernel knows */
  guint dims;          /* GsLaunchDims bits: launches it can be given; 0: it fixes its own */
  GsKernelLayout layout;
  gboolean square_block;   /* block T×T, T one of 4, 8, 16, 32 */
  GsTile tile;             /* LAYOUT_TILE; else all 0 */
  int block_threads;       /* threads per block when the kernel fixes them; 0: from the spec */
  int elements_per_thread; /* elements of C one thread owns; more than 1 only in 1-D and for LAYOUT_TILE */
  int vector_width;        /* 1-D kernels with several elements per thread: consecutive elements per access.
                            * With E elements per thread, T threads and width v, a block owns E·T elements
                            * in E / v rounds of v·T: thread t owns elements v·t … v·t + v − 1 of each */
} GsKernelInfo;

/* Look-up by full name ("matmul/k1_naive"); for CPU kernels the bare name.
 * NULL with @error naming the nearest known kernel. */
const GsKernelInfo *gs_kernel_info_find (const char *name, GError **error);
/* i-th row of the catalogue, NULL past its end. */
const GsKernelInfo *gs_kernel_info_nth (guint i);
gboolean gs_kernel_info_fits (const GsKernelInfo *self, GsOp op);
/* Whether @spec asks only for what a GPU kernel can do: block shape, guard,
 * grid rule, mapping, index width and faults. Always TRUE for CPU kernels. */
gboolean gs_kernel_info_check (const GsKernelInfo *self, const GsSpec *spec, GError **error);
/* What @backend runs for @spec when the spec names no kernel of its own. NULL
 * for libraries ("blas", "cublas"), which have no kernel of ours. On a GPU:
 * k1_scalar or k1_naive, which can do all that a spec may ask, but
 * k3_shared_tile when the spec asks for a fault of the shared tile. On the CPU:
 * cpu_vectorised, cpu_packed, or cpu_ikj for a product in exact order. */
const GsKernelInfo *gs_kernel_info_default (const char *backend, const GsSpec *spec);
/* The GPU kernel the plan of @spec is about: the first GPU kernel named whose
 * launch is fixed in advance (not "matmul/best"), else the default of "simt". */
const GsKernelInfo *gs_kernel_info_for_plan (const GsSpec *spec);

G_END_DECLS
