#include <string.h>

#include "gs-file-writer.h"
#include "gs-file.h"

enum
{
  BUFFER_BYTES = 1 << 18,
};

struct _GsFileWriter
{
  GFile *file;
  GFile *part; /* where a file that is new is written; NULL: there is an old one */
  GOutputStream *stream;
  GCancellable *cancellable;
  char *buffer;
  gsize used;
};

/* g_file_replace() writes a temporary file beside the target and renames it when the
 * stream is closed, but only where there is a target: a new file it would write in its
 * place, and leave half a file there when the disk is full. */
static GFileOutputStream *
create_part (GFile *file, GFile **part, GCancellable *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *part_name = g_strdup_printf (".%s-%08x.part", name, g_random_int ());
  GFileOutputStream *stream;

  if (folder == NULL || g_file_query_exists (file, cancellable))
    return NULL;
  *part = g_file_get_child (folder, part_name);
  stream = g_file_create (*part, G_FILE_CREATE_NONE, cancellable, NULL);
  if (stream == NULL)
    g_clear_object (part);
  return stream;
}

GsFileWriter *
gs_file_writer_open (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) part = NULL;
  GFileOutputStream *stream;
  GsFileWriter *self;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  if (!gs_file_check_target (file, error))
    return NULL;
  stream = create_part (file, &part, cancellable);
  /* What keeps a new file from being made beside it is said of its own name. */
  if (stream == NULL)
    stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);
  if (stream == NULL)
    return NULL;
  self = g_new0 (GsFileWriter, 1);
  self->file = g_object_ref (file);
  self->part = g_steal_pointer (&part);
  self->stream = G_OUTPUT_STREAM (stream);
  g_set_object (&self->cancellable, cancellable);
  self->buffer = g_malloc (BUFFER_BYTES);
  return self;
}

static gboolean
write_all (GsFileWriter *self, const void *bytes, gsize n_bytes, GError **error)
{
  if (g_output_stream_write_all (self->stream, bytes, n_bytes, NULL, self->cancellable, error))
    return TRUE;
  gs_file_prefix_error (self->file, error);
  return FALSE;
}

static gboolean
flush (GsFileWriter *self, GError **error)
{
  gsize n = self->used;
  self->used = 0;
  return n == 0 || write_all (self, self->buffer, n, error);
}

gboolean
gs_file_writer_add (GsFileWriter *self, const void *bytes, gsize n_bytes, GError **error)
{
  if (self->used + n_bytes > BUFFER_BYTES && !flush (self, error))
    return FALSE;
  if (n_bytes > BUFFER_BYTES)
    return write_all (self, bytes, n_bytes, error);
  if (n_bytes > 0)
    memcpy (self->buffer + self->used, bytes, n_bytes);
  self->used += n_bytes;
  return TRUE;
}

gboolean
gs_file_writer_commit (GsFileWriter *self, GError **error)
{
  if (!flush (self, error))
    return FALSE;
  gboolean done = g_output_stream_close (self->stream, self->cancellable, error);
  g_clear_object (&self->stream);
  if (done && self->part != NULL)
    {
      done
          = g_file_move (self->part, self->file, G_FILE_COPY_OVERWRITE, self->cancellable, NULL, NULL, error);
      if (done)
        g_clear_object (&self->part);
    }
  if (!done)
    gs_file_prefix_error (self->file, error);
  return done;
}

void
gs_file_writer_free (GsFileWriter *self)
{
  if (self == NULL)
    return;
  if (self->stream != NULL)
    {
      /* Closing under a cancelled cancellable drops the temporary file instead
       * of renaming it over the target. */
      g_autoptr (GCancellable) cancelled = g_cancellable_new ();
      g_cancellable_cancel (cancelled);
      g_output_stream_close (self->stream, cancelled, NULL);
      g_object_unref (self->stream);
    }
  if (self->part != NULL)
    g_file_delete (self->part, NULL, NULL);
  g_clear_object (&self->part);
  g_clear_object (&self->cancellable);
  g_object_unref (self->file);
  g_free (self->buffer);
  g_free (self);
}

gboolean
gs_file_save (GFile *file, const void *bytes, gsize n_bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GsFileWriter) writer = gs_file_writer_open (file, cancellable, error);

  return writer != NULL && gs_file_writer_add (writer, bytes, n_bytes, error)
         && gs_file_writer_commit (writer, error);
}
