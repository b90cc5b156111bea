#include "gs-operand.h"

#include <inttypes.h>
#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "gs-cli.h"
#include "gs-import.h"

/* What the program is ready to read from a pipe before it asks for a file. */
#define MAX_STDIN_BYTES ((gsize)1 << 30)

static const char *const extensions[] = { ".npy", ".npz", ".csv", ".tsv", ".mtx", ".txt", NULL };

static gboolean
has_known_extension (const char *text)
{
  for (guint i = 0; extensions[i] != NULL; i++)
    {
      if (g_str_has_suffix (text, extensions[i]))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_generator (const char *text)
{
  const char *const *words = gs_source_words ();
  g_autofree char *head = g_strndup (text, strcspn (text, ":"));

  return g_strv_contains (words, head);
}

static gboolean
looks_like_literal (const char *text)
{
  return strpbrk (text, "[]{}();,|\\\n\t ") != NULL || g_ascii_isdigit (text[0])
         || (text[0] != '\0' && strchr ("+-.", text[0]) != NULL && g_ascii_isdigit (text[1]));
}

static GsSource *
take_matrix (GsMatrix *matrix, const char *label, GsImportInfo *info, char **notice)
{
  GsSource *source = gs_source_new_values (matrix, label);

  *notice = g_strdup (info->notice);
  gs_import_info_clear (info);
  gs_matrix_unref (matrix);
  return source;
}

static GsSource *
read_stdin (const char *operand, char **notice, GError **error)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  GsImportInfo info = { 0 };
  GsMatrix *matrix;

  for (;;)
    {
      g_autoptr (GBytes) chunk = g_input_stream_read_bytes (input, 1 << 16, NULL, error);

      if (chunk == NULL)
        return NULL;
      if (g_bytes_get_size (chunk) == 0)
        break;
      g_byte_array_append (bytes, g_bytes_get_data (chunk, NULL), (guint)g_bytes_get_size (chunk));
      if (bytes->len > MAX_STDIN_BYTES)
        {
          g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
                       "Standard input for %s is longer than %zu"
                       " bytes; give it as a .npy file.",
                       operand, MAX_STDIN_BYTES);
          return NULL;
        }
    }
  /* An array without bytes has no data; the reader says that there is no number. */
  matrix = gs_import_text (bytes->len > 0 ? (const char *)bytes->data : "", bytes->len, GS_DECIMAL_AUTO,
                           &info, error);
  return matrix != NULL ? take_matrix (matrix, "standard input", &info, notice) : NULL;
}

static GsSource *
read_file (const char *path, const char *array, char **notice, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_filename_display_basename (path);
  GsImportInfo info = { 0 };
  GsMatrix *matrix = gs_import_file (file, array, GS_DECIMAL_AUTO, &info, NULL, error);

  return matrix != NULL ? take_matrix (matrix, name, &info, notice) : NULL;
}

static GsSource *
read_literal (const char *text, char **notice, GError **error)
{
  GsImportInfo info = { 0 };
  GsMatrix *matrix = gs_import_text (text, -1, GS_DECIMAL_AUTO, &info, error);

  return matrix != NULL ? take_matrix (matrix, NULL, &info, notice) : NULL;
}

GsSource *
gs_operand_read (const char *operand, const char *text, char **notice, GError **error)
{
  const char *npz = strstr (text, ".npz:");
  GsSource *source;

  *notice = NULL;
  if (g_str_equal (text, "-"))
    {
      source = read_stdin (operand, notice, error);
    }
  else if (is_generator (text))
    {
      source = gs_source_parse_generator (text, error);
    }
  else if (npz != NULL)
    {
      g_autofree char *path = g_strndup (text, npz + 4 - text);

      source = read_file (path, npz + 5, notice, error);
    }
  else if (g_file_test (text, G_FILE_TEST_EXISTS)
           || (has_known_extension (text) && strpbrk (text, "[]{};") == NULL))
    {
      source = read_file (text, NULL, notice, error);
    }
  else if (looks_like_literal (text))
    {
      source = read_literal (text, notice, error);
    }
  else
    {
      source = gs_source_parse_generator (text, error);
    }
  if (source == NULL)
    g_prefix_error (error, "%s: ", operand);
  return source;
}
