#include "gs-cell-texts.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

struct _GsCellTexts
{
  int ref_count;
  GArray *cells; /* of GsCellText, by rows and columns; never empty */
};

/* Where a cell goes; FALSE when it goes away. */
typedef gboolean (*Move) (gint64 *row, gint64 *column, gconstpointer data);

static void
clear_cell (gpointer data)
{
  g_free (((GsCellText *)data)->text);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const GsCellText *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

static GArray *
new_cells (void)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (GsCellText));

  g_array_set_clear_func (cells, clear_cell);
  return cells;
}

/* Takes @cells. */
static GsCellTexts *
wrap (GArray *cells)
{
  GsCellTexts *self;

  if (cells->len == 0)
    {
      g_array_unref (cells);
      return NULL;
    }
  g_array_sort (cells, compare_places);
  self = g_new (GsCellTexts, 1);
  self->ref_count = 1;
  self->cells = cells;
  return self;
}

static void
add (GArray *cells, gint64 row, gint64 column, const char *text)
{
  const GsCellText cell = { row, column, g_strdup (text) };

  g_array_append_val (cells, cell);
}

static GsCellTexts *
map (const GsCellTexts *self, Move move, gconstpointer data)
{
  GArray *cells = new_cells ();

  for (guint i = 0; i < gs_cell_texts_count (self); i++)
    {
      GsCellText cell = *gs_cell_texts_get (self, i);

      if (move (&cell.row, &cell.column, data))
        add (cells, cell.row, cell.column, cell.text);
    }
  return wrap (cells);
}

GsCellTexts *
gs_cell_texts_new (const GsCellText *cells, guint n)
{
  GArray *sorted = new_cells ();
  GArray *kept = new_cells ();

  for (guint i = 0; i < n; i++)
    add (sorted, cells[i].row, cells[i].column, cells[i].text);
  /* Those of one place stay in their order. */
  g_array_sort (sorted, compare_places);
  for (guint i = 0; i < n; i++)
    {
      const GsCellText *cell = &g_array_index (sorted, GsCellText, i);

      if (i + 1 == n || compare_places (cell, cell + 1) != 0)
        add (kept, cell->row, cell->column, cell->text);
    }
  g_array_unref (sorted);
  return wrap (kept);
}

GsCellTexts *
gs_cell_texts_ref (GsCellTexts *self)
{
  if (self != NULL)
    g_atomic_int_inc (&self->ref_count);
  return self;
}

void
gs_cell_texts_unref (GsCellTexts *self)
{
  if (self == NULL || !g_atomic_int_dec_and_test (&self->ref_count))
    return;
  g_array_unref (self->cells);
  g_free (self);
}

gboolean
gs_cell_texts_equal (const GsCellTexts *a, const GsCellTexts *b)
{
  const guint n = gs_cell_texts_count (a);

  if (a == b)
    return TRUE;
  if (n != gs_cell_texts_count (b))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const GsCellText *x = gs_cell_texts_get (a, i), *y = gs_cell_texts_get (b, i);

      if (compare_places (x, y) != 0 || !g_str_equal (x->text, y->text))
        return FALSE;
    }
  return TRUE;
}

guint
gs_cell_texts_count (const GsCellTexts *self)
{
  return self != NULL ? self->cells->len : 0;
}

const GsCellText *
gs_cell_texts_get (const GsCellTexts *self, guint i)
{
  g_return_val_if_fail (i < gs_cell_texts_count (self), NULL);
  return &g_array_index (self->cells, GsCellText, i);
}

const char *
gs_cell_texts_find (const GsCellTexts *self, gint64 row, gint64 column)
{
  const GsCellText place = { row, column, NULL };
  guint i;

  if (self == NULL || !g_array_binary_search (self->cells, &place, compare_places, &i))
    return NULL;
  return gs_cell_texts_get (self, i)->text;
}

char *
gs_cell_texts_describe (const GsCellTexts *self, const char *name)
{
  const guint n = gs_cell_texts_count (self);
  const GsCellText *first = n > 0 ? gs_cell_texts_get (self, 0) : NULL;

  if (first == NULL)
    return NULL;
  /* Translators: number of cells, matrix, a text typed into the first, its row and column. */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u cell of %s holds no number: “%s” in row %" PRId64
                                       ", column %" PRId64 ". Until it is put right its old number counts.",
                                       "%u cells of %s hold no numbers, the first “%s” in row %" PRId64
                                       ", column %" PRId64
                                       ". Until they are put right their old numbers count.",
                                       n),
                          n, name, first->text, first->row, first->column);
}

static gboolean
is_elsewhere (gint64 *row, gint64 *column, gconstpointer data)
{
  const GsRange *range = data;

  return *row < range->row || *row >= range->row + range->n_rows || *column < range->column
         || *column >= range->column + range->n_columns;
}

GsCellTexts *
gs_cell_texts_put (const GsCellTexts *self, gint64 row, gint64 column, const char *text)
{
  const GsRange range = { row, column, 1, 1 };
  GArray *cells = new_cells ();

  for (guint i = 0; i < gs_cell_texts_count (self); i++)
    {
      GsCellText cell = *gs_cell_texts_get (self, i);

      if (is_elsewhere (&cell.row, &cell.column, &range))
        add (cells, cell.row, cell.column, cell.text);
    }
  if (text != NULL)
    add (cells, row, column, text);
  return wrap (cells);
}

GsCellTexts *
gs_cell_texts_fill (const GsCellTexts *self, const GsRange *range)
{
  g_return_val_if_fail (range != NULL, NULL);
  return map (self, is_elsewhere, range);
}

typedef struct
{
  GsAxis axis;
  gint64 at, n;
} Piece;

static gboolean
make_room (gint64 *row, gint64 *column, gconstpointer data)
{
  const Piece *piece = data;
  gint64 *index = piece->axis == GS_AXIS_ROWS ? row : column;

  if (*index >= piece->at)
    *index += piece->n;
  return TRUE;
}

GsCellTexts *
gs_cell_texts_insert (const GsCellTexts *self, GsAxis axis, gint64 at, gint64 n)
{
  return map (self, make_room, &(Piece){ axis, at, n });
}

static gboolean
close_up (gint64 *row, gint64 *column, gconstpointer data)
{
  const Piece *piece = data;
  gint64 *index = piece->axis == GS_AXIS_ROWS ? row : column;

  if (*index < piece->at)
    return TRUE;
  *index -= piece->n;
  return *index >= piece->at;
}

GsCellTexts *
gs_cell_texts_delete (const GsCellTexts *self, GsAxis axis, gint64 at, gint64 n)
{
  return map (self, close_up, &(Piece){ axis, at, n });
}

static gboolean
swap (gint64 *row, gint64 *column, gconstpointer data)
{
  const gint64 was = *row;

  *row = *column;
  *column = was;
  return TRUE;
}

GsCellTexts *
gs_cell_texts_transpose (const GsCellTexts *self)
{
  return map (self, swap, NULL);
}

static gboolean
is_inside (gint64 *row, gint64 *column, gconstpointer data)
{
  const gint64 *size = data;

  return *row >= 0 && *column >= 0 && *row < size[0] && *column < size[1];
}

GsCellTexts *
gs_cell_texts_resize (const GsCellTexts *self, gint64 m, gint64 n)
{
  return map (self, is_inside, (const gint64[]){ m, n });
}
