#pragma once

#include <gtk/gtk.h>

#include "gs-matrix-edit.h"

G_BEGIN_DECLS

/* A matrix as a sheet of cells with a cursor and a selected range; scrollable,
 * and drawn only where it is seen, so that any size is as fast as a small one.
 *
 * Keys: arrows, Page Up/Down, Home/End, with Ctrl to the edges and with Shift to
 * select; Tab and Enter to the next cell; F2 or any character to type; Escape to
 * leave the cell as it was; Ctrl+Tab out of the sheet. The keys of the actions
 * edit.copy, edit.cut, edit.paste and edit.clear, which an ancestor has.
 *
 * Signals: "typed" (row gint64, column gint64, value double): a number was typed
 * into a cell; the owner changes the matrix. "moved": cursor, selection or what
 * is wrong in a cell changed. */
#define GS_TYPE_MATRIX_SHEET (gs_matrix_sheet_get_type ())
G_DECLARE_FINAL_TYPE (GsMatrixSheet, gs_matrix_sheet, GS, MATRIX_SHEET, GtkWidget)

GtkWidget *gs_matrix_sheet_new (void);

/* @name as people know the matrix ("A"). Takes a reference; cursor and text that
 * could not be read stay while the size does. */
void gs_matrix_sheet_set_matrix (GsMatrixSheet *self, const char *name, GsMatrix *matrix);

void gs_matrix_sheet_get_cursor (GsMatrixSheet *self, gint64 *row, gint64 *column);
void gs_matrix_sheet_get_range (GsMatrixSheet *self, GsRange *range);
/* Selects @range, with the cursor at its upper left, and scrolls there. */
void gs_matrix_sheet_select (GsMatrixSheet *self, const GsRange *range);

/* Why the text in the cell under the cursor is not its value; NULL when it is. */
const char *gs_matrix_sheet_get_reason (GsMatrixSheet *self);

/* Takes what is being typed as if Enter had been pressed. */
void gs_matrix_sheet_commit (GsMatrixSheet *self);

G_END_DECLS
