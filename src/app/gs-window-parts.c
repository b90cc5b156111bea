#include "gs-window-private.h"

/* The parts of the window that the keyboard goes round in, as they are read; NULL past the last.
 * The header is looked for: bound as a child of the template it would outlive the views, whose titles it lists, and
 * GTK ends the program over that. */
static GtkWidget *
get_part (GsWindow *self, guint i)
{
  GtkWidget *const parts[] = {
    GTK_WIDGET (self->lesson_card),
    GTK_WIDGET (self->spec_pane),
    GTK_WIDGET (gs_window_get_page (self)),
    self->verdict_bar,
    gtk_widget_get_ancestor (GTK_WIDGET (self->run_stack), ADW_TYPE_HEADER_BAR),
  };

  return i < G_N_ELEMENTS (parts) ? parts[i] : NULL;
}

static gboolean
enter (GsWindow *self, GtkWidget *part)
{
  const gboolean knows_where
      = part == GTK_WIDGET (self->lesson_card) || part == GTK_WIDGET (self->coverage_page);

  if (!gtk_widget_get_mapped (part))
    return FALSE;
  return knows_where ? gtk_widget_grab_focus (part) : gtk_widget_child_focus (part, GTK_DIR_TAB_FORWARD);
}

static void
turn_part_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  guint n = 0, at = 0, step;
  GtkWidget *part;

  for (; (part = get_part (self, n)) != NULL; n++)
    if (focus != NULL && (focus == part || gtk_widget_is_ancestor (focus, part)))
      at = n;
  step = g_str_has_suffix (name, "next") ? 1 : n - 1;
  for (guint i = 1; i < n; i++)
    if (enter (self, get_part (self, (at + i * step) % n)))
      return;
}

void
gs_window_parts_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.part-next", NULL, turn_part_cb);
  gtk_widget_class_install_action (klass, "win.part-previous", NULL, turn_part_cb);
}
