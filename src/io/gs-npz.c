#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-npy.h"
#include "gs-npz.h"

#ifdef GS_HAVE_LIBZIP

#include <zip.h>
#include <glib/gi18n-lib.h>

enum
{
  MAX_ENTRIES = 65536,
};

static zip_t *
open_archive (const char *bytes, gsize n_bytes, GError **error)
{
  zip_error_t cause;
  zip_error_init (&cause);
  zip_source_t *source = zip_source_buffer_create (bytes, n_bytes, 0, &cause);
  zip_t *archive = source != NULL ? zip_open_from_source (source, ZIP_RDONLY | ZIP_CHECKCONS, &cause) : NULL;
  if (archive == NULL)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("it is not a whole .npz archive: %s"),
                   zip_error_strerror (&cause));
      if (source != NULL)
        zip_source_free (source);
    }
  else if (zip_get_num_entries (archive, 0) > MAX_ENTRIES)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE, _ ("it has more than %d entries"), MAX_ENTRIES);
      g_clear_pointer (&archive, zip_discard);
    }
  zip_error_fini (&cause);
  return archive;
}

/* Names of entries without ".npy"; g_strfreev() it. */
static char **
list_names (zip_t *archive)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  zip_int64_t n = zip_get_num_entries (archive, 0);
  for (zip_int64_t i = 0; i < n; i++)
    {
      const char *name = zip_get_name (archive, (zip_uint64_t)i, ZIP_FL_ENC_GUESS);
      if (name == NULL || !g_str_has_suffix (name, ".npy"))
        continue;
      g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".npy"));
      g_autofree char *valid = g_utf8_make_valid (stem, -1);
      g_strv_builder_add (names, valid);
    }
  return g_strv_builder_end (names);
}

char **
gs_npz_list (const char *bytes, gsize n_bytes, GError **error)
{
  zip_t *archive = open_archive (bytes, n_bytes, error);
  if (archive == NULL)
    return NULL;
  char **names = list_names (archive);
  zip_discard (archive);
  return names;
}

/* The array asked for, or the only one; a new string, or NULL with @error. */
static char *
choose_array (zip_t *archive, const char *array, GError **error)
{
  g_auto (GStrv) names = list_names (archive);
  g_autofree char *all = g_strjoinv (", ", names);
  if (names[0] == NULL)
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("it holds no .npy array"));
  else if (array == NULL && names[1] != NULL)
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS, _ ("it holds %u arrays (%.*s); name one of them"),
                 g_strv_length (names), gs_format_cut (all, 200), all);
  else if (array == NULL || g_strv_contains ((const char *const *)names, array))
    return g_strdup (array != NULL ? array : names[0]);
  else
    {
      const char *nearest = gs_nearest_word (array, (const char *const *)names);
      if (nearest != NULL)
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                     _ ("it holds no array “%.*s”; did you mean “%s”?; there are %.*s"),
                     gs_format_cut (array, 60), array, nearest, gs_format_cut (all, 200), all);
      else
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY, _ ("it holds no array “%.*s”; there are %.*s"),
                     gs_format_cut (array, 60), array, gs_format_cut (all, 200), all);
    }
  return NULL;
}

static gssize
read_entry (GsByteSource *self, void *buffer, gsize n_bytes, GError **error)
{
  gsize done = 0;
  while (done < n_bytes)
    {
      zip_int64_t n = zip_fread (self->handle, (char *)buffer + done, n_bytes - done);
      if (n < 0)
        {
          g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                       _ ("the archive is damaged at offset %" PRId64 " of the array: %s"),
                       self->offset + (gint64)done, zip_error_strerror (zip_file_get_error (self->handle)));
          return -1;
        }
      if (n == 0)
        break;
      done += (gsize)n;
    }
  return (gssize)done;
}

static GsMatrix *
read_array (zip_t *archive, const char *name, GsImportInfo *info, GCancellable *cancellable, GError **error)
{
  zip_stat_t stat;
  zip_stat_init (&stat);
  g_autofree char *entry = g_strconcat (name, ".npy", NULL);
  zip_int64_t index = zip_name_locate (archive, entry, ZIP_FL_ENC_GUESS);
  zip_file_t *file = NULL;
  if (index >= 0 && zip_stat_index (archive, (zip_uint64_t)index, 0, &stat) == 0
      && (stat.valid & ZIP_STAT_SIZE) != 0)
    file = zip_fopen_index (archive, (zip_uint64_t)index, 0);
  if (file == NULL)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("the array “%.*s” cannot be opened: %s"),
                   gs_format_cut (name, 60), name, zip_strerror (archive));
      return NULL;
    }
  GsMatrix *matrix = NULL;
  if (stat.size / sizeof (guint8) > (guint64)gs_import_get_max_expanded () * 8)
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
                 _ ("the array “%.*s” has %" PRIu64 " bytes; an archive may unpack to at most %" PRId64
                    "; save it as .npy"),
                 gs_format_cut (name, 60), name, (guint64)stat.size, gs_import_get_max_expanded () * 8);
  else
    {
      GsByteSource source
          = { .read = read_entry, .handle = file, .cancellable = cancellable, .size = (gint64)stat.size };
      matrix = gs_npy_read (&source, info, error);
    }
  zip_fclose (file);
  return matrix;
}

GsMatrix *
gs_npz_read (const char *bytes,
             gsize n_bytes,
             const char *array,
             GsImportInfo *info,
             GCancellable *cancellable,
             GError **error)
{
  zip_t *archive = open_archive (bytes, n_bytes, error);
  if (archive == NULL)
    return NULL;
  g_autofree char *name = choose_array (archive, array, error);
  GsMatrix *matrix = name != NULL ? read_array (archive, name, info, cancellable, error) : NULL;
  if (matrix != NULL && info != NULL)
    info->array = g_steal_pointer (&name);
  zip_discard (archive);
  return matrix;
}

#else

static void
refuse (GError **error)
{
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
               _ ("this build reads no .npz archives (libzip was not there); save the array as .npy"));
}

char **
gs_npz_list (const char *bytes, gsize n_bytes, GError **error)
{
  refuse (error);
  return NULL;
}

GsMatrix *
gs_npz_read (const char *bytes,
             gsize n_bytes,
             const char *array,
             GsImportInfo *info,
             GCancellable *cancellable,
             GError **error)
{
  refuse (error);
  return NULL;
}

#endif
