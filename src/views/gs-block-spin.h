#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @spin a number of threads: 0 to 65536 (what is too much for a block is
 * for the plan to say), Page Up doubles, Page Down halves. The
 * rest as in gs_count_spin_init(). */
void gs_block_spin_init (GtkSpinButton *spin, const char *what, GtkLabel *error_label);

G_END_DECLS
