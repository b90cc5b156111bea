#pragma once

#include "gs-spec.h"

G_BEGIN_DECLS

/* What operand 0 (A) or 1 (B) is: its size, and where its values come from, as in
 * "13 × 21 random, seed 1". Translated; to free. */
char *gs_operand_text (const GsSpec *spec, int operand);
/* Its values as a literal to go on from by typing, to free; NULL when they are more
 * than a person reads, or none. */
char *gs_operand_literal (const GsSpec *spec, int operand);

G_END_DECLS
