#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Puts an iTXt chunk (UTF-8) before the image data of a PNG. */
void gs_png_add_text (GByteArray *png, const char *keyword, const char *text);

G_END_DECLS
