#pragma once

#include "gs-conversion.h"

G_BEGIN_DECLS

/* What one table cell says about the way numbers are written. Internal to this
 * layer. */
typedef enum
{
  GS_CELL_EMPTY,
  GS_CELL_PLAIN,      /* a number without points or commas, or nan, inf */
  GS_CELL_POINT,      /* a number only with a decimal point */
  GS_CELL_COMMA,      /* a number only with a decimal comma */
  GS_CELL_WEAK_POINT, /* "1.234": with a decimal comma it would be 1234 */
  GS_CELL_AMBIGUOUS,  /* "1,234": 1.234 or 1234 */
  GS_CELL_NOT_NUMBER,
} GsCellKind;

GsCellKind gs_cell_classify (const char *cell, gsize length);

/* The number in @cell with decimal '.' or ','; the other of the two, and the
 * mark of gs-text.h, may group digits in threes. */
gboolean gs_cell_parse (const char *cell, gsize length, char decimal, GsConversion *conversion, float *value);

G_END_DECLS
