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

GsWriting *
gs_writing_new (GsWriteFunc write, gpointer document, GDestroyNotify free_document, GFile *file)
{
  GsWriting *self = g_new (GsWriting, 1);

  self->write = write;
  self->document = document;
  self->free_document = free_document;
  self->file = g_object_ref (file);
  return self;
}

void
gs_writing_free (GsWriting *self)
{
  self->free_document (self->document);
  g_object_unref (self->file);
  g_free (self);
}

static gboolean
write_session (gpointer session, GFile *file, GCancellable *cancellable, GError **error)
{
  return gs_session_save (session, file, cancellable, error);
}

GsWriting *
gs_writing_new_session (GsSession *session, GFile *file)
{
  g_return_val_if_fail (session != NULL && G_IS_FILE (file), NULL);

  return gs_writing_new (write_session, session, (GDestroyNotify)gs_session_free, file);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GsWriting *writing = data;
  GError *error = NULL;

  if (writing->write (writing->document, writing->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
gs_document_write_async (GsWriting *writing,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (writing != NULL);

  task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, gs_document_write_async);
  /* What was written before the cancel came is written: the file is whole, and the caller hears so. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, writing, (GDestroyNotify)gs_writing_free);
  g_task_run_in_thread (task, write_thread);
}

gboolean
gs_document_write_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
