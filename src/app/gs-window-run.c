#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-settings.h"
#include "gs-stack-turn.h"
#include "gs-typed-input.h"

/* Progress is shown only for work a person can notice. */
#define NOTICEABLE_MS 200

gboolean
gs_window_is_busy (GsWindow *self)
{
  return self->run_waits || self->document_job != NULL || self->roofs_job != NULL
         || (self->runner != NULL && gs_worker_task_get_running (GS_WORKER_TASK (self->runner)))
         || (self->sweeper != NULL && gs_worker_task_get_running (GS_WORKER_TASK (self->sweeper)));
}

static gboolean
show_progress_cb (gpointer data)
{
  g_autoptr (GsWindow) self = data;

  /* A closed window may still be saving. */
  if (self->experiment != NULL && gs_window_is_busy (self))
    gtk_widget_set_visible (GTK_WIDGET (self->progress), TRUE);
  return G_SOURCE_REMOVE;
}

void
gs_window_show_busy (GsWindow *self)
{
  const gboolean running = gs_window_is_busy (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), running ? "win.stop" : "win.run", TRUE);
  gs_stack_turn (self->run_stack, running ? "stop" : "run");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), running ? "win.run" : "win.stop", FALSE);
  gs_crossover_page_set_blocked (self->crossover_page,
                                 self->roofs_job != NULL
                                     || gs_worker_task_get_running (GS_WORKER_TASK (self->runner)));
  if (running)
    g_timeout_add (NOTICEABLE_MS, show_progress_cb, g_object_ref (self));
  else
    gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
  if (!running && self->ask_due)
    gs_window_ask_environment (self);
}

/* The worker is known, and the spec is what it is going to be. */
static gboolean
is_settled (GsWindow *self)
{
  return !self->asking && !gs_experiment_get_awaits_values (self->experiment);
}

void
gs_window_start_run (GsWindow *self)
{
  if (is_settled (self))
    {
      g_autoptr (GsSpec) spec = gs_experiment_dup_run_spec (self->experiment);

      gs_runner_start (self->runner, spec);
      return;
    }
  self->run_waits = TRUE;
  gs_window_show_busy (self);
}

/* @input is wrong, or NULL: the launch is. */
static void
say_not_run (GsWindow *self, GtkWidget *input, const char *sentence)
{
  /* Translators: what is wrong, a whole sentence. */
  g_autofree char *full = g_strdup_printf (_ ("Not run. %s"), sentence);

  /* Where the spec is to be out of sight, the sentence is enough. */
  if (!self->presenting)
    {
      adw_flap_set_reveal_flap (self->flap, TRUE);
      if (input != NULL)
        gs_typed_input_point (input);
      else
        gs_spec_pane_point_at_problem (self->spec_pane);
    }
  gs_window_toast (self, full);
}

gboolean
gs_window_refuse_typed (GsWindow *self)
{
  GtkWidget *input;
  const char *wrong = gs_spec_pane_find_wrong (self->spec_pane, &input);

  if (wrong != NULL)
    say_not_run (self, input, wrong);
  return wrong != NULL;
}

/* What is still being read cannot be refused yet: that waits. */
static void
run (GsWindow *self)
{
  const char *problem = gs_experiment_get_problem (self->experiment);
  const gboolean awaits_values = gs_experiment_get_awaits_values (self->experiment);

  if (!awaits_values && gs_window_refuse_typed (self))
    return;
  if (!awaits_values && problem != NULL)
    {
      say_not_run (self, NULL, problem);
      return;
    }
  g_clear_pointer (&self->failure, g_free);
  gs_window_start_run (self);
}

static void
run_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  run (GS_WINDOW (widget));
}

void
gs_window_resume_run (GsWindow *self)
{
  if (!self->run_waits || self->client == NULL || !is_settled (self))
    return;
  self->run_waits = FALSE;
  run (self);
  gs_window_show_busy (self);
}

static void
stop_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);

  self->run_waits = FALSE;
  gs_window_show_busy (self);
  gs_worker_task_stop (GS_WORKER_TASK (self->runner));
  gs_window_lab_stop (self);
  gs_window_documents_stop (self);
}

static void
progress_cb (GsWindow *self)
{
  const char *status = gs_runner_get_status (self->runner);

  gtk_progress_bar_set_fraction (self->progress,
                                 gs_worker_task_get_running (GS_WORKER_TASK (self->sweeper))
                                     ? gs_worker_task_get_fraction (GS_WORKER_TASK (self->sweeper))
                                     : gs_worker_task_get_fraction (GS_WORKER_TASK (self->runner)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  status != NULL ? status : "", -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->progress), status);
}

static void
finished_cb (GsRunner *runner, GsReport *report, GsWindow *self)
{
  g_clear_pointer (&self->failure, g_free);
  gs_history_add (self->history, report);
  /* First shown, then spoken of: the lesson lights what is in it. */
  gs_window_show_report (self, report);
  gs_lesson_session_set_report (self->lesson_session, report);
  gs_window_say_end (self);
}

static void
failed_cb (GsRunner *runner, const char *sentence, gboolean died, GsWindow *self)
{
  g_autofree char *full
      = died ? g_strdup_printf (_ ("%s It is started again with the next run; nothing is lost."), sentence)
             : g_strdup (sentence);

  /* What the run before gave is in the history; here it would pass for this one's. */
  gs_window_show_report (self, NULL);
  gs_window_complain (self, full);
}

static void
stopped_cb (GsRunner *runner, GsWindow *self)
{
  gs_window_toast (self, _ ("Stopped. The last results stay."));
}

static void
devices_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *complaint = NULL, *trouble = NULL;
  GsEnvironment *environment = gs_worker_client_devices_finish (GS_WORKER_CLIENT (source), result, &error);

  self->asking = FALSE;
  /* Closed meanwhile. */
  if (self->client == NULL)
    {
      g_clear_pointer (&environment, gs_environment_free);
      return;
    }
  if (environment == NULL)
    {
      gs_window_resume_run (self);
      gs_window_complain (self, error->message);
      return;
    }
  g_clear_pointer (&self->environment, gs_environment_free);
  self->environment = environment;
  gs_spec_pane_set_environment (self->spec_pane, environment);
  /* Knowing the GPUs is no change of a person's: what went wrong meanwhile, as with a
   * file that could not be read, is still to be said, and before what is missing. */
  complaint = g_strdup (self->failure);
  gs_experiment_set_gpus (self->experiment, environment->gpus);
  trouble = gs_experiment_dup_gpu_trouble (self->experiment);
  if (complaint != NULL || trouble != NULL)
    gs_window_complain (self, complaint != NULL ? complaint : trouble);
  gs_window_resume_run (self);
}

static void
gpu_chosen_cb (GsSpecPane *pane, const GsGpu *gpu, GsWindow *self)
{
  gs_settings_remember_gpu (gpu);
}

void
gs_window_run_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.run", NULL, run_cb);
  gtk_widget_class_install_action (klass, "win.stop", NULL, stop_cb);
}

void
gs_window_run_init (GsWindow *self)
{
  g_auto (GStrv) prefix = gs_settings_get_worker_prefix ();

  self->client = gs_worker_client_new ((const char *const *)prefix);
  self->runner = gs_runner_new (self->client);
  g_signal_connect_swapped (self->runner, "notify::running", G_CALLBACK (gs_window_show_busy), self);
  g_signal_connect_swapped (self->runner, "notify::fraction", G_CALLBACK (progress_cb), self);
  g_signal_connect_swapped (self->runner, "notify::status", G_CALLBACK (progress_cb), self);
  g_signal_connect_swapped (self->sweeper, "notify::running", G_CALLBACK (gs_window_show_busy), self);
  g_signal_connect_swapped (self->sweeper, "notify::fraction", G_CALLBACK (progress_cb), self);
  g_signal_connect (self->runner, "finished", G_CALLBACK (finished_cb), self);
  g_signal_connect (self->runner, "failed", G_CALLBACK (failed_cb), self);
  g_signal_connect (self->runner, "stopped", G_CALLBACK (stopped_cb), self);
  g_signal_connect (self->spec_pane, "gpu-chosen", G_CALLBACK (gpu_chosen_cb), self);
  gs_settings_name_gpu (self->experiment);
  gs_window_show_busy (self);
}

void
gs_window_ask_environment (GsWindow *self)
{
  g_return_if_fail (GS_IS_WINDOW (self));

  /* NULL: the window was closed meanwhile. */
  if (self->client == NULL || self->asking)
    return;
  self->ask_due = gs_worker_task_get_running (GS_WORKER_TASK (self->runner));
  self->asking = !self->ask_due;
  if (self->asking)
    gs_worker_client_devices_async (self->client, NULL, devices_cb, g_object_ref (self));
}

void
gs_window_run_dispose (GsWindow *self)
{
  if (self->runner != NULL)
    g_signal_handlers_disconnect_by_data (self->runner, self);
  g_clear_object (&self->runner);
  g_clear_object (&self->client);
  g_clear_pointer (&self->environment, gs_environment_free);
}
