#include "gs-stack-turn.h"

void
gs_stack_turn (GtkStack *stack, const char *name)
{
  GtkRoot *root;
  GtkWidget *focus;
  gboolean within;

  g_return_if_fail (GTK_IS_STACK (stack) && name != NULL);

  root = gtk_widget_get_root (GTK_WIDGET (stack));
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  within = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (stack));
  gtk_stack_set_visible_child_name (stack, name);
  if (within)
    gtk_widget_child_focus (gtk_stack_get_visible_child (stack), GTK_DIR_TAB_FORWARD);
}
