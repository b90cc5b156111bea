/* The body of a register micro-kernel, written once for all instruction sets.
 * Before including it, define
 *   TARGET        attributes of the functions
 *   MR, WIDTH     rows of the tile, floats of a vector; a tile is two vectors wide
 *   Vector, Mask  types; mask_first (n) gives the mask of a vector's first n
 *                 floats, for any n (none below 0, all from WIDTH on)
 *   zero, load, load_masked, store_masked, broadcast, multiply, add, fused
 *   MICRO         name of the GsCpuMicro
 * No #pragma once: each file includes it for itself. */

#include "gs-cpu-micro.h"

#define NR (2 * WIDTH)

/* Everything but k, the pointers and the masks is a constant where this is
 * inlined: loops over rows unroll, and the sums are registers. */
static inline __attribute__ ((always_inline)) TARGET void
multiply_tile (gint64 k,
               const float *a,
               gint64 a_row,
               gint64 a_step,
               const float *b,
               gint64 b_step,
               float *c,
               gint64 stride,
               Mask mask0,
               Mask mask1,
               const int rows,
               const int vectors,
               const gboolean packed,
               const gboolean fresh,
               const gboolean exact)
{
  Vector sum[MR][2];

#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
    {
      sum[i][0] = fresh ? zero () : load_masked (mask0, c + i * stride);
      if (vectors > 1)
        sum[i][1] = fresh ? zero () : load_masked (mask1, c + i * stride + WIDTH);
    }

  for (gint64 p = 0; p < k; p++)
    {
      Vector b0 = packed || vectors > 1 ? load (b) : load_masked (mask0, b);
      Vector b1 = vectors == 1 ? b0 : packed ? load (b + WIDTH) : load_masked (mask1, b + WIDTH);

#pragma GCC unroll 16
      for (int i = 0; i < rows; i++)
        {
          Vector x = broadcast (a[i * a_row]);

          sum[i][0] = exact ? add (sum[i][0], multiply (x, b0)) : fused (x, b0, sum[i][0]);
          if (vectors > 1)
            sum[i][1] = exact ? add (sum[i][1], multiply (x, b1)) : fused (x, b1, sum[i][1]);
        }
      a += a_step;
      b += b_step;
    }

#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
    {
      store_masked (mask0, c + i * stride, sum[i][0]);
      if (vectors > 1)
        store_masked (mask1, c + i * stride + WIDTH, sum[i][1]);
    }
}

/* One case per number of rows, so that a ragged edge costs what it computes. */
#if MR == 4
#define FOR_ROWS(DO) DO (1) DO (2) DO (3) DO (4)
#elif MR == 6
#define FOR_ROWS(DO) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6)
#elif MR == 8
#define FOR_ROWS(DO) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8)
#elif MR == 14
#define FOR_ROWS(DO)                                                                                         \
  DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) DO (10) DO (11) DO (12) DO (13) DO (14)
#endif

static inline __attribute__ ((always_inline)) TARGET void
multiply_packed (gint64 k,
                 const float *a,
                 const float *b,
                 float *c,
                 gint64 stride,
                 int rows,
                 Mask mask0,
                 Mask mask1,
                 const int vectors,
                 const gboolean fresh,
                 const gboolean exact)
{
#define CASE(n)                                                                                              \
  case n:                                                                                                    \
    multiply_tile (k, a, 1, MR, b, NR, c, stride, mask0, mask1, n, vectors, TRUE, fresh, exact);             \
    break;
  switch (rows)
    {
      FOR_ROWS (CASE)
    default:
      g_assert_not_reached ();
    }
#undef CASE
}

static inline __attribute__ ((always_inline)) TARGET void
multiply_direct (gint64 k,
                 const float *a,
                 gint64 a_stride,
                 const float *b,
                 gint64 b_stride,
                 float *c,
                 gint64 stride,
                 int rows,
                 Mask mask0,
                 Mask mask1,
                 const int vectors,
                 const gboolean exact)
{
#define CASE(n)                                                                                              \
  case n:                                                                                                    \
    multiply_tile (k, a, a_stride, 1, b, b_stride, c, stride, mask0, mask1, n, vectors, FALSE, TRUE, exact); \
    break;
  switch (rows)
    {
      FOR_ROWS (CASE)
    default:
      g_assert_not_reached ();
    }
#undef CASE
}

#define DEFINE_KERNELS(suffix, exact)                                                                        \
  TARGET static void packed_##suffix (gint64 k, const float *a, const float *b, float *c, gint64 stride,     \
                                      int rows, int columns, gboolean fresh)                                 \
  {                                                                                                          \
    Mask mask0 = mask_first (columns), mask1 = mask_first (columns - WIDTH);                                 \
                                                                                                             \
    if (columns > WIDTH && fresh)                                                                            \
      multiply_packed (k, a, b, c, stride, rows, mask0, mask1, 2, TRUE, exact);                              \
    else if (columns > WIDTH)                                                                                \
      multiply_packed (k, a, b, c, stride, rows, mask0, mask1, 2, FALSE, exact);                             \
    else if (fresh)                                                                                          \
      multiply_packed (k, a, b, c, stride, rows, mask0, mask1, 1, TRUE, exact);                              \
    else                                                                                                     \
      multiply_packed (k, a, b, c, stride, rows, mask0, mask1, 1, FALSE, exact);                             \
  }                                                                                                          \
  TARGET static void direct_##suffix (gint64 k, const float *a, gint64 a_stride, const float *b,             \
                                      gint64 b_stride, float *c, gint64 stride, int rows, int columns)       \
  {                                                                                                          \
    Mask mask0 = mask_first (columns), mask1 = mask_first (columns - WIDTH);                                 \
                                                                                                             \
    if (columns > WIDTH)                                                                                     \
      multiply_direct (k, a, a_stride, b, b_stride, c, stride, rows, mask0, mask1, 2, exact);                \
    else                                                                                                     \
      multiply_direct (k, a, a_stride, b, b_stride, c, stride, rows, mask0, mask1, 1, exact);                \
  }

/* Four panels at a time: a row of B is then read in pieces long enough for the
 * memory's sake. */
TARGET static void
pack_b (gint64 k, gint64 columns, const float *b, gint64 stride, float *packed)
{
  for (gint64 j0 = 0; j0 < columns; j0 += 4 * NR)
    for (gint64 p = 0; p < k; p++)
      for (gint64 j = j0; j < MIN (j0 + 4 * NR, columns); j += NR)
        {
          const float *from = b + p * stride + j;
          float *to = packed + j * k + p * NR;

          if (columns - j >= NR)
            {
              store_masked (mask_first (WIDTH), to, load (from));
              store_masked (mask_first (WIDTH), to + WIDTH, load (from + WIDTH));
            }
          else
            {
              int left = (int)(columns - j);

              store_masked (mask_first (WIDTH), to, load_masked (mask_first (left), from));
              store_masked (mask_first (WIDTH), to + WIDTH,
                            load_masked (mask_first (left - WIDTH), from + WIDTH));
            }
        }
}

DEFINE_KERNELS (fused, FALSE)
DEFINE_KERNELS (exact, TRUE)

const GsCpuMicro MICRO = {
  .mr = MR,
  .nr = NR,
  .packed = { packed_fused, packed_exact },
  .direct = { direct_fused, direct_exact },
  .pack_b = pack_b,
};
