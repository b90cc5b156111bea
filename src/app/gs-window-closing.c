#include "gs-plain-table.h"
#include "gs-window-private.h"

/* The end of a window, piece by piece: hundreds of widgets that go at once, of each of which assistive technology is
 * told, would hold up the frames of the windows that stay. */

/* Those of GTK, to choose a file or a printer in, are ended by what shows them: a GtkFileChooserNative once more when
 * it goes, and a GtkPrintOperation waits for an answer, and the program with it. */
static void
answer (GtkWindow *dialog)
{
  gtk_window_set_transient_for (dialog, NULL);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_DELETE_EVENT);
}

/* The dialogs and sheets of the window; one at a time. */
static gboolean
end_dialog (GsWindow *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) != GTK_WINDOW (self))
        continue;
      if (GTK_IS_DIALOG (window))
        answer (window);
      else if (!gs_window_end_keys (GTK_WIDGET (window)))
        gtk_window_destroy (window);
      return TRUE;
    }
  return FALSE;
}

/* Some rows of the first table in @widget that has any. */
static gboolean
end_rows (GtkWidget *widget)
{
  if (GS_IS_PLAIN_TABLE (widget))
    return gs_plain_table_end_rows (GS_PLAIN_TABLE (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (end_rows (child))
      return TRUE;
  return FALSE;
}

/* A view; the one in front last, so that no other comes to the front. */
static gboolean
end_view (GsWindow *self)
{
  GtkWidget *view = gtk_widget_get_last_child (GTK_WIDGET (self->stack));

  if (view == NULL)
    return FALSE;
  if (view == gtk_stack_get_visible_child (self->stack) && gtk_widget_get_prev_sibling (view) != NULL)
    view = gtk_widget_get_prev_sibling (view);
  if (!end_rows (view))
    gtk_stack_remove (self->stack, view);
  return TRUE;
}

static gboolean
end_pane (GsWindow *self)
{
  if (adw_flap_get_flap (self->flap) == NULL)
    return FALSE;
  adw_flap_set_flap (self->flap, NULL);
  return TRUE;
}

/* One piece in each turn of the main loop. */
static gboolean
end_cb (gpointer data)
{
  GsWindow *self = data;

  if (end_dialog (self) || end_view (self) || end_pane (self))
    return G_SOURCE_CONTINUE;
  gtk_window_destroy (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

static void
ended_cb (gpointer window)
{
  g_object_unref (window);
  g_application_release (g_application_get_default ());
}

/* Without the keyboard, which nothing in it may get again when its neighbour goes: else a cursor would go on to
 * blink. */
static void
hide_window (GtkWindow *window)
{
  gtk_window_set_focus (window, NULL);
  gtk_widget_set_can_focus (GTK_WIDGET (window), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
}

static void
hide_dialogs (GsWindow *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (self))
        hide_window (window);
    }
}

/* For a person it is gone at once. */
gboolean
gs_window_close_request (GtkWindow *window)
{
  GsWindow *self = GS_WINDOW (window);

  g_application_hold (g_application_get_default ());
  hide_dialogs (self);
  hide_window (window);
  gtk_window_set_application (window, NULL);
  gs_window_let_go (self);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, end_cb, g_object_ref (self), ended_cb);
  return GDK_EVENT_STOP;
}
