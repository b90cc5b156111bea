#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @spin a number of threads: 0 to 65536 (what is too much for a block is
 * for the plan to say), Page Up doubles, Page Down halves. */
void gs_block_spin_init (GtkSpinButton *spin);

G_END_DECLS
