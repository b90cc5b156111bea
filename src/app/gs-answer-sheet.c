#include "gs-answer-sheet.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-lesson-sheet.h"
#include "gs-spoken-names.h"
#include "gs-window-private.h"
#include "gs-worker-client.h"

/* Room for the words of a choice. */
#define ANSWER_WIDTH_PX 240

/* What a thread works out: its own worker answers it, in its own main context. */
typedef struct
{
  GsLesson *lesson;
  guint64 first, last;
  char **prefix; /* of the worker's command */
  GsWorkerClient *client;
  GMainContext *context;
  GCancellable *cancellable;
} Work;

typedef struct
{
  GtkWindow *dialog; /* not a reference */
  GsLesson *lesson;
  char **prefix; /* of the worker's command, as the window's */
  GtkWidget *first, *last, *button, *copy, *spinner;
  GtkLabel *status;
  GListStore *lines; /* of GtkStringObject, one row of the table each */
  char *text;        /* the table, as it is copied; NULL: none yet */
  GCancellable *cancellable;
} Sheet;

static void
work_free (gpointer data)
{
  Work *work = data;

  gs_lesson_free (work->lesson);
  g_strfreev (work->prefix);
  g_free (work);
}

static void
run_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

static GsReport *
run_spec (const GsSpec *spec, gpointer data, GError **error)
{
  Work *work = data;
  g_autoptr (GAsyncResult) result = NULL;

  gs_worker_client_run_async (work->client, spec, work->cancellable, run_cb, &result);
  while (result == NULL)
    g_main_context_iteration (work->context, TRUE);
  return gs_worker_client_run_finish (work->client, result, error);
}

static void
thread_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  GError *error = NULL;
  GPtrArray *rows;

  work->context = g_main_context_new ();
  g_main_context_push_thread_default (work->context);
  work->client = gs_worker_client_new ((const char *const *)work->prefix);
  work->cancellable = cancellable;
  rows = gs_lesson_sheet_new (work->lesson, work->first, work->last, run_spec, work, cancellable, &error);
  g_clear_object (&work->client);
  while (g_main_context_iteration (work->context, FALSE))
    ;
  g_main_context_pop_thread_default (work->context);
  g_main_context_unref (work->context);
  if (rows != NULL)
    g_task_return_pointer (task, rows, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
show_rows (Sheet *self, const GPtrArray *rows)
{
  g_auto (GStrv) lines = NULL;

  g_free (self->text);
  self->text = gs_lesson_sheet_to_text (rows);
  lines = g_strsplit (self->text, "\n", -1);
  g_list_store_remove_all (self->lines);
  /* The first line is the heading, which the table has of its own. */
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autoptr (GtkStringObject) line = gtk_string_object_new (lines[i]);

      g_list_store_append (self->lines, line);
    }
  gtk_widget_set_sensitive (self->copy, TRUE);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Sheet *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = g_task_propagate_pointer (G_TASK (result), &error);

  /* Cancelled by the window's end: there is nothing left to show it in. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  gtk_widget_set_sensitive (self->button, TRUE);
  gtk_label_set_text (self->status, error != NULL ? error->message : "");
  if (rows != NULL)
    show_rows (self, rows);
}

static void
work_out_cb (Sheet *self)
{
  g_autoptr (GTask) task = NULL;
  Work *work = g_new0 (Work, 1);

  work->lesson = gs_lesson_ref (self->lesson);
  work->prefix = g_strdupv (self->prefix);
  work->first = (guint64)gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->first));
  work->last = (guint64)gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->last));
  self->cancellable = g_cancellable_new ();
  gtk_widget_set_sensitive (self->button, FALSE);
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  gtk_label_set_text (self->status, "");
  task = g_task_new (NULL, self->cancellable, done_cb, self);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, thread_cb);
}

static void
copy_cb (Sheet *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (self->copy), self->text);
  gtk_label_set_text (self->status, _ ("Table copied."));
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  g_signal_connect (label, "map", G_CALLBACK (gs_spoken_names_row), NULL);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  g_auto (GStrv) cells = g_strsplit (gtk_string_object_get_string (gtk_list_item_get_item (item)), "\t", -1);
  const guint i = GPOINTER_TO_UINT (column);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), i < g_strv_length (cells) ? cells[i] : "");
  gs_spoken_names_row (gtk_list_item_get_child (item));
}

static GtkWidget *
new_table (Sheet *self)
{
  const char *const titles[] = { _ ("Student"), C_ ("of a lesson", "Step"), _ ("Answer"), _ ("Question") };
  GtkNoSelection *selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->lines)));
  GtkWidget *view = gtk_column_view_new (GTK_SELECTION_MODEL (selection));
  GtkWidget *scroller = gtk_scrolled_window_new ();

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (i));
      column = gtk_column_view_column_new (titles[i], factory);
      gtk_column_view_column_set_expand (column, i == 3);
      if (i == 2)
        gtk_column_view_column_set_fixed_width (column, ANSWER_WIDTH_PX);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
      g_object_unref (column);
    }
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (view), TRUE);
  gs_spoken_names_table (GTK_COLUMN_VIEW (view), gtk_window_get_title (self->dialog));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

static GtkWidget *
new_number (const char *name, double value)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 999999, 1);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), value);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return spin;
}

static GtkWidget *
new_controls (Sheet *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->first = new_number (_ ("First student’s number"), 1);
  self->last = new_number (_ ("Last student’s number"), 30);
  self->button = gtk_button_new_with_mnemonic (_ ("_Work Out"));
  self->copy = gtk_button_new_with_mnemonic (_ ("_Copy Table"));
  self->spinner = gtk_spinner_new ();
  self->status = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->status, TRUE);
  gtk_label_set_xalign (self->status, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->status), TRUE);
  gtk_widget_add_css_class (self->button, "suggested-action");
  gtk_widget_set_sensitive (self->copy, FALSE);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_ ("Students’ numbers")));
  gtk_box_append (GTK_BOX (box), self->first);
  gtk_box_append (GTK_BOX (box), gtk_label_new ("–"));
  gtk_box_append (GTK_BOX (box), self->last);
  gtk_box_append (GTK_BOX (box), self->button);
  gtk_box_append (GTK_BOX (box), self->spinner);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (box), self->copy);
  gtk_widget_add_css_class (box, "answer-sheet-controls");
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (work_out_cb), self);
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (copy_cb), self);
  return box;
}

static void
gone_cb (gpointer data, GObject *dialog)
{
  Sheet *self = data;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->lines);
  gs_lesson_free (self->lesson);
  g_strfreev (self->prefix);
  g_free (self->text);
  g_free (self);
}

/* Escape closes it, as other windows that only show something. */
static void
add_escape (GtkWindow *dialog)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (GTK_WIDGET (dialog), controller);
}

void
gs_answer_sheet_show (GsWindow *window, const GsLesson *lesson)
{
  g_autofree char *title = NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Sheet *self;

  g_return_if_fail (GS_IS_WINDOW (window));
  g_return_if_fail (lesson != NULL);

  title = g_strdup_printf (_ ("Answers: %s"), g_dgettext (GETTEXT_PACKAGE, lesson->title));
  self = g_new0 (Sheet, 1);
  self->lesson = gs_lesson_ref (lesson);
  self->prefix = g_strdupv ((char **)gs_worker_client_get_prefix (window->client));
  self->lines = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  self->dialog
      = g_object_new (ADW_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, "transient-for", window,
                      "modal", TRUE, "title", title, "default-width", 820, "default-height", 520, NULL);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), new_controls (self));
  gtk_box_append (GTK_BOX (box), new_table (self));
  adw_window_set_content (ADW_WINDOW (self->dialog), box);
  add_escape (self->dialog);
  gs_spoken_names_complete (GTK_WIDGET (self->dialog));
  gs_announce_first (self->dialog, title);
  g_object_weak_ref (G_OBJECT (self->dialog), gone_cb, self);
  gtk_window_present (self->dialog);
}
