#include "gs-still-panes.h"

/* GTK 4.8 takes a row of an open drop-down for a part of the pane that the
 * drop-down stands in, and scrolls the pane to "show" the row. The pop-up moves
 * with it, and without animations so suddenly that its list forgets the row that
 * was about to be chosen. This runs before the panes' own handlers, which were
 * connected later. */
static void
focus_cb (GtkWindow *window, GParamSpec *pspec, gpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  const gboolean in_window = focus != NULL && gtk_widget_get_native (focus) == GTK_NATIVE (window);

  for (GtkWidget *at = focus; at != NULL; at = gtk_widget_get_parent (at))
    if (GTK_IS_VIEWPORT (at))
      gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (at), in_window);
}

void
gs_still_panes_init (GtkWindow *window)
{
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (focus_cb), NULL);
}
