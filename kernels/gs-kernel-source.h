#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The text of a file of kernels ("matmul.cu", "gs-launch.h"), as it was built
 * into the program: what is run is what is shown. A new reference; NULL with
 * @error (G_RESOURCE_ERROR) when there is no such file. */
GBytes *gs_kernel_source (const char *file, GError **error);

/* Names of all files there are, NULL-terminated. Free with g_strfreev(). */
char **gs_kernel_source_files (void);

G_END_DECLS
