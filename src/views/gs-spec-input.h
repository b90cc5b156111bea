#pragma once

#include <gtk/gtk.h>

#include "gs-experiment.h"
#include "gs-spec-edit.h"

G_BEGIN_DECLS

/* Helpers the groups of the spec pane share. */

/* A copy of the experiment's spec to edit and hand to gs_experiment_change(). */
GsSpec *gs_spec_input_begin (GsExperiment *experiment);

/* Shows @sentence under an input, in words and as its accessible description,
 * and marks the input invalid; NULL: all is well. @label is hidden when there is
 * nothing to say. */
void gs_spec_input_show_error (GtkLabel *label, GtkWidget *input, const char *sentence);

/* Marks an input as wrong, with @sentence as its accessible description; NULL: as right. */
void gs_spec_input_mark (GtkWidget *input, const char *sentence);

/* A whole number of at least @least: digits with or without spaces, or a power
 * "2^20". FALSE with a translated sentence in @reason (free it) that names what
 * was typed. */
gboolean
gs_spec_input_parse_count (const char *text, const char *what, gint64 least, gint64 *count, char **reason);

G_END_DECLS
