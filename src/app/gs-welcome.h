#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* Greets whoever starts the program for the first time and leads to the first
 * lesson or to an experiment of one's own. Shown once; does nothing after that,
 * and nothing where settings cannot be kept. */
void gs_welcome_maybe (GsWindow *window);

G_END_DECLS
