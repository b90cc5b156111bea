#include "gs-tab-stop.h"

/* What the keyboard goes round in: what pops up is a round of its own. */
static GtkWidget *
get_round (GtkWidget *widget)
{
  GtkWidget *popover = gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER);

  return popover != NULL ? popover : GTK_WIDGET (gtk_widget_get_root (widget));
}

/* GTK goes to the next widget that can have the keyboard: for so long nothing in the container can. */
static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GtkWidget *container)
{
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  GtkWidget *round = get_round (container);
  const gboolean back = key == GDK_KEY_ISO_Left_Tab || (modifiers & GDK_SHIFT_MASK) != 0;
  gboolean moved;

  if ((key != GDK_KEY_Tab && key != GDK_KEY_KP_Tab && key != GDK_KEY_ISO_Left_Tab)
      || (modifiers & ~GDK_SHIFT_MASK) != 0 || round == NULL)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_set_can_focus (container, FALSE);
  moved = gtk_widget_child_focus (round, back ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD);
  gtk_widget_set_can_focus (container, TRUE);
  return moved ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

void
gs_tab_stop_make (GtkWidget *container)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_WIDGET (container));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), container);
  gtk_widget_add_controller (container, keys);
}
