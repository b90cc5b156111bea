#pragma once

#include "gs-report-page.h"

G_BEGIN_DECLS

/* Blocks on multiprocessors over time, as the GPU itself noted them.
 *
 * Signal "block-picked" (gint64 x, gint64 y): a block was clicked. */
#define GS_TYPE_SCHEDULE_PAGE (gs_schedule_page_get_type ())
G_DECLARE_FINAL_TYPE (GsSchedulePage, gs_schedule_page, GS, SCHEDULE_PAGE, GsReportPage)

/* Lights a block chosen elsewhere; NULL: none. */
void gs_schedule_page_light_block (GsSchedulePage *self, const gint64 block[2]);

G_END_DECLS
