#pragma once

#include <gio/gio.h>

#include "gs-report.h"
#include "gs-worker-client.h"

G_BEGIN_DECLS

/* One current run in the worker process. A result counts only while its run is
 * the current one: stopped and replaced runs leave no trace.
 *
 * Properties: "running" (boolean), "fraction" (0…1), "status" (a few words for
 * people, NULL when idle). Signals: "finished" (GsReport), "failed" (char *
 * sentence, gboolean died), "stopped". */
#define GS_TYPE_RUNNER (gs_runner_get_type ())
G_DECLARE_FINAL_TYPE (GsRunner, gs_runner, GS, RUNNER, GObject)

GsRunner *gs_runner_new (GsWorkerClient *client);

gboolean gs_runner_get_running (GsRunner *self);
double gs_runner_get_fraction (GsRunner *self);
const char *gs_runner_get_status (GsRunner *self);

/* Starts a run of @spec (copied by the request); a run under way is stopped. */
void gs_runner_start (GsRunner *self, const GsSpec *spec);
void gs_runner_stop (GsRunner *self);

G_END_DECLS
