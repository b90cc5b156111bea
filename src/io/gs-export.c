#include <inttypes.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-export.h"
#include "gs-file-writer.h"
#include "gs-file.h"
#include "gs-npy.h"
#include "gs-number.h"

/* Where text goes: a string, or a file through its writer. */
typedef struct
{
  GString *text;
  GsFileWriter *writer;
} Sink;

static gboolean
add (Sink *self, const char *text, gsize n, GError **error)
{
  if (self->writer != NULL)
    return gs_file_writer_add (self->writer, text, n, error);
  g_string_append_len (self->text, text, (gssize)n);
  return TRUE;
}

/* @after: a character behind it; 0: none. */
static gboolean
add_value (Sink *self, float value, char after, GError **error)
{
  char text[GS_NUMBER_MAX_CHARS + 1];
  gsize n = gs_number_write (value, text);
  text[n] = after;
  return add (self, text, n + (after != 0), error);
}

/* A matrix without rows or columns has no text that would keep its sizes. */
static gboolean
check_not_empty (const GsMatrix *matrix, GError **error)
{
  if (matrix->m > 0 && matrix->n > 0)
    return TRUE;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
               _ ("a matrix of %" PRId64 " × %" PRId64 " has no numbers to write as text; write it as .npy"),
               matrix->m, matrix->n);
  return FALSE;
}

static gboolean
write_delimited (Sink *self, const GsMatrix *matrix, char separator, GError **error)
{
  for (gint64 row = 0; row < matrix->m; row++)
    for (gint64 column = 0; column < matrix->n; column++)
      if (!add_value (self, matrix->data[row * matrix->n + column], column + 1 < matrix->n ? separator : '\n',
                      error))
        return FALSE;
  return TRUE;
}

static gboolean
write_literal (Sink *self, const GsMatrix *matrix, GError **error)
{
  if (!add (self, "[", 1, error))
    return FALSE;
  for (gint64 row = 0; row < matrix->m; row++)
    for (gint64 column = 0; column < matrix->n; column++)
      if ((column == 0 && row > 0 && !add (self, "; ", 2, error))
          || !add_value (self, matrix->data[row * matrix->n + column], column + 1 < matrix->n ? ' ' : 0,
                         error))
        return FALSE;
  return add (self, "]", 1, error);
}

/* The array format runs down the columns. */
static gboolean
write_matrix_market (Sink *self, const GsMatrix *matrix, GError **error)
{
  g_autofree char *head = g_strdup_printf (
      "%%%%MatrixMarket matrix array real general\n%" PRId64 " %" PRId64 "\n", matrix->m, matrix->n);
  if (!add (self, head, strlen (head), error))
    return FALSE;
  for (gint64 column = 0; column < matrix->n; column++)
    for (gint64 row = 0; row < matrix->m; row++)
      if (!add_value (self, matrix->data[row * matrix->n + column], '\n', error))
        return FALSE;
  return TRUE;
}

static gboolean
write_npy (Sink *self, const GsMatrix *matrix, GError **error)
{
  char header[128];
  gsize n = (gsize)gs_matrix_elements (matrix);
  if (!add (self, header, gs_npy_write_header (matrix->m, matrix->n, header), error))
    return FALSE;
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    return add (self, (const char *)matrix->data, n * sizeof (float), error);
  for (gsize i = 0; i < n; i++)
    {
      guint32 word;
      memcpy (&word, &matrix->data[i], sizeof word);
      word = GUINT32_TO_LE (word);
      if (!add (self, (const char *)&word, sizeof word, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_text_literal (Sink *self, const GsMatrix *matrix, GError **error)
{
  return write_literal (self, matrix, error) && add (self, "\n", 1, error);
}

static gboolean
write_csv (Sink *self, const GsMatrix *matrix, GError **error)
{
  return write_delimited (self, matrix, ',', error);
}

static gboolean
write_tsv (Sink *self, const GsMatrix *matrix, GError **error)
{
  return write_delimited (self, matrix, '\t', error);
}

static const struct
{
  const char *suffix;
  gboolean (*write) (Sink *, const GsMatrix *, GError **);
  gboolean keeps_empty;
} formats[] = {
  { ".npy", write_npy, TRUE },           { ".csv", write_csv, FALSE },          { ".tsv", write_tsv, FALSE },
  { ".mtx", write_matrix_market, TRUE }, { ".txt", write_text_literal, FALSE },
};

static int
find_format (GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const char *dot = name != NULL ? strrchr (name, '.') : NULL;
  for (gsize i = 0; dot != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (dot, formats[i].suffix) == 0)
      return (int)i;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
               _ ("“%s” does not say a format; end the name in .npy, .csv, .tsv, .mtx or .txt"),
               name != NULL ? name : "");
  return -1;
}

gboolean
gs_export_check_file (GFile *file, GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  return find_format (file, error) >= 0 && gs_file_check_target (file, error);
}

gboolean
gs_export_file (const GsMatrix *matrix, GFile *file, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (matrix != NULL, FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  int format = find_format (file, error);
  if (format < 0 || (!formats[format].keeps_empty && !check_not_empty (matrix, error)))
    return FALSE;
  g_autoptr (GsFileWriter) writer = gs_file_writer_open (file, cancellable, error);
  Sink sink = { .writer = writer };
  return writer != NULL && formats[format].write (&sink, matrix, error)
         && gs_file_writer_commit (writer, error);
}

char *
gs_export_literal (const GsMatrix *matrix)
{
  g_return_val_if_fail (matrix != NULL, NULL);

  Sink sink = { .text = g_string_new (NULL) };
  write_literal (&sink, matrix, NULL);
  return g_string_free (sink.text, FALSE);
}

char *
gs_export_delimited (const GsMatrix *matrix, char separator)
{
  g_return_val_if_fail (matrix != NULL, NULL);

  Sink sink = { .text = g_string_new (NULL) };
  write_delimited (&sink, matrix, separator, NULL);
  return g_string_free (sink.text, FALSE);
}
