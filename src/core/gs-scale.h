#pragma once

#include "gs-format.h"

G_BEGIN_DECLS

/* Axis arithmetic: value ↔ position 0…1, and ticks. The only place that does
 * it. */
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

G_END_DECLS
