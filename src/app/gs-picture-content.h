#pragma once

#include <gtk/gtk.h>

#include "gs-figure-pixels.h"

G_BEGIN_DECLS

/* A picture for the clipboard or for a drag: image/png and image/svg+xml, and with
 * a file text/uri-list. The PNG file is made in another thread once somebody
 * wants it. */
#define GS_TYPE_PICTURE_CONTENT (gs_picture_content_get_type ())
G_DECLARE_FINAL_TYPE (GsPictureContent, gs_picture_content, GS, PICTURE_CONTENT, GdkContentProvider)

/* Takes @pixels and @svg. @file, which may be NULL, is written when its name is
 * asked for. */
GdkContentProvider *gs_picture_content_new (GsFigurePixels *pixels, GBytes *svg, GFile *file);

G_END_DECLS
