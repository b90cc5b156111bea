#include "gs-compare.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "gs-format.h"
#include "gs-random.h"

/* Columns whose sums are kept at once: a constant, so that the compiler makes
 * vector code of the inner loop. */
#define PANEL 64
/* Rows of B that are turned into doubles at once, and rows of the result that are summed
 * over them together: a product with a long k takes no more memory than one with a short. */
#define DEPTH ((gint64)1 << 16)
#define ROWS  32

/* 2⁻²⁴, half a unit in the last place of 1. */
#define UNIT_ROUNDOFF 0x1p-24
/* Half the smallest subnormal: the most that one product loses by underflow. */
#define UNDERFLOW_LOSS 0x1p-150

/* γ_k = k·u / (1 − k·u). */
static double
gamma_of (gint64 k)
{
  double ku = (double)k * UNIT_ROUNDOFF;

  return ku < 1 ? ku / (1 - ku) : (double)INFINITY;
}

static double
bound_of (gint64 k, double sum_of_sizes)
{
  return k == 0 ? 0 : gamma_of (k) * sum_of_sizes + (double)k * UNDERFLOW_LOSS;
}

/* The bits of a float as a number that counts floats from −∞ to +∞. */
static gint64
rank (float x)
{
  gint32 bits;

  memcpy (&bits, &x, sizeof bits);
  return bits >= 0 ? bits : (gint64)G_MININT32 - bits;
}

gint64
gs_ulp_distance (float x, float y)
{
  gint64 distance = rank (x) - rank (y);

  return ABS (distance);
}

static gboolean
same_bits (float x, float y)
{
  return memcmp (&x, &y, sizeof x) == 0;
}

/* One number of the result against its reference. */
typedef struct
{
  float got;
  float exact; /* elementwise: what float32 arithmetic gives */
  double reference, bound;
  gboolean elementwise;
  gint64 row, column;
} Pair;

/* Error as a fraction of the bound. Infinite where the two cannot be compared or
 * the bound leaves no room. */
static double
fraction_of (const Pair *pair)
{
  double error;

  if (isnan (pair->got) || isnan (pair->reference))
    return isnan (pair->got) && isnan (pair->reference) ? 0 : (double)INFINITY;
  if (pair->elementwise)
    return same_bits (pair->got, pair->exact) ? 0 : (double)INFINITY;
  if (isinf (pair->got) || isinf (pair->reference))
    return pair->got == (float)pair->reference ? 0 : (double)INFINITY;
  error = fabs ((double)pair->got - pair->reference);
  if (error == 0)
    return 0;
  return pair->bound > 0 ? error / pair->bound : (double)INFINITY;
}

static gint64
ulp_of (const Pair *pair)
{
  float reference = (float)pair->reference;

  if (isnan (pair->got) && isnan (reference))
    return 0;
  if (isnan (pair->got) || isnan (reference))
    return G_MAXINT64;
  if (isinf (pair->got) || isinf (reference))
    return pair->got == reference ? 0 : G_MAXINT64;
  return gs_ulp_distance (pair->got, reference);
}

static void
judge (GsVerify *verify, const Pair *pair)
{
  double fraction = fraction_of (pair);

  if (isfinite (pair->got) && isfinite (pair->reference))
    verify->max_abs = MAX (verify->max_abs, fabs ((double)pair->got - pair->reference));
  verify->max_ulp = MAX (verify->max_ulp, ulp_of (pair));
  if (!(fraction <= 1))
    verify->failures++;
  if (verify->worst_row < 0 || fraction > verify->bound_fraction)
    {
      verify->bound_fraction = fraction;
      verify->worst_row = pair->row;
      verify->worst_column = pair->column;
    }
}

static void
judge_elementwise (GsOp op,
                   const GsMatrix *a,
                   const GsMatrix *b,
                   const GsMatrix *c,
                   gint64 row,
                   gint64 column,
                   GsVerify *verify)
{
  gint64 i = row * c->n + column;
  float x = a->data[i], y = b->data[i];
  gboolean add = op == GS_OP_ADD;
  Pair pair = { .got = c->data[i],
                .exact = add ? x + y : x * y,
                .reference = add ? (double)x + (double)y : (double)x * (double)y,
                .elementwise = TRUE,
                .row = row,
                .column = column };

  judge (verify, &pair);
}

static void
verify_elementwise (GsOp op, const GsMatrix *a, const GsMatrix *b, const GsMatrix *c, GsVerify *verify)
{
  for (gint64 row = 0; row < c->m; row++)
    for (gint64 column = 0; column < c->n; column++)
      judge_elementwise (op, a, b, c, row, column, verify);
}

/* Rows or columns that are looked at: all of 0 … size − 1, or a sample. */
typedef struct
{
  gint64 *places;
  gint64 n;
} Selection;

/* The first, the last, and one at random from each of as many equal parts as are
 * left: an even spacing might always meet the same thread of a tile. */
static Selection
select_places (gint64 size, gint64 n, guint64 seed)
{
  Selection selection = { g_new (gint64, MAX (n, 1)), MIN (n, size) };
  guint64 stream = gs_random_stream (seed);

  for (gint64 i = 0; i < selection.n; i++)
    {
      gint64 begin = (gint64)((double)size * (double)i / (double)selection.n);
      gint64 end = (gint64)((double)size * (double)(i + 1) / (double)selection.n);

      selection.places[i] = begin;
      if (selection.n == size)
        selection.places[i] = i;
      else if (i == selection.n - 1)
        selection.places[i] = size - 1;
      else if (i > 0 && end > begin)
        selection.places[i] += (gint64)(gs_random_at (stream, (guint64)i) % (guint64)(end - begin));
    }
  return selection;
}

/* Of up to ROWS rows of the result and the columns of a panel. */
typedef struct
{
  double sums[ROWS][PANEL], sizes[ROWS][PANEL];
} Sums;

/* Adds the products of one row of A with a panel of B, and those of their sizes. */
static void
multiply_panel (const float *a_row, const double *panel, gint64 k, double *sums, double *sizes)
{
  for (gint64 p = 0; p < k; p++)
    {
      double a = (double)a_row[p], a_size = fabs (a);
      const double *b = panel + p * PANEL;

      for (int j = 0; j < PANEL; j++)
        sums[j] += a * b[j];
      for (int j = 0; j < PANEL; j++)
        sizes[j] += a_size * fabs (b[j]);
    }
}

/* Rows @begin … @end − 1 of B, of them the @width columns at @places. */
static void
pack_panel (const GsMatrix *b, const gint64 *places, gint64 width, gint64 begin, gint64 end, double *panel)
{
  for (gint64 p = begin; p < end; p++)
    for (gint64 j = 0; j < width; j++)
      panel[(p - begin) * PANEL + j] = (double)b->data[p * b->n + places[j]];
}

static void
judge_product (const GsMatrix *a,
               const GsMatrix *c,
               const gint64 *rows,
               gint64 n_rows,
               const gint64 *columns,
               gint64 n_columns,
               const Sums *sums,
               GsVerify *verify)
{
  for (gint64 i = 0; i < n_rows; i++)
    for (gint64 j = 0; j < n_columns; j++)
      {
        Pair pair = { .got = c->data[rows[i] * c->n + columns[j]],
                      .reference = sums->sums[i][j],
                      .bound = bound_of (a->n, sums->sizes[i][j]),
                      .row = rows[i],
                      .column = columns[j] };

        judge (verify, &pair);
      }
}

static void
verify_product (const GsMatrix *a,
                const GsMatrix *b,
                const GsMatrix *c,
                const Selection *rows,
                const Selection *columns,
                GsVerify *verify)
{
  const gint64 k = a->n;
  g_autofree double *panel = g_new0 (double, CLAMP (k, 1, DEPTH) * PANEL);
  g_autofree Sums *sums = g_new (Sums, 1);

  for (gint64 first = 0; first < columns->n; first += PANEL)
    {
      const gint64 *places = columns->places + first, width = MIN (PANEL, columns->n - first);
      gint64 packed = -1;

      for (gint64 row = 0; row < rows->n; row += ROWS)
        {
          const gint64 n_rows = MIN (ROWS, rows->n - row);

          memset (sums, 0, sizeof *sums);
          for (gint64 p = 0; p < k; p += DEPTH)
            {
              if (packed != p)
                pack_panel (b, places, width, p, MIN (p + DEPTH, k), panel);
              packed = p;
              for (gint64 i = 0; i < n_rows; i++)
                multiply_panel (a->data + rows->places[row + i] * k + p, panel, MIN (DEPTH, k - p),
                                sums->sums[i], sums->sizes[i]);
            }
          judge_product (a, c, rows->places + row, n_rows, places, width, sums, verify);
        }
    }
}

double
gs_reference_element (GsOp op, const GsMatrix *a, const GsMatrix *b, gint64 row, gint64 column, double *bound)
{
  double sum = 0, size = 0;

  *bound = 0;
  if (op == GS_OP_ADD)
    return (double)gs_matrix_get (a, row, column) + (double)gs_matrix_get (b, row, column);
  if (op == GS_OP_HADAMARD)
    return (double)gs_matrix_get (a, row, column) * (double)gs_matrix_get (b, row, column);
  for (gint64 p = 0; p < a->n; p++)
    {
      double product = (double)gs_matrix_get (a, row, p) * (double)gs_matrix_get (b, p, column);

      sum += product;
      size += fabs (product);
    }
  *bound = bound_of (a->n, size);
  return sum;
}

static gint64
count_nan (const GsMatrix *c)
{
  gint64 count = 0;

  for (gint64 i = 0; i < gs_matrix_elements (c); i++)
    count += isnan (c->data[i]);
  return count;
}

/* A sample may miss what was never computed, which is NaN: looks at as many NaN
 * as @most_flops allows, each judged by itself. Gives their number. */
static gint64
verify_nan (
    GsOp op, const GsMatrix *a, const GsMatrix *b, const GsMatrix *c, double most_flops, GsVerify *verify)
{
  gint64 left = (gint64)MAX (most_flops / (double)MAX (a->n, 1), 1.0), checked = 0;

  for (gint64 i = 0; i < gs_matrix_elements (c) && checked < left; i++)
    if (isnan (c->data[i]))
      {
        Pair pair = { .got = c->data[i], .row = i / c->n, .column = i % c->n };

        pair.reference = gs_reference_element (op, a, b, pair.row, pair.column, &pair.bound);
        judge (verify, &pair);
        checked++;
      }
  return checked;
}

void
gs_verify_bounded (GsOp op,
                   const GsMatrix *a,
                   const GsMatrix *b,
                   const GsMatrix *c,
                   double max_flops,
                   GsVerify *verify,
                   gint64 *checked)
{
  double flops = (double)c->m * (double)c->n * (double)(op == GS_OP_MATMUL ? MAX (a->n, 1) : 1);
  gint64 looked_at = gs_matrix_elements (c);

  *verify = (GsVerify){ .worst_row = -1, .worst_column = -1 };
  verify->nan_count = count_nan (c);
  if (gs_op_is_elementwise (op))
    verify_elementwise (op, a, b, c, verify);
  else
    {
      double share = flops > max_flops ? sqrt (max_flops / flops) : 1.0;
      Selection rows = select_places (c->m, (gint64)ceil ((double)c->m * share), 1);
      Selection columns = select_places (c->n, (gint64)ceil ((double)c->n * share), 2);

      verify_product (a, b, c, &rows, &columns, verify);
      looked_at = rows.n * columns.n;
      if (share < 1 && verify->nan_count > 0)
        looked_at += verify_nan (op, a, b, c, max_flops, verify);
      g_free (rows.places);
      g_free (columns.places);
    }
  verify->pass = verify->failures == 0;
  if (checked != NULL)
    *checked = looked_at;
}

void
gs_verify (GsOp op, const GsMatrix *a, const GsMatrix *b, const GsMatrix *c, GsVerify *verify)
{
  gs_verify_bounded (op, a, b, c, (double)INFINITY, verify, NULL);
}

static gboolean
is_computed (const guint32 *computed, gint64 i)
{
  return (computed[i / 32] >> (i % 32) & 1) != 0;
}

void
gs_verify_computed (GsOp op,
                    const GsMatrix *a,
                    const GsMatrix *b,
                    const GsMatrix *c,
                    const guint32 *computed,
                    double max_flops,
                    GsVerify *verify,
                    gint64 *checked)
{
  gint64 most = (gint64)MIN (MAX (max_flops / (double)MAX (a->n, 1), 1.0), 1e18), n = 0, every, nth = 0;

  *verify = (GsVerify){ .worst_row = -1, .worst_column = -1 };
  *checked = 0;
  for (gint64 i = 0; i < gs_matrix_elements (c); i++)
    n += is_computed (computed, i);
  every = gs_op_is_elementwise (op) ? 1 : (n + most - 1) / most;
  for (gint64 i = 0; i < gs_matrix_elements (c); i++)
    {
      Pair pair = { .got = c->data[i], .row = i / c->n, .column = i % c->n };

      if (!is_computed (computed, i))
        continue;
      verify->nan_count += isnan (pair.got);
      if (nth++ % every != 0)
        continue;
      ++*checked;
      if (gs_op_is_elementwise (op))
        {
          judge_elementwise (op, a, b, c, pair.row, pair.column, verify);
          continue;
        }
      pair.reference = gs_reference_element (op, a, b, pair.row, pair.column, &pair.bound);
      judge (verify, &pair);
    }
  verify->pass = verify->failures == 0;
}

char *
gs_describe_nan (gint64 n)
{
  g_autofree char *count = gs_format_count (n);

  if (n == 0)
    return NULL;
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s element is NaN, as it must be: 0 · ∞, ∞ − ∞ and sums or "
                                       "products with a NaN have no number.",
                                       "%s elements are NaN, as they must be: 0 · ∞, ∞ − ∞ and sums or "
                                       "products with a NaN have no number.",
                                       (gulong)n),
                          count);
}
