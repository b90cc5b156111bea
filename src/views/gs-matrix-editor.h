#pragma once

#include "gs-matrix-sheet.h"
#include "gs-spec-group.h"

G_BEGIN_DECLS

/* A or B as a sheet to type into, with what can be done to it: fill, rows and
 * columns, transpose, resize, clipboard. Every change is one step of undo with
 * its own name. A generated operand is shown as its values and becomes typed with
 * the first change. What is typed and is no number stays in the experiment
 * (gs_experiment_get_texts()).
 *
 * Property "operand" (int, construct): 0 is A, 1 is B. Actions: edit.copy,
 * edit.cut, edit.paste, edit.clear, edit.fill (s: a generator's word or
 * "constant"), edit.insert (s: "above", "below", "left", "right"), edit.delete
 * (s: "rows", "columns"), edit.transpose, edit.resize. */
#define GS_TYPE_MATRIX_EDITOR (gs_matrix_editor_get_type ())
G_DECLARE_FINAL_TYPE (GsMatrixEditor, gs_matrix_editor, GS, MATRIX_EDITOR, GsSpecGroup)

GtkWidget *gs_matrix_editor_new (int operand);
/* The keyboard goes to the sheet. */
void gs_matrix_editor_focus (GsMatrixEditor *self);
/* Takes what is being typed, as Enter does. */
void gs_matrix_editor_commit (GsMatrixEditor *self);

G_END_DECLS
