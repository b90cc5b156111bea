#include "gs-line-reader.h"

#include <string.h>

#define CHUNK_BYTES (256 * 1024)

struct _GsLineReader
{
  gatomicrefcount ref_count; /* one for the owner, one for the read under way */
  GInputStream *stream;
  GCancellable *cancellable;
  GsLineFunc func; /* NULL once freed */
  gpointer data;
  GString *line;
  gsize max_length;
  gboolean skipping;
  char *chunk;
};

static void
reader_unref (GsLineReader *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->stream);
  g_object_unref (self->cancellable);
  g_string_free (self->line, TRUE);
  g_free (self->chunk);
  g_free (self);
}

static void
emit (GsLineReader *self, GsLineEvent event)
{
  g_autoptr (GBytes) line = NULL;

  if (event == GS_LINE_TEXT)
    {
      line = g_string_free_to_bytes (self->line);
      self->line = g_string_new (NULL);
    }
  if (self->func != NULL)
    self->func (event, line, self->data);
}

static void
append (GsLineReader *self, const char *bytes, gsize length)
{
  if (self->skipping)
    return;
  if (length > self->max_length - self->line->len)
    {
      self->skipping = TRUE;
      /* What was gathered is given back at once: a bound on memory is the point. */
      g_string_free (self->line, TRUE);
      self->line = g_string_new (NULL);
      emit (self, GS_LINE_TOO_LONG);
      return;
    }
  g_string_append_len (self->line, bytes, length);
}

static void
finish_line (GsLineReader *self)
{
  if (!self->skipping)
    emit (self, GS_LINE_TEXT);
  self->skipping = FALSE;
}

static void read_on (GsLineReader *self);

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GsLineReader *self = data;
  gssize n = g_input_stream_read_finish (self->stream, result, NULL);
  const char *at = self->chunk;
  const char *end = self->chunk + MAX (n, 0);

  while (at < end && self->func != NULL)
    {
      const char *newline = memchr (at, '\n', end - at);

      append (self, at, (newline != NULL ? newline : end) - at);
      if (newline == NULL)
        break;
      finish_line (self);
      at = newline + 1;
    }
  if (n > 0 && self->func != NULL)
    {
      read_on (self);
    }
  else
    {
      if (self->line->len > 0)
        finish_line (self);
      emit (self, GS_LINE_END);
    }
  reader_unref (self);
}

static void
read_on (GsLineReader *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  g_input_stream_read_async (self->stream, self->chunk, CHUNK_BYTES, G_PRIORITY_DEFAULT, self->cancellable,
                             read_cb, self);
}

GsLineReader *
gs_line_reader_new (GInputStream *stream, gsize max_length, GsLineFunc func, gpointer data)
{
  GsLineReader *self;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream) && func != NULL, NULL);

  self = g_new0 (GsLineReader, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->stream = g_object_ref (stream);
  self->cancellable = g_cancellable_new ();
  self->func = func;
  self->data = data;
  self->line = g_string_new (NULL);
  self->max_length = max_length;
  self->chunk = g_malloc (CHUNK_BYTES);
  read_on (self);
  return self;
}

void
gs_line_reader_free (GsLineReader *self)
{
  if (self == NULL)
    return;
  self->func = NULL;
  g_cancellable_cancel (self->cancellable);
  reader_unref (self);
}
