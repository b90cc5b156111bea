#include "gs-runner.h"

#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-boxed.h"

struct _GsRunner
{
  GsWorkerTask parent_instance;

  GsWorkerClient *client;
  gboolean busy;   /* the client has not answered yet, be it about a run that was stopped */
  GsSpec *waiting; /* the current run, until the client can take it; else NULL */
  char *status;
};

G_DEFINE_FINAL_TYPE (GsRunner, gs_runner, GS_TYPE_WORKER_TASK)

enum
{
  PROP_0,
  PROP_STATUS,
  N_PROPS
};

enum
{
  FINISHED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void
set_progress (GsRunner *self, const char *status, double fraction)
{
  if (g_strcmp0 (self->status, status) != 0)
    {
      g_free (self->status);
      self->status = g_strdup (status);
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATUS]);
    }
  gs_worker_task_set_fraction (GS_WORKER_TASK (self), fraction);
}

/* What a worker calls a part of its work, in the person's language. */
static const char *
part_title (const char *word)
{
  for (GsPhaseKind kind = 0; kind < GS_N_PHASES; kind++)
    if (g_str_equal (word, gs_phase_nick (kind)))
      return gs_phase_title (kind);
  /* Translators: a part of a run: results are compared with the reference. */
  return g_str_equal (word, "verify") ? _ ("Verify") : word;
}

static void
progress_cb (GsWorkerClient *client, const char *backend, const char *phase, double fraction, GsRunner *self)
{
  g_autofree char *status = NULL;

  /* Nor of the run that was stopped, while the current one waits for its end. */
  if (!gs_worker_task_get_running (GS_WORKER_TASK (self)) || self->waiting != NULL)
    return;
  /* Translators: progress, as in "CPU: Compute". */
  status = g_strdup_printf (_ ("%s: %s"), gs_backend_title (backend), part_title (phase));
  set_progress (self, status, CLAMP (fraction, 0.0, 1.0));
}

static void
gs_runner_ended (GsWorkerTask *task)
{
  GsRunner *self = GS_RUNNER (task);

  g_clear_pointer (&self->waiting, gs_spec_free);
  set_progress (self, NULL, 0.0);
}

static void send (GsRunner *self, const GsSpec *spec, GsClaim *claim);

/* The run that waited for the last one to end. */
static void
send_waiting (GsRunner *self)
{
  g_autoptr (GsSpec) spec = g_steal_pointer (&self->waiting);

  if (spec != NULL)
    send (self, spec, gs_claim_renew (self, gs_worker_task_get_cancellable (GS_WORKER_TASK (self))));
}

static void
run_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsClaim) claim = data;
  GsRunner *self = GS_RUNNER (claim->owner);
  GsWorkerTask *task = GS_WORKER_TASK (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = gs_worker_client_run_finish (GS_WORKER_CLIENT (source), result, &error);

  self->busy = FALSE;
  if (!gs_worker_task_holds (task, claim))
    {
      send_waiting (self);
      return;
    }
  gs_worker_task_end (task);
  if (report != NULL)
    g_signal_emit (self, signals[FINISHED], 0, report);
  else
    gs_worker_task_fail (task, error);
}

static void
send (GsRunner *self, const GsSpec *spec, GsClaim *claim)
{
  self->busy = TRUE;
  gs_worker_client_run_async (self->client, spec, claim->cancellable, run_cb, claim);
}

static void
gs_runner_dispose (GObject *object)
{
  GsRunner *self = GS_RUNNER (object);

  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (self->client, self);
  g_clear_object (&self->client);
  g_clear_pointer (&self->waiting, gs_spec_free);
  g_clear_pointer (&self->status, g_free);

  G_OBJECT_CLASS (gs_runner_parent_class)->dispose (object);
}

static void
gs_runner_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsRunner *self = GS_RUNNER (object);

  switch (prop_id)
    {
    case PROP_STATUS:
      g_value_set_string (value, self->status);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_runner_class_init (GsRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = gs_runner_dispose;
  object_class->get_property = gs_runner_get_property;
  GS_WORKER_TASK_CLASS (klass)->ended = gs_runner_ended;

  props[PROP_STATUS] = g_param_spec_string ("status", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[FINISHED] = g_signal_new ("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                    GS_TYPE_REPORT);
}

static void
gs_runner_init (GsRunner *self)
{
}

GsRunner *
gs_runner_new (GsWorkerClient *client)
{
  GsRunner *self = g_object_new (GS_TYPE_RUNNER, NULL);

  self->client = g_object_ref (client);
  g_signal_connect (client, "progress", G_CALLBACK (progress_cb), self);
  return self;
}

const char *
gs_runner_get_status (GsRunner *self)
{
  g_return_val_if_fail (GS_IS_RUNNER (self), NULL);
  return self->status;
}

void
gs_runner_start (GsRunner *self, const GsSpec *spec)
{
  GsClaim *claim;

  g_return_if_fail (GS_IS_RUNNER (self));
  g_return_if_fail (spec != NULL);

  gs_worker_task_stop (GS_WORKER_TASK (self));
  set_progress (self, _ ("Starting"), 0.0);
  claim = gs_worker_task_begin (GS_WORKER_TASK (self));
  if (!self->busy)
    {
      send (self, spec, claim);
      return;
    }
  /* The worker takes one request at a time, and is still ending the last one. */
  self->waiting = gs_spec_copy (spec);
  gs_claim_free (claim);
}
