#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

void gs_about_show (GsWindow *window);

G_END_DECLS
