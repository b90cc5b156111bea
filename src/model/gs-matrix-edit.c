#include "gs-matrix-edit.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-error.h"
#include "gs-format.h"

/* Copies @n_rows × @n_columns elements between places in two matrices. */
static void
copy_block (GsMatrix *to,
            gint64 to_row,
            gint64 to_column,
            const GsMatrix *from,
            gint64 from_row,
            gint64 from_column,
            gint64 n_rows,
            gint64 n_columns)
{
  if (n_columns <= 0)
    return;
  for (gint64 i = 0; i < n_rows; i++)
    memcpy (to->data + (to_row + i) * to->n + to_column, from->data + (from_row + i) * from->n + from_column,
            n_columns * sizeof (float));
}

static gboolean
range_is_inside (const GsMatrix *self, const GsRange *range)
{
  return range->row >= 0 && range->column >= 0 && range->n_rows > 0 && range->n_columns > 0
         && range->n_rows <= self->m - range->row && range->n_columns <= self->n - range->column;
}

static gboolean
check_not_empty (gint64 m, gint64 n, GError **error)
{
  if (m > 0 && n > 0)
    return TRUE;
  g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
               _ ("A typed matrix of %" PRId64 " × %" PRId64
                  " would have no elements; keep at least one row and one column."),
               m, n);
  return FALSE;
}

/* Whether a sheet of that size may be what a change makes. */
static gboolean
check_size (gint64 m, gint64 n, GError **error)
{
  g_autofree char *rows = NULL, *columns = NULL, *limit = NULL;

  if (m <= 0 || n <= GS_MATRIX_EDIT_MAX / m)
    return TRUE;
  rows = gs_format_count (m);
  columns = gs_format_count (n);
  limit = gs_format_count (GS_MATRIX_EDIT_MAX);
  g_set_error (
      error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
      _ ("A matrix of %s × %s is larger than the %s elements that can be changed in a sheet; make it "
         "smaller first, or change it elsewhere and open the file."),
      rows, columns, limit);
  return FALSE;
}

/* Not filled. */
static GsMatrix *
new_edited (gint64 m, gint64 n, GError **error)
{
  return check_size (m, n, error) ? gs_matrix_new_uninitialised (m, n, error) : NULL;
}

/* Of zeros. */
static GsMatrix *
new_empty (gint64 m, gint64 n, GError **error)
{
  return check_size (m, n, error) ? gs_matrix_new (m, n, error) : NULL;
}

static GsMatrix *
copy_to_edit (const GsMatrix *self, GError **error)
{
  return check_size (self->m, self->n, error) ? gs_matrix_copy (self, error) : NULL;
}

GsMatrix *
gs_matrix_edit_cell (const GsMatrix *self, gint64 row, gint64 column, float value, GError **error)
{
  GsMatrix *edited;

  g_return_val_if_fail (row >= 0 && row < self->m && column >= 0 && column < self->n, NULL);

  edited = copy_to_edit (self, error);
  if (edited != NULL)
    gs_matrix_set (edited, row, column, value);
  return edited;
}

GsMatrix *
gs_matrix_edit_resize (const GsMatrix *self, gint64 m, gint64 n, GError **error)
{
  GsMatrix *edited;

  if (!check_not_empty (m, n, error))
    return NULL;
  edited = new_empty (m, n, error);
  if (edited != NULL)
    copy_block (edited, 0, 0, self, 0, 0, MIN (m, self->m), MIN (n, self->n));
  return edited;
}

GsMatrix *
gs_matrix_edit_transpose (const GsMatrix *self, GError **error)
{
  /* In tiles, so that the far side of a large matrix stays in the cache. */
  const gint64 tile = 32;
  GsMatrix *edited = new_edited (self->n, self->m, error);

  if (edited == NULL)
    return NULL;
  for (gint64 i0 = 0; i0 < self->m; i0 += tile)
    for (gint64 j0 = 0; j0 < self->n; j0 += tile)
      for (gint64 i = i0; i < MIN (i0 + tile, self->m); i++)
        for (gint64 j = j0; j < MIN (j0 + tile, self->n); j++)
          edited->data[j * self->m + i] = self->data[i * self->n + j];
  return edited;
}

GsMatrix *
gs_matrix_edit_insert (const GsMatrix *self, GsAxis axis, gint64 at, gint64 n, GError **error)
{
  const gint64 size = axis == GS_AXIS_ROWS ? self->m : self->n;
  GsMatrix *edited;

  g_return_val_if_fail (at >= 0 && at <= size && n > 0 && n <= G_MAXINT64 - size, NULL);

  edited = axis == GS_AXIS_ROWS ? new_empty (self->m + n, self->n, error)
                                : new_empty (self->m, self->n + n, error);
  if (edited == NULL)
    return NULL;
  if (axis == GS_AXIS_ROWS)
    {
      copy_block (edited, 0, 0, self, 0, 0, at, self->n);
      copy_block (edited, at + n, 0, self, at, 0, self->m - at, self->n);
    }
  else
    {
      copy_block (edited, 0, 0, self, 0, 0, self->m, at);
      copy_block (edited, 0, at + n, self, 0, at, self->m, self->n - at);
    }
  return edited;
}

GsMatrix *
gs_matrix_edit_delete (const GsMatrix *self, GsAxis axis, gint64 at, gint64 n, GError **error)
{
  const gint64 size = axis == GS_AXIS_ROWS ? self->m : self->n;
  const gint64 m_left = axis == GS_AXIS_ROWS ? self->m - n : self->m;
  const gint64 n_left = axis == GS_AXIS_COLUMNS ? self->n - n : self->n;
  GsMatrix *edited;

  g_return_val_if_fail (at >= 0 && n > 0 && n <= size - at, NULL);

  if (!check_not_empty (m_left, n_left, error))
    return NULL;
  edited = new_edited (m_left, n_left, error);
  if (edited == NULL)
    return NULL;
  if (axis == GS_AXIS_ROWS)
    {
      copy_block (edited, 0, 0, self, 0, 0, at, self->n);
      copy_block (edited, at, 0, self, at + n, 0, m_left - at, self->n);
    }
  else
    {
      copy_block (edited, 0, 0, self, 0, 0, self->m, at);
      copy_block (edited, 0, at, self, 0, at + n, self->m, n_left - at);
    }
  return edited;
}

GsMatrix *
gs_matrix_edit_fill (const GsMatrix *self, const GsRange *range, float value, GError **error)
{
  GsMatrix *edited;

  g_return_val_if_fail (range_is_inside (self, range), NULL);

  edited = copy_to_edit (self, error);
  if (edited == NULL)
    return NULL;
  for (gint64 i = range->row; i < range->row + range->n_rows; i++)
    for (gint64 j = range->column; j < range->column + range->n_columns; j++)
      gs_matrix_set (edited, i, j, value);
  return edited;
}

GsMatrix *
gs_matrix_edit_generate (const GsMatrix *self, const GsRange *range, const GsSource *source, GError **error)
{
  g_autoptr (GsMatrix) block = NULL;

  g_return_val_if_fail (range_is_inside (self, range), NULL);
  g_return_val_if_fail (source->kind != GS_SOURCE_VALUES, NULL);

  if (!check_size (self->m, self->n, error))
    return NULL;
  block = gs_source_realise (source, range->n_rows, range->n_columns, error);
  return block != NULL ? gs_matrix_edit_paste (self, range->row, range->column, block, error) : NULL;
}

GsMatrix *
gs_matrix_edit_paste (const GsMatrix *self, gint64 row, gint64 column, const GsMatrix *block, GError **error)
{
  GsMatrix *edited;

  g_return_val_if_fail (row >= 0 && row < self->m && column >= 0 && column < self->n, NULL);

  edited
      = gs_matrix_edit_resize (self, MAX (self->m, row + block->m), MAX (self->n, column + block->n), error);
  if (edited != NULL)
    copy_block (edited, row, column, block, 0, 0, block->m, block->n);
  return edited;
}

GsMatrix *
gs_matrix_edit_part (const GsMatrix *self, const GsRange *range, GError **error)
{
  GsMatrix *part;

  g_return_val_if_fail (range_is_inside (self, range), NULL);

  part = gs_matrix_new_uninitialised (range->n_rows, range->n_columns, error);
  if (part != NULL)
    copy_block (part, 0, 0, self, range->row, range->column, range->n_rows, range->n_columns);
  return part;
}
