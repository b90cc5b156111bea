#include "gs-cell-texts-json.h"

#include <inttypes.h>

/* Texts must go where the numbers of their cells go: every change is made on a
 * matrix that holds a mark in each cell with a text, and on the texts. */

#define MAX_SIZE 4

/* Texts in some of the cells: those whose bit is set in @mask. */
static GsCellTexts *
new_texts (gint64 m, gint64 n, guint mask)
{
  GsCellTexts *texts = NULL;

  for (gint64 i = m * n - 1; i >= 0; i--)
    if ((mask >> i & 1) != 0)
      {
        g_autoptr (GsCellTexts) before = texts;
        g_autofree char *text = g_strdup_printf ("text %d", (int)i + 1);

        texts = gs_cell_texts_put (before, i / n, i % n, text);
      }
  return texts;
}

static GsMatrix *
new_marks (gint64 m, gint64 n, guint mask)
{
  GsMatrix *matrix = gs_matrix_new (m, n, NULL);

  for (gint64 i = 0; i < m * n; i++)
    matrix->data[i] = (mask >> i & 1) != 0 ? (float)(i + 1) : 0;
  return matrix;
}

/* Takes both. */
static void
check (GsCellTexts *texts, GsMatrix *marks)
{
  guint n_marks = 0;

  for (gint64 row = 0; row < marks->m; row++)
    for (gint64 column = 0; column < marks->n; column++)
      {
        const float mark = gs_matrix_get (marks, row, column);
        g_autofree char *expected = mark != 0 ? g_strdup_printf ("text %d", (int)mark) : NULL;

        n_marks += mark != 0;
        g_assert_cmpstr (gs_cell_texts_find (texts, row, column), ==, expected);
      }
  g_assert_cmpuint (gs_cell_texts_count (texts), ==, n_marks);
  g_assert_true ((texts == NULL) == (n_marks == 0));
  gs_cell_texts_unref (texts);
  gs_matrix_unref (marks);
}

static void
check_lines (const GsCellTexts *texts, const GsMatrix *marks, GsAxis axis)
{
  const gint64 size = axis == GS_AXIS_ROWS ? marks->m : marks->n;

  for (gint64 at = 0; at <= size; at++)
    for (gint64 n = 1; n <= 2; n++)
      {
        check (gs_cell_texts_insert (texts, axis, at, n), gs_matrix_edit_insert (marks, axis, at, n, NULL));
        if (at + n <= size && n < size)
          check (gs_cell_texts_delete (texts, axis, at, n), gs_matrix_edit_delete (marks, axis, at, n, NULL));
      }
}

static void
check_ranges (const GsCellTexts *texts, const GsMatrix *marks)
{
  for (gint64 i = 0; i < marks->m; i++)
    for (gint64 j = 0; j < marks->n; j++)
      {
        const GsRange range = { i, j, marks->m - i, (marks->n - j + 1) / 2 };

        check (gs_cell_texts_fill (texts, &range), gs_matrix_edit_fill (marks, &range, 0, NULL));
      }
}

static void
test_texts_go_with_their_cells (void)
{
  for (gint64 m = 1; m <= MAX_SIZE; m++)
    for (gint64 n = 1; n <= MAX_SIZE; n++)
      for (guint i = 0; i < 40; i++)
        {
          const guint mask = i * 2654435761u & ((1u << (m * n)) - 1);
          g_autoptr (GsCellTexts) texts = new_texts (m, n, mask);
          g_autoptr (GsCellTexts) untouched = new_texts (m, n, mask);
          g_autoptr (GsMatrix) marks = new_marks (m, n, mask);

          check_lines (texts, marks, GS_AXIS_ROWS);
          check_lines (texts, marks, GS_AXIS_COLUMNS);
          check_ranges (texts, marks);
          check (gs_cell_texts_transpose (texts), gs_matrix_edit_transpose (marks, NULL));
          check (gs_cell_texts_resize (texts, n, m), gs_matrix_edit_resize (marks, n, m, NULL));
          g_assert_true (gs_cell_texts_equal (texts, untouched));
        }
}

static void
test_put_and_take_away (void)
{
  g_autoptr (GsCellTexts) one = gs_cell_texts_put (NULL, 2, 3, "abc");
  g_autoptr (GsCellTexts) other = gs_cell_texts_put (one, 2, 3, "1,234");
  g_autoptr (GsCellTexts) two = gs_cell_texts_put (one, 0, 7, "x");

  g_assert_cmpstr (gs_cell_texts_find (one, 2, 3), ==, "abc");
  g_assert_cmpstr (gs_cell_texts_find (other, 2, 3), ==, "1,234");
  g_assert_false (gs_cell_texts_equal (one, other));
  g_assert_false (gs_cell_texts_equal (one, two));
  g_assert_false (gs_cell_texts_equal (one, NULL));
  g_assert_cmpstr (gs_cell_texts_get (two, 0)->text, ==, "x");
  g_assert_cmpstr (gs_cell_texts_get (two, 1)->text, ==, "abc");
  g_assert_null (gs_cell_texts_put (one, 2, 3, NULL));
  g_assert_null (gs_cell_texts_find (NULL, 0, 0));
}

static void
test_sentence (void)
{
  g_autoptr (GsCellTexts) one = gs_cell_texts_put (NULL, 2, 3, "abc");
  g_autoptr (GsCellTexts) two = gs_cell_texts_put (one, 0, 7, "x");
  g_autofree char *of_one = gs_cell_texts_describe (one, "A");
  g_autofree char *of_two = gs_cell_texts_describe (two, "B");

  g_assert_cmpstr (of_one, ==,
                   "1 cell of A holds no number: “abc” in row 2, column 3. Until it is put right its old "
                   "number counts.");
  g_assert_cmpstr (of_two, ==,
                   "2 cells of B hold no numbers, the first “x” in row 0, column 7. Until they are put "
                   "right their old numbers count.");
  g_assert_null (gs_cell_texts_describe (NULL, "A"));
}

static void
test_json (void)
{
  static const char *const foreign[] = {
    "[]",
    "{}",
    "5",
    "[5]",
    "[[0, 0]]",
    "[[0, 0, 5]]",
    "[[0, 1.5, \"x\"]]",
    "[[-1, 0, \"x\"]]",
    "[[4, 0, \"x\"]]",
    "[[0, 6, \"x\"]]",
    "[[9223372036854775807, 0, \"x\"]]",
    "[[\"0\", 0, \"x\"]]",
  };
  g_autoptr (GsCellTexts) one = gs_cell_texts_put (NULL, 3, 5, "½ “no”\t\"");
  g_autoptr (GsCellTexts) texts = gs_cell_texts_put (one, 0, 0, "");
  g_autoptr (JsonNode) node = gs_cell_texts_to_json (texts);
  g_autoptr (GsCellTexts) read = gs_cell_texts_from_json (node, 4, 6);
  g_autoptr (GsCellTexts) part = gs_cell_texts_from_json (node, 3, 6);

  g_assert_true (gs_cell_texts_equal (texts, read));
  g_assert_cmpuint (gs_cell_texts_count (part), ==, 1);
  g_assert_null (gs_cell_texts_from_json (NULL, 4, 6));
  for (gsize i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autoptr (JsonNode) from = json_from_string (foreign[i], NULL);

      g_assert_null (gs_cell_texts_from_json (from, 4, 6));
    }
}

/* As many as somebody may have, none of them lost; of two for one place the later counts. */
static void
test_many_from_json (void)
{
  const gint64 m = 300, n = 100;
  GString *json = g_string_new ("[[7, 8, \"earlier\"]");
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GsCellTexts) texts = NULL;

  for (gint64 i = m * n - 1; i >= 0; i--)
    g_string_append_printf (json, ", [%" PRId64 ", %" PRId64 ", \"%" PRId64 "?\"]", i / n, i % n, i);
  text = g_string_free (g_string_append_c (json, ']'), FALSE);
  node = json_from_string (text, NULL);
  texts = gs_cell_texts_from_json (node, m, n);
  g_assert_cmpuint (gs_cell_texts_count (texts), ==, m * n);
  g_assert_cmpstr (gs_cell_texts_find (texts, 0, 0), ==, "0?");
  g_assert_cmpstr (gs_cell_texts_find (texts, 7, 8), ==, "708?");
  g_assert_cmpstr (gs_cell_texts_find (texts, m - 1, n - 1), ==, "29999?");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/cell-texts/go-with-their-cells", test_texts_go_with_their_cells);
  g_test_add_func ("/model/cell-texts/put-and-take-away", test_put_and_take_away);
  g_test_add_func ("/model/cell-texts/sentence", test_sentence);
  g_test_add_func ("/model/cell-texts/json", test_json);
  g_test_add_func ("/model/cell-texts/many-from-json", test_many_from_json);
  return g_test_run ();
}
