#pragma once

#include "gs-glyphs.h"
#include "gs-matrix-sheet.h"

G_BEGIN_DECLS

struct _GsMatrixSheet
{
  GtkWidget parent_instance;

  char *name;
  GsMatrix *matrix;   /* NULL at first */
  GsCellTexts *texts; /* of cells that hold no number; NULL: none */
  gint64 row, column; /* cursor */
  gint64 anchor_row, anchor_column;

  GtkAdjustment *hadjustment, *vadjustment;
  GsGlyphs *glyphs; /* NULL: to be made for the style */
  int cell_width, cell_height, header_width;

  GtkWidget *text;     /* shown over the cursor's cell while typing */
  gboolean typed_over; /* typing replaced the value: arrows leave the cell */
};

/* The parts of the sheet, one file each. */

/* Drawing; makes the glyphs and sizes for the present style. */
void gs_matrix_sheet_ensure_style (GsMatrixSheet *self);
void gs_matrix_sheet_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

/* Keys and pointer. */
void gs_matrix_sheet_add_input (GsMatrixSheet *self);

/* Typing into a cell. */
void gs_matrix_sheet_add_typing (GsMatrixSheet *self);
/* @text NULL: begin with what is in the cell. */
void gs_matrix_sheet_begin (GsMatrixSheet *self, const char *text);
gboolean gs_matrix_sheet_is_typing (GsMatrixSheet *self);

/* Moves the cursor, into the sheet; with @extend the range grows from its anchor. */
void gs_matrix_sheet_move (GsMatrixSheet *self, gint64 row, gint64 column, gboolean extend);
/* Moves it by @step along the rows, from the end of one to the start of the next, as Tab
 * does. FALSE at the ends of the sheet, where Tab goes out of it. */
gboolean gs_matrix_sheet_move_along (GsMatrixSheet *self, gint64 step);

G_END_DECLS
