#pragma once

#include "gs-cpu-kernel.h"

G_BEGIN_DECLS

/* A register micro-kernel: a tile of C of mr×nr floats lives in registers while
 * k runs. Where the driver packed A and B, element (row, p) of A is
 * a[p · mr + row] and element (p, column) of B is b[p · nr + column], padded
 * with zeros to whole tiles; direct kernels read A and B where they are. */
typedef struct
{
  int mr, nr;

  /* C[rows×columns] = (@fresh ? 0 : C) + A · B, with 1 ≤ rows ≤ mr and
   * 1 ≤ columns ≤ nr. @stride: floats from a row of C to the next. [0] may fuse
   * multiply and add, [1] may not. */
  void (*packed[2]) (gint64 k,
                     const float *a,
                     const float *b,
                     float *c,
                     gint64 stride,
                     int rows,
                     int columns,
                     gboolean fresh);

  /* The same on unpacked operands, @a_stride and @b_stride floats from row to
   * row. Always fresh. */
  void (*direct[2]) (gint64 k,
                     const float *a,
                     gint64 a_stride,
                     const float *b,
                     gint64 b_stride,
                     float *c,
                     gint64 stride,
                     int rows,
                     int columns);

  /* Packs @rows (at most mr) rows of A, @k floats of each, into one panel. Rows
   * that are not there stay unwritten; no tile reads them. */
  void (*pack_a) (gint64 k, int rows, const float *a, gint64 stride, float *packed);

  /* Packs @k rows of B, @columns of them wide, into ⌈columns / nr⌉ panels of
   * k · nr floats each. */
  void (*pack_b) (gint64 k, gint64 columns, const float *b, gint64 stride, float *packed);

  /* Nothing but fused operations on registers, @steps times flops_per_step of
   * them: what the arithmetic alone can do. The value says nothing. */
  float (*peak) (gint64 steps);
  int flops_per_step;
} GsCpuMicro;

const GsCpuMicro *gs_cpu_micro (GsIsa isa);

extern const GsCpuMicro gs_cpu_micro_base;
#ifdef __x86_64__
extern const GsCpuMicro gs_cpu_micro_avx2;
extern const GsCpuMicro gs_cpu_micro_avx512;
#endif

G_END_DECLS
