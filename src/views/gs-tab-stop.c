#include "gs-tab-stop.h"

struct _GsTabStop
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (GsTabStop, gs_tab_stop, ADW_TYPE_BIN)

/* NULL: none in @widget is pressed. */
static GtkWidget *
find_pressed (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (widget)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_pressed (child);
  return found;
}

static gboolean
gs_tab_stop_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  GtkWidget *pressed;

  if (child == NULL)
    return FALSE;
  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return gtk_widget_child_focus (child, direction);
  if (gtk_widget_get_focus_child (widget) != NULL)
    return FALSE;
  pressed = find_pressed (child);
  return (pressed != NULL && gtk_widget_grab_focus (pressed)) || gtk_widget_child_focus (child, direction);
}

static void
gs_tab_stop_class_init (GsTabStopClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = gs_tab_stop_focus;
}

static void
gs_tab_stop_init (GsTabStop *self)
{
}
