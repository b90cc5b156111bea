#pragma once

#include "gs-source.h"

G_BEGIN_DECLS

/* Changes of a typed matrix as a grid editor makes them. The matrix given stays
 * as it is, for undo; each function returns a new one, or NULL with @error
 * (GS_CORE_ERROR) when it would be empty, or larger than memory or
 * GS_MATRIX_EDIT_MAX. */

/* Elements: each change makes a matrix anew, keeps the one before for undo, and
 * writes the new one into the session that is kept aside. 2048 × 2048. */
#define GS_MATRIX_EDIT_MAX ((gint64)1 << 22)

/* A rectangle of elements; all of it inside its matrix unless said otherwise. */
typedef struct
{
  gint64 row, column; /* upper left */
  gint64 n_rows, n_columns;
} GsRange;

typedef enum
{
  GS_AXIS_ROWS,
  GS_AXIS_COLUMNS,
} GsAxis;

GsMatrix *gs_matrix_edit_cell (const GsMatrix *self, gint64 row, gint64 column, float value, GError **error);

/* Keeps what fits at the upper left; new elements are 0. */
GsMatrix *gs_matrix_edit_resize (const GsMatrix *self, gint64 m, gint64 n, GError **error);
GsMatrix *gs_matrix_edit_transpose (const GsMatrix *self, GError **error);

/* @n rows or columns of zeros before index @at (0 … size). */
GsMatrix *gs_matrix_edit_insert (const GsMatrix *self, GsAxis axis, gint64 at, gint64 n, GError **error);
/* Takes out @n rows or columns from index @at; one must stay. */
GsMatrix *gs_matrix_edit_delete (const GsMatrix *self, GsAxis axis, gint64 at, gint64 n, GError **error);

GsMatrix *gs_matrix_edit_fill (const GsMatrix *self, const GsRange *range, float value, GError **error);
/* The range gets what @source gives for a matrix of its size: for the identity
 * ones from its own upper left corner, for 0, 1, 2, … its own rows. */
GsMatrix *
gs_matrix_edit_generate (const GsMatrix *self, const GsRange *range, const GsSource *source, GError **error);

/* Writes @block with its upper left at (@row, @column) inside; the matrix grows
 * where the block goes beyond it, with zeros elsewhere. */
GsMatrix *
gs_matrix_edit_paste (const GsMatrix *self, gint64 row, gint64 column, const GsMatrix *block, GError **error);

/* The elements of @range as a matrix, for copying. */
GsMatrix *gs_matrix_edit_part (const GsMatrix *self, const GsRange *range, GError **error);

G_END_DECLS
