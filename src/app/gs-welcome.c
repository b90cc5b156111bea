#include "gs-welcome.h"

#include <glib/gi18n-lib.h>

#include "config.h"
#include "gs-announce.h"
#include "gs-lesson-library.h"
#include "gs-settings.h"
#include "gs-spoken-names.h"

static void
first_lesson_cb (GtkWindow *dialog)
{
  GtkWindow *window = gtk_window_get_transient_for (dialog);
  const GsLesson *first = g_ptr_array_index (gs_lesson_library (), 0);

  g_object_ref (window);
  gtk_window_destroy (dialog);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "(st)", first->id, (guint64)0);
  g_object_unref (window);
}

static GtkWidget *
new_button (const char *label, const char *css_class, GCallback callback, GtkWindow *dialog)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "pill");
  if (css_class != NULL)
    gtk_widget_add_css_class (button, css_class);
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", callback, dialog);
  return button;
}

static GtkWindow *
new_dialog (GtkWindow *parent)
{
  GtkWindow *dialog
      = g_object_new (ADW_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, "transient-for", parent,
                      "modal", TRUE, "default-width", 560, "title", _ ("Welcome to Gridscope"), NULL);
  GtkWidget *page = adw_status_page_new ();
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *handle = gtk_window_handle_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkWidget *first;
  g_autofree char *sentence = NULL;

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), GS_APP_ID);
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Welcome to Gridscope"));
  adw_status_page_set_description (
      ADW_STATUS_PAGE (page),
      _ ("See what a GPU does with a matrix: which thread takes which element, how long each part of a run "
         "takes, and what the numbers are. No GPU is needed: one is simulated."));
  first
      = new_button (_ ("Start the _First Lesson"), "suggested-action", G_CALLBACK (first_lesson_cb), dialog);
  gtk_box_append (GTK_BOX (buttons), first);
  gtk_box_append (GTK_BOX (buttons), new_button (_ ("Begin an _Experiment of Your Own"), NULL,
                                                 G_CALLBACK (gtk_window_destroy), dialog));
  adw_status_page_set_child (ADW_STATUS_PAGE (page), buttons);
  gtk_window_handle_set_child (GTK_WINDOW_HANDLE (handle), page);
  adw_window_set_content (ADW_WINDOW (dialog), handle);

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (GTK_WIDGET (dialog), keys);
  gs_spoken_names_complete (GTK_WIDGET (dialog));
  gtk_window_set_focus (dialog, first);
  sentence = g_strdup_printf ("%s. %s", _ ("Welcome to Gridscope"),
                              adw_status_page_get_description (ADW_STATUS_PAGE (page)));
  gs_announce_first (dialog, sentence);
  return dialog;
}

/* Settings in memory (GSETTINGS_BACKEND=memory) forget; a greeting "once" would
 * come every time. */
static gboolean
can_remember (GSettings *settings)
{
  g_autoptr (GObject) backend = NULL;

  if (settings == NULL)
    return FALSE;
  g_object_get (settings, "backend", &backend, NULL);
  return backend != NULL && !g_str_equal (G_OBJECT_TYPE_NAME (backend), "GMemorySettingsBackend");
}

void
gs_welcome_maybe (GsWindow *window)
{
  GSettings *settings = gs_settings_get ();

  g_return_if_fail (GS_IS_WINDOW (window));

  if (!can_remember (settings) || g_settings_get_boolean (settings, "welcomed"))
    return;
  g_settings_set_boolean (settings, "welcomed", TRUE);
  gtk_window_present (new_dialog (GTK_WINDOW (window)));
}
