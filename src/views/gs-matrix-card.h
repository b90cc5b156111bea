#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* One operand: its size and content in a line, and under it, when opened, the
 * generator, typed values, file and paste. Text and files can be dropped on it.
 *
 * Property "operand" (int, construct): 0 is A, 1 is B. Actions: matrix.open,
 * matrix.paste. */
#define GS_TYPE_MATRIX_CARD (gs_matrix_card_get_type ())
G_DECLARE_FINAL_TYPE (GsMatrixCard, gs_matrix_card, GS, MATRIX_CARD, GsSpecGroup)

/* Reads a matrix; what is wrong is said in the card. */
void gs_matrix_card_open_file (GsMatrixCard *self, GFile *file);
/* Puts @text into the editor as if typed. */
void gs_matrix_card_take_text (GsMatrixCard *self, const char *text);

G_END_DECLS
