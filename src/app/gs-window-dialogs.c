#include "gs-window-private.h"

/* Dialogs and sheets: built in one turn of the main loop and shown in another, since each takes as long as a frame may;
 * and a list of keys, which is as large as a window, goes piece by piece. */

gboolean
gs_window_has_dialog (GsWindow *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (self) && gtk_window_get_modal (window))
        return TRUE;
    }
  return FALSE;
}

static gboolean
present_cb (gpointer window)
{
  /* Not one that went with its window meanwhile. */
  if (gtk_window_get_transient_for (window) != NULL
      && gtk_widget_get_visible (GTK_WIDGET (gtk_window_get_transient_for (window))))
    gtk_window_present (window);
  return G_SOURCE_REMOVE;
}

void
gs_window_present_dialog (GtkWindow *dialog)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, present_cb, g_object_ref (dialog), g_object_unref);
}

gboolean
gs_window_end_keys (GtkWidget *widget)
{
  GtkWidget *child, *next;
  gboolean ended = FALSE;

  for (child = gtk_widget_get_first_child (widget); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (GTK_IS_SHORTCUTS_SHORTCUT (child) && GTK_IS_BOX (widget))
        {
          gtk_box_remove (GTK_BOX (widget), child);
          ended = TRUE;
        }
      else if (!ended && gs_window_end_keys (child))
        {
          return TRUE;
        }
    }
  return ended;
}

static gboolean
end_keys_cb (gpointer window)
{
  if (gs_window_end_keys (window))
    return G_SOURCE_CONTINUE;
  gtk_window_destroy (window);
  return G_SOURCE_REMOVE;
}

gboolean
gs_window_close_keys (GtkWindow *keys)
{
  /* Else the cursor of the field to search in would go on to blink. */
  gtk_window_set_focus (keys, NULL);
  gtk_widget_set_visible (GTK_WIDGET (keys), FALSE);
  /* While it goes another one may be asked for. */
  gtk_window_set_modal (keys, FALSE);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, end_keys_cb, g_object_ref (keys), g_object_unref);
  return GDK_EVENT_STOP;
}
