#include <math.h>
#include <string.h>

#include "gs-export.h"
#include "gs-import.h"
#include "gs-test-locale.h"

/* What a text is read as: the literal gs_export_literal() gives, or NULL with a
 * part of the message and its code. */
typedef struct
{
  const char *name;
  const char *text;
  gssize length; /* 0: up to NUL */
  GsDecimal decimal;
  const char *expected;
  int code;
} Case;

#define OK(name, text, expected)                                                                             \
  {                                                                                                          \
    name, text, 0, GS_DECIMAL_AUTO, expected, 0                                                              \
  }
#define POINT(name, text, expected)                                                                          \
  {                                                                                                          \
    name, text, 0, GS_DECIMAL_POINT, expected, 0                                                             \
  }
#define COMMA(name, text, expected)                                                                          \
  {                                                                                                          \
    name, text, 0, GS_DECIMAL_COMMA, expected, 0                                                             \
  }
#define SYNTAX(name, text, part)                                                                             \
  {                                                                                                          \
    name, text, 0, GS_DECIMAL_AUTO, part, GS_IO_ERROR_SYNTAX                                                 \
  }
#define AMBIGUOUS(name, text, part)                                                                          \
  {                                                                                                          \
    name, text, 0, GS_DECIMAL_AUTO, part, GS_IO_ERROR_AMBIGUOUS                                              \
  }
#define TYPE(name, text, part)                                                                               \
  {                                                                                                          \
    name, text, 0, GS_DECIMAL_AUTO, part, GS_IO_ERROR_TYPE                                                   \
  }
#define BYTES(name, text, expected)                                                                          \
  {                                                                                                          \
    name, text, sizeof text - 1, GS_DECIMAL_AUTO, expected, 0                                                \
  }

static const Case cases[] = {
  /* Case 25: literals. */
  OK ("matlab", "[1 2; 3 4]", "[1 2; 3 4]"),
  OK ("matlab-commas", "[1, 2; 3, 4]", "[1 2; 3 4]"),
  OK ("matlab-lines", "[1 2\n 3 4]", "[1 2; 3 4]"),
  OK ("matlab-semicolons-and-lines", "A = [1 2;\n     3 4;\n];", "[1 2; 3 4]"),
  OK ("matlab-column", "[1; 2; 3]", "[1; 2; 3]"),
  OK ("matlab-signs", "[1 -2 +3; -4 .5 1e3]", "[1 -2 3; -4 0.5 1000]"),
  OK ("matlab-comment", "[1 2 % first\n 3 4]", "[1 2; 3 4]"),
  OK ("matlab-continued", "[1 2 ...\n 3; 4 5 6]", "[1 2 3; 4 5 6]"),
  OK ("matlab-special", "[NaN Inf; -Inf 0]", "[NaN Infinity; -Infinity 0]"),
  OK ("matlab-nested-rows", "[[1 2];[3 4]]", "[1 2; 3 4]"),
  OK ("matlab-printed", "A =\n\n   1   2\n   3   4\n\n", "[1 2; 3 4]"),
  OK ("bare-semicolon", "1 2; 3 4", "[1 2; 3 4]"),
  OK ("bare-semicolon-commas", "1, 2; 3, 4", "[1 2; 3 4]"),
  OK ("python", "[[1, 2], [3, 4]]", "[1 2; 3 4]"),
  OK ("python-vector", "[1, 2, 3]", "[1 2 3]"),
  OK ("python-vector-wrapped", "[1, 2,\n 3, 4]", "[1 2 3 4]"),
  OK ("python-trailing-commas", "[[1, 2,], [3, 4,],]", "[1 2; 3 4]"),
  OK ("python-tuples", "((1, 2), (3, 4))", "[1 2; 3 4]"),
  OK ("python-special", "[float_nan]", NULL),
  OK ("numpy-nan", "[np.nan, -np.inf, math.inf]", "[NaN -Infinity Infinity]"),
  OK ("numpy-scalars", "[np.float64(1.5), np.int32(2)]", "[1.5 2]"),
  OK ("numpy-printed", "[[1. 2.]\n [3. 4.]]", "[1 2; 3 4]"),
  OK ("numpy-printed-vector", "[1. 2. 3.]", "[1 2 3]"),
  OK ("numpy-repr", "array([[1., 2.],\n       [3., 4.]], dtype=float32)", "[1 2; 3 4]"),
  OK ("numpy-assigned", "x = np.array([[1, 2], [3, 4]], dtype=np.float32)", "[1 2; 3 4]"),
  OK ("torch", "tensor([[1., 2.], [3., 4.]], device='cuda:0')", "[1 2; 3 4]"),
  OK ("numpy-booleans", "[[True, False], [False, True]]", "[1 0; 0 1]"),
  OK ("julia", "Float32[1 2; 3 4]", "[1 2; 3 4]"),
  OK ("julia-exponent", "[1.5f0 2f3; Inf32 NaN32]", "[1.5 2000; Infinity NaN]"),
  OK ("julia-printed", "2×2 Matrix{Float64}:\n 1.0  2.0\n 3.0  4.0", "[1 2; 3 4]"),
  OK ("c", "{{1, 2}, {3, 4}}", "[1 2; 3 4]"),
  OK ("c-declared", "const float a[2][2] = {{1.0f, 2.5f}, {-3.f, 4e0f}}; // A", NULL),
  OK ("c-suffix", "const float a[2][2] = {{1.0f, 2.5f}, {-3.f, 4e0f}};", "[1 2.5; -3 4]"),
  OK ("c-flat", "float a[2][3] = {1, 2, 3,\n 4, 5, 6};", "[1 2 3; 4 5 6]"),
  OK ("c-comment", "{1, /* one */ 2}", "[1 2]"),
  OK ("latex", "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", "[1 2; 3 4]"),
  OK ("latex-array",
      "\\left[\\begin{array}{cc}\n1 & -2 \\\\[2pt]\n\\hline 3 & 4 \\\\\n\\end{array}\\right]",
      "[1 -2; 3 4]"),
  OK ("latex-bare", "1 & 2 \\\\ 3 & 4", "[1 2; 3 4]"),
  OK ("latex-decimal-comma", "\\begin{matrix}1{,}5 & 2\\end{matrix}", "[1.5 2]"),
  OK ("markdown", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", "[1 2; 3 4]"),
  OK ("markdown-numbers-on-top", "| 1 | 2 |\n|---|--:|\n| 3 | 4 |\n", "[1 2; 3 4]"),
  OK ("markdown-no-names", "|  |  |\n|---|---|\n| 1 | 2 |", "[1 2]"),
  OK ("markdown-no-outer-bars", "a | b\n--- | ---\n1 | 2", "[1 2]"),
  OK ("empty-list", "[]", "[]"),
  OK ("one-number", "5", "[5]"),
  OK ("spaces", "1 2 3\n4 5 6\n", "[1 2 3; 4 5 6]"),
  OK ("savetxt", "# header\n1.0 2.0\n3.0 4.0\n", "[1 2; 3 4]"),
  SYNTAX ("numpy-elided", "[0 1 2 ... 997 998 999]", "leaves numbers out (“...”), as NumPy does"),
  SYNTAX ("numpy-elided-rows", "[[1. 2.]\n ...\n [3. 4.]]", "line 2, column 2: the text leaves numbers out"),
  SYNTAX ("numpy-elided-wrapped", "[1. 2. ...\n 3. 4.]", "leaves numbers out"),
  SYNTAX ("elided-character", "[1 2 … 9]", "leaves numbers out"),
  SYNTAX ("julia-elided", "1.0  2.0\n ⋮\n 3.0  4.0", "stands for numbers left out"),
  SYNTAX ("latex-elided", "\\begin{matrix}1 & \\cdots & 3\\end{matrix}", "leaves numbers out (“\\cdots”)"),
  SYNTAX ("latex-command", "\\begin{matrix}\\frac{1}{2}\\end{matrix}", "“\\frac” is not understood"),
  SYNTAX ("matlab-columns", "A =\n\n  Columns 1 through 2\n\n  1 2\n", "printed in pieces"),
  SYNTAX ("matlab-factor", "A =\n\n   1.0e+03 *\n\n   1 2\n", "a common factor (“1.0e+03 *”)"),
  SYNTAX ("three-deep", "[[[1, 2]]]", "three or more dimensions"),
  SYNTAX ("expression", "[1/2 3]", "line 1, column 2: “1/2” is not a number, and nothing is evaluated"),
  SYNTAX ("spaced-minus", "[1 - 2]", "column 4: “-” is not a number"),
  SYNTAX ("name", "[x, 1]", "“x” is not a number, and nothing is evaluated"),
  SYNTAX ("call", "zeros(3)", "row 0, column 0 (counted from 0): “zeros(3)” is not a number"),
  SYNTAX ("transposed", "[1 2; 3 4]'", "“'” after the matrix is not understood"),
  SYNTAX ("import", "__import__('os').system('x')", "is not a number"),
  SYNTAX ("unclosed", "[[1, 2], [3", "this bracket is never closed"),
  SYNTAX ("ragged-literal", "[[1, 2], [3]]", "row 1 has 1 number where row 0 has 2"),
  SYNTAX ("ragged-matlab", "[1 2; 3 4 5]", "row 1 has 3 numbers where row 0 has 2"),
  SYNTAX ("missing-number", "[1,,2]", "a number is missing before this comma"),
  SYNTAX ("mixed-depth", "[1, [2, 3]]", "mixed"),
  TYPE ("complex-python", "[1+2j, 3]", "“1+2j” is a complex number"),
  TYPE ("complex-matlab", "[1 2i]", "“2i” is a complex number"),
  TYPE ("complex-table", "1\t2i", "“2i” is a complex number"),
  AMBIGUOUS ("rows-side-by-side", "[[1 2],[3 4]]", "(Python) or side by side (MATLAB, Julia)"),
  AMBIGUOUS ("rows-without-comma", "[[1,2] [3,4]]", "side by side"),
  AMBIGUOUS ("wrapped-or-rows",
             "[1.00000000 2.00000000 3.00000000 4.00000000 5.00000000 6.00000000 7.000000\n"
             " 1.00000000 2.00000000 3.00000000 4.00000000 5.00000000 6.00000000 7.000000]",
             "rows of 7 numbers (MATLAB) or as one row of 14 that NumPy wrapped"),
  OK ("numpy-wrapped-vector",
      "[1.00000000 2.00000000 3.00000000 4.00000000 5.00000000 6.00000000 7.000000\n 8.00000000 9.00000000]",
      "[1 2 3 4 5 6 7 8 9]"),

  /* Case 20: commas. */
  COMMA ("comma-locale", "9,99", "[9.99]"),
  OK ("semicolon-decimal-comma", "1,5;2,5", "[1.5 2.5]"),
  OK ("semicolon-decimal-comma-rows", "1,5;2,5\n-3,25;4\n", "[1.5 2.5; -3.25 4]"),
  OK ("semicolon-point", "1.5;2.5", "[1.5 2.5]"),
  OK ("semicolon-groups", "1.234;1,5", "[1234 1.5]"),
  OK ("tab-wins-over-comma", "1,5\t2,5\n3,5\t4,5", "[1.5 2.5; 3.5 4.5]"),
  OK ("tab-grouped", "1,234.5\t2", "[1234.5 2]"),
  OK ("tab-german", "1.234,5\t2", "[1234.5 2]"),
  OK ("csv", "1,2,3\n4,5,6", "[1 2 3; 4 5 6]"),
  OK ("csv-spaces", "1, 2\n3, 4", "[1 2; 3 4]"),
  OK ("csv-fractions", "1.5,2.5\n3.5,4.5", "[1.5 2.5; 3.5 4.5]"),
  OK ("csv-quoted-decimal-comma", "\"1,5\",\"2,5\"", "[1.5 2.5]"),
  SYNTAX ("csv-quote-that-ends-early", "\"1\"5,2", "“\"1\"5” is not a number"),
  OK ("csv-quote-and-blanks", "\"1\" ,2", "[1 2]"),
  OK ("csv-quoted", "\"1\",\"2\"\r\n\"3\",\"4\"\r\n", "[1 2; 3 4]"),
  OK ("csv-header", "alpha,beta\n1,2\n3,4", "[1 2; 3 4]"),
  OK ("spaces-decimal-comma", "1,5 2,5", "[1.5 2.5]"),
  COMMA ("column-decimal-comma", "1,5\n2,25\n", "[1.5; 2.25]"),
  POINT ("separator-comma", "9,99", "[9 99]"),
  COMMA ("thousand-as-decimal", "1,234", "[1.234]"),
  POINT ("cell-grouped", "1,234\t5", "[1234 5]"),
  COMMA ("cell-decimal", "1,234\t5", "[1.234 5]"),
  COMMA ("literal-decimal-comma", "[1,5; 2,5]", "[1.5; 2.5]"),
  OK ("literal-comma-separates", "[1,5; 2,5]", "[1 5; 2 5]"),
  OK ("leading-zero-decides", "0,123;0,5", "[0.123 0.5]"),
  OK ("exponent-decides", "1,234e2\t1", "[123.4 1]"),
  AMBIGUOUS ("thousand",
             "1,234",
             "“1,234” can mean 1.234 (decimal comma), 1234 (digits in groups) or the two numbers 1 and 234"),
  AMBIGUOUS ("nine-ninety-nine", "9,99", "“9,99” can mean 9.99 (decimal comma) or the two numbers 9 and 99"),
  AMBIGUOUS ("column-of-commas", "1,5\n2,5", "“1,5” can mean 1.5"),
  AMBIGUOUS ("comma-after-many-digits",
             "000000000000000000844444922681168844116922681168844116,",
             "can be a decimal mark or part two numbers"),
  AMBIGUOUS ("million", "1,234,567", "one number with grouped digits, or several numbers"),
  AMBIGUOUS ("cell-thousand",
             "1,234\t5",
             "row 0, column 0 (counted from 0): “1,234” can mean 1.234 (decimal comma) or 1234"),
  AMBIGUOUS ("mixed-marks",
             "1.5;2,5",
             "“1.5” (row 0, column 0) has a decimal point and “2,5” (row 0, column 1) a decimal comma"),
  SYNTAX ("never-999", "9,99x", "“99x” is not a number"),

  /* Case 21: spreadsheets. */
  OK ("crlf", "1\t2\r\n3\t4\r\n", "[1 2; 3 4]"),
  OK ("cr", "1\t2\r3\t4\r", "[1 2; 3 4]"),
  OK ("bom",
      "\xef\xbb\xbf"
      "1\t2\n3\t4",
      "[1 2; 3 4]"),
  BYTES ("utf16-le",
         "\xff\xfe"
         "1\0\t\0"
         "2\0\r\0\n\0"
         "3\0\t\0"
         "4\0",
         "[1 2; 3 4]"),
  BYTES ("utf16-be",
         "\xfe\xff"
         "\0"
         "1\0\t\0"
         "2\0\n\0"
         "3\0\t\0"
         "4",
         "[1 2; 3 4]"),
  BYTES ("utf16-without-mark",
         "1\0\t\0"
         "2\0\n\0"
         "3\0\t\0"
         "4\0",
         "[1 2; 3 4]"),
  OK ("unicode-minus", "−1\t−2.5e−3", "[-1 -0.0025]"),
  OK ("no-break-space",
      "1\xc2\xa0\t\xc2\xa0"
      "2",
      "[1 2]"),
  OK ("no-break-groups",
      "1\xc2\xa0"
      "234,5\t2",
      "[1234.5 2]"),
  OK ("narrow-groups",
      "1\xe2\x80\xaf"
      "234\t2",
      "[1234 2]"),
  AMBIGUOUS ("no-break-alone",
             "1\xc2\xa0"
             "234 5",
             "no-break space"),
  OK ("trailing-separator", "1,2,\n3,4,\n", "[1 2; 3 4]"),
  OK ("trailing-blank-lines", "1\t2\n3\t4\n\n \n", "[1 2; 3 4]"),
  OK ("zero-width",
      "\xe2\x80\x8b"
      "1\t2",
      "[1 2]"),
  SYNTAX ("ragged", "1\t2\n3\t4\t5", "row 1 has 3 numbers where row 0 has 2"),
  SYNTAX ("ragged-csv", "1,2,3\n4,5", "row 1 has 2 numbers where row 0 has 3"),
  SYNTAX ("empty-cell", "1\t\t3", "row 0, column 1 (counted from 0) is empty"),
  SYNTAX ("word-in-cell", "1\t2\n3\tabc", "row 1, column 1 (counted from 0): “abc” is not a number"),
  SYNTAX ("percent", "5%\t1", "row 0, column 0 (counted from 0): “5%” is not a number"),
  SYNTAX ("only-a-comment", "# 1, 2\n", "there is no number in the text"),
  SYNTAX ("nothing", " \n ", "there is no number in the text"),
  SYNTAX ("latin-1", "1\xa0\t2", "byte 0xa0 at offset 1 is not text in UTF-8"),
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;
  GsImportInfo info;
  g_autoptr (GsMatrix) matrix
      = gs_import_text (c->text, c->length > 0 ? c->length : -1, c->decimal, &info, &error);
  if (c->code == 0 && c->expected != NULL)
    {
      g_assert_no_error (error);
      g_autofree char *text = gs_export_literal (matrix);
      g_assert_cmpstr (text, ==, c->expected);
      g_assert_nonnull (info.format);
    }
  else
    {
      g_assert_null (matrix);
      g_assert_nonnull (error);
      if (c->code != 0)
        g_assert_error (error, GS_IO_ERROR, c->code);
      if (c->expected != NULL && strstr (error->message, c->expected) == NULL)
        g_error ("“%s” does not hold “%s”", error->message, c->expected);
    }
  gs_import_info_clear (&info);
}

static void
test_formats (void)
{
  static const struct
  {
    const char *text, *format;
  } formats[] = {
    { "[1 2; 3 4]", "MATLAB literal" },
    { "[[1,2],[3,4]]", "Python list" },
    { "[[1 2]\n [3 4]]", "NumPy, printed" },
    { "array([1, 2])", "NumPy array" },
    { "{1, 2}", "C initialiser" },
    { "1\t2", "TSV" },
    { "1,5;2,5", "CSV, semicolon, decimal comma" },
    { "a,b\n1,2", "CSV, first row taken as names" },
    { "|1|2|", "Markdown table" },
    { "1 & 2 \\\\", "LaTeX matrix" },
    { "1 2", "Numbers parted by spaces" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      GsImportInfo info;
      g_autoptr (GsMatrix) matrix = gs_import_text (formats[i].text, -1, GS_DECIMAL_AUTO, &info, NULL);
      g_assert_nonnull (matrix);
      g_assert_cmpstr (info.format, ==, formats[i].format);
      gs_import_info_clear (&info);
    }
}

static void
check_change (const char *text, gint64 n_changed, double max_change, const char *notice)
{
  GsImportInfo info;
  g_autoptr (GsMatrix) matrix = gs_import_text (text, -1, GS_DECIMAL_AUTO, &info, NULL);
  g_assert_nonnull (matrix);
  g_assert_cmpint (info.n_changed, ==, n_changed);
  g_assert_cmpfloat (fabs (info.max_change - max_change), <=, max_change * 1e-6);
  g_assert_cmpstr (info.notice, ==, notice);
  gs_import_info_clear (&info);
}

/* Case 18, for text: digits that float32 cannot keep are told. */
static void
test_changes (void)
{
  check_change ("[0.1 1e10 3.4028235e38 1.17549435e-38 1e-45]", 0, 0, NULL);
  check_change ("[1.000000014901161194e-01 5.000000000000000000e-01]", 0, 0, NULL);
  check_change ("[16777217 16777216]", 1, 1,
                "1 of 2 values is not the same number as float32; it changes by 1.");
  check_change ("Float32[0.123456789012f3]", 1, fabs (123.456789012 - (double)123.456789012f),
                "1 of 1 values is not the same number as float32; it changes by 1.9e-06.");
  check_change ("[100000001 16777217 3]", 2, 1,
                "2 of 3 values are not the same numbers as float32; the largest change is 1.");
  check_change (
      "[1e39 16777217 3]", 2, 1,
      "2 of 3 values are not the same numbers as float32 (too large, now infinite: 1); the largest other "
      "change is 1.");
  check_change ("0.12345678901 2", 1, fabs (0.12345678901 - (double)0.12345678901f),
                "1 of 2 values is not the same number as float32; it changes by 2.03e-09.");
}

/* One cell of a sheet: two numbers are no reading of it. */
static void
test_number (void)
{
  static const struct
  {
    const char *text;
    GsDecimal decimal;
    float value;
    int code; /* 0: the value */
  } numbers[] = {
    { "1.5", GS_DECIMAL_AUTO, 1.5f, 0 },
    { "9,99", GS_DECIMAL_AUTO, 9.99f, 0 },
    { " −2,5e-3 ", GS_DECIMAL_AUTO, -2.5e-3f, 0 },
    { "1.234,5", GS_DECIMAL_AUTO, 1234.5f, 0 },
    { "1,234.5", GS_DECIMAL_AUTO, 1234.5f, 0 },
    { "0,123", GS_DECIMAL_AUTO, 0.123f, 0 },
    { "1\xc2\xa0"
      "234",
      GS_DECIMAL_AUTO, 1234, 0 },
    { "inf", GS_DECIMAL_AUTO, INFINITY, 0 },
    { "1,234", GS_DECIMAL_AUTO, 0, GS_IO_ERROR_AMBIGUOUS },
    { "1,234", GS_DECIMAL_COMMA, 1.234f, 0 },
    { "1,234", GS_DECIMAL_POINT, 1234, 0 },
    { "1.234", GS_DECIMAL_AUTO, 1.234f, 0 },
    { "", GS_DECIMAL_AUTO, 0, GS_IO_ERROR_SYNTAX },
    { "1 2", GS_DECIMAL_AUTO, 0, GS_IO_ERROR_SYNTAX },
    { "1;2", GS_DECIMAL_AUTO, 0, GS_IO_ERROR_SYNTAX },
    { "abc", GS_DECIMAL_AUTO, 0, GS_IO_ERROR_SYNTAX },
    { "1,5,2", GS_DECIMAL_AUTO, 0, GS_IO_ERROR_SYNTAX },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (GError) error = NULL;
      GsImportInfo info;
      float value = 0;
      gboolean read = gs_import_number (numbers[i].text, numbers[i].decimal, &value, &info, &error);
      g_test_message ("“%s”: %g", numbers[i].text, (double)value);
      g_assert_cmpint (read, ==, numbers[i].code == 0);
      if (numbers[i].code != 0)
        g_assert_error (error, GS_IO_ERROR, numbers[i].code);
      else
        g_assert_cmpfloat (value, ==, numbers[i].value);
      g_assert_null (info.notice);
      gs_import_info_clear (&info);
    }
  GsImportInfo info;
  float value;
  g_assert_true (gs_import_number ("16777217", GS_DECIMAL_AUTO, &value, &info, NULL));
  g_assert_cmpstr (info.notice, ==, "1 of 1 values is not the same number as float32; it changes by 1.");
  gs_import_info_clear (&info);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/import-text/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/import-text/formats", test_formats);
  g_test_add_func ("/import-text/changes", test_changes);
  g_test_add_func ("/import-text/number", test_number);
  return g_test_run ();
}
