#pragma once

#include "gs-conversion.h"
#include "gs-matrix.h"

G_BEGIN_DECLS

/* A matrix that grows row by row while text is read. Its memory is a small
 * multiple of the text's: every value takes at least two characters. Internal
 * to this layer. */
typedef struct
{
  float *values;
  gsize n_values, room;
  gint64 rows, columns; /* of the rows that are whole */
  gint64 in_row;        /* values in the row under way */
  GsConversion conversion;
} GsRows;

void gs_rows_clear (GsRows *self);
void gs_rows_add (GsRows *self, float value);
/* Ends the row under way; an error naming it when it is longer or shorter than
 * the first. */
/* Says of a row, counted from 0 as in the sheet of cells, that it has another number of
 * numbers than the first one. */
void gs_rows_fail_ragged (gint64 row, gint64 n_numbers, gint64 n_columns, GError **error);
gboolean gs_rows_end_row (GsRows *self, GError **error);
/* The matrix; counts and notice of the conversion go to @info. */
GsMatrix *gs_rows_take (GsRows *self, GsImportInfo *info, GError **error);

G_END_DECLS
