#pragma once

#include <gtk/gtk.h>

#include "gs-cell-texts.h"
#include "gs-import.h"

G_BEGIN_DECLS

/* A matrix as a sheet of cells with a cursor and a selected range; scrollable,
 * and drawn only where it is seen, so that any size is as fast as a small one.
 *
 * Keys: arrows, Page Up/Down, Home/End, with Ctrl to the edges and with Shift to
 * select; Tab and Enter to the next cell; F2 or any character to type; Escape to
 * leave the cell as it was; Ctrl+Tab out of the sheet. The keys of the actions
 * edit.copy, edit.cut, edit.paste and edit.clear, which an ancestor has.
 *
 * Signals, after which the owner sets the matrix or the texts anew: "typed" (row
 * gint64, column gint64, value double, notice string): a number was typed into a
 * cell; the notice, or NULL, says that float32 keeps another one. "mistyped" (row
 * gint64, column gint64, text string): text was typed that is no number. "moved":
 * cursor, selection or what is wrong in a cell changed. */
#define GS_TYPE_MATRIX_SHEET (gs_matrix_sheet_get_type ())
G_DECLARE_FINAL_TYPE (GsMatrixSheet, gs_matrix_sheet, GS, MATRIX_SHEET, GtkWidget)

/* @name as people know the matrix ("A"). Takes references; @texts (NULL: none) are
 * shown in the place of the numbers. */
void gs_matrix_sheet_set_matrix (GsMatrixSheet *self, const char *name, GsMatrix *matrix, GsCellTexts *texts);

void gs_matrix_sheet_get_cursor (GsMatrixSheet *self, gint64 *row, gint64 *column);
void gs_matrix_sheet_get_range (GsMatrixSheet *self, GsRange *range);
/* Selects @range, with the cursor at its upper left, and scrolls there. */
void gs_matrix_sheet_select (GsMatrixSheet *self, const GsRange *range);

/* Why the text in the cell under the cursor is no number, in a sentence to free;
 * NULL when there is none. @asks (may be NULL) becomes TRUE when saying what its
 * comma is would make it one. */
char *gs_matrix_sheet_dup_reason (GsMatrixSheet *self, gboolean *asks);
/* Takes that text as if it had been typed just now with @decimal said. */
void gs_matrix_sheet_take_text (GsMatrixSheet *self, GsDecimal decimal);

/* Takes what is being typed as if Enter had been pressed. */
void gs_matrix_sheet_commit (GsMatrixSheet *self);

G_END_DECLS
