#include <glib.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "gs-compare.h"
#include "gs-source.h"

/* Two 1×1 factors are enough to put any two numbers against each other. */
static void
verify_one (GsOp op, float a, float b, float c, GsVerify *verify)
{
  g_autoptr (GsMatrix) x = gs_matrix_new_copy_data (1, 1, &a);
  g_autoptr (GsMatrix) y = gs_matrix_new_copy_data (1, 1, &b);
  g_autoptr (GsMatrix) z = gs_matrix_new_copy_data (1, 1, &c);

  gs_verify (op, x, y, z, verify);
}

static void
test_not_finite (void)
{
  static const struct
  {
    GsOp op;
    float a, b, c;
    gboolean pass;
  } table[] = {
    { GS_OP_HADAMARD, 2, 3, NAN, FALSE },
    { GS_OP_HADAMARD, 2, NAN, 6, FALSE },
    { GS_OP_HADAMARD, 2, NAN, NAN, TRUE },
    { GS_OP_HADAMARD, 0, INFINITY, NAN, TRUE },
    { GS_OP_HADAMARD, 0, INFINITY, 0, FALSE },
    { GS_OP_ADD, INFINITY, 1, INFINITY, TRUE },
    { GS_OP_ADD, INFINITY, 1, -INFINITY, FALSE },
    { GS_OP_ADD, INFINITY, -INFINITY, NAN, TRUE },
    { GS_OP_ADD, 1, 2, INFINITY, FALSE },
    { GS_OP_HADAMARD, 1e30f, 1e30f, INFINITY, TRUE },
    { GS_OP_HADAMARD, -0.0f, 1, -0.0f, TRUE },
    { GS_OP_HADAMARD, -0.0f, 1, 0.0f, FALSE },
    { GS_OP_HADAMARD, 1e-40f, 1, 1e-40f, TRUE },
    { GS_OP_HADAMARD, 1e-40f, 1, 0, FALSE }, /* flushed to zero */
    { GS_OP_ADD, 1, 1, 2.0000002f, FALSE },  /* the next float */
    { GS_OP_MATMUL, 2, 3, NAN, FALSE },
    { GS_OP_MATMUL, 2, NAN, NAN, TRUE },
    { GS_OP_MATMUL, 2, NAN, 1, FALSE },
    { GS_OP_MATMUL, INFINITY, 1, INFINITY, TRUE },
    { GS_OP_MATMUL, INFINITY, 1, -INFINITY, FALSE },
    { GS_OP_MATMUL, INFINITY, 0, NAN, TRUE },
    { GS_OP_MATMUL, 1, 1, INFINITY, FALSE },
    { GS_OP_MATMUL, 1e30f, 1e30f, INFINITY, TRUE },
    { GS_OP_MATMUL, 1e30f, 1e30f, 3e38f, FALSE },
    { GS_OP_MATMUL, 1e-30f, 1e-30f, 0, TRUE }, /* underflows: 1e-60 is no float */
    { GS_OP_MATMUL, 3, 5, 15, TRUE },
    { GS_OP_MATMUL, 3, 5, 15.00001f, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      GsVerify verify;

      verify_one (table[i].op, table[i].a, table[i].b, table[i].c, &verify);
      if (verify.pass != table[i].pass)
        g_error ("%s of %g and %g against %g: pass is %d", gs_op_nick (table[i].op), (double)table[i].a,
                 (double)table[i].b, (double)table[i].c, verify.pass);
      g_assert_cmpint (verify.failures, ==, table[i].pass ? 0 : 1);
      g_assert_cmpint (verify.nan_count, ==, isnan (table[i].c) ? 1 : 0);
      g_assert_cmpint (verify.worst_row, ==, 0);
    }
}

/* 1e8 + 1 − 1e8: a relative error of 1 in a result that is as good as float32
 * can make it. */
static void
test_cancellation (void)
{
  const float a[] = { 1e8f, 1, -1e8f }, b[] = { 1, 1, 1 }, got[] = { 0 }, wrong[] = { 64 };
  g_autoptr (GsMatrix) x = gs_matrix_new_copy_data (1, 3, a);
  g_autoptr (GsMatrix) y = gs_matrix_new_copy_data (3, 1, b);
  g_autoptr (GsMatrix) z = gs_matrix_new_copy_data (1, 1, got);
  g_autoptr (GsMatrix) bad = gs_matrix_new_copy_data (1, 1, wrong);
  double bound, u = 0x1p-24, gamma = 3 * u / (1 - 3 * u);
  GsVerify verify;

  gs_verify (GS_OP_MATMUL, x, y, z, &verify);
  g_assert_true (verify.pass);
  g_assert_cmpfloat (verify.max_abs, ==, 1);
  g_assert_cmpfloat_with_epsilon (verify.bound_fraction, 1 / (gamma * 200000001.0), 1e-9);
  g_assert_cmpfloat (gs_reference_element (GS_OP_MATMUL, x, y, 0, 0, &bound), ==, 1);
  g_assert_cmpfloat_with_epsilon (bound, gamma * 200000001.0, 1e-9);
  gs_verify (GS_OP_MATMUL, x, y, bad, &verify);
  g_assert_false (verify.pass);
}

/* Row by row in long double, with all three sizes different. */
static void
test_ragged (void)
{
  static const gint64 shapes[][3]
      = { { 2, 3, 5 }, { 1, 1, 1 }, { 7, 1, 3 }, { 13, 65, 21 }, { 64, 64, 64 }, { 3, 130, 1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      gint64 m = shapes[i][0], n = shapes[i][1], k = shapes[i][2];
      g_autoptr (GsSource) source_a = gs_source_new_generator (GS_SOURCE_NORMAL, 1);
      g_autoptr (GsSource) source_b = gs_source_new_generator (GS_SOURCE_NORMAL, 2);
      g_autoptr (GsMatrix) a = gs_source_realise (source_a, m, k, NULL);
      g_autoptr (GsMatrix) b = gs_source_realise (source_b, k, n, NULL);
      g_autoptr (GsMatrix) c = gs_matrix_new (m, n, NULL);
      GsVerify verify;

      for (gint64 row = 0; row < m; row++)
        for (gint64 column = 0; column < n; column++)
          {
            long double sum = 0;

            for (gint64 p = 0; p < k; p++)
              sum += (long double)a->data[row * k + p] * (long double)b->data[p * n + column];
            c->data[row * n + column] = (float)sum;
          }
      gs_verify (GS_OP_MATMUL, a, b, c, &verify);
      g_assert_true (verify.pass);
      g_assert_cmpint (verify.max_ulp, ==, 0);
      g_assert_cmpfloat (verify.bound_fraction, <, 1);
      /* One wrong element is found where it is. */
      c->data[(m - 1) * n + n / 2] += 1;
      gs_verify (GS_OP_MATMUL, a, b, c, &verify);
      g_assert_false (verify.pass);
      g_assert_cmpint (verify.failures, ==, 1);
      g_assert_cmpint (verify.worst_row, ==, m - 1);
      g_assert_cmpint (verify.worst_column, ==, n / 2);
    }
}

/* Of elements that are equally wrong the first is named, of none the very first. */
static void
test_worst_is_the_first (void)
{
  const float ones[] = { 1, 1, 1, 1, 1, 1 };
  g_autoptr (GsMatrix) a = gs_matrix_new_copy_data (2, 3, ones), b = gs_matrix_new_copy_data (2, 3, ones);
  g_autoptr (GsMatrix) c = gs_matrix_new_copy_data (2, 3, ones);
  GsVerify verify;

  gs_verify (GS_OP_HADAMARD, a, b, c, &verify);
  g_assert_true (verify.worst_row == 0 && verify.worst_column == 0);
  gs_matrix_set (c, 0, 2, 5);
  gs_matrix_set (c, 1, 1, 7);
  gs_verify (GS_OP_HADAMARD, a, b, c, &verify);
  g_assert_cmpint (verify.failures, ==, 2);
  g_assert_true (verify.worst_row == 0 && verify.worst_column == 2);
}

static void
test_no_inner_size (void)
{
  g_autoptr (GsMatrix) a = gs_matrix_new (2, 0, NULL), b = gs_matrix_new (0, 3, NULL);
  g_autoptr (GsMatrix) c = gs_matrix_new (2, 3, NULL), empty = gs_matrix_new (0, 3, NULL);
  g_autoptr (GsMatrix) no_rows = gs_matrix_new (0, 0, NULL);
  GsVerify verify;

  gs_verify (GS_OP_MATMUL, a, b, c, &verify);
  g_assert_true (verify.pass);
  gs_matrix_set (c, 1, 2, 1e-45f);
  gs_verify (GS_OP_MATMUL, a, b, c, &verify);
  g_assert_false (verify.pass);
  g_assert_cmpint (verify.worst_column, ==, 2);
  gs_verify (GS_OP_MATMUL, no_rows, b, empty, &verify);
  g_assert_true (verify.pass);
  g_assert_cmpint (verify.worst_row, ==, -1);
}

static void
test_sample (void)
{
  g_autoptr (GsSource) ones = gs_source_new_generator (GS_SOURCE_ONES, 0);
  g_autoptr (GsMatrix) a = gs_source_realise (ones, 90, 50, NULL),
                       b = gs_source_realise (ones, 50, 110, NULL);
  g_autoptr (GsMatrix) c = gs_matrix_new (90, 110, NULL);
  gint64 checked, again;
  GsVerify verify;

  gs_matrix_fill (c, 50);
  gs_verify_bounded (GS_OP_MATMUL, a, b, c, 20000, &verify, &checked);
  g_assert_true (verify.pass);
  g_assert_cmpint (checked, >, 300);
  g_assert_cmpint (checked, <, 600);
  /* The last element is always looked at, and so is a lone NaN. */
  gs_matrix_set (c, 89, 109, 51);
  gs_verify_bounded (GS_OP_MATMUL, a, b, c, 20000, &verify, NULL);
  g_assert_cmpint (verify.failures, ==, 1);
  gs_matrix_set (c, 89, 109, 50);
  for (gint64 i = 0; i < 9900; i += 371)
    {
      c->data[i] = NAN;
      gs_verify_bounded (GS_OP_MATMUL, a, b, c, 20000, &verify, &again);
      g_assert_false (verify.pass);
      g_assert_cmpint (verify.nan_count, ==, 1);
      c->data[i] = 50;
    }
  gs_verify_bounded (GS_OP_MATMUL, a, b, c, 1e9, &verify, &checked);
  g_assert_cmpint (checked, ==, 9900);
}

static void
test_ulp (void)
{
  g_assert_cmpint (gs_ulp_distance (1, 1), ==, 0);
  g_assert_cmpint (gs_ulp_distance (0.0f, -0.0f), ==, 0);
  g_assert_cmpint (gs_ulp_distance (1, nextafterf (1, 2)), ==, 1);
  g_assert_cmpint (gs_ulp_distance (nextafterf (0, -1), nextafterf (0, 1)), ==, 2);
  g_assert_cmpint (gs_ulp_distance (1, 2), ==, 1 << 23);
  g_assert_cmpint (gs_ulp_distance (3.4028235e38f, -3.4028235e38f), ==, 2 * G_GINT64_CONSTANT (0x7f7fffff));
}

/* A product of two long vectors is checked in little memory, and every part of it counts. */
static void
test_long_inner_size (void)
{
  enum
  {
    K = 1 << 20,
    /* A panel of B for all of k at once would take 512 MiB; a sanitizer keeps 256 of what is freed. */
    MOST_KIB = 400 << 10,
  };
  static const gint64 places[] = { 0, (1 << 16) - 1, 1 << 16, K / 2 + 3, K - 1 };
  g_autoptr (GsMatrix) a = gs_matrix_new (1, K, NULL), b = gs_matrix_new (K, 1, NULL);
  struct rusage before, after;

  gs_matrix_fill (b, 0.5f);
  getrusage (RUSAGE_SELF, &before);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const float right = 1.5f, wrong = 0;
      g_autoptr (GsMatrix) c = gs_matrix_new_copy_data (1, 1, &right);
      g_autoptr (GsMatrix) d = gs_matrix_new_copy_data (1, 1, &wrong);
      GsVerify verify;

      gs_matrix_fill (a, 0);
      gs_matrix_set (a, 0, places[i], 3);
      gs_verify (GS_OP_MATMUL, a, b, c, &verify);
      g_assert_true (verify.pass);
      g_assert_cmpfloat (verify.bound_fraction, ==, 0);
      gs_verify (GS_OP_MATMUL, a, b, d, &verify);
      g_assert_false (verify.pass);
    }
  getrusage (RUSAGE_SELF, &after);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, MOST_KIB);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/compare/not-finite", test_not_finite);
  g_test_add_func ("/core/compare/cancellation", test_cancellation);
  g_test_add_func ("/core/compare/ragged", test_ragged);
  g_test_add_func ("/core/compare/worst-is-the-first", test_worst_is_the_first);
  g_test_add_func ("/core/compare/no-inner-size", test_no_inner_size);
  g_test_add_func ("/core/compare/sample", test_sample);
  g_test_add_func ("/core/compare/long-inner-size", test_long_inner_size);
  g_test_add_func ("/core/compare/ulp", test_ulp);
  return g_test_run ();
}
