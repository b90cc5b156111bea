#pragma once

#include "gs-decimal-choice.h"
#include "gs-matrix-editor.h"

G_BEGIN_DECLS

struct _GsMatrixEditor
{
  GsSpecGroup parent_instance;

  int operand;
  GsSource *shown;      /* what the sheet shows, or will show; NULL: nothing */
  GsMatrix *matrix;     /* its values; NULL: nothing, or not made yet */
  GCancellable *making; /* of values that take their time; NULL: none */
  gint64 made_rows, made_columns;
  char *refusal;        /* why no cell of these values can be changed; NULL: none was refused */
  gboolean focus_waits; /* the keyboard goes to the sheet once it is there */

  GsMatrixSheet *sheet;
  GtkWidget *stack, *bar;
  GtkLabel *cell_label, *error_label, *notice_label, *empty_label;
  GtkSpinButton *rows_spin, *columns_spin, *seed_spin;
  GtkEntry *value_entry;
  GsDecimalChoice *decimal_choice;

  GCancellable *reading; /* of what is being pasted; NULL: nothing is */
  char *pasted;          /* its text, until it is read; NULL: none */
  GsRange target;        /* what was selected then */
  gboolean asking;       /* what the comma in it is */
};

/* "A" or "B". */
const char *gs_matrix_editor_get_name (GsMatrixEditor *self);

/* The editor with what is selected, once what is being typed is taken. NULL when
 * there is nothing to edit. */
GsMatrixEditor *gs_matrix_editor_begin (GtkWidget *widget, GsRange *range);

/* What was typed into cells and is no number; NULL: none. */
GsCellTexts *gs_matrix_editor_get_texts (GsMatrixEditor *self);

/* Takes @matrix, @texts and @name: the operand's values and texts, as a change of
 * that name. @matrix NULL: says @error (freed) instead, and FALSE. */
gboolean
gs_matrix_editor_take (GsMatrixEditor *self, GsMatrix *matrix, GsCellTexts *texts, char *name, GError *error);

/* One sentence about what was wrong, NULL: nothing; and about what changed. */
void gs_matrix_editor_say (GsMatrixEditor *self, const char *wrong, const char *notice);

/* @format with the operand's name, as the name of a change. A macro, so that the
 * compiler sees the format. */
#define gs_matrix_editor_name_change(self, format) g_strdup_printf (format, gs_matrix_editor_get_name (self))

/* Shows the question about the comma while there is something to ask. */
void gs_matrix_editor_show_question (GsMatrixEditor *self);

/* The actions, in files of their own. */
void gs_matrix_editor_install_actions (GtkWidgetClass *klass);
void gs_matrix_editor_install_clipboard (GtkWidgetClass *klass);
/* Reads what is being pasted, or asked about, with @decimal said. */
void gs_matrix_editor_read_pasted (GsMatrixEditor *self, GsDecimal decimal);
/* Nothing is being pasted any more. */
void gs_matrix_editor_forget_pasted (GsMatrixEditor *self);

G_END_DECLS
