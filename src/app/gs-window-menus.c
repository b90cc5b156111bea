#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-matrix-window.h"
#include "gs-session.h"

/* Recent files in the menu. */
#define MAX_RECENT 8

/* Undo and redo say what they would take back. */
static void
show_steps (GsWindow *self)
{
  const char *undo = gs_experiment_get_undo_name (self->experiment);
  const char *redo = gs_experiment_get_redo_name (self->experiment);
  /* Translators: %s is the name of a change, as in "Undo Change Block". */
  g_autofree char *undo_label
      = undo != NULL ? g_strdup_printf (_ ("_Undo %s"), undo) : g_strdup (_ ("_Undo"));
  g_autofree char *redo_label
      = redo != NULL ? g_strdup_printf (_ ("_Redo %s"), redo) : g_strdup (_ ("_Redo"));

  g_menu_remove_all (self->undo_menu);
  g_menu_append (self->undo_menu, undo_label, "spec.undo");
  g_menu_append (self->undo_menu, redo_label, "spec.redo");
}

static int
compare_recent (gconstpointer a, gconstpointer b)
{
  GDateTime *first = gtk_recent_info_get_modified ((GtkRecentInfo *)a);
  GDateTime *second = gtk_recent_info_get_modified ((GtkRecentInfo *)b);

  return g_date_time_compare (second, first);
}

static void
show_recent (GsWindow *self)
{
  GList *all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  int n_shown = 0;

  all = g_list_sort (all, compare_recent);
  g_menu_remove_all (self->recent_menu);
  for (GList *l = all; l != NULL && n_shown < MAX_RECENT; l = l->next)
    {
      g_autoptr (GMenuItem) item = NULL;

      if (g_strcmp0 (gtk_recent_info_get_mime_type (l->data), GS_SESSION_MIME_TYPE) != 0
          || !gtk_recent_info_exists (l->data))
        continue;
      item = g_menu_item_new (gtk_recent_info_get_display_name (l->data), NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", gtk_recent_info_get_uri (l->data));
      g_menu_append_item (self->recent_menu, item);
      n_shown++;
    }
  g_list_free_full (all, (GDestroyNotify)gtk_recent_info_unref);
}

static void
open_uri_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  gs_window_open_file (GS_WINDOW (widget), file);
}

static void
edit_matrix_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_matrix_window_present (GS_WINDOW (widget), g_variant_get_int32 (parameter) == 0 ? 0 : 1);
}

/* Built when somebody asks and gone with its closing: as gtk/help-overlay.ui it would be
 * built with each window, for a quarter of the time that takes. */
static void
shortcuts_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GtkBuilder) builder = NULL;
  GtkWindow *shortcuts;

  if (gs_window_has_dialog (GS_WINDOW (widget)))
    return;
  builder = gtk_builder_new_from_resource ("/org/gridscope/Gridscope/ui/gs-shortcuts.ui");
  shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));
  gtk_window_set_transient_for (shortcuts, GTK_WINDOW (widget));
  gtk_window_set_destroy_with_parent (shortcuts, TRUE);
  g_signal_connect (shortcuts, "close-request", G_CALLBACK (gs_window_close_keys), NULL);
  gs_window_present_dialog (shortcuts);
}

void
gs_window_menus_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.shortcuts", NULL, shortcuts_cb);
  gtk_widget_class_install_action (klass, "win.open-uri", "s", open_uri_cb);
  gtk_widget_class_install_action (klass, "win.edit-matrix", "i", edit_matrix_cb);
  gtk_widget_class_bind_template_child (klass, GsWindow, undo_menu);
  gtk_widget_class_bind_template_child (klass, GsWindow, recent_menu);
}

void
gs_window_menus_init (GsWindow *self)
{
  g_signal_connect_swapped (self->experiment, "notify::undo-name", G_CALLBACK (show_steps), self);
  g_signal_connect_swapped (self->experiment, "notify::redo-name", G_CALLBACK (show_steps), self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (show_recent), self,
                           G_CONNECT_SWAPPED);
  show_steps (self);
  show_recent (self);
}
