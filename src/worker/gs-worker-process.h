#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One worker process and the pipes to it. All functions and callbacks belong to
 * the main context it was started from. */
typedef struct _GsWorkerProcess GsWorkerProcess;

typedef struct
{
  /* A line it wrote; NULL when it was longer than the protocol allows. */
  void (*line) (GsWorkerProcess *process, GBytes *line, gpointer data);
  /* It is gone and nothing comes after this. @how: a clause such as "was killed
   * by signal 9 (Killed)" or "ended with exit code 1, saying “ssh: no route to host”". */
  void (*ended) (GsWorkerProcess *process, const char *how, gpointer data);
} GsWorkerProcessFuncs;

/* Starts @argv. From then on this process ignores SIGPIPE, as GIO's sockets make
 * it do: a worker that died must not take its client along. */
GsWorkerProcess *gs_worker_process_start (const char *const *argv,
                                          const GsWorkerProcessFuncs *funcs,
                                          gpointer data,
                                          GError **error);

/* Queues a line; takes it. */
void gs_worker_process_send (GsWorkerProcess *self, char *line);
/* Closes its input, on which an idle worker leaves, and kills it after 2 s. */
void gs_worker_process_dismiss (GsWorkerProcess *self);
void gs_worker_process_kill (GsWorkerProcess *self);

/* Id of the process, NULL once it has ended. */
const char *gs_worker_process_get_id (GsWorkerProcess *self);

/* Kills it if it still runs; no callback comes any more. */
void gs_worker_process_free (GsWorkerProcess *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsWorkerProcess, gs_worker_process_free)

G_END_DECLS
