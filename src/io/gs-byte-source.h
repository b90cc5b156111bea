#pragma once

#include "gs-io-error.h"

G_BEGIN_DECLS

/* Bytes in order, of known number: a stream, or one entry of an archive.
 * Internal to this layer. */
typedef struct _GsByteSource GsByteSource;
struct _GsByteSource
{
  /* Reads up to @n_bytes; fewer only at the end. −1 with @error. */
  gssize (*read) (GsByteSource *self, void *buffer, gsize n_bytes, GError **error);
  gpointer handle;
  GCancellable *cancellable;
  gint64 size;   /* bytes in all */
  gint64 offset; /* bytes read so far */
};

/* Reads from @stream, which it borrows. */
void
gs_byte_source_init_stream (GsByteSource *self, GInputStream *stream, gint64 size, GCancellable *cancellable);
/* Exactly @n_bytes, or GS_IO_ERROR_TRUNCATED naming the offset. */
gboolean gs_byte_source_read (GsByteSource *self, void *buffer, gsize n_bytes, GError **error);

G_END_DECLS
