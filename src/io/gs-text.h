#pragma once

#include "gs-io-error.h"

G_BEGIN_DECLS

/* Marks a no-break space that groups digits in threes ("1 234"), after
 * gs_text_decode(). People in Switzerland write the same mark. */
#define GS_TEXT_GROUP '\''

/* Text from anywhere as plain UTF-8: byte order marks, UTF-16, CR and CRLF, the
 * Unicode minus and wide dashes before a digit, no-break and other spaces, and
 * invisible characters are undone. Text that needs none of this is not copied:
 * then *@copy stays NULL and the result is @text itself. Otherwise free *@copy.
 * NULL with @error for what is not text. Internal to this layer. */
const char *
gs_text_decode (const char *text, gsize length, gsize *decoded_length, char **copy, GError **error);

G_END_DECLS
