#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A backend as people call it, translated: "Simulated GPU". The word itself when
 * it is not known. */
const char *gs_backend_title (const char *backend);

/* The same with the kernel: "CPU naive", "Simulated GPU, k1 scalar". @kernel NULL:
 * the backend's title. Free it. */
char *gs_kernel_title (const char *backend, const char *kernel);

G_END_DECLS
