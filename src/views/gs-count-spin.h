#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a spin button of whole numbers take what is typed at once, as the entries of
 * the spec do. What is no number within its range is kept as it was typed, with the
 * reason in @error_label, instead of turning back into the number before when the
 * keyboard goes elsewhere (see gs-typed-input.h).
 *
 * @what: what the number counts, as a sentence begins; translated, and copied. */
void gs_count_spin_init (GtkSpinButton *spin, const char *what, GtkLabel *error_label);

G_END_DECLS
