#pragma once

#include <gio/gio.h>

#include "gs-import.h"

G_BEGIN_DECLS

/* Reads a matrix in another thread: files and pasted sheets can be large. @array
 * picks one of a .npz; NULL when there is only one. */
void gs_matrix_read_file_async (GFile *file,
                                const char *array,
                                GsDecimal decimal,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
void gs_matrix_read_text_async (const char *text,
                                GsDecimal decimal,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);

/* NULL with @error (GS_IO_ERROR, G_IO_ERROR, GS_CORE_ERROR). @info is filled and
 * to be cleared. */
GsMatrix *gs_matrix_read_finish (GAsyncResult *result, GsImportInfo *info, GError **error);

/* After GS_IO_ERROR_AMBIGUOUS: whether saying what the comma is would help. */
gboolean gs_matrix_read_asks_decimal (GAsyncResult *result);

/* Names of the arrays there were to choose from, also when none could be read;
 * NULL when the file is no .npz. Belongs to @result. */
const char *const *gs_matrix_read_get_arrays (GAsyncResult *result);

G_END_DECLS
