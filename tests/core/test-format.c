#include <glib.h>
#include <math.h>
#include <string.h>

#include "gs-random.h"
#include "gs-scale.h"

#define SPACE "\u202f"

static void
take_and_compare (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_units (void)
{
  take_and_compare (gs_format_ns (27e3), "27" SPACE "µs");
  take_and_compare (gs_format_ns (3.75e6), "3.75" SPACE "ms");
  take_and_compare (gs_format_ns (358e6), "358" SPACE "ms");
  take_and_compare (gs_format_ns (1.2e9), "1.2" SPACE "s");
  take_and_compare (gs_format_ns (999.4), "999" SPACE "ns");
  take_and_compare (gs_format_ns (999.6), "1" SPACE "µs");
  take_and_compare (gs_format_ns (0), "0" SPACE "ns");
  take_and_compare (gs_format_ns (3600e9), "3600" SPACE "s");
  take_and_compare (gs_format_bytes (28), "28" SPACE "B");
  take_and_compare (gs_format_bytes (1 << 20), "1" SPACE "MiB");
  take_and_compare (gs_format_bytes (1.5 * (1 << 30)), "1.5" SPACE "GiB");
  take_and_compare (gs_format_rate (51e12, "FLOP/s"), "51.0" SPACE "TFLOP/s");
  take_and_compare (gs_format_rate (4191e9, "B/s"), "4.19" SPACE "TB/s");
  take_and_compare (gs_format_rate (NAN, "B/s"), "NaN" SPACE "B/s");
  take_and_compare (gs_format_count (9999), "9999");
  take_and_compare (gs_format_count (10000), "10" SPACE "000");
  take_and_compare (gs_format_count (-1234567), "-1" SPACE "234" SPACE "567");
  take_and_compare (gs_format_count (G_MININT64),
                    "-9" SPACE "223" SPACE "372" SPACE "036" SPACE "854" SPACE "775" SPACE "808");
  take_and_compare (gs_format_value (1.0 / 3, 3), "0.333");
  take_and_compare (gs_format_value (-INFINITY, 3), "−∞");
  take_and_compare (gs_format_value (-0.25, 3), "−0.25");
  take_and_compare (gs_format_value (-2.5e-7, 3), "−2.5e−07");
}

static void
test_plural (void)
{
  static const struct
  {
    double value;
    gulong plural;
  } rows[] = { { 1, 1 }, { 1.0001, 1 }, { 1.5, 2 }, { 0, 2 }, { 10, 2 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *number = gs_format_value (rows[i].value, 3);

      g_assert_cmpuint (gs_format_plural (number), ==, rows[i].plural);
    }
}

static void
test_float_texts (void)
{
  static const struct
  {
    float value;
    const char *text;
  } table[] = {
    { 0.1f, "0.1" },
    { 7, "7" },
    { 100, "100" },
    { -2.5f, "-2.5" },
    { 16777216, "16777216" },
    { 1e20f, "1e+20" },
    { 1e-7f, "1e-07" },
    { 0.0f, "0" },
    { -0.0f, "-0.0" },
    { NAN, "NaN" },
    { INFINITY, "Infinity" },
    { -INFINITY, "-Infinity" },
    { 1e-45f, "1e-45" },
    { 3.4028235e38f, "3.4028235e+38" },
    { 0x1p-96f, "1.2621775e-29" }, /* not the nearest 8 digits, but they read back */
    { 16777217.0f / 3, "5592405.5" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    take_and_compare (gs_format_float (table[i].value), table[i].text);
  take_and_compare (gs_format_double (0.1), "0.1");
  take_and_compare (gs_format_double (1.0 / 3), "0.3333333333333333");
  take_and_compare (gs_format_double (-0.0), "-0.0");
}

static void
test_float_reads_back (void)
{
  guint64 stream = gs_random_stream (3);

  for (guint i = 0; i < 50000; i++)
    {
      /* All exponents of powers of two first, then any bits. */
      guint32 bits = i < 255 ? i << 23 : (guint32)gs_random_at (stream, i);
      float value, once, twice;
      g_autofree char *text = NULL;

      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        continue;
      text = gs_format_float (value);
      once = strtof (text, NULL);
      twice = (float)g_ascii_strtod (text, NULL);
      if (memcmp (&once, &value, sizeof value) != 0 || memcmp (&twice, &value, sizeof value) != 0)
        g_error ("%s does not read back to bits %08x", text, bits);
    }
}

static void
check_ticks (GsScale scale, int n_ticks, const double *expected, int n_expected)
{
  double ticks[32];
  int n = gs_scale_ticks (&scale, n_ticks, ticks, G_N_ELEMENTS (ticks));

  g_assert_cmpint (n, ==, n_expected);
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (ticks[i], ==, expected[i]);
}

#define CHECK_TICKS(low, high, logarithmic, binary, n_ticks, ...)                                            \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    const double expected[] = { __VA_ARGS__ };                                                               \
    check_ticks ((GsScale){ low, high, logarithmic, binary }, n_ticks, expected, G_N_ELEMENTS (expected));   \
  }                                                                                                          \
  G_STMT_END

static void
test_ticks (void)
{
  CHECK_TICKS (0, 1, FALSE, FALSE, 5, 0, 0.2, 0.4, 0.6, 0.8, 1);
  CHECK_TICKS (0, 0.7, FALSE, FALSE, 7, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7);
  CHECK_TICKS (-3, 12, FALSE, FALSE, 4, 0, 5, 10);
  CHECK_TICKS (1, 1000, TRUE, FALSE, 4, 1, 10, 100, 1000);
  CHECK_TICKS (1, 100, TRUE, FALSE, 8, 1, 2, 5, 10, 20, 50, 100);
  CHECK_TICKS (1e3, 1e9, TRUE, FALSE, 3, 1e4, 1e6, 1e8);
  CHECK_TICKS (64, 1024, TRUE, TRUE, 8, 64, 128, 256, 512, 1024);
  CHECK_TICKS (100, 200, TRUE, FALSE, 3, 100, 150, 200);
}

static void
test_scale (void)
{
  static const struct
  {
    GsScale scale;
    double value, position;
  } table[] = {
    { { -2, 6, FALSE, FALSE }, -2, 0 },         { { -2, 6, FALSE, FALSE }, 6, 1 },
    { { -2, 6, FALSE, FALSE }, 0, 0.25 },       { { -2, 6, FALSE, FALSE }, 10, 1.5 },
    { { 1e-3, 1e6, TRUE, FALSE }, 1e-3, 0 },    { { 1e-3, 1e6, TRUE, FALSE }, 1e6, 1 },
    { { 1e-3, 1e6, TRUE, FALSE }, 1, 1.0 / 3 }, { { 1e-3, 1e6, TRUE, FALSE }, 1e-12, -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpfloat_with_epsilon (gs_scale_position (&table[i].scale, table[i].value), table[i].position,
                                    1e-12);
}

static void
test_whole_sentence (void)
{
  static const char *const table[][2] = {
    { "row 2 has 1 number", "Row 2 has 1 number." },
    { "“x” is not a number", "“x” is not a number." },
    { "Already one.", "Already one." },
    { "is it?", "Is it?" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *sentence = gs_whole_sentence (table[i][0]);

      g_assert_cmpstr (sentence, ==, table[i][1]);
    }
}

/* Only what a full-width sign leaves room for by itself. */
static void
test_close_up (void)
{
  static const char *const table[][2] = {
    { "GPU（计入传输） 在 48 与 64 之间", "GPU（计入传输）在 48 与 64 之间" },
    { "第一句。 第二句 （F5）", "第一句。第二句（F5）" },
    { "One. Two, three (four) five", "One. Two, three (four) five" },
    { " a  b ", " a  b " },
    { "（ ） ", "（）" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *text = gs_close_up (g_strdup (table[i][0]));

      g_assert_cmpstr (text, ==, table[i][1]);
    }
}

/* A sentence never ends inside a character. */
static void
test_cut (void)
{
  static const struct
  {
    const char *text;
    int most, bytes;
  } table[] = {
    { "", 4, 0 },     { "abc", 4, 3 },  { "abcd", 4, 4 }, { "abcde", 4, 4 }, { "矩阵", 6, 6 },
    { "矩阵", 5, 3 }, { "矩阵", 3, 3 }, { "矩阵", 2, 0 }, { "a矩", 3, 1 },   { "\360\237\230\200", 3, 0 },
    { "é", 1, 0 },    { "éa", 2, 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpint (gs_format_cut (table[i].text, table[i].most), ==, table[i].bytes);
}

static void
test_excerpt (void)
{
  static const struct
  {
    const char *text;
    int most;
    const char *shown;
  } table[] = {
    { "", 4, "" },         { "abcd", 4, "abcd" }, { "abcde", 4, "abcd…" },
    { "矩阵", 6, "矩阵" }, { "矩阵", 5, "矩…" },  { "矩阵", 2, "…" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    take_and_compare (gs_format_excerpt (table[i].text, table[i].most), table[i].shown);
}

/* Signs alone: not what joins two words or takes one from the other. */
static void
test_minus (void)
{
  static const char *const table[][2] = {
    { "-1", "−1" },
    { "C[-1] = 3·-2 + -6.5e-05", "C[−1] = 3·−2 + −6.5e−05" },
    { "as a 32-bit integer: -2", "as a 32-bit integer: −2" },
    { "n - 1; n-1; a[3]-1; f(2)-1; 1-D; h100-80; -x", "n - 1; n-1; a[3]-1; f(2)-1; 1-D; h100-80; -x" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    take_and_compare (gs_format_minus (table[i][0]), table[i][1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/format/units", test_units);
  g_test_add_func ("/core/format/plural", test_plural);
  g_test_add_func ("/core/format/minus", test_minus);
  g_test_add_func ("/core/format/whole-sentence", test_whole_sentence);
  g_test_add_func ("/core/format/close-up", test_close_up);
  g_test_add_func ("/core/format/cut", test_cut);
  g_test_add_func ("/core/format/excerpt", test_excerpt);
  g_test_add_func ("/core/format/float-texts", test_float_texts);
  g_test_add_func ("/core/format/float-reads-back", test_float_reads_back);
  g_test_add_func ("/core/scale/ticks", test_ticks);
  g_test_add_func ("/core/scale/position", test_scale);
  return g_test_run ();
}
