#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* What a helper needs to know about this machine and program, as plain text:
 * versions, processor, libraries, GPUs. Free it. */
char *gs_about_system_report (const GsEnvironment *environment);

void gs_about_show (GsWindow *window);

G_END_DECLS
