#include "gs-operation-group.h"

#include <glib/gi18n-lib.h>

struct _GsOperationGroup
{
  GsSpecGroup parent_instance;

  GtkLabel *formula_label;
};

G_DEFINE_FINAL_TYPE (GsOperationGroup, gs_operation_group, GS_TYPE_SPEC_GROUP)

static const struct
{
  const char *markup;
  const char *spoken;
} formulas[GS_N_OPS] = {
  [GS_OP_ADD] = { "<i>C<sub>ij</sub></i> = <i>A<sub>ij</sub></i> + <i>B<sub>ij</sub></i>",
                  N_ ("C i j equals A i j plus B i j") },
  [GS_OP_HADAMARD] = { "<i>C<sub>ij</sub></i> = <i>A<sub>ij</sub></i> · <i>B<sub>ij</sub></i>",
                       N_ ("C i j equals A i j times B i j") },
  [GS_OP_MATMUL] = { "<i>C<sub>ij</sub></i> = ∑<sub><i>l</i> &lt; <i>k</i></sub> <i>A<sub>il</sub></i> · "
                     "<i>B<sub>lj</sub></i>",
                     N_ ("C i j equals the sum over l below k of A i l times B l j") },
};

static void
gs_operation_group_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsOperationGroup *self = GS_OPERATION_GROUP (group);
  const GsOp op = gs_experiment_get_spec (experiment)->op;

  gtk_label_set_markup (self->formula_label, formulas[op].markup);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->formula_label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (formulas[op].spoken), -1);
}

static void
gs_operation_group_class_init (GsOperationGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GS_SPEC_GROUP_CLASS (klass)->update = gs_operation_group_update;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-operation-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GsOperationGroup, formula_label);
}

static void
gs_operation_group_init (GsOperationGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
