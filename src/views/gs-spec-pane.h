#pragma once

#include <adwaita.h>

#include "gs-experiment.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* The spec, from top to bottom in the order a person thinks: operation,
 * matrices, launch, kernel, comparison. Widgets in it use the action group
 * "spec" (gs_spec_actions_new()) of an ancestor.
 *
 * Property "experiment" (GsExperiment). */
#define GS_TYPE_SPEC_PANE (gs_spec_pane_get_type ())
G_DECLARE_FINAL_TYPE (GsSpecPane, gs_spec_pane, GS, SPEC_PANE, AdwBin)

void gs_spec_pane_set_experiment (GsSpecPane *self, GsExperiment *experiment);
/* What the worker found; copied as far as it is needed. */
void gs_spec_pane_set_environment (GsSpecPane *self, const GsEnvironment *environment);

G_END_DECLS
