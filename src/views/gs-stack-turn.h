#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the page @name of @stack. If the keyboard is in the page that goes, it moves to the first widget of the one
 * that comes, when that can take it: to Stop where Start was pressed. To be called while the widget that goes is
 * still sensitive, or it has lost the keyboard already. */
void gs_stack_turn (GtkStack *stack, const char *name);

G_END_DECLS
