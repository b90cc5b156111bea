/* The body of a register micro-kernel, written once for all instruction sets.
 * Before including it, define
 *   TARGET        attributes of the functions
 *   MR, WIDTH     rows of the tile, floats of a vector; a tile is two vectors wide
 *   Vector, Mask  types; mask_first (n) gives the mask of a vector's first n
 *                 floats, for any n (none below 0, all from WIDTH on)
 *   zero, load, load_masked, store_masked, broadcast, multiply, add, fused
 *   unpack_low, unpack_high, unpack_low_pairs, unpack_high_pairs
 *                 (x0 y0 x1 y1), (x2 y2 x3 y3), (x0 x1 y0 y1), (x2 x3 y2 y3) of
 *                 each lane of four floats
 *   lane          the n-th lane of a vector
 *   MICRO         name of the GsCpuMicro
 * No #pragma once: each file includes it for itself. */

#include "gs-cpu-micro.h"

#define NR (2 * WIDTH)

typedef float Four __attribute__ ((vector_size (16)));

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

      /* The tile to the right comes next: its rows of C are fetched one by one
       * while there is arithmetic to hide behind. */
      if (packed && p % 16 == 0 && p / 16 < MR)
        {
          const float *next = c + p / 16 * stride + NR;

          __builtin_prefetch (next, 0, 2);
          __builtin_prefetch (next + NR - 1, 0, 2);
        }
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

/* Twelve chains: more than latency times ports of any processor so far. They
 * tend to 2, so no step meets a subnormal or an infinity. */
#define CHAINS 12

TARGET static float
peak (gint64 steps)
{
  Vector chain[CHAINS], half = broadcast (0.5f), one = broadcast (1.0f), sum = zero ();

#pragma GCC unroll 16
  for (int i = 0; i < CHAINS; i++)
    chain[i] = broadcast ((float)i);
  for (gint64 p = 0; p < steps; p++)
    {
#pragma GCC unroll 16
      for (int i = 0; i < CHAINS; i++)
        chain[i] = fused (chain[i], half, one);
    }
#pragma GCC unroll 16
  for (int i = 0; i < CHAINS; i++)
    sum = add (sum, chain[i]);
  return lane (sum, 0)[0];
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

/* Writes @n of the four floats of a lane. */
static inline void
store_lane (float *to, Four lane, int n)
{
  if (n == 4)
    memcpy (to, &lane, sizeof lane);
  else
    for (int i = 0; i < n; i++)
      to[i] = lane[i];
}

/* Four rows become columns of four: within each lane of a vector a 4×4 block is
 * transposed. */
TARGET static inline void
transpose_four_rows (const float *const rows[4], gint64 p, float *packed, int n)
{
  Vector r0 = load (rows[0] + p), r1 = load (rows[1] + p), r2 = load (rows[2] + p), r3 = load (rows[3] + p);
  Vector low0 = unpack_low (r0, r1), high0 = unpack_high (r0, r1);
  Vector low1 = unpack_low (r2, r3), high1 = unpack_high (r2, r3);
  Vector columns[4] = {
    unpack_low_pairs (low0, low1),
    unpack_high_pairs (low0, low1),
    unpack_low_pairs (high0, high1),
    unpack_high_pairs (high0, high1),
  };

#define STORE_LANE(l)                                                                                        \
  for (int i = 0; i < 4; i++)                                                                                \
    store_lane (packed + (p + 4 * l + i) * MR, lane (columns[i], l), n);
  STORE_LANE (0)
#if WIDTH > 4
  STORE_LANE (1)
#endif
#if WIDTH > 8
  STORE_LANE (2)
  STORE_LANE (3)
#endif
#undef STORE_LANE
}

TARGET static void
pack_a (gint64 k, int rows, const float *a, gint64 stride, float *packed)
{
  for (int i = 0; i < rows; i += 4)
    {
      int n = MIN (4, rows - i);
      const float *four[4];
      gint64 p = 0;

      /* Rows that are not there are read as the last one, and not written. */
      for (int r = 0; r < 4; r++)
        four[r] = a + (i + MIN (r, n - 1)) * stride;
      for (; p + WIDTH <= k; p += WIDTH)
        transpose_four_rows (four, p, packed + i, n);
      for (; p < k; p++)
        for (int r = 0; r < n; r++)
          packed[p * MR + i + r] = four[r][p];
    }
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
  .pack_a = pack_a,
  .pack_b = pack_b,
  .peak = peak,
  .flops_per_step = 2 * CHAINS * WIDTH,
};
