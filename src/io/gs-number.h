#pragma once

#include "gs-conversion.h"

G_BEGIN_DECLS

/* One number at @at, at most up to @end (not past a NUL): sign, digits with
 * @decimal ('.' or ','), an exponent after e, E, d or D, or nan, inf, infinity in
 * any case. The float32 nearest to the decimal text, ties to even, in every
 * locale. Gives the place after it, or NULL when there is no number. Internal to
 * this layer.
 *
 * A value counts as changed in @conversion when float32 cannot keep the digits
 * that were written: 0.1 does not count, 16777217 does. */
const char *
gs_number_scan (const char *at, const char *end, char decimal, GsConversion *conversion, float *value);

/* Room gs_number_write() needs. */
#define GS_NUMBER_MAX_CHARS 32

/* Writes the text of gs_format_float(), and fast. Gives its length; no NUL. */
gsize gs_number_write (float value, char *text);

G_END_DECLS
