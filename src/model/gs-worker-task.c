#include "gs-worker-task.h"

#include "gs-worker-client.h"

typedef struct
{
  GCancellable *cancellable; /* of the current job; NULL when idle */
  double fraction;
} GsWorkerTaskPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GsWorkerTask, gs_worker_task, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_RUNNING,
  PROP_FRACTION,
  N_PROPS
};

enum
{
  FAILED,
  STOPPED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void
gs_worker_task_dispose (GObject *object)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (GS_WORKER_TASK (object));

  if (priv->cancellable != NULL)
    g_cancellable_cancel (priv->cancellable);
  g_clear_object (&priv->cancellable);

  G_OBJECT_CLASS (gs_worker_task_parent_class)->dispose (object);
}

static void
gs_worker_task_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsWorkerTask *self = GS_WORKER_TASK (object);

  switch (prop_id)
    {
    case PROP_RUNNING:
      g_value_set_boolean (value, gs_worker_task_get_running (self));
      break;
    case PROP_FRACTION:
      g_value_set_double (value, gs_worker_task_get_fraction (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_worker_task_class_init (GsWorkerTaskClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = gs_worker_task_dispose;
  object_class->get_property = gs_worker_task_get_property;

  props[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  props[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, 0.0, 1.0, 0.0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[STOPPED] = g_signal_new ("stopped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gs_worker_task_init (GsWorkerTask *self)
{
}

void
gs_worker_task_end (GsWorkerTask *self)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (self);

  g_return_if_fail (GS_IS_WORKER_TASK (self));

  g_clear_object (&priv->cancellable);
  if (GS_WORKER_TASK_GET_CLASS (self)->ended != NULL)
    GS_WORKER_TASK_GET_CLASS (self)->ended (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
}

gboolean
gs_worker_task_get_running (GsWorkerTask *self)
{
  return gs_worker_task_get_cancellable (self) != NULL;
}

double
gs_worker_task_get_fraction (GsWorkerTask *self)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (self);

  g_return_val_if_fail (GS_IS_WORKER_TASK (self), 0.0);
  return priv->fraction;
}

void
gs_worker_task_stop (GsWorkerTask *self)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (self);
  g_autoptr (GCancellable) cancellable = NULL;

  g_return_if_fail (GS_IS_WORKER_TASK (self));

  if (priv->cancellable == NULL)
    return;
  /* No longer current first, so that whatever cancelling calls back is ignored. */
  cancellable = g_object_ref (priv->cancellable);
  gs_worker_task_end (self);
  g_cancellable_cancel (cancellable);
  g_signal_emit (self, signals[STOPPED], 0);
}

GsClaim *
gs_worker_task_begin (GsWorkerTask *self)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (self);
  GsClaim *claim = gs_claim_new (self, &priv->cancellable);

  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
  return claim;
}

GCancellable *
gs_worker_task_get_cancellable (GsWorkerTask *self)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (self);

  g_return_val_if_fail (GS_IS_WORKER_TASK (self), NULL);
  return priv->cancellable;
}

gboolean
gs_worker_task_holds (GsWorkerTask *self, const GsClaim *claim)
{
  return gs_claim_holds (claim, gs_worker_task_get_cancellable (self));
}

void
gs_worker_task_fail (GsWorkerTask *self, const GError *error)
{
  g_return_if_fail (GS_IS_WORKER_TASK (self) && error != NULL);

  g_signal_emit (self, signals[FAILED], 0, error->message,
                 g_error_matches (error, GS_WORKER_ERROR, GS_WORKER_ERROR_DIED));
}

void
gs_worker_task_set_fraction (GsWorkerTask *self, double fraction)
{
  GsWorkerTaskPrivate *priv = gs_worker_task_get_instance_private (self);

  g_return_if_fail (GS_IS_WORKER_TASK (self));

  if (priv->fraction == fraction)
    return;
  priv->fraction = fraction;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FRACTION]);
}
