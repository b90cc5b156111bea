#pragma once

#include <adwaita.h>

#include "gs-history.h"
#include "gs-page.h"

G_BEGIN_DECLS

/* Every run of the session, and two of them compared.
 *
 * Signal "run-picked" (GsReport): that run is to be on screen. */
#define GS_TYPE_HISTORY_PAGE (gs_history_page_get_type ())
G_DECLARE_FINAL_TYPE (GsHistoryPage, gs_history_page, GS, HISTORY_PAGE, AdwBin)

/* Once. */
void gs_history_page_set_history (GsHistoryPage *self, GsHistory *history);

G_END_DECLS
