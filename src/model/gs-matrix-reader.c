#include "gs-matrix-reader.h"

typedef struct
{
  GFile *file; /* or text */
  char *text;
  char *array;
  GsDecimal decimal;
  char **arrays; /* of a .npz; NULL: none */
  GsMatrix *matrix;
  GsImportInfo info;
  gboolean asks_decimal;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_clear_object (&reading->file);
  g_free (reading->text);
  g_free (reading->array);
  g_strfreev (reading->arrays);
  g_clear_pointer (&reading->matrix, gs_matrix_unref);
  gs_import_info_clear (&reading->info);
  g_free (reading);
}

/* A pipe can be read only once. */
static gboolean
can_read_again (const Reading *reading)
{
  return reading->file == NULL
         || g_file_query_file_type (reading->file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
}

static GsMatrix *
import (
    const Reading *reading, GsDecimal decimal, GsImportInfo *info, GCancellable *cancellable, GError **error)
{
  return reading->file != NULL
             ? gs_import_file (reading->file, reading->array, decimal, info, cancellable, error)
             : gs_import_text (reading->text, -1, decimal, info, error);
}

/* Text can also have two readings that have nothing to do with commas. */
static gboolean
find_out_asks (const Reading *reading, const GError *error, GCancellable *cancellable)
{
  gboolean asks = FALSE;

  if (!g_error_matches (error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS) || !can_read_again (reading))
    return FALSE;
  for (GsDecimal decimal = GS_DECIMAL_POINT; decimal <= GS_DECIMAL_COMMA && !asks; decimal++)
    {
      g_autoptr (GsMatrix) matrix = import (reading, decimal, NULL, cancellable, NULL);

      asks = matrix != NULL && decimal != reading->decimal;
    }
  return asks;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  GError *error = NULL;

  if (reading->file != NULL && can_read_again (reading))
    reading->arrays = gs_import_list_arrays (reading->file, NULL);
  reading->matrix = import (reading, reading->decimal, &reading->info, cancellable, &error);
  reading->asks_decimal = find_out_asks (reading, error, cancellable);
  if (reading->matrix == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
start (GFile *file,
       const char *text,
       const char *array,
       GsDecimal decimal,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Reading *reading = g_new0 (Reading, 1);

  reading->file = file != NULL ? g_object_ref (file) : NULL;
  reading->text = g_strdup (text);
  reading->array = g_strdup (array);
  reading->decimal = decimal;
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_thread);
}

void
gs_matrix_read_file_async (GFile *file,
                           const char *array,
                           GsDecimal decimal,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_return_if_fail (G_IS_FILE (file));

  start (file, NULL, array, decimal, cancellable, callback, data);
}

void
gs_matrix_read_text_async (const char *text,
                           GsDecimal decimal,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_return_if_fail (text != NULL);

  start (NULL, text, NULL, decimal, cancellable, callback, data);
}

GsMatrix *
gs_matrix_read_finish (GAsyncResult *result, GsImportInfo *info, GError **error)
{
  Reading *reading;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  reading = g_task_get_task_data (G_TASK (result));
  *info = reading->info;
  reading->info = (GsImportInfo){ 0 };
  return g_steal_pointer (&reading->matrix);
}

gboolean
gs_matrix_read_asks_decimal (GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return ((const Reading *)g_task_get_task_data (G_TASK (result)))->asks_decimal;
}

const char *const *
gs_matrix_read_get_arrays (GAsyncResult *result)
{
  const Reading *reading;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  reading = g_task_get_task_data (G_TASK (result));
  return reading->arrays != NULL && reading->arrays[0] != NULL ? (const char *const *)reading->arrays : NULL;
}
