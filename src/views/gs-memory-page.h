#pragma once

#include "gs-report-page.h"

G_BEGIN_DECLS

/* What moves between host and device, and what the warps of the simulated GPU
 * asked memory for: by source line, and one request laid out. */
#define GS_TYPE_MEMORY_PAGE (gs_memory_page_get_type ())
G_DECLARE_FINAL_TYPE (GsMemoryPage, gs_memory_page, GS, MEMORY_PAGE, GsReportPage)

G_END_DECLS
