/* Products too thin for tiles, in the terms of gs-cpu-micro-tile.h, which includes this. */

typedef int Lanes __attribute__ ((vector_size (WIDTH * sizeof (int))));

static inline __attribute__ ((always_inline)) TARGET Lanes
number_lanes (void)
{
  static const int numbers[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  Lanes lanes;

  memcpy (&lanes, numbers, sizeof lanes);
  return lanes;
}

/* Adds up each @steps lanes and puts the sums into the first lanes. */
static inline __attribute__ ((always_inline)) TARGET Vector
add_steps (Vector sum, const int steps)
{
#pragma GCC unroll 16
  for (int other = steps / 2; other > 0; other /= 2)
    sum = add (sum, permute (sum, number_lanes () ^ other));
  return permute (sum, number_lanes () * steps & (WIDTH - 1));
}

/* Two vectors of each of four rows: eight chains hide the latency of the fused
 * operation. */
#define COLUMN_ROWS 4

static inline __attribute__ ((always_inline)) TARGET void
multiply_column_rows (gint64 k, const float *a, const float *b, float *c, const int rows)
{
  Vector sum[COLUMN_ROWS][2];
  gint64 p = 0;

#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
    sum[i][0] = sum[i][1] = zero ();
  for (; p + 2 * WIDTH <= k; p += 2 * WIDTH)
    {
      Vector y0 = load (b + p), y1 = load (b + p + WIDTH);

#pragma GCC unroll 16
      for (int i = 0; i < rows; i++)
        {
          sum[i][0] = fused (load (a + i * k + p), y0, sum[i][0]);
          sum[i][1] = fused (load (a + i * k + p + WIDTH), y1, sum[i][1]);
        }
    }
  for (; p < k; p += WIDTH)
    {
      Mask mask = mask_first ((int)MIN (k - p, WIDTH));
      Vector y = load_masked (mask, b + p);

#pragma GCC unroll 16
      for (int i = 0; i < rows; i++)
        sum[i][0] = fused (load_masked (mask, a + i * k + p), y, sum[i][0]);
    }
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
    c[i] = add_lanes (add (sum[i][0], sum[i][1]));
}

/* Rows of 2, 4 or 8 floats lie in a vector several at a time. */
static inline __attribute__ ((always_inline)) TARGET void
multiply_column_short (gint64 m, const float *a, const float *b, float *c, const int steps)
{
  const int rows = WIDTH / steps;
  Vector y = load_repeated (b, steps);

  for (; m >= rows; m -= rows, a += WIDTH, c += rows)
    store_masked (mask_first (rows), c, add_steps (fused (load (a), y, zero ()), steps));
  if (m > 0)
    {
      Vector x = load_masked (mask_first ((int)m * steps), a);

      store_masked (mask_first ((int)m), c, add_steps (fused (x, y, zero ()), steps));
    }
}

TARGET static void
multiply_column (gint64 m, gint64 n, gint64 k, const float *a, const float *b, float *c)
{
  gint64 i = 0;

  if (k == 2)
    multiply_column_short (m, a, b, c, 2);
#if WIDTH >= 8
  else if (k == 4)
    multiply_column_short (m, a, b, c, 4);
#endif
#if WIDTH >= 16
  else if (k == 8)
    multiply_column_short (m, a, b, c, 8);
#endif
  else
    {
      for (; i + COLUMN_ROWS <= m; i += COLUMN_ROWS)
        multiply_column_rows (k, a + i * k, b, c + i, COLUMN_ROWS);
      for (; i < m; i++)
        multiply_column_rows (k, a + i * k, b, c + i, 1);
    }
}

/* Few steps: of each, as many floats of B as a few vectors hold stay in registers
 * while the rows of C are written. */
#define FLAT_VECTORS_MAX    4
#define FLAT_VECTORS(steps) ((steps) > 12 ? 1 : (steps) > 4 ? 2 : FLAT_VECTORS_MAX)

static inline __attribute__ ((always_inline)) TARGET void
multiply_flat_columns (gint64 m,
                       gint64 stride,
                       const float *a,
                       const float *b,
                       float *c,
                       Mask mask,
                       const int steps,
                       const int vectors)
{
  Vector y[FLAT_STEPS][FLAT_VECTORS_MAX];

#pragma GCC unroll 16
  for (int p = 0; p < steps; p++)
#pragma GCC unroll 16
    for (int j = 0; j < vectors; j++)
      {
        const float *from = b + p * stride + j * WIDTH;

        y[p][j] = j < vectors - 1 ? load (from) : load_masked (mask, from);
      }

  for (gint64 i = 0; i < m; i++, a += steps, c += stride)
    {
      Vector sum[FLAT_VECTORS_MAX] = { zero (), zero (), zero (), zero () };

#pragma GCC unroll 16
      for (int p = 0; p < steps; p++)
        {
          Vector x = broadcast (a[p]);

          /* One use of it can be part of the operation. */
          if (vectors > 1)
            hold (x);
#pragma GCC unroll 16
          for (int j = 0; j < vectors; j++)
            sum[j] = fused (x, y[p][j], sum[j]);
        }
#pragma GCC unroll 16
      for (int j = 0; j < vectors - 1; j++)
        store (c + j * WIDTH, sum[j]);
      store_masked (mask, c + (vectors - 1) * WIDTH, sum[vectors - 1]);
    }
}

static inline __attribute__ ((always_inline)) TARGET void
multiply_flat_steps (gint64 m, gint64 n, const float *a, const float *b, float *c, const int steps)
{
  for (gint64 j = 0; j < n; j += FLAT_VECTORS (steps) * WIDTH)
    {
      int left = (int)MIN (n - j, FLAT_VECTORS (steps) * WIDTH), vectors = (left + WIDTH - 1) / WIDTH;
      Mask mask = mask_first (left - (vectors - 1) * WIDTH);

      if (FLAT_VECTORS (steps) > 2 && vectors == 4)
        multiply_flat_columns (m, n, a, b + j, c + j, mask, steps, 4);
      else if (FLAT_VECTORS (steps) > 2 && vectors == 3)
        multiply_flat_columns (m, n, a, b + j, c + j, mask, steps, 3);
      else if (FLAT_VECTORS (steps) > 1 && vectors == 2)
        multiply_flat_columns (m, n, a, b + j, c + j, mask, steps, 2);
      else
        multiply_flat_columns (m, n, a, b + j, c + j, mask, steps, 1);
    }
}

#define FLAT_CASE(steps)                                                                                     \
  case steps:                                                                                                \
    multiply_flat_steps (m, n, a, b, c, steps);                                                              \
    return;

TARGET static void
multiply_flat (gint64 m, gint64 n, gint64 k, const float *a, const float *b, float *c)
{
  switch (k)
    {
      FOR_ROWS (FLAT_STEPS, FLAT_CASE)
    default:
      g_assert_not_reached ();
    }
}

/* Few columns: a vector holds several rows of B, its steps, which follow each other
 * in memory. Its lanes are put in the order of columns, the steps of each side by
 * side; what belongs to them of a row of A is the same few floats over and over,
 * which is one load. The lanes of a column are added up in the end. */
#define STRIP_ROWS        8
#define STRIP_PARTS(rows) ((rows) > STRIP_ROWS / 2 ? 1 : 2)

static inline __attribute__ ((always_inline)) TARGET void
multiply_strip_rows (
    gint64 k, int n, const float *a, const float *b, float *c, const int steps, const int rows)
{
  const int n_parts = STRIP_PARTS (rows);
  Lanes in_column = number_lanes () & (steps - 1), gather = in_column * n + number_lanes () / steps;
  Mask columns = mask_first (n);
  Vector sum[2 * STRIP_ROWS];
  gint64 p = 0, last = k - steps;

  /* The last steps whose vector of B ends in B: the others are loaded under a mask. */
  for (; last >= 0 && (k - last) * n < WIDTH; last--)
    ;
#pragma GCC unroll 16
  for (int i = 0; i < n_parts * rows; i++)
    sum[i] = zero ();

  for (; p + (n_parts - 1) * steps <= last; p += n_parts * steps)
#pragma GCC unroll 16
    for (int u = 0; u < n_parts; u++)
      {
        Vector y = permute (load (b + (p + u * steps) * n), gather);

#pragma GCC unroll 16
        for (int i = 0; i < rows; i++)
          add_fused (sum[u * rows + i], load_repeated (a + i * k + p + u * steps, steps), y);
      }
  for (; p <= last; p += steps)
    {
      Vector y = permute (load (b + p * n), gather);

#pragma GCC unroll 16
      for (int i = 0; i < rows; i++)
        add_fused (sum[i], load_repeated (a + i * k + p, steps), y);
    }
  for (; p < k; p += steps)
    {
      int left = (int)MIN (k - p, steps);
      Vector y = permute (load_masked (mask_first (left * n), b + p * n), gather);

#pragma GCC unroll 16
      for (int i = 0; i < rows; i++)
        add_fused (sum[i], permute (load_masked (mask_first (left), a + i * k + p), in_column), y);
    }

#pragma GCC unroll 16
  for (int i = n_parts * rows / 2; i >= rows; i /= 2)
#pragma GCC unroll 16
    for (int j = 0; j < i; j++)
      sum[j] = add (sum[j], sum[i + j]);
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
    store_masked (columns, c + i * n, add_steps (sum[i], steps));
}

#define STRIP_CASE(rows)                                                                                     \
  case rows:                                                                                                 \
    multiply_strip_rows (k, n, a, b, c, steps, rows);                                                        \
    break;

static inline __attribute__ ((always_inline)) TARGET void
multiply_strip_steps (gint64 m, int n, gint64 k, const float *a, const float *b, float *c, const int steps)
{
  for (; m > 0; m -= STRIP_ROWS, a += STRIP_ROWS * k, c += STRIP_ROWS * n)
    switch (MIN (m, STRIP_ROWS))
      {
        FOR_ROWS (STRIP_ROWS, STRIP_CASE)
      }
}

TARGET static void
multiply_strip (gint64 m, gint64 n, gint64 k, const float *a, const float *b, float *c)
{
#if WIDTH >= 16
  if (n <= WIDTH / 8)
    multiply_strip_steps (m, (int)n, k, a, b, c, 8);
  else
#endif
#if WIDTH >= 8
      if (n <= WIDTH / 4)
    multiply_strip_steps (m, (int)n, k, a, b, c, 4);
  else
#endif
    multiply_strip_steps (m, WIDTH == 4 ? 2 : (int)n, k, a, b, c, 2);
}
