#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* The preferences, bound to the settings; says so in a notice where these cannot
 * be kept. */
void gs_preferences_show (GsWindow *window);

G_END_DECLS
