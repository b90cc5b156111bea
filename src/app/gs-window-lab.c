#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-history-file.h"
#include "gs-format.h"
#include "gs-gpu.h"
#include "gs-lesson-library.h"
#include "gs-settings.h"
#include "gs-sweep-file.h"

static gboolean
write_sweep (gpointer sweep, GFile *file, GCancellable *cancellable, GError **error)
{
  return gs_sweep_save (sweep, file, error);
}

static gboolean
write_history (gpointer entries, GFile *file, GCancellable *cancellable, GError **error)
{
  return gs_history_save (entries, file, error);
}

/* NULL: it has gone while the file was chosen. */
typedef GsWriting *(*BeginFunc) (GsWindow *self, GFile *file);

static GsWriting *
begin_sweep (GsWindow *self, GFile *file)
{
  const GsSweep *sweep = gs_sweeper_get_sweep (self->sweeper);

  return sweep != NULL
             ? gs_writing_new (write_sweep, gs_sweep_copy (sweep), (GDestroyNotify)gs_sweep_free, file)
             : NULL;
}

static GsWriting *
begin_history (GsWindow *self, GFile *file)
{
  return gs_writing_new (write_history, gs_history_list (self->history), (GDestroyNotify)g_ptr_array_unref,
                         file);
}

static void
export_response_cb (GtkNativeDialog *dialog, int response, GsWindow *self)
{
  g_autoptr (GFile) file
      = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  BeginFunc begin = (BeginFunc)(gpointer)g_object_get_data (G_OBJECT (dialog), "gs-begin");
  GsWriting *writing;

  gtk_native_dialog_hide (dialog);
  writing = file != NULL ? begin (self, file) : NULL;
  if (writing != NULL)
    gs_window_export (self, writing, _ ("Exported."));
}

/* Asks where to, and saves there. @name and the extension in @parameter are what
 * the file is called if nothing else is typed. */
static void export(GsWindow *self, const char *title, const char *name, GVariant *parameter, BeginFunc begin)
{
  g_autofree char *file_name = g_strdup_printf ("%s.%s", name, g_variant_get_string (parameter, NULL));

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                               _ ("_Export"), _ ("_Cancel"));
  g_object_set_data (G_OBJECT (self->chooser), "gs-begin", (gpointer)begin);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), file_name);
  g_signal_connect (self->chooser, "response", G_CALLBACK (export_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
export_sweep_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  const GsSweep *sweep = gs_sweeper_get_sweep (self->sweeper);

  if (sweep == NULL || sweep->series->len == 0)
    gs_window_toast (self, _ ("There is no sweep to export yet: start one first."));
  else
    export(self, _ ("Export Sweep"), "sweep", parameter, begin_sweep);
}

static void
export_history_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  export(GS_WINDOW (widget), _ ("Export Runs"), "runs", parameter, begin_history);
}

/* Its launch goes with it: what the views say is about that launch. */
static void
run_picked_cb (GsHistoryPage *page, GsReport *report, GsWindow *self)
{
  gs_experiment_show (self->experiment, gs_spec_copy (report->spec), _ ("Show Run"));
  gs_window_show_report (self, report);
}

void
gs_window_lab_open_report (GsWindow *self, GsReport *report)
{
  /* Its launch goes with it: a block lit in the schedule is one of the coverage. */
  gs_experiment_show (self->experiment, gs_spec_copy (report->spec), _ ("Open Recording"));
  gs_history_add (self->history, report);
  gs_window_show_report (self, report);
}

static void
open_recording_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = gs_lesson_library_recording (g_variant_get_string (parameter, NULL), &error);

  if (report == NULL)
    {
      gs_window_complain (self, error->message);
      return;
    }
  gs_window_lab_open_report (self, report);
}

void
gs_window_lab_open_sweep (GsWindow *self, GsSweep *sweep)
{
  gs_sweeper_show (self->sweeper, sweep);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->crossover_page));
}

static void
open_sweep_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  GsSweep *sweep = gs_lesson_library_sweep (g_variant_get_string (parameter, NULL), &error);

  if (sweep == NULL)
    {
      gs_window_complain (self, error->message);
      return;
    }
  gs_window_lab_open_sweep (self, sweep);
}

static void
roofs_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWindow) self = data;
  g_autoptr (GError) error = NULL;
  GsRoofs *roofs = gs_worker_client_roofs_finish (GS_WORKER_CLIENT (source), result, &error);

  /* Closed meanwhile. */
  if (self->sweeper == NULL)
    {
      g_clear_pointer (&roofs, gs_roofs_free);
      return;
    }
  g_clear_object (&self->roofs_job);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.measure-roofs", TRUE);
  gs_window_show_busy (self);
  if (roofs != NULL && roofs->roofs->len > 0)
    gs_roofline_page_take_roofs (self->roofline_page, roofs);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gs_window_toast (self, _ ("Stopped. The last results stay."));
  else
    gs_window_complain (self, error != NULL ? error->message : _ ("Nothing could be measured."));
}

static void
measure_roofs_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  const GsGpu *gpu = gs_experiment_get_gpu (self->experiment);
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsWorkerClient) client = NULL;

  if (gs_window_is_busy (self))
    {
      gs_window_toast (self, _ ("Something else is being measured: wait for it or stop it (Esc)."));
      return;
    }
  /* One of its own, where the window's runs are. */
  client = gs_worker_client_new (gs_worker_client_get_prefix (self->client));
  if (gpu != NULL)
    spec->device = g_strdup (gpu->uuid);
  self->roofs_job = g_cancellable_new ();
  gtk_widget_action_set_enabled (widget, name, FALSE);
  gs_window_show_busy (self);
  gs_worker_client_roofs_async (client, spec, self->roofs_job, roofs_cb, g_object_ref (self));
}

void
gs_window_lab_label (GsWindow *self, const GsReport *report)
{
  const GsEnvironment *environment = report != NULL ? report->environment : NULL;
  const GsGpu *gpu;
  const char *device;
  g_autofree char *day = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->recorded_label),
                          environment != NULL && environment->recorded != NULL);
  if (environment == NULL || environment->recorded == NULL)
    return;
  gpu = gs_report_get_gpu (report);
  device = gpu != NULL ? gpu->name : environment->cpu;
  day = gs_format_day (environment->recorded);
  /* Translators: a device, a date. */
  text = g_strdup_printf (_ ("Recorded on %s, %s: not measured on this machine."),
                          device != NULL ? device : "?", day);
  gtk_label_set_text (self->recorded_label, text);
  gs_window_say_recording (self);
}

void
gs_window_lab_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.measure-roofs", NULL, measure_roofs_cb);
  gtk_widget_class_install_action (klass, "win.open-recording", "s", open_recording_cb);
  gtk_widget_class_install_action (klass, "win.open-sweep", "s", open_sweep_cb);
  gtk_widget_class_install_action (klass, "win.export-sweep", "s", export_sweep_cb);
  gtk_widget_class_install_action (klass, "win.export-history", "s", export_history_cb);
}

static gboolean
refuse_sweep_cb (GsCrossoverPage *page, GsWindow *self)
{
  if (gs_experiment_get_awaits_values (self->experiment))
    {
      gs_window_toast (
          self, _ ("Not run. Values of a matrix are still being read; start again when they are there."));
      return TRUE;
    }
  return gs_window_refuse_typed (self);
}

void
gs_window_lab_init (GsWindow *self)
{
  g_auto (GStrv) prefix = gs_settings_get_worker_prefix ();

  self->sweeper = gs_sweeper_new ((const char *const *)prefix);
  g_signal_connect_object (self->crossover_page, "refuse", G_CALLBACK (refuse_sweep_cb), self, 0);
  gs_crossover_page_set_up (self->crossover_page, self->experiment, self->sweeper);
  gs_history_page_set_history (self->history_page, self->history);
  g_signal_connect_object (self->history_page, "run-picked", G_CALLBACK (run_picked_cb), self, 0);
}

void
gs_window_lab_stop (GsWindow *self)
{
  gs_worker_task_stop (GS_WORKER_TASK (self->sweeper));
  if (self->roofs_job != NULL)
    g_cancellable_cancel (self->roofs_job);
}

void
gs_window_lab_dispose (GsWindow *self)
{
  if (self->sweeper != NULL)
    g_signal_handlers_disconnect_by_data (self->sweeper, self);
  g_clear_object (&self->sweeper);
  if (self->roofs_job != NULL)
    g_cancellable_cancel (self->roofs_job);
  g_clear_object (&self->roofs_job);
}
