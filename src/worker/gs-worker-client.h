#pragma once

#include <gio/gio.h>

#include "gs-report.h"
#include "gs-roofs.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* The engine in another process, started on first use and again after it died.
 * Speaks JSON lines (contract.md, "worker"). One request at a time per client
 * (G_IO_ERROR_PENDING otherwise); results come on the main context the call was
 * made from, and no call blocks it: documents are written and read in a thread.
 *
 * Cancelling asks the worker and kills it after 2 s; either way the request ends
 * with G_IO_ERROR_CANCELLED. A process that dies ends the request with
 * GS_WORKER_ERROR_DIED, and the next request starts another. */
#define GS_TYPE_WORKER_CLIENT (gs_worker_client_get_type ())
G_DECLARE_FINAL_TYPE (GsWorkerClient, gs_worker_client, GS, WORKER_CLIENT, GObject)

typedef enum
{
  GS_WORKER_ERROR_DIED = 1, /* the process ended; message says how */
  GS_WORKER_ERROR_PROTOCOL,
  GS_WORKER_ERROR_REMOTE, /* the engine's own error; message is its sentence */
} GsWorkerError;

#define GS_WORKER_ERROR (gs_worker_error_quark ())
GQuark gs_worker_error_quark (void);

/* @prefix: words put before the worker's command ("ssh", "host"); NULL or empty
 * for none. The worker's program is $GRIDSCOPE_CLI, or found beside the caller's
 * or on PATH; after a prefix it is "gridscope-cli" on the PATH of wherever the
 * prefix leads. */
GsWorkerClient *gs_worker_client_new (const char *const *prefix);
/* The words given, for another client whose worker is to be in the same place. */
const char *const *gs_worker_client_get_prefix (GsWorkerClient *self);

/* Signals, while a request is under way:
 * "progress" (const char *backend, const char *phase, double fraction);
 * "report" (const GsReport *report, double fraction): one size of a sweep is done. */

/* A spec with cold set is run by a fresh process. */
void gs_worker_client_run_async (GsWorkerClient *self,
                                 const GsSpec *spec,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer data);
GsReport *gs_worker_client_run_finish (GsWorkerClient *self, GAsyncResult *result, GError **error);

/* @sizes as gs_sweep_sizes_parse() reads them. */
void gs_worker_client_sweep_async (GsWorkerClient *self,
                                   const GsSpec *spec,
                                   const char *sizes,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer data);
GsSweep *gs_worker_client_sweep_finish (GsWorkerClient *self, GAsyncResult *result, GError **error);

void gs_worker_client_devices_async (GsWorkerClient *self,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data);
GsEnvironment *gs_worker_client_devices_finish (GsWorkerClient *self, GAsyncResult *result, GError **error);

/* Measures what the processor of the worker's machine, with as many threads as
 * @spec says, and the GPU it names can do at most: a second or two. */
void gs_worker_client_roofs_async (GsWorkerClient *self,
                                   const GsSpec *spec,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer data);
GsRoofs *gs_worker_client_roofs_finish (GsWorkerClient *self, GAsyncResult *result, GError **error);

/* Id of the process that runs now, NULL when there is none. */
const char *gs_worker_client_get_process_id (GsWorkerClient *self);

G_END_DECLS
