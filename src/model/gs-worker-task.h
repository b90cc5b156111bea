#pragma once

#include <gio/gio.h>

#include "gs-claim.h"

G_BEGIN_DECLS

/* Something that has one current job in a worker process. An answer counts only
 * while its job is the current one: jobs that were stopped or replaced leave no
 * trace.
 *
 * Properties: "running" (boolean), "fraction" (0…1). Signals: "failed" (const char
 * *sentence, gboolean died: the worker did), "stopped". */
#define GS_TYPE_WORKER_TASK (gs_worker_task_get_type ())
G_DECLARE_DERIVABLE_TYPE (GsWorkerTask, gs_worker_task, GS, WORKER_TASK, GObject)

struct _GsWorkerTaskClass
{
  GObjectClass parent_class;

  /* Optional: the job that was current is over, whatever its end; called before
   * anybody is told. */
  void (*ended) (GsWorkerTask *self);
};

gboolean gs_worker_task_get_running (GsWorkerTask *self);
double gs_worker_task_get_fraction (GsWorkerTask *self);
/* Ends the current job, if there is one, at once; the worker is asked to, and killed
 * when it does not. */
void gs_worker_task_stop (GsWorkerTask *self);

/* For its kinds. */

/* Begins a job; there must be none. The request takes the claim as its data. */
GsClaim *gs_worker_task_begin (GsWorkerTask *self);
/* For the request of the current job; NULL when there is none. */
GCancellable *gs_worker_task_get_cancellable (GsWorkerTask *self);
/* Whether the answer to @claim counts. */
gboolean gs_worker_task_holds (GsWorkerTask *self, const GsClaim *claim);
/* The answer that counts has come: the job is over. */
void gs_worker_task_end (GsWorkerTask *self);
/* Says that the job that is over failed. */
void gs_worker_task_fail (GsWorkerTask *self, const GError *error);
void gs_worker_task_set_fraction (GsWorkerTask *self, double fraction);

G_END_DECLS
