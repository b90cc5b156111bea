#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-application.h"

/* Specs, reports, sweeps, sessions and what is exported, one after the other and each in another
 * thread: matrices beside a session can take longer than a frame, and so can a large picture. */

#define PULSE_MS 80

static void next_document (GsWindow *self);

/* One that waits. */
typedef struct
{
  GsWriting *writing; /* NULL: begun */
  const char *done;   /* static: what is said once it is there */
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_clear_pointer (&export->writing, gs_writing_free);
  g_free (export);
}

/* The progress bar lives for as long as the job does. */
static gboolean
pulse_cb (gpointer data)
{
  gtk_progress_bar_pulse (((GsWindow *)data)->progress);
  return G_SOURCE_CONTINUE;
}

static GCancellable *
begin_job (GsWindow *self)
{
  self->document_job = g_cancellable_new ();
  self->document_pulse_id = g_timeout_add (PULSE_MS, pulse_cb, self);
  gs_window_show_busy (self);
  return self->document_job;
}

/* FALSE: the window is gone. */
static gboolean
end_job (GsWindow *self)
{
  g_clear_handle_id (&self->document_pulse_id, g_source_remove);
  g_clear_object (&self->document_job);
  if (self->experiment == NULL)
    return FALSE;
  gs_window_show_busy (self);
  return TRUE;
}

/* Undo brings back a launch, but no run: where something was measured, the session comes in another window. */
static void
take_session (GsWindow *self, GsSession *session, GFile *file)
{
  const gboolean has_measured = g_list_model_get_n_items (G_LIST_MODEL (self->history)) > 0
                                || gs_sweeper_get_sweep (self->sweeper) != NULL;
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  gs_window_session_take (has_measured ? gs_application_add_window (GS_APPLICATION (application)) : self,
                          session, file);
}

static void
take_document (GsWindow *self, GsDocument *document, GFile *file)
{
  if (document->spec != NULL)
    gs_experiment_show (self->experiment, g_steal_pointer (&document->spec), _ ("Open Spec"));
  else if (document->report != NULL)
    gs_window_lab_open_report (self, document->report);
  else if (document->sweep != NULL)
    gs_window_lab_open_sweep (self, g_steal_pointer (&document->sweep));
  else
    take_session (self, document->session, file);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsDocument) document = gs_document_read_finish (result, &error);

  if (!end_job (self))
    return;
  if (document != NULL)
    take_document (self, document, g_task_get_task_data (G_TASK (result)));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gs_window_complain (self, error->message);
  next_document (self);
}

static void
write_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWindow) self = data;
  const GsWriting *writing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  const gboolean written = gs_document_write_finish (result, &error);
  const char *done = g_steal_pointer (&self->export_done);

  self->writing = FALSE;
  if (end_job (self))
    {
      if (written && done != NULL)
        gs_window_toast (self, done);
      else if (written)
        gs_window_session_saved (self, writing->file);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        gs_window_complain (self, error->message);
      next_document (self);
    }
  else if (!written)
    {
      g_printerr ("%s\n", error->message);
    }
  g_application_release (g_application_get_default ());
}

/* Takes @writing; @done NULL: it is of the session. */
static void
start_writing (GsWindow *self, GsWriting *writing, const char *done)
{
  self->writing = TRUE;
  self->export_done = done;
  /* A window that is closed meanwhile must not take what is being saved along. */
  g_application_hold (g_application_get_default ());
  gs_document_write_async (writing, begin_job (self), write_cb, g_object_ref (self));
}

/* What waits: first the save, which is of what is on screen now. */
static void
next_document (GsWindow *self)
{
  g_autoptr (GFile) target = NULL;
  g_autoptr (GFile) file = NULL;
  Export *export;

  if (self->document_job != NULL)
    return;
  target = g_steal_pointer (&self->save_due);
  if (target != NULL)
    {
      start_writing (self, gs_writing_new_session (gs_window_new_session (self), target), NULL);
      return;
    }
  export = g_queue_pop_head (&self->exports);
  if (export != NULL)
    {
      start_writing (self, g_steal_pointer (&export->writing), export->done);
      export_free (export);
      return;
    }
  file = g_queue_pop_head (&self->documents);
  if (file != NULL)
    gs_document_read_async (file, begin_job (self), read_cb, g_object_ref (self));
}

void
gs_window_export (GsWindow *self, GsWriting *writing, const char *done)
{
  Export *export = g_new (Export, 1);

  g_return_if_fail (GS_IS_WINDOW (self));
  g_return_if_fail (writing != NULL && done != NULL);

  export->writing = writing;
  export->done = done;
  g_queue_push_tail (&self->exports, export);
  next_document (self);
}

void
gs_window_save_session (GsWindow *self, GFile *file)
{
  GFile *target = file != NULL ? file : gs_window_session_get_file (self);

  if (!gs_window_session_may_save (self, target))
    return;
  g_set_object (&self->save_due, target);
  next_document (self);
}

void
gs_window_open_file (GsWindow *self, GFile *file)
{
  g_autofree char *name = NULL;

  g_return_if_fail (GS_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  name = g_file_get_basename (file);
  if (g_str_has_suffix (name, ".xml"))
    {
      gs_window_open_lesson (self, file);
    }
  else if (g_str_has_suffix (name, GS_SESSION_SUFFIX) || g_str_has_suffix (name, ".json")
           || g_str_has_suffix (name, ".jsonl"))
    {
      g_queue_push_tail (&self->documents, g_object_ref (file));
      next_document (self);
    }
  else
    {
      gs_window_import_file (self, file);
    }
}

void
gs_window_documents_stop (GsWindow *self)
{
  g_queue_clear_full (&self->documents, g_object_unref);
  g_queue_clear_full (&self->exports, export_free);
  g_clear_object (&self->save_due);
  if (self->document_job != NULL)
    g_cancellable_cancel (self->document_job);
}

static void
exported_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!gs_document_write_finish (result, &error))
    g_printerr ("%s\n", error->message);
  g_application_release (g_application_get_default ());
}

/* What has its file already is written without the window, too. */
static void
write_what_waits (GsWindow *self)
{
  Export *export;

  while ((export = g_queue_pop_head (&self->exports)) != NULL)
    {
      g_application_hold (g_application_get_default ());
      gs_document_write_async (g_steal_pointer (&export->writing), NULL, exported_cb, NULL);
      export_free (export);
    }
}

void
gs_window_documents_dispose (GsWindow *self)
{
  write_what_waits (self);
  g_queue_clear_full (&self->documents, g_object_unref);
  g_clear_object (&self->save_due);
  g_clear_handle_id (&self->document_pulse_id, g_source_remove);
  /* Writing goes on to its end. */
  if (self->document_job != NULL && !self->writing)
    g_cancellable_cancel (self->document_job);
}
