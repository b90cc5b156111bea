#pragma once

#include <adwaita.h>

#include "gs-experiment.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* The spec, from top to bottom in the order a person thinks: operation,
 * matrices, launch, kernel, GPU, comparison. Widgets in it use the action group
 * "spec" (gs_spec_actions_new()) of an ancestor.
 *
 * Property "experiment" (GsExperiment). Signal: "gpu-chosen" (const GsGpu *; NULL:
 * whichever is the first), by a person. */
#define GS_TYPE_SPEC_PANE (gs_spec_pane_get_type ())
G_DECLARE_FINAL_TYPE (GsSpecPane, gs_spec_pane, GS, SPEC_PANE, AdwBin)

void gs_spec_pane_set_experiment (GsSpecPane *self, GsExperiment *experiment);
/* What the worker found; copied as far as it is needed. */
void gs_spec_pane_set_environment (GsSpecPane *self, const GsEnvironment *environment);

/* What is wrong with what was typed into one of the fields that are there to be
 * worked, so that the spec is not what it looks like; *@input is that field. NULL:
 * the spec is what is on screen. */
const char *gs_spec_pane_find_wrong (GsSpecPane *self, GtkWidget **input);
/* Shows what the spec holds in every field that is wrong; FALSE: none was. */
gboolean gs_spec_pane_restore (GsSpecPane *self);
/* Gives the keyboard to what keeps the launch from being run. FALSE: that is in no
 * single field. */
gboolean gs_spec_pane_point_at_problem (GsSpecPane *self);

G_END_DECLS
