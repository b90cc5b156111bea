#include "gs-matrix-edit.h"

#include <locale.h>
#include <string.h>

#include "gs-error.h"

/* Each operation against its definition, element by element, over all small
 * shapes that differ in rows and columns. */

#define MAX_SIZE 5

/* Elements that name their place, and a minus zero that must keep its sign. */
static GsMatrix *
new_numbered (gint64 m, gint64 n)
{
  GsMatrix *matrix = gs_matrix_new (m, n, NULL);

  for (gint64 i = 0; i < m; i++)
    for (gint64 j = 0; j < n; j++)
      gs_matrix_set (matrix, i, j, i == 0 && j == 0 ? -0.0f : (float)(100 * i + j + 1));
  return matrix;
}

/* What stands in @original at (@row, @column); 0 outside. */
static float
peek (const GsMatrix *original, gint64 row, gint64 column)
{
  return row >= 0 && row < original->m && column >= 0 && column < original->n
             ? gs_matrix_get (original, row, column)
             : 0.0f;
}

static void
assert_same (const GsMatrix *edited, const GsMatrix *expected)
{
  g_assert_nonnull (edited);
  g_assert_cmpint (edited->m, ==, expected->m);
  g_assert_cmpint (edited->n, ==, expected->n);
  g_assert_true (gs_matrix_bits_equal (edited, expected));
}

typedef void (*ShapeTest) (const GsMatrix *original);

static void
for_shapes (gconstpointer data)
{
  for (gint64 m = 1; m <= MAX_SIZE; m++)
    for (gint64 n = 1; n <= MAX_SIZE; n++)
      {
        g_autoptr (GsMatrix) original = new_numbered (m, n);
        g_autoptr (GsMatrix) untouched = new_numbered (m, n);

        ((ShapeTest)data) (original);
        assert_same (original, untouched);
      }
}

static void
check_resize (const GsMatrix *original)
{
  for (gint64 m = 1; m <= MAX_SIZE + 2; m++)
    for (gint64 n = 1; n <= MAX_SIZE + 2; n++)
      {
        g_autoptr (GsMatrix) expected = gs_matrix_new (m, n, NULL);
        g_autoptr (GsMatrix) edited = gs_matrix_edit_resize (original, m, n, NULL);

        for (gint64 i = 0; i < m; i++)
          for (gint64 j = 0; j < n; j++)
            gs_matrix_set (expected, i, j, peek (original, i, j));
        assert_same (edited, expected);
      }
}

static void
check_transpose (const GsMatrix *original)
{
  g_autoptr (GsMatrix) expected = gs_matrix_new (original->n, original->m, NULL);
  g_autoptr (GsMatrix) edited = gs_matrix_edit_transpose (original, NULL);

  for (gint64 i = 0; i < original->m; i++)
    for (gint64 j = 0; j < original->n; j++)
      gs_matrix_set (expected, j, i, gs_matrix_get (original, i, j));
  assert_same (edited, expected);
}

static void
test_transpose_large (void)
{
  g_autoptr (GsMatrix) original = new_numbered (67, 130);

  check_transpose (original);
}

static void
check_insert (const GsMatrix *original)
{
  for (int axis = GS_AXIS_ROWS; axis <= GS_AXIS_COLUMNS; axis++)
    for (gint64 at = 0; at <= (axis == GS_AXIS_ROWS ? original->m : original->n); at++)
      for (gint64 n = 1; n <= 3; n++)
        {
          const gint64 rows = original->m + (axis == GS_AXIS_ROWS ? n : 0);
          const gint64 columns = original->n + (axis == GS_AXIS_COLUMNS ? n : 0);
          g_autoptr (GsMatrix) expected = gs_matrix_new (rows, columns, NULL);
          g_autoptr (GsMatrix) edited = gs_matrix_edit_insert (original, axis, at, n, NULL);

          for (gint64 i = 0; i < rows; i++)
            for (gint64 j = 0; j < columns; j++)
              {
                const gint64 along = axis == GS_AXIS_ROWS ? i : j;
                const gint64 shift = along < at ? 0 : n;

                if (along < at || along >= at + n)
                  gs_matrix_set (expected, i, j,
                                 axis == GS_AXIS_ROWS ? gs_matrix_get (original, i - shift, j)
                                                      : gs_matrix_get (original, i, j - shift));
              }
          assert_same (edited, expected);
        }
}

static void
check_delete (const GsMatrix *original)
{
  for (int axis = GS_AXIS_ROWS; axis <= GS_AXIS_COLUMNS; axis++)
    {
      const gint64 size = axis == GS_AXIS_ROWS ? original->m : original->n;

      for (gint64 at = 0; at < size; at++)
        for (gint64 n = 1; n <= size - at; n++)
          {
            g_autoptr (GError) error = NULL;
            g_autoptr (GsMatrix) edited = gs_matrix_edit_delete (original, axis, at, n, &error);

            if (n == size)
              {
                g_assert_null (edited);
                g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE);
                continue;
              }
            g_assert_no_error (error);
            for (gint64 i = 0; i < edited->m; i++)
              for (gint64 j = 0; j < edited->n; j++)
                {
                  const gint64 row = axis == GS_AXIS_ROWS && i >= at ? i + n : i;
                  const gint64 column = axis == GS_AXIS_COLUMNS && j >= at ? j + n : j;
                  const float found = gs_matrix_get (edited, i, j);

                  g_assert_cmpfloat (found, ==, gs_matrix_get (original, row, column));
                }
            g_assert_cmpint (gs_matrix_elements (edited), ==,
                             gs_matrix_elements (original) / size * (size - n));
          }
    }
}

/* Every range of every shape, against @value_at (row, column) within the range. */
static void
check_ranges (const GsMatrix *original,
              const GsSource *source,
              float (*value_at) (const GsRange *, gint64, gint64))
{
  for (gint64 row = 0; row < original->m; row++)
    for (gint64 column = 0; column < original->n; column++)
      for (gint64 n_rows = 1; n_rows <= original->m - row; n_rows++)
        for (gint64 n_columns = 1; n_columns <= original->n - column; n_columns++)
          {
            const GsRange range = { row, column, n_rows, n_columns };
            g_autoptr (GsMatrix) expected = gs_matrix_copy (original, NULL);
            g_autoptr (GsMatrix) edited = source != NULL
                                              ? gs_matrix_edit_generate (original, &range, source, NULL)
                                              : gs_matrix_edit_fill (original, &range, 2.5f, NULL);

            for (gint64 i = 0; i < n_rows; i++)
              for (gint64 j = 0; j < n_columns; j++)
                gs_matrix_set (expected, row + i, column + j, value_at (&range, i, j));
            assert_same (edited, expected);
          }
}

static float
constant_at (const GsRange *range, gint64 i, gint64 j)
{
  return 2.5f;
}

static float
identity_at (const GsRange *range, gint64 i, gint64 j)
{
  return i == j ? 1.0f : 0.0f;
}

static float
iota_at (const GsRange *range, gint64 i, gint64 j)
{
  return (float)(i * range->n_columns + j);
}

static void
check_fill (const GsMatrix *original)
{
  g_autoptr (GsSource) identity = gs_source_new_generator (GS_SOURCE_EYE, 0);
  g_autoptr (GsSource) iota = gs_source_new_generator (GS_SOURCE_IOTA, 0);

  check_ranges (original, NULL, constant_at);
  check_ranges (original, identity, identity_at);
  check_ranges (original, iota, iota_at);
}

static void
test_seeded (void)
{
  g_autoptr (GsMatrix) original = new_numbered (6, 7);
  const GsRange range = { 1, 2, 4, 3 };

  for (GsSourceKind kind = GS_SOURCE_RANDOM; kind <= GS_SOURCE_NORMAL; kind++)
    {
      g_autoptr (GsSource) source = gs_source_new_generator (kind, 7);
      g_autoptr (GsSource) other = gs_source_new_generator (kind, 8);
      g_autoptr (GsMatrix) first = gs_matrix_edit_generate (original, &range, source, NULL);
      g_autoptr (GsMatrix) again = gs_matrix_edit_generate (original, &range, source, NULL);
      g_autoptr (GsMatrix) different = gs_matrix_edit_generate (original, &range, other, NULL);
      g_autoptr (GsMatrix) block = gs_source_realise (source, range.n_rows, range.n_columns, NULL);
      g_autoptr (GsMatrix) part = gs_matrix_edit_part (first, &range, NULL);

      assert_same (first, again);
      g_assert_false (gs_matrix_bits_equal (first, different));
      assert_same (part, block);
    }
}

static void
check_paste (const GsMatrix *original)
{
  for (gint64 row = 0; row < original->m; row++)
    for (gint64 column = 0; column < original->n; column++)
      for (gint64 m = 1; m <= 3; m++)
        for (gint64 n = 1; n <= 4; n++)
          {
            g_autoptr (GsMatrix) block = new_numbered (m, n);
            g_autoptr (GsMatrix) edited = gs_matrix_edit_paste (original, row, column, block, NULL);
            g_autoptr (GsMatrix) expected
                = gs_matrix_new (MAX (original->m, row + m), MAX (original->n, column + n), NULL);

            for (gint64 i = 0; i < expected->m; i++)
              for (gint64 j = 0; j < expected->n; j++)
                {
                  const gboolean covered = i >= row && i < row + m && j >= column && j < column + n;

                  gs_matrix_set (expected, i, j,
                                 covered ? gs_matrix_get (block, i - row, j - column)
                                         : peek (original, i, j));
                }
            assert_same (edited, expected);
          }
}

static void
check_cell (const GsMatrix *original)
{
  for (gint64 row = 0; row < original->m; row++)
    for (gint64 column = 0; column < original->n; column++)
      {
        g_autoptr (GsMatrix) edited = gs_matrix_edit_cell (original, row, column, -7.25f, NULL);
        g_autoptr (GsMatrix) expected = gs_matrix_copy (original, NULL);

        expected->data[row * original->n + column] = -7.25f;
        assert_same (edited, expected);
      }
}

static void
test_refused (void)
{
  g_autoptr (GsMatrix) original = new_numbered (2, 3);
  const gint64 huge = G_GINT64_CONSTANT (1) << 40;
  static const gint64 empty[][2] = { { 0, 3 }, { 2, 0 }, { 0, 0 }, { -1, 3 } };

  for (gsize i = 0; i < G_N_ELEMENTS (empty); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (gs_matrix_edit_resize (original, empty[i][0], empty[i][1], &error));
      g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE);
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (gs_matrix_edit_resize (original, huge, huge, &error));
    g_assert_nonnull (error);
  }
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (gs_matrix_edit_insert (original, GS_AXIS_ROWS, 1, huge, &error));
    g_assert_nonnull (error);
  }
}

/* Up to the limit, and smaller from beyond it. */
static void
test_largest (void)
{
  static const struct
  {
    gint64 m, n;
    gboolean accepted;
  } table[] = {
    { 1, GS_MATRIX_EDIT_MAX, TRUE }, { GS_MATRIX_EDIT_MAX + 1, 1, FALSE }, { 2049, 2048, FALSE }, { 7, 9, TRUE },
  };
  g_autoptr (GsMatrix) original = gs_matrix_new (2049, 2048, NULL);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsMatrix) edited = gs_matrix_edit_resize (original, table[i].m, table[i].n, NULL);

      g_assert_cmpint (edited != NULL, ==, table[i].accepted);
    }
  g_assert_null (gs_matrix_edit_cell (original, 0, 0, 1, &error));
  g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE);
  g_assert_nonnull (strstr (error->message, "2048"));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/matrix-edit/resize", check_resize, for_shapes);
  g_test_add_data_func ("/matrix-edit/transpose", check_transpose, for_shapes);
  g_test_add_func ("/matrix-edit/transpose-large", test_transpose_large);
  g_test_add_data_func ("/matrix-edit/insert", check_insert, for_shapes);
  g_test_add_data_func ("/matrix-edit/delete", check_delete, for_shapes);
  g_test_add_data_func ("/matrix-edit/fill", check_fill, for_shapes);
  g_test_add_func ("/matrix-edit/seeded", test_seeded);
  g_test_add_data_func ("/matrix-edit/paste", check_paste, for_shapes);
  g_test_add_data_func ("/matrix-edit/cell", check_cell, for_shapes);
  g_test_add_func ("/matrix-edit/refused", test_refused);
  g_test_add_func ("/matrix-edit/largest", test_largest);
  return g_test_run ();
}
