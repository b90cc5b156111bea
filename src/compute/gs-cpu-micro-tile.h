/* The body of a register micro-kernel, written once for all instruction sets.
 * Before including it, define
 *   TARGET        attributes of the functions
 *   MR, VECTORS   rows of the tile and vectors in a row
 *   WIDE_MR       rows of a tile that is one vector wider; 0: there is none
 *   WIDTH         floats of a vector
 *   FLAT_STEPS    steps of which one vector each can stay in registers, 8 or 16
 *   Vector, Mask  types; mask_first (n) gives the mask of a vector's first n
 *                 floats, for any n (none below 0, all from WIDTH on)
 *   zero, load, load_masked, store, store_masked, broadcast, multiply, add, fused
 *   add_fused     adds x · y to a sum; as one instruction of assembler where the
 *                 compiler, left alone, mixes up which register is the sum and spills
 *   load_repeated (p, n)  the n floats at p (8, 4 or 2, at most half a vector), over and over
 *   permute (v, lanes)    the lanes of a vector of these numbers, 0…WIDTH − 1
 *   hold          keeps the compiler from loading a vector again for every use
 *   add_lanes     the sum of a vector's floats
 *   MICRO         name of the GsCpuMicro
 * No #pragma once: each file includes it for itself. */

#include "gs-cpu-micro.h"

#define NR          (VECTORS * WIDTH)
#define MAX_VECTORS (VECTORS + (WIDE_MR > 0))

/* A's rows are read where they are, one pointer for three of them: the other two
 * are reached by indexed addressing, which costs nothing. One pointer a row would
 * not leave registers enough. */
#define ROWS_PER_POINTER 3
#define N_POINTERS       ((MR + ROWS_PER_POINTER - 1) / ROWS_PER_POINTER)

#define N_UNROLLED 4 /* steps of k between two looks at the counter */

/* A sum waits for itself at every step. Where a tile has too few sums to hide that,
 * each is kept in two or four parts, of every so many-th k, as far as there are
 * registers. */
#define SUMS_MAX          (MR * VECTORS)
#define SUMS_WANTED       MIN (12, SUMS_MAX)
#define FITS(parts, sums) ((parts) * (sums) <= SUMS_MAX)
#define N_PARTS(sums, exact)                                                                                 \
  ((exact) || (sums) >= SUMS_WANTED || !FITS (2, sums)     ? 1                                               \
   : 2 * (sums) >= SUMS_WANTED || !FITS (N_UNROLLED, sums) ? 2                                               \
                                                           : N_UNROLLED)

typedef struct
{
  const char *a[N_POINTERS];
  gintptr a_stride; /* bytes, like all of these */
  const char *b;
  gintptr b_stride;
} Streams;

/* Keeps the compiler from seeing through a pointer: it would make one pointer of
 * every row again. */
#define HIDE(pointer) __asm__("" : "+r"(pointer))

/* Everything but the streams and the mask is a constant where this is inlined:
 * loops over rows and vectors unroll, and the sums are registers. Only the last
 * vector of a row can be a part of one. @u: which of the steps before the pointers
 * to A move on. @part: of the sums, which lie one after the other in @sum. */
static inline __attribute__ ((always_inline)) TARGET void
step (Vector sum[][MAX_VECTORS],
      Streams *streams,
      const int u,
      const int part,
      Mask mask,
      const int rows,
      const int vectors,
      const gboolean whole,
      const gboolean exact)
{
  const float *b = (const float *)streams->b;
  Vector y[MAX_VECTORS];

#pragma GCC unroll 16
  for (int j = 0; j < vectors; j++)
    {
      y[j] = whole || j < vectors - 1 ? load (b + j * WIDTH) : load_masked (mask, b + j * WIDTH);
      hold (y[j]);
    }

#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
    {
      const char *a = streams->a[i / ROWS_PER_POINTER] + i % ROWS_PER_POINTER * streams->a_stride;
      Vector x = broadcast (((const float *)a)[u]);

#pragma GCC unroll 16
      for (int j = 0; j < vectors; j++)
        if (exact)
          sum[i][j] = add (sum[i][j], multiply (x, y[j]));
        else
          add_fused (sum[part * rows + i][j], x, y[j]);
    }
  streams->b += streams->b_stride;
  HIDE (streams->b);
}

static inline __attribute__ ((always_inline)) TARGET void
advance (Streams *streams, const int rows, const int steps)
{
#pragma GCC unroll 16
  for (int g = 0; g * ROWS_PER_POINTER < rows; g++)
    {
      streams->a[g] += steps * sizeof (float);
      HIDE (streams->a[g]);
    }
  HIDE (streams->a_stride);
}

/* What is fetched while k runs, a little with every round: the rows of C, which
 * are needed in the end, and what the caller wants next. All at once they would
 * hold up the loads of B. */
typedef struct
{
  const char *c, *c_last;
  gintptr c_stride;
  const char *ahead;
} Fetch;

static inline __attribute__ ((always_inline)) void
fetch (Fetch *self)
{
#pragma GCC unroll 16
  for (gsize offset = 0; offset < NR * sizeof (float); offset += 64)
    __builtin_prefetch (self->c + offset, 0, 3);
  __builtin_prefetch (self->c + NR * sizeof (float) - 1, 0, 3);
  __builtin_prefetch (self->ahead, 0, 2);
  self->ahead += 64;
  self->c = self->c == self->c_last ? self->c : self->c + self->c_stride;
  HIDE (self->c);
}

/* @fresh: the sum is the result; else it is added to C. */
static inline __attribute__ ((always_inline)) TARGET void
write_tile (Vector sum[][MAX_VECTORS],
            float *c,
            gint64 stride,
            Mask mask,
            const int rows,
            const int vectors,
            const gboolean whole,
            const gboolean fresh)
{
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
#pragma GCC unroll 16
    for (int j = 0; j < vectors; j++)
      {
        float *to = c + i * stride + j * WIDTH;

        if (whole || j < vectors - 1)
          store (to, fresh ? sum[i][j] : add (load (to), sum[i][j]));
        else
          store_masked (mask, to, fresh ? sum[i][j] : add (load_masked (mask, to), sum[i][j]));
      }
}

/* In exact order C is where the sum goes on; else it is added in the end, when it
 * has long arrived. */
static inline __attribute__ ((always_inline)) TARGET void
begin_tile (Vector sum[][MAX_VECTORS],
            const GsCpuTile *tile,
            Mask mask,
            const int rows,
            const int vectors,
            const gboolean exact)
{
  const int n_sums = rows * N_PARTS (rows * vectors, exact);

#pragma GCC unroll 32
  for (int i = 0; i < n_sums; i++)
#pragma GCC unroll 16
    for (int j = 0; j < vectors; j++)
      {
        const float *c = tile->c + i * tile->c_stride + j * WIDTH;

        if (exact && !tile->fresh)
          sum[i][j] = j < vectors - 1 ? load (c) : load_masked (mask, c);
        else
          sum[i][j] = zero ();
      }
}

static inline __attribute__ ((always_inline)) TARGET void
add_half (Vector sum[][MAX_VECTORS], const int half, const int vectors)
{
#pragma GCC unroll 16
  for (int i = 0; i < half; i++)
#pragma GCC unroll 16
    for (int j = 0; j < vectors; j++)
      sum[i][j] = add (sum[i][j], sum[half + i][j]);
}

/* The parts of every sum, in pairs; without a loop, in which the sums would have to
 * leave the registers. */
static inline __attribute__ ((always_inline)) TARGET void
add_parts (Vector sum[][MAX_VECTORS], const int rows, const int vectors, const gboolean exact)
{
  if (N_PARTS (rows * vectors, exact) == 4)
    add_half (sum, 2 * rows, vectors);
  if (N_PARTS (rows * vectors, exact) >= 2)
    add_half (sum, rows, vectors);
}

/* Steps at the end of B whose last vector has to be loaded under a mask: those of
 * which it would reach past the end of B, not only of its row. */
static inline __attribute__ ((always_inline)) gint64
count_masked (const GsCpuTile *tile, const int vectors)
{
  int beyond = vectors * WIDTH - tile->columns;

  if (beyond == 0 || tile->padded)
    return 0;
  if (tile->b_stride >= beyond)
    return 1;
  return (beyond + (int)tile->b_stride - 1) / (int)tile->b_stride;
}

static inline __attribute__ ((always_inline)) TARGET void
multiply_rows (const GsCpuTile *tile, Mask mask, const int rows, const int vectors, const gboolean exact)
{
  const int unrolled = exact ? 1 : N_UNROLLED, n_parts = N_PARTS (rows * vectors, exact);
  Streams streams = {
    .a_stride = tile->a_stride * (gintptr)sizeof (float),
    .b = (const char *)tile->b,
    .b_stride = tile->b_stride * (gintptr)sizeof (float),
  };
  Fetch coming = {
    .c = (const char *)tile->c,
    .c_last = (const char *)(tile->c + (rows - 1) * tile->c_stride),
    .c_stride = tile->c_stride * (gintptr)sizeof (float),
    .ahead = (const char *)tile->ahead,
  };
  float *c = tile->c;
  gint64 p = tile->k, n_masked = count_masked (tile, vectors), stride = tile->c_stride;
  gboolean fresh = tile->fresh, full = tile->columns == vectors * WIDTH;
  Vector sum[SUMS_MAX][MAX_VECTORS];

  for (int g = 0; g * ROWS_PER_POINTER < rows; g++)
    streams.a[g] = (const char *)tile->a + g * ROWS_PER_POINTER * streams.a_stride;
  advance (&streams, rows, 0);
  begin_tile (sum, tile, mask, rows, vectors, exact);

  for (; p >= n_masked + unrolled; p -= unrolled)
    {
#pragma GCC unroll 16
      for (int u = 0; u < unrolled; u++)
        step (sum, &streams, u, u % n_parts, mask, rows, vectors, TRUE, exact);
      advance (&streams, rows, unrolled);
      if (rows == MR && vectors == VECTORS && !exact)
        fetch (&coming);
    }
  for (; p > 0; p--)
    {
      step (sum, &streams, 0, 0, mask, rows, vectors, FALSE, exact);
      advance (&streams, rows, 1);
    }
  add_parts (sum, rows, vectors, exact);

  if (exact)
    write_tile (sum, c, stride, mask, rows, vectors, FALSE, TRUE);
  else if (fresh && full)
    write_tile (sum, c, stride, mask, rows, vectors, TRUE, TRUE);
  else if (fresh)
    write_tile (sum, c, stride, mask, rows, vectors, FALSE, TRUE);
  else if (full)
    write_tile (sum, c, stride, mask, rows, vectors, TRUE, FALSE);
  else
    write_tile (sum, c, stride, mask, rows, vectors, FALSE, FALSE);
}

/* One case per number of rows, so that a ragged edge costs what it computes. */
#define ROWS_4(DO)      DO (1) DO (2) DO (3) DO (4)
#define ROWS_6(DO)      ROWS_4 (DO) DO (5) DO (6)
#define ROWS_8(DO)      ROWS_6 (DO) DO (7) DO (8)
#define ROWS_9(DO)      ROWS_8 (DO) DO (9)
#define ROWS_16(DO)     ROWS_9 (DO) DO (10) DO (11) DO (12) DO (13) DO (14) DO (15) DO (16)
#define PASTE(x, y)     x##y
#define FOR_ROWS(n, DO) PASTE (ROWS_, n) (DO)

#define CASE(n)                                                                                              \
  case n:                                                                                                    \
    multiply_rows (tile, mask, n, vectors, exact);                                                           \
    return;

static inline __attribute__ ((always_inline)) TARGET void
multiply_vectors (const GsCpuTile *tile, Mask mask, const int vectors, const gboolean exact)
{
  switch (tile->rows)
    {
      FOR_ROWS (MR, CASE)
    default:
      g_assert_not_reached ();
    }
}

#if WIDE_MR > 0
static inline __attribute__ ((always_inline)) TARGET void
multiply_wide (const GsCpuTile *tile, Mask mask, const gboolean exact)
{
  const int vectors = VECTORS + 1;

  switch (tile->rows)
    {
      FOR_ROWS (WIDE_MR, CASE)
    default:
      g_assert_not_reached ();
    }
}
#endif

#define DEFINE_MULTIPLY(name, exact)                                                                         \
  TARGET static void name (const GsCpuTile *tile)                                                            \
  {                                                                                                          \
    int vectors = (tile->columns + WIDTH - 1) / WIDTH;                                                       \
    Mask mask = mask_first (tile->columns - (vectors - 1) * WIDTH);                                          \
                                                                                                             \
    if (vectors == 1)                                                                                        \
      multiply_vectors (tile, mask, 1, exact);                                                               \
    else if (vectors == 2)                                                                                   \
      multiply_vectors (tile, mask, 2, exact);                                                               \
    MORE_VECTORS (exact)                                                                                     \
  }
#if WIDE_MR > 0
#define MORE_VECTORS(exact)                                                                                  \
  else if (vectors == 3) multiply_vectors (tile, mask, 3, exact);                                            \
  else multiply_wide (tile, mask, exact);
#else
#define MORE_VECTORS(exact)
#endif

DEFINE_MULTIPLY (multiply_fused, FALSE)
DEFINE_MULTIPLY (multiply_exact, TRUE)

#include "gs-cpu-micro-thin.h"

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
  return add_lanes (sum);
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
          int left = (int)MIN (columns - j, NR);

#pragma GCC unroll 16
          for (int v = 0; v < NR; v += WIDTH)
            store (to + v,
                   left >= v + WIDTH ? load (from + v) : load_masked (mask_first (left - v), from + v));
        }
}

const GsCpuMicro MICRO = {
  .mr = MR,
  .nr = NR,
  .wide_mr = WIDE_MR,
  .wide_nr = WIDE_MR > 0 ? NR + WIDTH : 0,
  .multiply = { multiply_fused, multiply_exact },
  .multiply_column = multiply_column,
  .multiply_flat = multiply_flat,
  .flat_k = FLAT_STEPS == 16 ? 12 : 4,
  .flat_narrow_n = WIDTH,
  .flat_narrow_k = FLAT_STEPS,
  .multiply_strip = multiply_strip,
  .strip_n = WIDTH / 2,
  .pack_b = pack_b,
  .peak = peak,
  .flops_per_step = 2 * CHAINS * WIDTH,
};
