#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Makes what is in it one stop for Tab, for a row of choices or a long list: from any of its widgets Tab and Shift+Tab
 * go on to what comes after or before it, and the arrows go from one to the next. The stop is the toggle button that
 * is pressed; where there is none, what its child comes to first. */
#define GS_TYPE_TAB_STOP (gs_tab_stop_get_type ())
G_DECLARE_FINAL_TYPE (GsTabStop, gs_tab_stop, GS, TAB_STOP, AdwBin)

G_END_DECLS
