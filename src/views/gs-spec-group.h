#pragma once

#include <gtk/gtk.h>

#include "gs-experiment.h"

G_BEGIN_DECLS

/* A titled group of the spec pane: a vertical box that follows an experiment.
 *
 * Property "experiment" (GsExperiment). */
#define GS_TYPE_SPEC_GROUP (gs_spec_group_get_type ())
G_DECLARE_DERIVABLE_TYPE (GsSpecGroup, gs_spec_group, GS, SPEC_GROUP, GtkBox)

struct _GsSpecGroupClass
{
  GtkBoxClass parent_class;

  /* Shows the experiment's spec, plan and texts: when it is set and after each change.
   * Setting a widget to what it shows already must do no harm. */
  void (*update) (GsSpecGroup *self, GsExperiment *experiment);
};

/* NULL before one is set. */
GsExperiment *gs_spec_group_get_experiment (GsSpecGroup *self);
void gs_spec_group_set_experiment (GsSpecGroup *self, GsExperiment *experiment);

G_END_DECLS
