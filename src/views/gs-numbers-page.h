#pragma once

#include "gs-report-page.h"

G_BEGIN_DECLS

/* A, B and one result with their values, and every result against the float64
 * reference. */
#define GS_TYPE_NUMBERS_PAGE (gs_numbers_page_get_type ())
G_DECLARE_FINAL_TYPE (GsNumbersPage, gs_numbers_page, GS, NUMBERS_PAGE, GsReportPage)

G_END_DECLS
