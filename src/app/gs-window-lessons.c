#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-answer-sheet.h"
#include "gs-lesson-library.h"
#include "gs-lesson-lines.h"
#include "gs-settings.h"

static void
lesson_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  const GsLesson *lesson;
  const char *id;
  guint64 seed;

  g_variant_get (parameter, "(&st)", &id, &seed);
  lesson = gs_lesson_library_find (id, &error);
  if (lesson != NULL)
    gs_lesson_session_open (self->lesson_session, lesson, seed);
  else
    gs_window_complain (self, error->message);
}

/* It is held against the runs that it shows, which are long to read. */
static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GFile *file = data;
  g_autofree char *name = g_file_get_basename (file);
  GError *error = NULL;
  GsLesson *lesson = gs_lesson_load (file, &error);

  if (lesson != NULL && !gs_lesson_lines_check (lesson, name, &error))
    g_clear_pointer (&lesson, gs_lesson_free);
  if (lesson != NULL)
    g_task_return_pointer (task, lesson, (GDestroyNotify)gs_lesson_free);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWindow) self = data;
  g_autoptr (GError) error = NULL;
  GsLesson *lesson = g_task_propagate_pointer (G_TASK (result), &error);

  /* The window may have been closed, or another lesson opened. */
  if (self->lesson_session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_pointer (&lesson, gs_lesson_free);
  else if (lesson != NULL)
    gs_lesson_session_take (self->lesson_session, lesson, gs_lesson_menu_get_seed (self->lesson_menu));
  else
    gs_window_complain (self, error->message);
}

void
gs_window_open_lesson (GsWindow *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (GS_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  if (self->lesson_job != NULL)
    g_cancellable_cancel (self->lesson_job);
  g_clear_object (&self->lesson_job);
  self->lesson_job = g_cancellable_new ();
  task = g_task_new (NULL, self->lesson_job, read_cb, g_object_ref (self));
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, read_thread);
}

static void
open_response_cb (GtkNativeDialog *dialog, int response, GsWindow *self)
{
  g_autoptr (GFile) file = NULL;

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  gs_window_open_lesson (self, file);
}

static void
open_lesson_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gs_lesson_menu_popdown (self->lesson_menu);
  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (_ ("Open Lesson"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_filter_set_name (filter, _ ("Lessons"));
  gtk_file_filter_add_pattern (filter, "*.xml");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), filter);
  g_signal_connect (self->chooser, "response", G_CALLBACK (open_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
lessons_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_lesson_menu_popup (GS_WINDOW (widget)->lesson_menu);
}

static void
answer_sheet_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);

  gs_lesson_menu_popdown (self->lesson_menu);
  gs_answer_sheet_show (self, gs_lesson_session_get_lesson (self->lesson_session));
}

static void
step_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  const guint step = gs_lesson_session_get_step (self->lesson_session);

  if (g_str_has_suffix (name, "next"))
    gs_lesson_session_go (self->lesson_session, step + 1);
  else if (step > 0)
    gs_lesson_session_go (self->lesson_session, step - 1);
}

/* One may turn the page while the step before still runs; its run ends first. */
static void
run_if_due (GsWindow *self)
{
  if (!self->run_due || gs_worker_task_get_running (GS_WORKER_TASK (self->runner)))
    return;
  self->run_due = FALSE;
  if (gs_experiment_get_problem (self->experiment) == NULL
      && gs_lesson_session_on_track (self->lesson_session))
    {
      /* What the lesson set up is what is run, and what is to be seen. */
      gs_spec_pane_restore (self->spec_pane);
      gs_window_start_run (self);
    }
}

/* All pages: what was lit in the view before is not of this step, and what is to be
 * guessed first must not stand in another one. */
static void
show_highlight (GsWindow *self)
{
  g_autoptr (GListModel) pages = G_LIST_MODEL (gtk_stack_get_pages (self->stack));
  const gboolean veiled = gs_experiment_get_veiled (self->experiment);
  GsHighlight highlight;

  gs_lesson_session_get_highlight (self->lesson_session, &highlight);
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);
      GtkWidget *child = gtk_stack_page_get_child (GTK_STACK_PAGE (page));

      gs_page_set_veiled (GS_PAGE (child), veiled);
      gs_page_light (GS_PAGE (child), child == gtk_stack_get_visible_child (self->stack) ? &highlight : NULL);
    }
  gs_highlight_clear (&highlight);
}

/* What a person has measured stays. */
static void
show_sweep (GsWindow *self, const GsLessonStep *step)
{
  const GsSweep *present = gs_sweeper_get_sweep (self->sweeper);
  GsSweep *sweep;

  if (step->sweep == NULL || (present != NULL && present->recorded == NULL))
    return;
  sweep = gs_lesson_library_sweep (step->sweep, NULL);
  if (sweep != NULL)
    gs_sweeper_show (self->sweeper, sweep);
}

static void
step_entered_cb (GsWindow *self)
{
  const GsLessonStep *step = gs_lesson_session_get_current (self->lesson_session);
  GsReport *recording = gs_lesson_session_get_recording (self->lesson_session);

  /* A view that this window does not have leaves the one on screen. */
  gs_window_set_view (self, step->view);
  gs_coverage_page_set_pinned (self->coverage_page, step->has_thread ? &step->thread : NULL);
  if (recording != NULL)
    gs_window_show_report (self, recording);
  show_sweep (self, step);
  show_highlight (self);
  self->run_due = step->recording == NULL && gs_lesson_session_needs_run (self->lesson_session);
  run_if_due (self);
}

/* Lessons from a file are not in the menu. */
static void
mark_lesson (GsWindow *self)
{
  const GsLesson *lesson = gs_lesson_session_get_lesson (self->lesson_session);
  const gboolean listed
      = lesson != NULL && g_ptr_array_find ((GPtrArray *)gs_lesson_library (), lesson, NULL);

  gs_lesson_menu_set_open (self->lesson_menu, listed ? lesson->id : NULL);
  if (listed && gs_lesson_session_is_finished (self->lesson_session))
    gs_settings_finish_lesson (lesson->id);
}

static void
active_cb (GsWindow *self)
{
  const gboolean active = gs_lesson_session_get_lesson (self->lesson_session) != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.lesson-next", active);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.lesson-previous", active);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.answer-sheet", active);
}

/* Page Up and Page Down turn the pages of a lesson, as a presenter's remote
 * control sends them; but not where a widget steps its own value by them. Escape
 * ends presenting, when there is no run for it to stop. */
static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GsWindow *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  const gboolean presenting = self->presenting;
  const gboolean forth = key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down;
  const gboolean back = key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up;

  if (key == GDK_KEY_Escape && presenting && !gs_worker_task_get_running (GS_WORKER_TASK (self->runner)))
    {
      gs_window_set_presenter (self, FALSE);
      return GDK_EVENT_STOP;
    }
  if ((!forth && !back) || (state & gtk_accelerator_get_default_mod_mask ()) != 0
      || gs_lesson_session_get_lesson (self->lesson_session) == NULL)
    return GDK_EVENT_PROPAGATE;
  if (focus != NULL && !presenting && gtk_widget_get_ancestor (focus, GTK_TYPE_SPIN_BUTTON) != NULL)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (GTK_WIDGET (self), forth ? "win.lesson-next" : "win.lesson-previous", NULL);
  return GDK_EVENT_STOP;
}

void
gs_window_lessons_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.lesson", "(st)", lesson_cb);
  gtk_widget_class_install_action (klass, "win.lessons", NULL, lessons_cb);
  gtk_widget_class_install_action (klass, "win.open-lesson", NULL, open_lesson_cb);
  gtk_widget_class_install_action (klass, "win.answer-sheet", NULL, answer_sheet_cb);
  gtk_widget_class_install_action (klass, "win.lesson-next", NULL, step_cb);
  gtk_widget_class_install_action (klass, "win.lesson-previous", NULL, step_cb);

  g_type_ensure (GS_TYPE_LESSON_CARD);
  g_type_ensure (GS_TYPE_LESSON_MENU);
  gtk_widget_class_bind_template_child (klass, GsWindow, lesson_card);
  gtk_widget_class_bind_template_child (klass, GsWindow, lesson_menu);
}

void
gs_window_lessons_init (GsWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->lesson_session = gs_lesson_session_new (self->experiment);
  gs_lesson_card_set_session (self->lesson_card, self->lesson_session);
  g_signal_connect_swapped (self->lesson_session, "step-entered", G_CALLBACK (step_entered_cb), self);
  g_signal_connect_swapped (self->lesson_session, "changed", G_CALLBACK (show_highlight), self);
  g_signal_connect_swapped (self->lesson_session, "changed", G_CALLBACK (mark_lesson), self);
  g_signal_connect_swapped (self->lesson_session, "notify::active", G_CALLBACK (active_cb), self);
  g_signal_connect_object (self->runner, "notify::running", G_CALLBACK (run_if_due), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  active_cb (self);
  gs_settings_follow_lessons (self->lesson_menu);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

void
gs_window_lessons_dispose (GsWindow *self)
{
  if (self->lesson_session != NULL)
    g_signal_handlers_disconnect_by_data (self->lesson_session, self);
  g_clear_object (&self->lesson_session);
  g_clear_object (&self->lesson_job);
}
