#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* What a report says, in one or two translated sentences with numbers. Claims a
 * difference only where the 95 % interval of the ratio excludes 1. Free them. */
char *gs_report_timing_verdict (const GsReport *report);
char *gs_report_numbers_verdict (const GsReport *report);

G_END_DECLS
