#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* Keeps what is in the window aside, a moment after each change, in a file that is
 * removed when the window is closed. Does nothing where the person does not want
 * it. */
void gs_autosave_follow (GsWindow *window);

/* What programs that ended without being closed left behind, one of GsSession per window, and @first, of the first
 * window (of the last such program); NULL: nothing. The files are removed on the way. */
GPtrArray *gs_autosave_take (GsSession **first);

G_END_DECLS
