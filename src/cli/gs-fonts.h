#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes this process look for fonts in the usual folders only, without the rules that
 * a system and a person have for them: figures name the families they want, and the
 * rules take longer to read than a figure takes to draw. Nothing is done where a family
 * of the figures is in none of these folders, or the environment chooses a configuration. */
void gs_fonts_use_folders (void);

G_END_DECLS
