#include "gs-file.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-matrix.h"

enum
{
  CHUNK_BYTES = 1 << 20,
};

gint64
gs_stream_size (GFileInputStream *stream, GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info = g_file_input_stream_query_info (
      stream, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE, cancellable, NULL);
  if (info == NULL || !g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_STANDARD_SIZE))
    return -1;
  /* A pipe or a device says 0 or nothing that could be trusted. */
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return -1;
  return g_file_info_get_size (info);
}

static gboolean
refuse_size (gint64 max_bytes, GError **error)
{
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
               _ ("it holds more than %" PRId64 " bytes, the most that is read as one text; "
                  "give a smaller file, and many numbers as .npy"),
               max_bytes);
  return FALSE;
}

gboolean
gs_stream_load (GInputStream *stream,
                gint64 size_hint,
                gint64 max_bytes,
                GCancellable *cancellable,
                char **text,
                gsize *length,
                GError **error)
{
  if (size_hint > max_bytes)
    return refuse_size (max_bytes, error);
  if (size_hint > 0 && !gs_memory_check ((guint64)size_hint + 1, _ ("The text of the file"), error))
    return FALSE;

  gsize room = size_hint >= 0 ? (gsize)size_hint + 1 : CHUNK_BYTES;
  gsize used = 0;
  g_autofree char *buffer = g_try_malloc (room + 1);
  for (;;)
    {
      gsize n_read;
      if (buffer == NULL)
        {
          g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE, _ ("%zu bytes could not be allocated"),
                       room + 1);
          return FALSE;
        }
      if (!g_input_stream_read_all (stream, buffer + used, room - used, &n_read, cancellable, error))
        return FALSE;
      used += n_read;
      if (used < room)
        break;
      if (used > (gsize)max_bytes)
        return refuse_size (max_bytes, error);
      room = MIN (room * 2, (gsize)max_bytes + 1);
      if (!gs_memory_check (room, _ ("The text of the file"), error))
        return FALSE;
      char *larger = g_try_realloc (buffer, room + 1);
      if (larger == NULL)
        g_free (buffer);
      buffer = larger;
    }
  if (used > (gsize)max_bytes)
    return refuse_size (max_bytes, error);
  buffer[used] = 0;
  *text = g_steal_pointer (&buffer);
  *length = used;
  return TRUE;
}

gboolean
gs_file_load (
    GFile *file, gint64 max_bytes, GCancellable *cancellable, char **text, gsize *length, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return FALSE;
  gint64 size = gs_stream_size (stream, cancellable);
  if (!gs_stream_load (G_INPUT_STREAM (stream), size, max_bytes, cancellable, text, length, error))
    {
      gs_file_prefix_error (file, error);
      return FALSE;
    }
  return TRUE;
}

gboolean
gs_file_check_target (GFile *file, GError **error)
{
  g_autoptr (GFile) folder = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  folder = g_file_get_parent (file);
  if (folder != NULL && g_file_query_file_type (folder, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_UNKNOWN)
    {
      g_autofree char *place = g_file_get_parse_name (folder);

      name = g_file_get_basename (file);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("%s cannot be written: there is no folder %s; name one that is there."), name, place);
      return FALSE;
    }
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_SPECIAL)
    return TRUE;
  name = g_file_get_parse_name (file);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
               _ ("%s is a pipe or a device, which no file can take the place of; name a file of its own, or "
                  "one that is not there yet."),
               name);
  return FALSE;
}

void
gs_file_prefix_error (GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_prefix_error (error, "%s%s", name, gs_join (GS_JOIN_COLON));
}
