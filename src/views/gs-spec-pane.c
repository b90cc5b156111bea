#include "gs-spec-pane.h"

#include "gs-compare-group.h"
#include "gs-gpu-group.h"
#include "gs-kernel-group.h"
#include "gs-launch-group.h"
#include "gs-matrices-group.h"
#include "gs-operation-group.h"
#include "gs-typed-input.h"

struct _GsSpecPane
{
  AdwBin parent_instance;

  GsExperiment *experiment;
  GtkWidget *box; /* of the groups */
  GsCompareGroup *compare_group;
};

G_DEFINE_FINAL_TYPE (GsSpecPane, gs_spec_pane, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_EXPERIMENT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

enum
{
  GPU_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
chosen_cb (GsGpuGroup *group, const GsGpu *gpu, GsSpecPane *self)
{
  g_signal_emit (self, signals[GPU_CHOSEN], 0, gpu);
}

static void
gs_spec_pane_dispose (GObject *object)
{
  g_clear_object (&GS_SPEC_PANE (object)->experiment);

  G_OBJECT_CLASS (gs_spec_pane_parent_class)->dispose (object);
}

static void
gs_spec_pane_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_EXPERIMENT:
      g_value_set_object (value, GS_SPEC_PANE (object)->experiment);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_spec_pane_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_EXPERIMENT:
      gs_spec_pane_set_experiment (GS_SPEC_PANE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_spec_pane_class_init (GsSpecPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gs_spec_pane_dispose;
  object_class->get_property = gs_spec_pane_get_property;
  object_class->set_property = gs_spec_pane_set_property;

  props[PROP_EXPERIMENT]
      = g_param_spec_object ("experiment", NULL, NULL, GS_TYPE_EXPERIMENT,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);

  g_type_ensure (GS_TYPE_OPERATION_GROUP);
  g_type_ensure (GS_TYPE_MATRICES_GROUP);
  g_type_ensure (GS_TYPE_LAUNCH_GROUP);
  g_type_ensure (GS_TYPE_KERNEL_GROUP);
  signals[GPU_CHOSEN] = g_signal_new ("gpu-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);

  g_type_ensure (GS_TYPE_GPU_GROUP);
  g_type_ensure (GS_TYPE_COMPARE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-spec-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, GsSpecPane, box);
  gtk_widget_class_bind_template_child (widget_class, GsSpecPane, compare_group);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
}

static void
gs_spec_pane_init (GsSpecPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gs_spec_pane_set_experiment (GsSpecPane *self, GsExperiment *experiment)
{
  g_return_if_fail (GS_IS_SPEC_PANE (self));

  if (g_set_object (&self->experiment, experiment))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPERIMENT]);
}

void
gs_spec_pane_set_environment (GsSpecPane *self, const GsEnvironment *environment)
{
  g_return_if_fail (GS_IS_SPEC_PANE (self));

  gs_compare_group_set_environment (self->compare_group, environment);
}

const char *
gs_spec_pane_find_wrong (GsSpecPane *self, GtkWidget **input)
{
  g_return_val_if_fail (GS_IS_SPEC_PANE (self), NULL);
  g_return_val_if_fail (input != NULL, NULL);

  *input = gs_typed_input_find_wrong (self->box);
  return *input != NULL ? gs_typed_input_get_wrong (*input) : NULL;
}

gboolean
gs_spec_pane_restore (GsSpecPane *self)
{
  g_return_val_if_fail (GS_IS_SPEC_PANE (self), FALSE);
  return gs_typed_input_restore_all (self->box);
}

gboolean
gs_spec_pane_point_at_problem (GsSpecPane *self)
{
  const GsPlan *plan;

  g_return_val_if_fail (GS_IS_SPEC_PANE (self), FALSE);

  plan = gs_experiment_get_plan (self->experiment);
  if (plan->problems->len == 0)
    return FALSE;
  for (GtkWidget *group = gtk_widget_get_first_child (self->box); group != NULL;
       group = gtk_widget_get_next_sibling (group))
    {
      const GsProblem *problem = g_ptr_array_index (plan->problems, 0);
      GtkWidget *field = gs_spec_group_find_field (GS_SPEC_GROUP (group), problem->code);

      if (field != NULL)
        return gtk_widget_grab_focus (field);
    }
  return FALSE;
}
