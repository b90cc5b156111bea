#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes a PNG to @path: the picture @there, the picture @now, and a pale copy
 * of @now with every pixel in red that is not the same in both. Both have the
 * ending of a figure's file. FALSE with @error when one of them cannot be made
 * into pixels. */
gboolean gs_figure_difference_write (const char *there, const char *now, const char *path, GError **error);

G_END_DECLS
