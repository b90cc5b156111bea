#include "gs-byte-source.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

static gssize
read_stream (GsByteSource *self, void *buffer, gsize n_bytes, GError **error)
{
  gsize n_read = 0;
  if (!g_input_stream_read_all (self->handle, buffer, n_bytes, &n_read, self->cancellable, error))
    return -1;
  return (gssize)n_read;
}

void
gs_byte_source_init_stream (GsByteSource *self, GInputStream *stream, gint64 size, GCancellable *cancellable)
{
  *self = (GsByteSource){ .read = read_stream, .handle = stream, .cancellable = cancellable, .size = size };
}

gboolean
gs_byte_source_read (GsByteSource *self, void *buffer, gsize n_bytes, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  gssize n = self->read (self, buffer, n_bytes, error);
  if (n < 0)
    return FALSE;
  self->offset += n;
  if ((gsize)n == n_bytes)
    return TRUE;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TRUNCATED,
               _ ("it is cut off at offset %" PRId64 ": %zu more bytes are needed"), self->offset,
               n_bytes - (gsize)n);
  return FALSE;
}
