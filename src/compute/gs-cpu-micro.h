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

/* A register micro-kernel: a tile of C of at most mr×nr floats lives in
 * registers while k runs. */
typedef struct
{
  int mr, nr;
  int wide_mr, wide_nr; /* another shape of at most the tile: wider, of fewer rows; 0: there is none */

  /* [0] may fuse multiply and add and adds C last, [1] has the naive loop's bits. */
  void (*multiply[2]) (const GsCpuTile *tile);

  /* C[m×1] = A[m×k] · B[k×1], where B is a column without gaps: vectors run along
   * k, so this has no order of its own. */
  void (*multiply_column) (gint64 m, gint64 k, const float *a, gint64 a_stride, const float *b, float *c);

  /* C[m×n] = A[m×1] · B[1×n], all without gaps: one multiplication an element, so that
   * this has the naive loop's bits. */
  void (*multiply_outer) (gint64 m, gint64 n, const float *a, const float *b, float *c);

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
