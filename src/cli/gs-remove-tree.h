#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Removes @folder, one of this program's own, with all that is in it; links are not
 * followed. */
void gs_remove_tree (const char *folder);

G_END_DECLS
