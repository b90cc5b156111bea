#pragma once

#include "gs-document.h"

G_BEGIN_DECLS

/* Documents read and written in another thread: with large matrices beside them
 * that takes longer than a frame. */

void
gs_document_read_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* NULL with @error as of gs_document_load(), or G_IO_ERROR_CANCELLED. */
GsDocument *gs_document_read_finish (GAsyncResult *result, GError **error);

/* Takes @session, which no one else may change meanwhile. Cancelled or failed, it
 * leaves the old file as it was. */
void gs_session_write_async (
    GsSession *session, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
gboolean gs_session_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
