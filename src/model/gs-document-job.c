#include "gs-document-job.h"

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GsDocument *document = gs_document_load (data, cancellable, &error);

  if (document != NULL)
    g_task_return_pointer (task, document, (GDestroyNotify)gs_document_free);
  else
    g_task_return_error (task, error);
}

void
gs_document_read_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, gs_document_read_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, read_thread);
}

GsDocument *
gs_document_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct
{
  GsSession *session;
  GFile *file;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  gs_session_free (writing->session);
  g_object_unref (writing->file);
  g_free (writing);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Writing *writing = data;
  GError *error = NULL;

  if (gs_session_save (writing->session, writing->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
gs_session_write_async (
    GsSession *session, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;
  Writing *writing;

  g_return_if_fail (session != NULL && G_IS_FILE (file));

  task = g_task_new (NULL, cancellable, callback, data);
  writing = g_new (Writing, 1);
  writing->session = session;
  writing->file = g_object_ref (file);
  g_task_set_source_tag (task, gs_session_write_async);
  /* What was written before the cancel came is written: the file is whole, and the caller hears so. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, writing, writing_free);
  g_task_run_in_thread (task, write_thread);
}

gboolean
gs_session_write_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
