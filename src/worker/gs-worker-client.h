#pragma once

#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* The engine in another process, started on first use and again after it died.
 * Speaks JSON lines (contract.md, "worker"). One request at a time per client;
 * results come on the main context the call was made from. */
#define GS_TYPE_WORKER_CLIENT (gs_worker_client_get_type ())
G_DECLARE_FINAL_TYPE (GsWorkerClient, gs_worker_client, GS, WORKER_CLIENT, GObject)

typedef enum
{
  GS_WORKER_ERROR_DIED = 1, /* the process ended; message says how */
  GS_WORKER_ERROR_PROTOCOL,
  GS_WORKER_ERROR_REMOTE,   /* the engine's own error; message is its sentence */
} GsWorkerError;

#define GS_WORKER_ERROR (gs_worker_error_quark ())
GQuark gs_worker_error_quark (void);

/* @prefix: words put before the worker's command ("ssh", "host"); NULL or empty
 * for none. The worker's program is found beside the caller's or on PATH. */
GsWorkerClient *gs_worker_client_new (const char *const *prefix);

/* Signal "progress" (const char *backend, const char *phase, double fraction) while a run is under way. */

void gs_worker_client_run_async (GsWorkerClient *self, const GsSpec *spec, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer data);
GsReport *gs_worker_client_run_finish (GsWorkerClient *self, GAsyncResult *result, GError **error);

void gs_worker_client_devices_async (GsWorkerClient *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
GsEnvironment *gs_worker_client_devices_finish (GsWorkerClient *self, GAsyncResult *result, GError **error);

/* Ends the process (asks, then kills after 2 s); the next request starts a new
 * one: a cold run. */
void gs_worker_client_restart (GsWorkerClient *self);

G_END_DECLS
