#include "gs-popup-focus.h"

/* GTK 4.8 takes a row of an open drop-down for a part of the pane that the
 * drop-down stands in, and scrolls the pane to "show" the row. The pop-up moves
 * with it, and without animations so suddenly that its list forgets the row that
 * was about to be chosen. */
static void
keep_panes_still (GtkWidget *focus, gboolean in_window)
{
  for (GtkWidget *at = focus; at != NULL; at = gtk_widget_get_parent (at))
    if (GTK_IS_VIEWPORT (at))
      gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (at), in_window);
}

/* A menu that is closed from one of its submenus leaves the keyboard to something
 * in it that nobody sees any more, and no key reaches the window: back to what the
 * menu hangs on. */
static void
closed_cb (GtkPopover *popover, GtkWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));

  /* It also closes when it is taken away. */
  if (parent == NULL)
    return;
  if (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (popover)))
    gtk_widget_grab_focus (parent);
}

/* Runs before the panes' own handlers, which were connected later. */
static void
focus_cb (GtkWindow *window, GParamSpec *pspec, gpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  GtkNative *native = focus != NULL ? gtk_widget_get_native (focus) : NULL;

  keep_panes_still (focus, native == GTK_NATIVE (window));
  if (native == NULL || !GTK_IS_POPOVER (native))
    return;
  g_signal_handlers_disconnect_by_func (native, closed_cb, window);
  g_signal_connect_object (native, "closed", G_CALLBACK (closed_cb), window, 0);
}

void
gs_popup_focus_init (GtkWindow *window)
{
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (focus_cb), NULL);
}
