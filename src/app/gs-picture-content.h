#pragma once

#include <gtk/gtk.h>

#include "gs-figure.h"

G_BEGIN_DECLS

/* A picture for the clipboard or for a drag: image/png and image/svg+xml, and with
 * a file text/uri-list. It is drawn in another thread once somebody wants it. */
#define GS_TYPE_PICTURE_CONTENT (gs_picture_content_get_type ())
G_DECLARE_FINAL_TYPE (GsPictureContent, gs_picture_content, GS, PICTURE_CONTENT, GdkContentProvider)

/* Of what @input shows now, which must be complete (gs_figure_input_check()); @style in the language of the process.
 * @file, which may be NULL, is written when its name is asked for. */
GdkContentProvider *gs_picture_content_new (const GsFigureInput *input, const GsFigureStyle *style, GFile *file);

G_END_DECLS
