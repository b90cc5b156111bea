/* What a client can be asked for, one pair of functions each. */
#include "gs-worker-client-private.h"

void
gs_worker_client_run_async (GsWorkerClient *self,
                            const GsSpec *spec,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  GTask *task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, gs_worker_client_run_async);
  gs_worker_client_begin (self, "run", GS_VALUE_REPORT, spec, NULL, task);
}

GsReport *
gs_worker_client_run_finish (GsWorkerClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, gs_worker_client_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gs_worker_client_sweep_async (GsWorkerClient *self,
                              const GsSpec *spec,
                              const char *sizes,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  GTask *task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, gs_worker_client_sweep_async);
  gs_worker_client_begin (self, "sweep", GS_VALUE_SWEEP, spec, sizes, task);
}

GsSweep *
gs_worker_client_sweep_finish (GsWorkerClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, gs_worker_client_sweep_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gs_worker_client_devices_async (GsWorkerClient *self,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  GTask *task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, gs_worker_client_devices_async);
  gs_worker_client_begin (self, "devices", GS_VALUE_ENVIRONMENT, NULL, NULL, task);
}

GsEnvironment *
gs_worker_client_devices_finish (GsWorkerClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, gs_worker_client_devices_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gs_worker_client_roofs_async (GsWorkerClient *self,
                              const GsSpec *spec,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  GTask *task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, gs_worker_client_roofs_async);
  gs_worker_client_begin (self, "roofs", GS_VALUE_ROOFS, spec, NULL, task);
}

GsRoofs *
gs_worker_client_roofs_finish (GsWorkerClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, gs_worker_client_roofs_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
