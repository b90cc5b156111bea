#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Axis arithmetic: value ↔ position 0…1, ticks, and numbers with units. The
 * only place that does it. */
typedef struct
{
  double low, high; /* low < high; both > 0 when logarithmic */
  gboolean logarithmic;
} GsScale;

double gs_scale_position (const GsScale *self, double value);
double gs_scale_value (const GsScale *self, double position);
/* Widens to round numbers at about @n_ticks ticks; writes up to @max ticks
 * (1-2-5 ladder, or powers of ten, or of two when the range is sizes), gives
 * their number. */
int gs_scale_ticks (const GsScale *self, int n_ticks, double *ticks, int max);

/* "27 µs", "3.75 ms", "358 ms", "1.2 s": three significant digits, a thin
 * no-break space before the unit; independent of the locale. Free them. */
char *gs_format_ns (double ns);
char *gs_format_bytes (double bytes);  /* B, KiB, MiB, GiB, TiB */
char *gs_format_rate (double per_s, const char *unit); /* k, M, G, T prefixes: "51.0 TFLOP/s" */
char *gs_format_count (gint64 count);  /* digits in groups of three by a thin space from 10 000 on */
/* The shortest decimal text that reads back to the same float32, with '.' in
 * every locale; "NaN", "Infinity", "-Infinity". Free it. */
char *gs_format_float (float value);
char *gs_format_double (double value);
/* A value for people, at most @digits significant digits. */
char *gs_format_value (double value, int digits);

G_END_DECLS
