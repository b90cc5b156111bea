#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* Keeps what is in the window aside, a moment after each change, in a file that is
 * removed when the window is closed. Does nothing where the person does not want
 * it. */
void gs_autosave_follow (GsWindow *window);

/* What a program that ended without being closed left behind, the newest; NULL:
 * nothing. It is removed on the way, and so are older ones. */
GsSession *gs_autosave_take (void);

G_END_DECLS
