#pragma once

#include "gs-matrix-editor.h"

G_BEGIN_DECLS

struct _GsMatrixEditor
{
  GsSpecGroup parent_instance;

  int operand;
  GsSource *shown; /* what the sheet shows; NULL: nothing */
  GsMatrix *matrix;

  GsMatrixSheet *sheet;
  GtkWidget *stack, *bar;
  GtkLabel *cell_label, *error_label, *notice_label, *empty_label;
  GtkSpinButton *rows_spin, *columns_spin, *seed_spin;
  GtkEntry *value_entry;
};

/* "A" or "B". */
const char *gs_matrix_editor_get_name (GsMatrixEditor *self);

/* Takes @matrix, which it unrefs, as the operand's values, as a change called
 * @name (freed). NULL: says @error (freed) instead. */
void gs_matrix_editor_take (GsMatrixEditor *self, GsMatrix *matrix, char *name, GError *error);

/* One sentence about what was wrong, NULL: nothing; and about what changed. */
void gs_matrix_editor_say (GsMatrixEditor *self, const char *wrong, const char *notice);

/* The actions, in a file of their own. */
void gs_matrix_editor_install_actions (GtkWidgetClass *klass);

G_END_DECLS
