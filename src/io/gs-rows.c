#include <inttypes.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-rows.h"

void
gs_rows_clear (GsRows *self)
{
  g_free (self->values);
  memset (self, 0, sizeof *self);
}

void
gs_rows_add (GsRows *self, float value)
{
  if (self->n_values == self->room)
    {
      self->room = MAX (64, self->room * 2);
      self->values = g_realloc_n (self->values, self->room, sizeof *self->values);
    }
  self->values[self->n_values++] = value;
  self->in_row++;
}

void
gs_rows_fail_ragged (gint64 row, gint64 n_numbers, gint64 n_columns, GError **error)
{
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
               g_dngettext (GETTEXT_PACKAGE,
                            "row %" PRId64 " has %" PRId64 " number where row 0 has %" PRId64
                            "; all rows must be as long (rows are counted from 0)",
                            "row %" PRId64 " has %" PRId64 " numbers where row 0 has %" PRId64
                            "; all rows must be as long (rows are counted from 0)",
                            (gulong)n_numbers),
               row, n_numbers, n_columns);
}

gboolean
gs_rows_end_row (GsRows *self, GError **error)
{
  if (self->rows == 0)
    self->columns = self->in_row;
  else if (self->in_row != self->columns)
    {
      gs_rows_fail_ragged (self->rows, self->in_row, self->columns, error);
      return FALSE;
    }
  self->rows++;
  self->in_row = 0;
  return TRUE;
}

GsMatrix *
gs_rows_take (GsRows *self, GsImportInfo *info, GError **error)
{
  GsMatrix *matrix = gs_matrix_new_uninitialised (self->rows, self->columns, error);
  if (matrix == NULL)
    return NULL;
  if (self->n_values > 0)
    memcpy (matrix->data, self->values, self->n_values * sizeof (float));
  gs_conversion_tell (&self->conversion, (gint64)self->n_values, info);
  return matrix;
}
