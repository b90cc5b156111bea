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

  /* The field to change when the launch cannot be run for the reason @code of a
   * GsProblem; NULL: none of this group. May be NULL. */
  GtkWidget *(*find_field) (GsSpecGroup *self, const char *code);
};

/* NULL before one is set. */
GsExperiment *gs_spec_group_get_experiment (GsSpecGroup *self);
/* As in the class. */
GtkWidget *gs_spec_group_find_field (GsSpecGroup *self, const char *code);
void gs_spec_group_set_experiment (GsSpecGroup *self, GsExperiment *experiment);

G_END_DECLS
