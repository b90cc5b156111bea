#include <string.h>

#include "gs-error.h"
#include "gs-export.h"
#include "gs-import.h"
#include "gs-test-folder.h"
#include "gs-test-locale.h"

typedef struct
{
  const char *name; /* of the test */
  const char *file; /* name of the file */
  const char *text;
  const char *expected; /* literal, or a part of the message when code is set */
  int code;
} Case;

#define MM "%%MatrixMarket matrix "

static const Case cases[] = {
  /* Case 24: Matrix Market. */
  { "array-is-column-major", "a.mtx", MM "array real general\n2 3\n1\n2\n3\n4\n5\n6\n", "[1 3 5; 2 4 6]", 0 },
  { "coordinate", "a.mtx", MM "coordinate real general\n2 3 2\n1 1 1.5\n2 3 -2\n", "[1.5 0 0; 0 0 -2]", 0 },
  { "spaces-crlf-blank-comments", "a.mtx",
    "\r\n  " MM
    "  coordinate  integer general\r\n% one\r\n%\r\n\r\n   2 2   1\r\n\r\n  % two\r\n  2 1   7  \r\n\r\n",
    "[0 0; 7 0]", 0 },
  { "case-of-words", "a.mtx", "%%matrixmarket MATRIX Array REAL General\n1 1\n5\n", "[5]", 0 },
  { "pattern", "a.mtx", MM "coordinate pattern general\n2 2 2\n1 2\n2 1\n", "[0 1; 1 0]", 0 },
  { "symmetric", "a.mtx", MM "coordinate real symmetric\n2 2 2\n1 1 3\n2 1 4\n", "[3 4; 4 0]", 0 },
  { "skew", "a.mtx", MM "coordinate real skew-symmetric\n2 2 1\n2 1 4\n", "[0 -4; 4 0]", 0 },
  { "array-symmetric", "a.mtx", MM "array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", "[1 2 3; 2 4 5; 3 5 6]",
    0 },
  { "array-skew", "a.mtx", MM "array real skew-symmetric\n3 3\n1\n2\n3\n", "[0 -1 -2; 1 0 -3; 2 3 0]", 0 },
  { "minus-zero", "a.mtx", MM "coordinate real general\n1 2 1\n1 1 -0.0\n", "[-0.0 0]", 0 },
  { "repeated-place", "a.mtx", MM "coordinate real general\n1 1 2\n1 1 2\n1 1 3\n", "[5]", 0 },
  { "too-few", "a.mtx", MM "coordinate real general\n2 2 3\n1 1 1\n2 2 2 \n     ",
    "line 5: the file ends after 2 of 3 entries", GS_IO_ERROR_TRUNCATED },
  { "too-many", "a.mtx", MM "coordinate real general\n2 2 1\n1 1 1\n2 2 2\n",
    "line 4: an entry more than the 1", GS_IO_ERROR_SYNTAX },
  { "outside", "a.mtx", MM "coordinate real general\n2 2 1\n3 1 1\n",
    "line 3: row 3, column 1 lies outside of 2 × 2", GS_IO_ERROR_SYNTAX },
  { "zero-based", "a.mtx", MM "coordinate real general\n2 2 1\n0 1 1\n",
    "line 3: row 0, column 1 lies outside", GS_IO_ERROR_SYNTAX },
  { "complex", "a.mtx", MM "coordinate complex general\n1 1 1\n1 1 1 2\n", "complex numbers (complex)",
    GS_IO_ERROR_TYPE },
  { "hermitian", "a.mtx", MM "coordinate real hermitian\n1 1 1\n1 1 1\n", "complex numbers (hermitian)",
    GS_IO_ERROR_TYPE },
  { "misspelt", "a.mtx", MM "coordinat real general\n1 1 1\n",
    "line 1: unknown format “coordinat”; did you mean “coordinate”?", GS_IO_ERROR_SYNTAX },
  { "no-banner", "a.mtx", "1 1 1\n", "begins with %%MatrixMarket", GS_IO_ERROR_SYNTAX },
  { "no-sizes", "a.mtx", MM "array real general\n% nothing\n", "ends before the line of sizes",
    GS_IO_ERROR_TRUNCATED },
  { "not-square", "a.mtx", MM "array real symmetric\n2 3\n1\n", "is not square", GS_IO_ERROR_SYNTAX },
  { "bad-value", "a.mtx", MM "array real general\n1 1\nx\n", "line 3: “x” is not a number",
    GS_IO_ERROR_SYNTAX },
  { "announces-too-much", "a.mtx", MM "array real general\n100000 100000\n1\n", "cannot hold them",
    GS_IO_ERROR_TRUNCATED },
  { "sparse-bomb", "a.mtx", MM "coordinate real general\n100000 100000 1\n1 1 1\n",
    "a sparse file may stand for at most", GS_IO_ERROR_SIZE },
  { "sizes-overflow", "a.mtx",
    MM "coordinate real general\n9223372036854775807 9223372036854775807 1\n1 1 1\n",
    "a sparse file may stand for at most", GS_IO_ERROR_SIZE },

  { "csv", "a.csv", "1,2\r\n3,4\r\n", "[1 2; 3 4]", 0 },
  { "csv-with-semicolons", "a.csv", "1,5;2\n3;4,25\n", "[1.5 2; 3 4.25]", 0 },
  { "tsv", "a.tsv", "1\t2\n3\t4\n", "[1 2; 3 4]", 0 },
  { "literal", "a.txt", "[1 2; 3 4]\n", "[1 2; 3 4]", 0 },
  { "ambiguous-text", "a.txt", "1,234\n", "“1,234” can mean", GS_IO_ERROR_AMBIGUOUS },
  { "empty-file", "a.txt", "", "there is no number in the text", GS_IO_ERROR_SYNTAX },
  { "not-npy", "a.npy", "this is text", "does not begin like a .npy file", GS_IO_ERROR_SYNTAX },
  { "not-npz", "a.npz", "this is text", "does not begin like a .npz archive", GS_IO_ERROR_SYNTAX },
};

static GsMatrix *
import_bytes (const char *name, const void *bytes, gssize n_bytes, GsImportInfo *info, GError **error)
{
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = gs_test_folder_write (folder, name, bytes, n_bytes);
  GsMatrix *matrix = gs_import_file (file, NULL, GS_DECIMAL_AUTO, info, NULL, error);
  gs_test_folder_remove (folder);
  return matrix;
}

static void
check_part (const GError *error, const char *part)
{
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not hold “%s”", error->message, part);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) matrix = import_bytes (c->file, c->text, -1, NULL, &error);
  if (c->code == 0)
    {
      g_assert_no_error (error);
      g_autofree char *text = gs_export_literal (matrix);
      g_assert_cmpstr (text, ==, c->expected);
      return;
    }
  g_assert_null (matrix);
  g_assert_error (error, GS_IO_ERROR, c->code);
  check_part (error, c->expected);
}

/* Case 23, what NumPy itself would not write. */
static void
check_npy (const char *header, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n = strlen (header);
  guint8 length[2] = { (guint8)(n & 0xff), (guint8)(n >> 8) };
  g_byte_array_append (bytes, (const guint8 *)"\x93NUMPY\x01\x00", 8);
  g_byte_array_append (bytes, length, 2);
  g_byte_array_append (bytes, (const guint8 *)header, (guint)n);
  g_autoptr (GsMatrix) matrix = import_bytes ("x.npy", bytes->data, bytes->len, NULL, &error);
  g_assert_null (matrix);
  check_part (error, part);
}

static void
test_npy_headers (void)
{
  check_npy ("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 2), }",
             "more than 2⁶³ bytes");
  check_npy ("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000), }", "cut off at offset");
  check_npy ("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
             "does not fit in 64 bits");
  check_npy ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "a size is expected");
  check_npy ("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,), }", "True or False is expected");
  check_npy ("{'descr': '<f4', 'shape': (1,), }", "must all be there");
  check_npy ("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "given twice");
  check_npy ("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}", "only the keys");
  check_npy ("{'descr': '<q9', 'fortran_order': False, 'shape': (1,)}", "a type that is not known (<q9)");
  check_npy ("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + system('x')", "nothing may follow");
  check_npy ("{'descr': '"
             "fffffffffffffffffffffffffffffffff"
             "'}",
             "too long");
  check_npy ("", "“{” is expected");
}

static void
test_npy_version (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) matrix = import_bytes ("x.npy", "\x93NUMPY\x04\x00\x00\x00\x00\x00", 12, NULL, &error);
  g_assert_null (matrix);
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_VERSION);
  check_part (error, "version 4.0");
}

static void
test_missing_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/a.csv");
  g_assert_null (gs_import_file (file, NULL, GS_DECIMAL_AUTO, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_directory (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_assert_null (gs_import_file (folder, NULL, GS_DECIMAL_AUTO, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  gs_test_folder_remove (folder);
}

static void
test_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = gs_test_folder_write (folder, "a.csv", "1,2,3", -1);
  g_autoptr (GsMatrix) matrix = gs_matrix_new (1, 1, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (gs_import_file (file, NULL, GS_DECIMAL_AUTO, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (gs_export_file (matrix, file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_autofree char *text = NULL;
  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, "1,2,3");
  g_assert_cmpuint (gs_test_folder_count (folder), ==, 1);
  gs_test_folder_remove (folder);
}

/* A small file cannot stand for more than the bound. */
static void
test_expanded_bound (void)
{
  g_autoptr (GError) error = NULL;
  gs_import_set_max_expanded (3);
  g_autoptr (GsMatrix) matrix
      = import_bytes ("a.mtx", MM "coordinate real general\n2 2 1\n1 1 1\n", -1, NULL, &error);
  gs_import_set_max_expanded (0);
  g_assert_null (matrix);
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE);
}

/* Every float32 of a set of awkward ones, through every format and back. */
static void
test_round_trip (void)
{
  static const char *const names[] = { "a.npy", "a.csv", "a.tsv", "a.txt", "a.mtx" };
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GsMatrix) matrix = gs_matrix_new (64, 97, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  for (gint64 i = 0; i < 64 * 97; i++)
    {
      guint32 bits = i % 8 == 0 ? (guint32)i << 28 | (guint32)i % 9 : g_rand_int (random);
      /* Text keeps no NaN payload. */
      if ((bits & 0x7f800000) == 0x7f800000 && (bits & 0x7fffff) != 0)
        bits = 0x7fc00000;
      memcpy (&matrix->data[i], &bits, sizeof bits);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      GsImportInfo info;
      g_autoptr (GFile) file = g_file_get_child (folder, names[i]);
      g_assert_true (gs_export_file (matrix, file, NULL, &error));
      g_autoptr (GsMatrix) read = gs_import_file (file, NULL, GS_DECIMAL_AUTO, &info, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (gs_matrix_bits_equal (matrix, read));
      g_assert_cmpint (info.n_changed, ==, 0);
      gs_import_info_clear (&info);
    }
  gs_test_folder_remove (folder);
}

/* The texts are the same bytes whatever the locale. */
static void
test_text_bytes (void)
{
  const float values[] = { 0.5f, -0.0f, 1e-45f, 16777216.0f };
  g_autoptr (GsMatrix) matrix = gs_matrix_new_copy_data (2, 2, values);
  g_autofree char *literal = gs_export_literal (matrix), *csv = gs_export_delimited (matrix, ',');
  g_assert_cmpstr (literal, ==, "[0.5 -0.0; 1e-45 16777216]");
  g_assert_cmpstr (csv, ==, "0.5,-0.0\n1e-45,16777216\n");
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/import-file/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/import-file/npy-headers", test_npy_headers);
  g_test_add_func ("/import-file/npy-version", test_npy_version);
  g_test_add_func ("/import-file/missing-file", test_missing_file);
  g_test_add_func ("/import-file/directory", test_directory);
  g_test_add_func ("/import-file/cancelled", test_cancelled);
  g_test_add_func ("/import-file/expanded-bound", test_expanded_bound);
  g_test_add_func ("/import-file/round-trip", test_round_trip);
  g_test_add_func ("/import-file/text-bytes", test_text_bytes);
  return g_test_run ();
}
