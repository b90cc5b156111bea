#pragma once

#include <gtk/gtk.h>

#include "gs-matrix.h"

G_BEGIN_DECLS

/* A matrix as a table of real labels between brackets, under its name. A large
 * one shows its corner and its last row and column, with dots between. */
#define GS_TYPE_MATRIX_GRID (gs_matrix_grid_get_type ())
G_DECLARE_FINAL_TYPE (GsMatrixGrid, gs_matrix_grid, GS, MATRIX_GRID, GtkBox)

/* @matrix NULL: not computed. @name as it stands in a formula ("A", "C");
 * NULL: no title. The
 * element (@marked_row, @marked_column) is marked; −1: none. Only the values
 * shown are copied. */
void gs_matrix_grid_show (
    GsMatrixGrid *self, const char *name, const GsMatrix *matrix, gint64 marked_row, gint64 marked_column);

/* A matrix of so many elements that only its size is shown. */
void gs_matrix_grid_show_large (GsMatrixGrid *self, const char *name, gint64 rows, gint64 columns);

/* A matrix whose values are not told: question marks. */
void gs_matrix_grid_show_unknown (GsMatrixGrid *self, const char *name, gint64 rows, gint64 columns);

/* How many of @size rows or columns are shown, dots included. */
int gs_matrix_grid_count_places (gint64 size);

/* Lights what a lesson points at in the matrix that is shown, for as long as it is
 * shown: an element, or with −1 in the place of the column (row) a whole row
 * (column); −1 for both: nothing. */
void gs_matrix_grid_light (GsMatrixGrid *self, gint64 row, gint64 column);

G_END_DECLS
