#include <glib.h>
#include <math.h>
#include <string.h>

#include "gs-error.h"
#include "gs-kernel-info.h"
#include "gs-program.h"
#include "gs-random.h"
#include "gs-stats.h"

static void
test_nearest_word (void)
{
  static const char *const known[] = { "add", "hadamard", "matmul", NULL };
  static const struct
  {
    const char *word, *nearest;
  } table[] = {
    { "hadmard", "hadamard" }, { "HADAMARD", "hadamard" },
    { "matmlu", "matmul" },    { "ad", "add" },
    { "xyz", NULL },           { "", NULL },
    { "matrix", "matmul" },
  };
  g_autofree char *endless = g_strnfill (100000, 'a');

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpstr (gs_nearest_word (table[i].word, known), ==, table[i].nearest);
  g_assert_null (gs_nearest_word (endless, known));
}

static void
test_op (void)
{
  g_autoptr (GError) error = NULL;
  gint64 rows, columns;
  GsOp op;

  for (int i = 0; i < GS_N_OPS; i++)
    {
      g_assert_true (gs_op_from_nick (gs_op_nick (i), &op, NULL));
      g_assert_cmpint (op, ==, i);
    }
  g_assert_false (gs_op_from_nick ("hadmard", &op, &error));
  g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_NAME);
  g_assert_cmpstr (error->message, ==, "Unknown operation “hadmard”; did you mean “hadamard”?");
  gs_op_operand_size (GS_OP_MATMUL, 0, 2, 3, 5, &rows, &columns);
  g_assert_true (rows == 2 && columns == 5);
  gs_op_operand_size (GS_OP_MATMUL, 1, 2, 3, 5, &rows, &columns);
  g_assert_true (rows == 5 && columns == 3);
  gs_op_operand_size (GS_OP_ADD, 1, 2, 3, 5, &rows, &columns);
  g_assert_true (rows == 2 && columns == 3);
  g_assert_cmpfloat (gs_op_flops (GS_OP_MATMUL, 2, 3, 5), ==, 60);
  g_assert_cmpfloat (gs_op_bytes (GS_OP_MATMUL, 2, 3, 5), ==, 4 * (10 + 15 + 6));
  g_assert_cmpfloat (gs_op_flops (GS_OP_ADD, 2, 3, 5), ==, 6);
  g_assert_cmpfloat (gs_op_bytes (GS_OP_ADD, 2, 3, 5), ==, 72);
}

static void
test_matrix_sizes (void)
{
  static const gint64 refused[][2] = { { -1, 3 },
                                       { 3, -1 },
                                       { G_MAXINT64, 2 },
                                       { G_GINT64_CONSTANT (1) << 31, G_GINT64_CONSTANT (1) << 31 },
                                       { G_GINT64_CONSTANT (1) << 30, G_GINT64_CONSTANT (1) << 20 } };
  g_autoptr (GsMatrix) matrix = gs_matrix_new (3, 5, NULL), none = gs_matrix_new (0, 7, NULL), copy = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (gs_matrix_new (refused[i][0], refused[i][1], &error));
      g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE);
    }
  g_assert_cmpint ((gintptr)matrix->data % 64, ==, 0);
  g_assert_null (none->data);
  gs_matrix_set (matrix, 2, 1, -0.0f);
  g_assert_cmpfloat (matrix->data[2 * 5 + 1], ==, 0);
  copy = gs_matrix_copy (matrix, NULL);
  g_assert_true (gs_matrix_bits_equal (matrix, copy));
  gs_matrix_set (copy, 2, 1, 0.0f);
  g_assert_false (gs_matrix_bits_equal (matrix, copy));
  g_assert_false (gs_matrix_bits_equal (matrix, none));
}

/* The first numbers of seed 1, worked out apart from this program (Python). */
static void
test_generators (void)
{
  static const float uniform[] = { -0x1.0df2a8p-2f, 0x1.c635bp-1f, -0x1.d1a828p-1f, 0x1.1c186cp-1f };
  static const float normal[] = { 0x1.535f3cp+0f, 0x1.b50dd6p-2f, 0x1.10797ap-2f, 0x1.2e39ccp-6f };
  static const float eye[] = { 1, 0, 0, 0, 1, 0 }, iota[] = { 0, 1, 2, 3, 4, 5 };
  static const struct
  {
    const char *word;
    gint64 m, n;
    const float *values;
  } table[] = {
    { "random:1", 2, 2, uniform },
    { "normal:1", 1, 4, normal },
    { "eye", 2, 3, eye },
    { "iota", 2, 3, iota },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSource) source = gs_source_parse_generator (table[i].word, NULL);
      g_autoptr (GsMatrix) matrix = gs_source_realise (source, table[i].m, table[i].n, NULL);
      g_autoptr (GsMatrix) expected = gs_matrix_new_copy_data (table[i].m, table[i].n, table[i].values);
      g_autofree char *word = gs_source_to_word (source);

      g_assert_cmpstr (word, ==, table[i].word);
      g_assert_true (gs_matrix_bits_equal (matrix, expected));
    }
}

/* One element by itself is that of the whole matrix. */
static void
test_one_value (void)
{
  const char *const *words = gs_source_words ();
  const float given[] = { 1.5f, -2, 3, 4, -0.0f, 6 };
  g_autoptr (GsMatrix) values = gs_matrix_new_copy_data (2, 3, given);

  for (guint i = 0; i <= GS_SOURCE_VALUES; i++)
    {
      g_autoptr (GsSource) source = i < GS_SOURCE_VALUES ? gs_source_parse_generator (words[i], NULL)
                                                         : gs_source_new_values (values, NULL);
      g_autoptr (GsMatrix) matrix = gs_source_realise (source, 2, 3, NULL);

      for (gint64 j = 0; j < 6; j++)
        g_assert_true (gs_source_value (source, 3, j / 3, j % 3) == matrix->data[j]);
    }
}

static gboolean
count_down (gpointer data)
{
  return (*(int *)data)-- == 0;
}

/* Made in several stretches, the values are those of one element each; and stopped
 * between two of them there is no matrix. */
static void
test_stretches (void)
{
  const char *const *words = gs_source_words ();
  const gint64 m = 401, n = 500;

  for (guint i = 0; i < GS_SOURCE_VALUES; i++)
    {
      g_autoptr (GsSource) source = gs_source_parse_generator (words[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GsMatrix) matrix = NULL;
      int allowed = 2, enough = G_MAXINT;

      g_assert_null (gs_source_realise_unless (source, m, n, count_down, &allowed, &error));
      g_assert_no_error (error);
      matrix = gs_source_realise_unless (source, m, n, count_down, &enough, &error);
      g_assert_no_error (error);
      g_assert_cmpint (G_MAXINT - enough, >, 2);
      for (gint64 j = 0; j < m * n; j++)
        g_assert_true (gs_source_value (source, n, j / n, j % n) == matrix->data[j]);
    }
}

/* Moments of the generators, within five standard errors. */
static void
test_distributions (void)
{
  static const struct
  {
    GsSourceKind kind;
    double variance, fourth;
  } table[] = { { GS_SOURCE_RANDOM, 1.0 / 3, 1.0 / 5 }, { GS_SOURCE_NORMAL, 1, 3 } };
  const int n = 100000;

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSource) source = gs_source_new_generator (table[i].kind, 42);
      g_autoptr (GsMatrix) matrix = gs_source_realise (source, 1, n, NULL);
      double mean = 0, variance = 0;

      for (int j = 0; j < n; j++)
        {
          mean += (double)matrix->data[j] / n;
          variance += pow ((double)matrix->data[j], 2) / n;
          g_assert_true (table[i].kind == GS_SOURCE_NORMAL
                         || (matrix->data[j] >= -1.0f && matrix->data[j] < 1.0f));
        }
      g_assert_cmpfloat (fabs (mean), <, 5 * sqrt (table[i].variance / n));
      g_assert_cmpfloat (fabs (variance - table[i].variance), <,
                         5 * sqrt ((table[i].fourth - table[i].variance * table[i].variance) / n));
    }
}

static void
test_bad_generators (void)
{
  static const struct
  {
    const char *text;
    int code;
  } table[] = {
    { "randm:1", GS_CORE_ERROR_NAME },   { "random:", GS_CORE_ERROR_VALUE },
    { "random:x", GS_CORE_ERROR_VALUE }, { "random:-1", GS_CORE_ERROR_VALUE },
    { "ones:3", GS_CORE_ERROR_VALUE },   { "random:18446744073709551616", GS_CORE_ERROR_VALUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (gs_source_parse_generator (table[i].text, &error));
      g_assert_error (error, GS_CORE_ERROR, table[i].code);
    }
}

static void
test_spec_copies (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new (), copy = gs_spec_copy (spec);
  g_autoptr (GsSource) other = gs_source_new_generator (GS_SOURCE_RANDOM, 3);

  g_assert_true (gs_spec_equal (spec, copy));
  g_assert_true (gs_spec_check (spec, NULL));
  gs_spec_set_b (copy, other);
  g_assert_false (gs_spec_equal (spec, copy));
  gs_spec_set_b (copy, spec->b);
  copy->device = g_strdup ("0");
  g_assert_false (gs_spec_equal (spec, copy));
}

static void
test_infer_sizes (void)
{
  static const float values[15] = { 0 };
  g_autoptr (GsMatrix) a = gs_matrix_new_copy_data (2, 5, values), b = gs_matrix_new_copy_data (5, 3, values);
  g_autoptr (GsSource) source_a = gs_source_new_values (a, NULL), source_b = gs_source_new_values (b, NULL);
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GError) error = NULL;

  spec->op = GS_OP_MATMUL;
  gs_spec_set_a (spec, source_a);
  gs_spec_set_b (spec, source_b);
  g_assert_false (gs_spec_check (spec, NULL));
  g_assert_true (gs_spec_infer_sizes (spec, -1, -1, -1, NULL));
  g_assert_true (spec->m == 2 && spec->n == 3 && spec->k == 5);
  g_assert_true (gs_spec_check (spec, NULL));
  g_assert_false (gs_spec_infer_sizes (spec, 4, -1, -1, &error));
  g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE);
  g_assert_true (spec->m == 2);
  g_clear_error (&error);
  spec->op = GS_OP_HADAMARD;
  g_assert_false (gs_spec_infer_sizes (spec, -1, -1, -1, &error));
  g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE);
}

static void
test_spec_check (void)
{
  static const struct
  {
    const char *kernel;
    GsOp op;
    int dims;
    gint64 x, y;
    gboolean guard;
    guint faults;
    const char *complaint; /* NULL: none */
  } table[] = {
    { "hadamard/k1_scalar", GS_OP_HADAMARD, 1, 4, 1, FALSE, 0, NULL },
    { "hadamard/k1_scaler", GS_OP_HADAMARD, 1, 4, 1, TRUE, 0, "did you mean “hadamard/k1_scalar”" },
    { "matmul/k1_naive", GS_OP_HADAMARD, 1, 4, 1, TRUE, 0, "cannot compute hadamard" },
    { "hadamard/k2_float4", GS_OP_HADAMARD, 1, 4, 1, FALSE, 0, "always has its guard" },
    { "hadamard/k2_float4", GS_OP_HADAMARD, 2, 4, 4, TRUE, 0, "counts its threads with one index" },
    { "matmul/k3_shared_tile", GS_OP_MATMUL, 1, 16, 1, TRUE, 0, "needs rows and columns" },
    { "matmul/k3_shared_tile", GS_OP_MATMUL, 2, 16, 8, TRUE, 0, "not 16x8; use 16x16" },
    { "matmul/k3_shared_tile", GS_OP_MATMUL, 2, 8, 8, FALSE, GS_FAULT_BARRIER_1 | GS_FAULT_TILE_EDGE, NULL },
    { "matmul/k1_naive", GS_OP_MATMUL, 2, 8, 8, TRUE, GS_FAULT_BARRIER_2, "barrier-2" },
    { "matmul/k5_register_2d", GS_OP_MATMUL, 2, 7, 3, TRUE, 0, NULL },
    { "matmul/best", GS_OP_MATMUL, 2, 7, 3, TRUE, 0, NULL },
    { "cpu_ijk", GS_OP_MATMUL, 2, 8, 8, FALSE, 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_autoptr (GError) error = NULL;

      spec->op = table[i].op;
      spec->k = spec->op == GS_OP_MATMUL ? 7 : 0;
      spec->block_dims = table[i].dims;
      spec->block[0] = table[i].x;
      spec->block[1] = table[i].y;
      spec->guard = table[i].guard;
      spec->faults = table[i].faults;
      g_strfreev (spec->kernels);
      spec->kernels = g_strsplit (table[i].kernel, " ", -1);
      g_assert_true (gs_spec_check (spec, &error) == (table[i].complaint == NULL));
      if (table[i].complaint != NULL && strstr (error->message, table[i].complaint) == NULL)
        g_error ("%s: %s", table[i].kernel, error->message);
    }
}

static void
test_catalogue (void)
{
  const GsKernelInfo *info;
  guint n = 0;

  for (; (info = gs_kernel_info_nth (n)) != NULL; n++)
    {
      g_assert_true (gs_kernel_info_find (info->name, NULL) == info);
      g_assert_nonnull (info->idea);
      g_assert_true (info->target == GS_KERNEL_CPU || info->file != NULL);
      g_assert_true (!info->portable || info->symbol != NULL);
      if (info->layout == GS_LAYOUT_TILE)
        {
          const GsTile *t = &info->tile;

          g_assert_true (t->tile_m % t->unit_m == 0 && t->tile_n % t->unit_n == 0);
          g_assert_true (t->unit_m % (t->lanes_m * t->patch_m) == 0);
          g_assert_true (t->unit_n % (t->lanes_n * t->patch_n) == 0);
          g_assert_cmpint (info->block_threads, ==,
                           t->tile_m / t->unit_m * (t->tile_n / t->unit_n) * t->lanes_m * t->lanes_n);
        }
    }
  g_assert_cmpint (n, >=, 23);
}

static void
test_stats (void)
{
  static const double samples[] = { 5, 1, 4, 2, 3, 100 };
  static const double steady[] = { 100, 101, 102, 99, 100, 103, 98, 100, 101 };
  static const double rising[] = { 100, 101, 102, 103, 104, 105, 106, 107, 108 };
  double twenty[20];
  GsStats stats;

  gs_stats_compute (samples, 6, &stats);
  g_assert_cmpint (stats.n, ==, 6);
  g_assert_cmpfloat (stats.min, ==, 1);
  g_assert_cmpfloat (stats.median, ==, 3.5);
  g_assert_cmpfloat (stats.mad, ==, 1.5);
  g_assert_cmpfloat (stats.p95, ==, 100);
  g_assert_true (gs_stats_is_noisy (&stats)); /* MAD 1.5 of 3.5 */
  stats.n = 5;
  g_assert_false (gs_stats_is_noisy (&stats));
  gs_stats_compute (NULL, 0, &stats);
  g_assert_cmpint (stats.n, ==, 0);
  gs_stats_compute (steady, 9, &stats);
  g_assert_false (stats.drift);
  gs_stats_compute (rising, 9, &stats);
  g_assert_true (stats.drift);
  for (int i = 0; i < 20; i++)
    twenty[i] = i + 1;
  gs_stats_compute (twenty, 20, &stats);
  g_assert_cmpfloat (stats.p95, ==, 19); /* nearest rank: ⌈0.95 · 20⌉ = 19 */
}

/* Over many sets of samples whose true ratio is 1, the 95 % interval holds 1
 * about 95 times in 100. */
static void
test_ratio (void)
{
  guint64 stream = gs_random_stream (11);
  GsRatio ratio, again;
  double a[40], b[40];
  int held = 0;

  for (int set = 0; set < 100; set++)
    {
      for (int i = 0; i < 40; i++)
        {
          a[i] = 1 + (double)(gs_random_at (stream, 80 * set + 2 * i) >> 40) * 0x1p-24;
          b[i] = 1 + (double)(gs_random_at (stream, 80 * set + 2 * i + 1) >> 40) * 0x1p-24;
        }
      gs_stats_paired_ratio (a, b, 40, &ratio);
      g_assert_true (ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
      held += ratio.low <= 1 && 1 <= ratio.high;
    }
  g_assert_cmpint (held, >=, 86);
  gs_stats_paired_ratio (a, b, 40, &again);
  g_assert_true (ratio.low == again.low && ratio.high == again.high);
  for (int i = 0; i < 40; i++)
    b[i] = 2 * a[i];
  gs_stats_paired_ratio (b, a, 40, &ratio);
  g_assert_true (ratio.ratio == 2 && ratio.low == 2 && ratio.high == 2);
  gs_stats_ratio (b, 40, a, 30, &ratio);
  g_assert_true (ratio.low < 2 && 2 < ratio.high);
  gs_stats_paired_ratio (a, b, 0, &ratio);
  g_assert_cmpint (ratio.n, ==, 0);
}

/* Of the median of n values that are drawn from n, its rank is known: it lies at
 * (n ± 1.96 √n) / 2 in 95 of 100 draws (normally, for large n). Against a single
 * number the interval of the ratio is that of the median. */
static void
test_interval_is_of_95 (void)
{
  static const int sizes[] = { 201, 1001 }; /* below and above what is drawn one by one */
  const double one = 1;

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const int n = sizes[i];
      const double half = 1.96 * sqrt (n) / 2;
      g_autofree double *ranks = g_new (double, n);
      GsRatio ratio;

      for (int rank = 0; rank < n; rank++)
        ranks[rank] = 1 + rank;
      gs_stats_ratio (ranks, n, &one, 1, &ratio);
      g_assert_cmpfloat (ratio.ratio, ==, (n + 1) / 2);
      g_assert_cmpfloat_with_epsilon (ratio.low, ratio.ratio - half, 0.1 * half);
      g_assert_cmpfloat_with_epsilon (ratio.high, ratio.ratio + half, 0.1 * half);
    }
}

/* The same with so many samples that medians are not drawn one by one. */
static void
test_ratio_of_many (void)
{
  guint64 stream = gs_random_stream (12), draw = 0;
  g_autofree double *a = g_new (double, 1000), *b = g_new (double, 600);
  int held = 0;

  for (int set = 0; set < 100; set++)
    {
      GsRatio ratio;

      for (int i = 0; i < 1000; i++)
        a[i] = 1 + (double)(gs_random_at (stream, draw++) >> 40) * 0x1p-24;
      for (int i = 0; i < 600; i++)
        b[i] = 1 + (double)(gs_random_at (stream, draw++) >> 40) * 0x1p-24;
      gs_stats_ratio (a, 1000, b, 600, &ratio);
      g_assert_true (ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
      g_assert_cmpfloat (ratio.high - ratio.low, <, 0.12);
      held += ratio.low <= 1 && 1 <= ratio.high;
    }
  g_assert_cmpint (held, >=, 86);
  g_assert_cmpint (held, <, 100);
}

/* This very test is a program beside itself, and one of the folder "core" beside its own. */
static void
test_program (void)
{
  g_autofree char *name = g_file_read_link ("/proc/self/exe", NULL), *own = g_path_get_basename (name);
  g_autofree char *beside = gs_program_find (own, "nowhere", "GS_TEST_PROGRAM");
  g_autofree char *in_tree = gs_program_find ("test-engine", "compute", "GS_TEST_PROGRAM");
  g_autofree char *named = NULL;

  g_assert_cmpstr (beside, ==, name);
  g_assert_true (in_tree == NULL || g_str_has_suffix (in_tree, "/../compute/test-engine"));
  g_assert_null (gs_program_find ("nonesuch", "core", "GS_TEST_PROGRAM"));
  g_setenv ("GS_TEST_PROGRAM", "/elsewhere/program", TRUE);
  named = gs_program_find (own, "nowhere", "GS_TEST_PROGRAM");
  g_assert_cmpstr (named, ==, "/elsewhere/program");
  g_unsetenv ("GS_TEST_PROGRAM");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/error/nearest-word", test_nearest_word);
  g_test_add_func ("/core/op", test_op);
  g_test_add_func ("/core/program", test_program);
  g_test_add_func ("/core/matrix/sizes", test_matrix_sizes);
  g_test_add_func ("/core/source/generators", test_generators);
  g_test_add_func ("/core/source/one-value", test_one_value);
  g_test_add_func ("/core/source/stretches", test_stretches);
  g_test_add_func ("/core/source/distributions", test_distributions);
  g_test_add_func ("/core/source/bad-generators", test_bad_generators);
  g_test_add_func ("/core/spec/copies", test_spec_copies);
  g_test_add_func ("/core/spec/infer-sizes", test_infer_sizes);
  g_test_add_func ("/core/spec/check", test_spec_check);
  g_test_add_func ("/core/kernel-info/catalogue", test_catalogue);
  g_test_add_func ("/core/stats/summary", test_stats);
  g_test_add_func ("/core/stats/ratio", test_ratio);
  g_test_add_func ("/core/stats/interval-is-of-95", test_interval_is_of_95);
  g_test_add_func ("/core/stats/ratio-of-many", test_ratio_of_many);
  return g_test_run ();
}
