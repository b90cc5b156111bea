#include "gs-block-spin.h"

#include "gs-count-spin.h"

#define MAX_THREADS 65536

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GtkSpinButton *spin)
{
  const int value = gtk_spin_button_get_value_as_int (spin);

  if (key == GDK_KEY_Page_Up)
    gtk_spin_button_set_value (spin, value > 0 ? 2 * value : 1);
  else if (key == GDK_KEY_Page_Down)
    gtk_spin_button_set_value (spin, MAX (value / 2, 1));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

void
gs_block_spin_init (GtkSpinButton *spin, const char *what, GtkLabel *error_label)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_spin_button_set_range (spin, 0, MAX_THREADS);
  gtk_spin_button_set_increments (spin, 1, 0);
  gs_count_spin_init (spin, what, error_label);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), spin);
  gtk_widget_add_controller (GTK_WIDGET (spin), keys);
}
