#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-view-style.h"

/* The picture alone, in large type, over the whole screen. */

/* Large type for the next part of the window, or the usual one: in all of them at once it would take longer than a
 * frame may. FALSE: all have it. */
static gboolean
set_type (GsWindow *self)
{
  GtkWidget *parts = gtk_widget_get_parent (self->verdict_bar);

  for (GtkWidget *part = gtk_widget_get_first_child (parts); part != NULL;
       part = gtk_widget_get_next_sibling (part))
    {
      if (gtk_widget_has_css_class (part, "presenter") == self->presenting)
        continue;
      if (self->presenting)
        gtk_widget_add_css_class (part, "presenter");
      else
        gtk_widget_remove_css_class (part, "presenter");
      if (gtk_widget_is_ancestor (GTK_WIDGET (self->stack), part))
        gs_view_style_changed (GTK_WIDGET (self->stack));
      if (gtk_widget_get_visible (part))
        return TRUE;
    }
  return FALSE;
}

/* What is not shown is not styled and laid out in large type either. */
static void
spare_hidden_pane (GsWindow *self)
{
  gtk_widget_set_visible (adw_bin_get_child (ADW_BIN (self->spec_pane)),
                          !self->presenting || adw_flap_get_reveal_flap (self->flap)
                              || adw_flap_get_reveal_progress (self->flap) > 0);
}

/* The pane goes before the type grows, so that it is not laid out with it, and comes when it has shrunk again. */
static gboolean
present_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GsWindow *self = GS_WINDOW (widget);
  const gboolean settled = gdk_frame_clock_get_frame_counter (clock) >= self->presenter_frame + 2;
  const gboolean pane_goes = self->presenting && !adw_flap_get_reveal_flap (self->flap)
                             && adw_flap_get_reveal_progress (self->flap) > 0;

  if ((self->presenting && !settled) || pane_goes || set_type (self) || !settled)
    return G_SOURCE_CONTINUE;
  if (!self->presenting)
    {
      spare_hidden_pane (self);
      adw_flap_set_locked (self->flap, FALSE);
      adw_flap_set_reveal_flap (self->flap, self->pane_before);
    }
  self->present_id = 0;
  return G_SOURCE_REMOVE;
}

void
gs_window_set_presenter (GsWindow *self, gboolean on)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  g_return_if_fail (GS_IS_WINDOW (self));

  if (self->presenting == on)
    return;
  self->presenting = on;
  if (on)
    {
      if (self->present_id == 0)
        self->pane_before = adw_flap_get_reveal_flap (self->flap);
      /* Else the pane comes back whenever a view makes room for it. */
      adw_flap_set_locked (self->flap, TRUE);
      adw_flap_set_reveal_flap (self->flap, FALSE);
      gtk_window_fullscreen (GTK_WINDOW (self));
    }
  else
    {
      gtk_window_unfullscreen (GTK_WINDOW (self));
    }
  /* Else nobody hears that the pane has gone, and how it comes back. */
  gs_announce (GTK_WIDGET (self),
               on ? _ ("Presenter mode. Escape ends it.") : _ ("Presenter mode has ended."));
  self->presenter_frame = clock != NULL ? gdk_frame_clock_get_frame_counter (clock) : 0;
  if (self->present_id == 0)
    self->present_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), present_cb, NULL, NULL);
}

gboolean
gs_window_has_pane (GsWindow *self)
{
  return self->presenting || self->present_id != 0 ? self->pane_before
                                                   : adw_flap_get_reveal_flap (self->flap);
}

static void
presenter_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_window_set_presenter (GS_WINDOW (widget), !GS_WINDOW (widget)->presenting);
}

void
gs_window_presenter_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.presenter", NULL, presenter_cb);
}

void
gs_window_presenter_init (GsWindow *self)
{
  g_signal_connect_swapped (self->flap, "notify::reveal-flap", G_CALLBACK (spare_hidden_pane), self);
  g_signal_connect_swapped (self->flap, "notify::reveal-progress", G_CALLBACK (spare_hidden_pane), self);
}
