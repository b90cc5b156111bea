#pragma once

#include "gs-document.h"

G_BEGIN_DECLS

/* Documents read and written in another thread: with large matrices beside them
 * that takes longer than a frame. */

void
gs_document_read_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* NULL with @error as of gs_document_load(), or G_IO_ERROR_CANCELLED. */
GsDocument *gs_document_read_finish (GAsyncResult *result, GError **error);

/* Writes @document into @file, whole or not at all, in any thread. */
typedef gboolean (*GsWriteFunc) (gpointer document, GFile *file, GCancellable *cancellable, GError **error);

/* What is to be written where. */
typedef struct
{
  GsWriteFunc write;
  gpointer document;
  GDestroyNotify free_document;
  GFile *file;
} GsWriting;

/* Takes @document, which no one else may change meanwhile. */
GsWriting *gs_writing_new (GsWriteFunc write, gpointer document, GDestroyNotify free_document, GFile *file);
void gs_writing_free (GsWriting *self);

/* One of a session, which it takes. */
GsWriting *gs_writing_new_session (GsSession *session, GFile *file);

/* Takes @writing. Cancelled or failed, it leaves the old file as it was. */
void gs_document_write_async (GsWriting *writing,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data);
gboolean gs_document_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
