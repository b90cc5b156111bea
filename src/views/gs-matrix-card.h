#pragma once

#include "gs-import-window.h"
#include "gs-spec-group.h"

G_BEGIN_DECLS

/* One operand: its size and content in a line, and under it, when opened, the
 * generator, typed values, file and paste. Text and files can be dropped on it.
 *
 * Property "operand" (int, construct): 0 is A, 1 is B. Actions: matrix.open,
 * matrix.paste. */
#define GS_TYPE_MATRIX_CARD (gs_matrix_card_get_type ())
G_DECLARE_FINAL_TYPE (GsMatrixCard, gs_matrix_card, GS, MATRIX_CARD, GsSpecGroup)

/* Reads a matrix; what is wrong is said in the card, what is open is asked. */
void gs_matrix_card_open_file (GsMatrixCard *self, GFile *file);
/* A window that shows values from elsewhere before this operand takes them: give
 * it something to read and present it. */
GsImportWindow *gs_matrix_card_begin_import (GsMatrixCard *self);

G_END_DECLS
