#pragma once

#include "gs-source.h"

G_BEGIN_DECLS

/* Numbers of a kind that goes wrong in its own way. */
typedef enum
{
  GS_CHECK_UNIFORM,      /* in [-1, 1) */
  GS_CHECK_NORMAL,       /* N(0, 1) */
  GS_CHECK_INTEGERS,     /* -8 … 8: every sum is exact */
  GS_CHECK_CANCELLATION, /* columns of A and rows of B in pairs that cancel */
  GS_CHECK_SCALES,       /* from 2⁻⁴⁰ to 2⁴⁰, mixed */
  GS_CHECK_SPECIAL,      /* a NaN, infinities, -0 and 0 among them */
  GS_CHECK_SUBNORMAL,    /* products below the smallest normal number */
} GsCheckData;

/* A (@operand 0) or B (1) of such numbers, rows × columns; the same every time. */
GsSource *gs_check_data_source (GsCheckData data, int operand, gint64 rows, gint64 columns);

/* "uniform", "normal", … */
const char *gs_check_data_name (GsCheckData data);

G_END_DECLS
