#pragma once

#include "gs-io-error.h"

G_BEGIN_DECLS

/* Writes a file so that the old one stays until the new one is whole. Freeing a
 * writer that was not committed leaves the old file as it was, and where there was
 * none, none. */
typedef struct _GsFileWriter GsFileWriter;

GsFileWriter *gs_file_writer_open (GFile *file, GCancellable *cancellable, GError **error);
/* Buffered; large pieces go straight through. */
gboolean gs_file_writer_add (GsFileWriter *self, const void *bytes, gsize n_bytes, GError **error);
gboolean gs_file_writer_commit (GsFileWriter *self, GError **error);
void gs_file_writer_free (GsFileWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsFileWriter, gs_file_writer_free)

/* All of it at once. */
gboolean
gs_file_save (GFile *file, const void *bytes, gsize n_bytes, GCancellable *cancellable, GError **error);

G_END_DECLS
