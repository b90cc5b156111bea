#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes what is in @container one stop for Tab: from any of its widgets Tab and Shift+Tab go on to what comes after
 * or before @container, and the arrows go from one to the next. For a row of choices, or a long list. */
void gs_tab_stop_make (GtkWidget *container);

G_END_DECLS
