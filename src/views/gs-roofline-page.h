#pragma once

#include "gs-figure-page.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* The roofs of this machine and the runs of the session under them. Its button
 * activates win.measure-roofs. */
#define GS_TYPE_ROOFLINE_PAGE (gs_roofline_page_get_type ())
G_DECLARE_FINAL_TYPE (GsRooflinePage, gs_roofline_page, GS, ROOFLINE_PAGE, GsFigurePage)

/* Takes @measured; its first roof is the processor's. */
void gs_roofline_page_take_roofs (GsRooflinePage *self, GsRoofs *measured);
/* Shows the roofs that were measured with @gpu (NULL: there is none), if any were. */
void gs_roofline_page_set_gpu (GsRooflinePage *self, const GsGpu *gpu);
/* What was taken last of that GPU; NULL: nothing yet. Valid until the next. */
const GsRoofs *gs_roofline_page_get_measured (GsRooflinePage *self);

G_END_DECLS
