#pragma once

#include "gs-source.h"

G_BEGIN_DECLS

/* What --a or --b names: "-", a generator, a file (FILE.npz:NAME takes one of
 * its arrays) or a literal, in this order. @operand is "A" or "B", for messages.
 * *@notice, if set, is one sentence about values that changed on the way to
 * float32; free it. */
GsSource *gs_operand_read (const char *operand, const char *text, char **notice, GError **error);

G_END_DECLS
