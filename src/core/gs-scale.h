#pragma once

#include "gs-format.h"

G_BEGIN_DECLS

/* Axis arithmetic: the position 0…1 of a value, and ticks. The only place that does
 * it. */
typedef struct
{
  double low, high; /* low < high; both > 0 when logarithmic */
  gboolean logarithmic;
  gboolean binary; /* logarithmic: ticks at powers of two, for sizes */
} GsScale;

/* 0 at low, 1 at high; outside of them beyond. @value > 0 when logarithmic. */
double gs_scale_position (const GsScale *self, double value);
/* About @n_ticks round values within the scale, rising: on a linear axis, or
 * one of less than a decade, steps of 1, 2 or 5 times a power of ten; else powers
 * of ten (with 2 and 5 between them when there is room) or of two. Stores at most
 * @max and gives their number. */
int gs_scale_ticks (const GsScale *self, int n_ticks, double *ticks, int max);

G_END_DECLS
