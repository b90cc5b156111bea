#pragma once

#include "gs-spec.h"

G_BEGIN_DECLS

/* The catalogue of kernels: one row each, the only place that lists them. */
typedef enum
{
  GS_KERNEL_CPU, /* runs on the backend "cpu" */
  GS_KERNEL_GPU, /* runs on "cuda", and on "simt" if portable */
} GsKernelTarget;

typedef struct
{
  const char *name;    /* "hadamard/k1_scalar", "matmul/k3_shared_tile", "cpu_ijk" */
  GsKernelTarget target;
  guint ops;           /* bits 1 << GsOp */
  const char *file;    /* "vector.cu", "matmul.cu", …; NULL for CPU kernels */
  const char *symbol;  /* "gs_hadamard_k1_scalar"; NULL for CPU kernels */
  const char *idea;    /* one teaching idea in one line; translatable (N_) */
  gboolean portable;   /* CUDA C++ and C11: runs in the emulator too */
  gboolean switchable; /* guard, mapping, index width, grid rule and faults can be chosen */
  guint faults;        /* GsFault bits this kernel knows */
  int tile_m, tile_n;  /* elements of C per block when the kernel fixes them; 0: from the block */
  int block_threads;   /* threads per block when the kernel fixes them; 0: from the spec */
  int elements_per_thread; /* consecutive or strided elements one thread owns */
} GsKernelInfo;

/* Look-up by full name ("matmul/k1_naive"); for CPU kernels the bare name.
 * NULL with @error naming the nearest known kernel. */
const GsKernelInfo *gs_kernel_info_find (const char *name, GError **error);
/* i-th row of the catalogue, NULL past its end. */
const GsKernelInfo *gs_kernel_info_nth (guint i);
gboolean gs_kernel_info_fits (const GsKernelInfo *self, GsOp op);
/* What @backend runs for @spec when the spec names no kernel of its own. NULL
 * for libraries ("blas", "cublas"), which have no kernel of ours. For a product
 * on a GPU: k1_naive for a 1-D launch, k2_coalesced … as documented there. */
const GsKernelInfo *gs_kernel_info_default (const char *backend, const GsSpec *spec);
/* The GPU kernel the plan of @spec is about: the first GPU kernel named, else
 * the default of "simt". */
const GsKernelInfo *gs_kernel_info_for_plan (const GsSpec *spec);

G_END_DECLS
