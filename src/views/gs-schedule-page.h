#pragma once

#include "gs-report-page.h"

G_BEGIN_DECLS

/* Blocks on the lanes of a GPU's multiprocessors over time. */
#define GS_TYPE_SCHEDULE_PAGE (gs_schedule_page_get_type ())
G_DECLARE_FINAL_TYPE (GsSchedulePage, gs_schedule_page, GS, SCHEDULE_PAGE, GsReportPage)

G_END_DECLS
