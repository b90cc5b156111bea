#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

typedef void (*GsWindowPictureFunc) (GsWindow *window, const GError *error, gpointer data);

/* Writes what the window shows to @path, a PNG of window size times scale factor,
 * and then calls @func once, with @error when that was not possible.
 *
 * It waits until the window has the focus, nothing runs, no work is left in the
 * main loop and two frames in a row are the same: never for a fixed time. */
void gs_window_picture_write (GsWindow *window, const char *path, GsWindowPictureFunc func, gpointer data);

G_END_DECLS
