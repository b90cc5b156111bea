#define _GNU_SOURCE /* memmem */
#include <inttypes.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-byte-source.h"
#include "gs-file.h"
#include "gs-format.h"
#include "gs-import-delimited.h"
#include "gs-import-literal.h"
#include "gs-import.h"
#include "gs-matrix-market.h"
#include "gs-npy.h"
#include "gs-npz.h"
#include "gs-text.h"

static gint64 max_expanded = GS_IMPORT_MAX_EXPANDED;

enum
{
  HEAD_BYTES = 16,
  TEXT_FACTOR = 8, /* memory that reading a text may take, in its own length */
};

void
gs_import_set_max_expanded (gint64 n_elements)
{
  max_expanded = n_elements > 0 ? n_elements : GS_IMPORT_MAX_EXPANDED;
}

gint64
gs_import_get_max_expanded (void)
{
  return max_expanded;
}

/* "2×2 Matrix{Float64}:" of Julia and "A =" of MATLAB and Octave stand on a line
 * of their own above numbers that they print. */
static const char *
skip_printed_name (const char *text, const char *end)
{
  const char *line_end = memchr (text, '\n', (gsize)(end - text));
  if (line_end == NULL)
    return text;
  const char *last = line_end;
  while (last > text && g_ascii_isspace (last[-1]))
    last--;
  if (last == text)
    return text;
  gboolean octave = last[-1] == '=' && (g_ascii_isalpha (*text) || *text == '_');
  gboolean julia = last[-1] == ':' && g_ascii_isdigit (*text)
                   && (g_strstr_len (text, last - text, "Matrix") != NULL
                       || g_strstr_len (text, last - text, "Array") != NULL
                       || g_strstr_len (text, last - text, "Vector") != NULL);
  return octave || julia ? line_end + 1 : text;
}

/* MATLAB and Octave print wide matrices in pieces, and large numbers with a
 * factor taken out; neither may be read as if it were whole. */
static gboolean
check_printed (const char *text, const char *end, GError **error)
{
  const char *pieces = memmem (text, (gsize)(end - text), "Columns ", strlen ("Columns "));
  if (pieces != NULL && (pieces == text || g_ascii_isspace (pieces[-1])))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("the matrix was printed in pieces (“Columns …”); print it with mat2str(A), or save it "
                      "to a file"));
      return FALSE;
    }
  while (text < end && g_ascii_isspace (*text))
    text++;
  const char *line_end = text < end ? memchr (text, '\n', (gsize)(end - text)) : NULL;
  const char *last = line_end != NULL ? line_end : end;
  while (last > text && g_ascii_isspace (last[-1]))
    last--;
  if (last > text && last[-1] == '*' && g_ascii_isdigit (*text))
    {
      g_set_error (
          error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
          _ ("the matrix was printed with a common factor (“%.*s”); print it with mat2str(A), or save "
             "it to a file"),
          (int)MIN (last - text, 40), text);
      return FALSE;
    }
  return TRUE;
}

static GsMatrix *
import_literal (const char *text, gsize length, GsDecimal decimal, GsImportInfo *info, GError **error)
{
  GsRows rows = { 0 };
  GsMatrix *matrix = NULL;
  if (gs_import_literal (text, length, decimal, &rows, info, error))
    matrix = gs_rows_take (&rows, info, error);
  gs_rows_clear (&rows);
  return matrix;
}

static GsMatrix *
import_decoded (
    const char *text, gsize length, GsDecimal decimal, GsTableHint hint, GsImportInfo *info, GError **error)
{
  const char *begin = text, *end = text + length;
  while (begin < end && g_ascii_isspace (*begin) && *begin != '\t')
    begin++;
  while (end > begin && g_ascii_isspace (end[-1]))
    end--;
  if (begin == end)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("there is no number in the text"));
      return NULL;
    }
  /* These two name lines, so they see the text from its first one on. */
  if (gs_matrix_market_is_banner (text, length))
    return gs_matrix_market_read (text, length, info, error);
  if (gs_import_looks_like_literal (text, (gsize)(end - text)))
    return import_literal (text, (gsize)(end - text), decimal, info, error);
  text = begin;
  text = skip_printed_name (text, end);
  if (!check_printed (text, end, error))
    return NULL;
  return gs_import_delimited (text, (gsize)(end - text), decimal, hint, info, error);
}

static GsMatrix *
import_text (
    const char *text, gsize length, GsDecimal decimal, GsTableHint hint, GsImportInfo *info, GError **error)
{
  g_autofree char *copy = NULL;
  gsize decoded_length;
  if (length > (gsize)GS_IMPORT_MAX_TEXT_BYTES)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
                   _ ("the text has %zu bytes; at most %" PRId64 " are read; give a .npy file"), length,
                   GS_IMPORT_MAX_TEXT_BYTES);
      return NULL;
    }
  if (!gs_memory_check ((guint64)length * TEXT_FACTOR, _ ("Reading the text"), error))
    return NULL;
  GsMatrix *matrix = gs_import_plain (text, length, decimal, hint, info);
  if (matrix != NULL)
    return matrix;
  const char *decoded = gs_text_decode (text, length, &decoded_length, &copy, error);
  return decoded != NULL ? import_decoded (decoded, decoded_length, decimal, hint, info, error) : NULL;
}

/* A half-filled @info is of no use to anyone. */
static GsMatrix *
finish (GsMatrix *matrix, GsImportInfo *info)
{
  if (matrix == NULL && info != NULL)
    gs_import_info_clear (info);
  return matrix;
}

GsMatrix *
gs_import_text (const char *text, gssize length, GsDecimal decimal, GsImportInfo *info, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  if (info != NULL)
    memset (info, 0, sizeof *info);
  return finish (
      import_text (text, length < 0 ? strlen (text) : (gsize)length, decimal, GS_TABLE_ANY, info, error),
      info);
}

/* A file that is being read: regular files are read in place; anything else (a
 * pipe) is taken into memory first, so that its size is known. */
typedef struct
{
  GInputStream *stream;
  char *bytes; /* when in memory */
  gint64 size;
  char head[HEAD_BYTES];
  gsize n_head;
  GCancellable *cancellable;
} Input;

static void
input_clear (Input *self)
{
  g_clear_object (&self->stream);
  g_free (self->bytes);
}

static gboolean
input_take_into_memory (Input *self, GError **error)
{
  gsize length;
  if (self->bytes != NULL)
    return TRUE;
  if (!gs_stream_load (self->stream, self->size, GS_IMPORT_MAX_TEXT_BYTES, self->cancellable, &self->bytes,
                       &length, error))
    return FALSE;
  self->size = (gint64)length;
  return TRUE;
}

static gboolean
input_open (Input *self, GFile *file, GCancellable *cancellable, GError **error)
{
  GFileInputStream *stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return FALSE;
  self->stream = G_INPUT_STREAM (stream);
  self->cancellable = cancellable;
  self->size = gs_stream_size (stream, cancellable);
  if (self->size < 0 || !G_IS_SEEKABLE (stream) || !g_seekable_can_seek (G_SEEKABLE (stream)))
    {
      self->size = -1;
      if (!input_take_into_memory (self, error))
        return FALSE;
      g_object_unref (self->stream);
      self->stream = g_memory_input_stream_new_from_data (self->bytes, self->size, NULL);
    }
  return g_input_stream_read_all (self->stream, self->head, HEAD_BYTES, &self->n_head, cancellable, error)
         && g_seekable_seek (G_SEEKABLE (self->stream), 0, G_SEEK_SET, cancellable, error);
}

static gboolean
has_suffix (GFile *file, const char *suffix)
{
  g_autofree char *name = g_file_get_basename (file);
  gsize n = name != NULL ? strlen (name) : 0;
  return n > strlen (suffix) && g_ascii_strcasecmp (name + n - strlen (suffix), suffix) == 0;
}

static gboolean
is_zip (const Input *self)
{
  return self->n_head >= 4
         && (memcmp (self->head, "PK\3\4", 4) == 0 || memcmp (self->head, "PK\5\6", 4) == 0);
}

static gboolean
check_array (const char *array, GError **error)
{
  if (array == NULL)
    return TRUE;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY,
               _ ("it holds one array only, so “%.*s” cannot be chosen in it"), gs_format_cut (array, 60),
               array);
  return FALSE;
}

static GsMatrix *
read_npy (Input *input, GsImportInfo *info, GError **error)
{
  GsByteSource source;
  gs_byte_source_init_stream (&source, input->stream, input->size, input->cancellable);
  return gs_npy_read (&source, info, error);
}

/* What the content contradicts the name about. */
static gboolean
check_name (GFile *file, const Input *input, GError **error)
{
  if (has_suffix (file, ".npy") && input->n_head < 6)
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TRUNCATED,
                 _ ("it is cut off at offset %zu, in its first bytes"), input->n_head);
  else if (has_suffix (file, ".npy"))
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                 _ ("it does not begin like a .npy file (\\x93NUMPY)"));
  else if (has_suffix (file, ".npz"))
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("it does not begin like a .npz archive (PK)"));
  else
    return TRUE;
  return FALSE;
}

static GsMatrix *
read_text_file (GFile *file, Input *input, GsDecimal decimal, GsImportInfo *info, GError **error)
{
  if (!input_take_into_memory (input, error))
    return NULL;
  if (has_suffix (file, ".mtx") && !gs_matrix_market_is_banner (input->bytes, (gsize)input->size))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("line 1: a Matrix Market file begins with %%%%MatrixMarket"));
      return NULL;
    }
  return import_text (input->bytes, (gsize)input->size, decimal,
                      has_suffix (file, ".csv") ? GS_TABLE_COMMA : GS_TABLE_ANY, info, error);
}

static GsMatrix *
import_opened (
    GFile *file, Input *input, const char *array, GsDecimal decimal, GsImportInfo *info, GError **error)
{
  if (is_zip (input))
    return input_take_into_memory (input, error)
               ? gs_npz_read (input->bytes, (gsize)input->size, array, info, input->cancellable, error)
               : NULL;
  if (!check_array (array, error))
    return NULL;
  if (gs_npy_is_magic (input->head, input->n_head))
    return read_npy (input, info, error);
  return check_name (file, input, error) ? read_text_file (file, input, decimal, info, error) : NULL;
}

GsMatrix *
gs_import_file (GFile *file,
                const char *array,
                GsDecimal decimal,
                GsImportInfo *info,
                GCancellable *cancellable,
                GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  Input input = { 0 };
  GsMatrix *matrix = NULL;
  if (info != NULL)
    memset (info, 0, sizeof *info);
  if (input_open (&input, file, cancellable, error))
    {
      matrix = import_opened (file, &input, array, decimal, info, error);
      if (matrix == NULL)
        gs_file_prefix_error (file, error);
    }
  input_clear (&input);
  return finish (matrix, info);
}

char **
gs_import_list_arrays (GFile *file, GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  Input input = { 0 };
  char **names = NULL;
  if (input_open (&input, file, NULL, error))
    {
      if (!is_zip (&input))
        names = g_new0 (char *, 1);
      else if (input_take_into_memory (&input, error))
        names = gs_npz_list (input.bytes, (gsize)input.size, error);
      if (names == NULL)
        gs_file_prefix_error (file, error);
    }
  input_clear (&input);
  return names;
}
