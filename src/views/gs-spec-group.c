#include "gs-spec-group.h"

typedef struct
{
  GsExperiment *experiment;
} GsSpecGroupPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GsSpecGroup, gs_spec_group, GTK_TYPE_BOX)

enum
{
  PROP_0,
  PROP_EXPERIMENT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void
changed_cb (GsExperiment *experiment, GsSpecGroup *self)
{
  GS_SPEC_GROUP_GET_CLASS (self)->update (self, experiment);
}

static void
gs_spec_group_dispose (GObject *object)
{
  gs_spec_group_set_experiment (GS_SPEC_GROUP (object), NULL);

  G_OBJECT_CLASS (gs_spec_group_parent_class)->dispose (object);
}

static void
gs_spec_group_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_EXPERIMENT:
      g_value_set_object (value, gs_spec_group_get_experiment (GS_SPEC_GROUP (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_spec_group_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_EXPERIMENT:
      gs_spec_group_set_experiment (GS_SPEC_GROUP (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_spec_group_class_init (GsSpecGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gs_spec_group_dispose;
  object_class->get_property = gs_spec_group_get_property;
  object_class->set_property = gs_spec_group_set_property;

  props[PROP_EXPERIMENT]
      = g_param_spec_object ("experiment", NULL, NULL, GS_TYPE_EXPERIMENT,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
gs_spec_group_init (GsSpecGroup *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
}

GsExperiment *
gs_spec_group_get_experiment (GsSpecGroup *self)
{
  GsSpecGroupPrivate *priv = gs_spec_group_get_instance_private (self);

  g_return_val_if_fail (GS_IS_SPEC_GROUP (self), NULL);
  return priv->experiment;
}

GtkWidget *
gs_spec_group_find_field (GsSpecGroup *self, const char *code)
{
  GsSpecGroupClass *klass;

  g_return_val_if_fail (GS_IS_SPEC_GROUP (self), NULL);
  g_return_val_if_fail (code != NULL, NULL);

  klass = GS_SPEC_GROUP_GET_CLASS (self);
  return klass->find_field != NULL ? klass->find_field (self, code) : NULL;
}

void
gs_spec_group_set_experiment (GsSpecGroup *self, GsExperiment *experiment)
{
  GsSpecGroupPrivate *priv = gs_spec_group_get_instance_private (self);

  g_return_if_fail (GS_IS_SPEC_GROUP (self));

  if (priv->experiment == experiment)
    return;
  if (priv->experiment != NULL)
    g_signal_handlers_disconnect_by_data (priv->experiment, self);
  g_set_object (&priv->experiment, experiment);
  if (experiment != NULL)
    {
      g_signal_connect (experiment, "changed", G_CALLBACK (changed_cb), self);
      g_signal_connect (experiment, "texts-changed", G_CALLBACK (changed_cb), self);
      changed_cb (experiment, self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPERIMENT]);
}
