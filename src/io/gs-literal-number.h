#pragma once

#include "gs-conversion.h"

G_BEGIN_DECLS

/* A place in the text of a literal, and the numbers there. Internal to this
 * layer. */
typedef struct
{
  const char *start, *at, *end;
  char decimal;
  GsConversion *conversion;
  GError **error;
} GsLiteralText;

/* Sets an error that names line and column of @at. Gives FALSE. */
gboolean gs_literal_fail (const GsLiteralText *self, const char *at, int code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/* The word or character at @at, for a message. Free it. */
char *gs_literal_quote (const GsLiteralText *self, const char *at);
/* Whether a mark for numbers left out is next: "...", "…", "⋮". */
gboolean gs_literal_is_elision (const GsLiteralText *self);
/* One number as MATLAB, Python, NumPy, Julia or C write it, True and np.nan
 * among them; an error for anything else. */
gboolean gs_literal_take_number (GsLiteralText *self, float *value);

G_END_DECLS
