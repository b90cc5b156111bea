#pragma once

#include "gs-report.h"
#include "gs-worker-client.h"
#include "gs-worker-task.h"

G_BEGIN_DECLS

/* One current run in the worker process.
 *
 * Property: "status" (a few words for people, NULL when idle). Signal: "finished"
 * (GsReport). */
#define GS_TYPE_RUNNER (gs_runner_get_type ())
G_DECLARE_FINAL_TYPE (GsRunner, gs_runner, GS, RUNNER, GsWorkerTask)

GsRunner *gs_runner_new (GsWorkerClient *client);

const char *gs_runner_get_status (GsRunner *self);

/* Starts a run of @spec (copied by the request); a run under way is stopped. */
void gs_runner_start (GsRunner *self, const GsSpec *spec);

G_END_DECLS
