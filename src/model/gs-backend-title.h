#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A backend as people call it, translated: "Simulated GPU". The word itself when
 * it is not known. */
const char *gs_backend_title (const char *backend);

G_END_DECLS
