#pragma once

#include "gs-report-page.h"

G_BEGIN_DECLS

/* Lanes of phases per result, all samples, and the table of their statistics. */
#define GS_TYPE_TIMING_PAGE (gs_timing_page_get_type ())
G_DECLARE_FINAL_TYPE (GsTimingPage, gs_timing_page, GS, TIMING_PAGE, GsReportPage)

G_END_DECLS
