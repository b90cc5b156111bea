#pragma once

#include "gs-cpu-kernel.h"

G_BEGIN_DECLS

/* One tile of a product: C[rows×columns] = (fresh ? 0 : C) + A[rows×k] ·
 * B[k×columns], strides in floats from row to row. */
typedef struct
{
  gint64 k;
  const float *a, *b;
  float *c;
  gint64 a_stride, b_stride, c_stride;
  int rows, columns; /* 1…mr, 1…nr; or 1…wide_mr, nr + 1…wide_nr */
  gboolean fresh;
  const float
      *ahead;      /* where the next tiles read: a line of it comes with every 4 steps; need not be valid */
  gboolean padded; /* nr floats may be read of every row of B, whatever columns is */
} GsCpuTile;

/* C[m×n] = A[m×k] · B[k×n], all without gaps; k > 0. */
typedef void (*GsCpuThin) (gint64 m, gint64 n, gint64 k, const float *a, const float *b, float *c);

/* A register micro-kernel: a tile of C of at most mr×nr floats lives in
 * registers while k runs. */
typedef struct
{
  int mr, nr;
  int wide_mr, wide_nr; /* another shape of at most the tile: wider, of fewer rows; 0: there is none */

  /* [0] may fuse multiply and add and adds C last, [1] has the naive loop's bits. */
  void (*multiply[2]) (const GsCpuTile *tile);

  /* Products too thin for tiles. Columns: n is 1. Flat: k is 1…flat_k, or
   * 1…flat_narrow_k where n is at most flat_narrow_n; adds in the
   * order of k with multiply and add fused, so that one step has the naive loop's
   * bits. Strips: n is 2…strip_n. Columns and strips run along k with several sums an
   * element: they have no order of their own. */
  GsCpuThin multiply_column, multiply_flat, multiply_strip;
  int flat_k, flat_narrow_n, flat_narrow_k, strip_n;

  /* Packs @k rows of B, @columns of them wide, into ⌈columns / nr⌉ panels of k rows
   * of nr floats each, padded with zeros. */
  void (*pack_b) (gint64 k, gint64 columns, const float *b, gint64 stride, float *packed);

  /* Nothing but fused operations on registers, @steps times flops_per_step of
   * them: what the arithmetic alone can do. The value says nothing. */
  float (*peak) (gint64 steps);
  int flops_per_step;
} GsCpuMicro;

const GsCpuMicro *gs_cpu_micro (GsIsa isa);

/* Products whose operands are best read where they are, because copying them
 * would take longer than it saves: small ones, and ones of few rows or columns.
 * FALSE when @call is none of these; then nothing is done. */
gboolean gs_cpu_direct (const GsCpuCall *call, const GsCpuMicro *micro, int n_threads);

/* Products of a few elements, in the order of k: the plain loop, and nothing
 * around it. */
void gs_cpu_tiny (const GsCpuCall *call);

extern const GsCpuMicro gs_cpu_micro_base;
#ifdef __x86_64__
extern const GsCpuMicro gs_cpu_micro_avx2;
extern const GsCpuMicro gs_cpu_micro_avx512;
#endif

G_END_DECLS
