#include "gs-tip.h"

static gboolean
cut_cb (GtkLabel *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return pango_layout_is_ellipsized (gtk_label_get_layout (label));
}

void
gs_tip_show_when_cut (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (cut_cb), NULL);
}

static gboolean
show_cb (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, const char *text)
{
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
free_text (gpointer text, GClosure *closure)
{
  g_free (text);
}

void
gs_tip_show (GtkWidget *widget, const char *text)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && text != NULL);

  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect_data (widget, "query-tooltip", G_CALLBACK (show_cb), g_strdup (text), free_text, 0);
}
