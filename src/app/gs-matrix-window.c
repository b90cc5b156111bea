#include "gs-matrix-window.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-matrix-editor.h"
#include "gs-spec-actions.h"
#include "gs-spoken-names.h"
#include "gs-window-private.h"

/* The window's editor, as data of the window. */
#define EDITOR_KEY "gs-editor"

static GtkWidget *
new_step_button (const char *icon, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
say_step (GtkWidget *button, const char *text)
{
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
undo_name_cb (GsExperiment *experiment, GParamSpec *pspec, GtkWidget *button)
{
  const char *name = gs_experiment_get_undo_name (experiment);
  g_autofree char *text = name != NULL ? g_strdup_printf (_ ("Undo %s"), name) : g_strdup (_ ("Undo"));

  say_step (button, text);
}

static void
redo_name_cb (GsExperiment *experiment, GParamSpec *pspec, GtkWidget *button)
{
  const char *name = gs_experiment_get_redo_name (experiment);
  g_autofree char *text = name != NULL ? g_strdup_printf (_ ("Redo %s"), name) : g_strdup (_ ("Redo"));

  say_step (button, text);
}

static GtkWidget *
new_header (GsExperiment *experiment, const char *title)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *heading = adw_window_title_new (title, _ ("Every change applies at once"));
  GtkWidget *undo = new_step_button ("edit-undo-symbolic", "spec.undo");
  GtkWidget *redo = new_step_button ("edit-redo-symbolic", "spec.redo");

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), heading);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), undo);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), redo);
  g_signal_connect_object (experiment, "notify::undo-name", G_CALLBACK (undo_name_cb), undo, 0);
  g_signal_connect_object (experiment, "notify::redo-name", G_CALLBACK (redo_name_cb), redo, 0);
  undo_name_cb (experiment, NULL, undo);
  redo_name_cb (experiment, NULL, redo);
  return header;
}

static gboolean
close_request_cb (GtkWindow *window, GsMatrixEditor *editor)
{
  gs_matrix_editor_commit (editor);
  return GDK_EVENT_PROPAGATE;
}

/* The keys of the application are those of its main windows. */
static void
add_close_key (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcut *close = gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_w, GDK_CONTROL_MASK),
                                         gtk_named_action_new ("window.close"));

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), close);
  gtk_widget_add_controller (window, keys);
}

static GtkWindow *
new_window (GsWindow *parent, int operand)
{
  GtkWidget *window = g_object_new (ADW_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *editor = gs_matrix_editor_new (operand);
  GActionGroup *actions = gs_spec_actions_new (parent->experiment, NULL);
  g_autofree char *title = g_strdup_printf (_ ("Matrix %s"), operand == 0 ? "A" : "B");

  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (parent));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 920, 520);
  add_close_key (window);
  gtk_widget_insert_action_group (window, "spec", actions);
  g_object_unref (actions);
  gs_spec_group_set_experiment (GS_SPEC_GROUP (editor), parent->experiment);
  gtk_box_append (GTK_BOX (box), new_header (parent->experiment, title));
  gtk_widget_set_vexpand (editor, TRUE);
  gtk_box_append (GTK_BOX (box), editor);
  adw_window_set_content (ADW_WINDOW (window), box);
  g_signal_connect (window, "close-request", G_CALLBACK (close_request_cb), editor);
  g_object_set_data (G_OBJECT (window), EDITOR_KEY, editor);
  gs_spoken_names_complete (window);
  gs_announce_first (GTK_WINDOW (window), title);
  gs_matrix_editor_focus (GS_MATRIX_EDITOR (editor));
  return GTK_WINDOW (window);
}

void
gs_matrix_window_present (GsWindow *window, int operand)
{
  GtkWindow **place;

  g_return_if_fail (GS_IS_WINDOW (window));
  g_return_if_fail (operand == 0 || operand == 1);

  place = &window->matrix_windows[operand];
  if (*place == NULL)
    {
      *place = new_window (window, operand);
      g_object_add_weak_pointer (G_OBJECT (*place), (gpointer *)place);
    }
  gs_window_present_dialog (*place);
}

void
gs_matrix_windows_commit (GsWindow *window)
{
  g_return_if_fail (GS_IS_WINDOW (window));

  for (gsize i = 0; i < G_N_ELEMENTS (window->matrix_windows); i++)
    if (window->matrix_windows[i] != NULL)
      gs_matrix_editor_commit (g_object_get_data (G_OBJECT (window->matrix_windows[i]), EDITOR_KEY));
}
