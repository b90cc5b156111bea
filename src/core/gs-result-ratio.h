#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* Whether samples tell two times apart. */
typedef enum
{
  GS_APART_UNKNOWN, /* single numbers, or fewer than 3: nothing can be said */
  GS_APART_NOT,     /* the 95 % interval of the ratio reaches 1, or they differ by less than 2 % */
  GS_APART_SHORTER, /* the first of the two is the shorter one */
  GS_APART_LONGER,
} GsApart;

/* Two builds of the same loop differ by as much as 2 %: no claim inside it. */
#define GS_NOISE_FLOOR 0.02

GsApart gs_ratio_apart (const GsRatio *ratio);

typedef enum
{
  GS_SPAN_COMPUTE,
  GS_SPAN_UPLOAD,
  GS_SPAN_DOWNLOAD,
  GS_SPAN_WARM,  /* all that a warm repeat takes */
  GS_SPAN_FIRST, /* all of the first run: always one number */
  GS_N_SPANS
} GsSpan;

/* One stretch of time of two results, and their ratio a / b. */
typedef struct
{
  GsSpan span;
  double a_ns, b_ns; /* medians; 0: not measured */
  double ratio;      /* 0 when one of them was not measured */
  double low, high;  /* its 95 % interval by bootstrap; both 0 when not known */
  GsApart apart;
} GsResultRatio;

/* All stretches that @a or @b has, in the order above; array of GsResultRatio. */
GArray *gs_result_ratios (const GsResult *a, const GsResult *b);

/* Whether a result has times to be compared. */
gboolean gs_result_is_timed (const GsResult *self);

G_END_DECLS
