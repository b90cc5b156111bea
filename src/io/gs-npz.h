#pragma once

#include "gs-import.h"

G_BEGIN_DECLS

/* Archives of .npy files. Entries are held to GS_IMPORT_MAX_EXPANDED elements: a
 * small archive can unpack to a thousand times its size. Without libzip both
 * give an error that says so. Internal to this layer. */
GsMatrix *gs_npz_read (const char *bytes,
                       gsize n_bytes,
                       const char *array,
                       GsImportInfo *info,
                       GCancellable *cancellable,
                       GError **error);
char **gs_npz_list (const char *bytes, gsize n_bytes, GError **error);

G_END_DECLS
