#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* What besides the backend and its kernel is not the same in two results, so that their
 * times are not of the same work or not of the same machine: one or two sentences,
 * translated, with what it is in each ("Not like with like: size 1 × 7 in A, 64 × 64 in
 * B."). @a and @b are results of the reports before them. NULL: nothing that is known.
 * Free it. */
char *
gs_result_unlike (const GsReport *a_report, const GsResult *a, const GsReport *b_report, const GsResult *b);

G_END_DECLS
