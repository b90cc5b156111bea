#include "gs-worker-client-private.h"

#include <glib/gi18n-lib.h>

#include "gs-protocol.h"
#include "gs-report-json.h"
#include "gs-worker-command.h"
#include "gs-worker-process.h"
#include "gs-worker-request.h"

#define CANCEL_SECONDS 2

struct _GsWorkerClient
{
  GObject parent_instance;

  char **prefix;
  GsWorkerProcess *process; /* the one that takes requests */
  GsWorkerProcess *leaving; /* dismissed, not yet gone */
  gboolean used;            /* process has had a request */
  char *process_id;

  GTask *task; /* the request under way; its source tag says which kind */
  gint64 request_id;
  char *line; /* made, not sent yet */
  gboolean sent;
  GSource *cancelling; /* watches the task's cancellable */
  guint kill_id;

  GQueue lines;   /* of GBytes: answers not yet read */
  GTask *reading; /* reads an answer in a thread; not owned; NULL: none, or of a process that was left */
  char *end;      /* how the process ended, once nothing is left to read */
};

G_DEFINE_FINAL_TYPE (GsWorkerClient, gs_worker_client, G_TYPE_OBJECT)

enum
{
  PROGRESS,
  REPORT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void start_request (GsWorkerClient *self);
static void read_next (GsWorkerClient *self);

/* Takes the request out of @self, so that its callback may begin another. */
static GTask *
take_task (GsWorkerClient *self)
{
  if (self->cancelling != NULL)
    g_source_destroy (self->cancelling);
  g_clear_pointer (&self->cancelling, g_source_unref);
  g_clear_handle_id (&self->kill_id, g_source_remove);
  g_clear_pointer (&self->line, g_free);
  return g_steal_pointer (&self->task);
}

static void
fail (GsWorkerClient *self, GError *error)
{
  g_autoptr (GTask) task = take_task (self);

  if (task == NULL)
    g_error_free (error);
  else if (!g_task_return_error_if_cancelled (task))
    g_task_return_error (task, error);
  else
    g_error_free (error);
}

static void
forget_process (GsWorkerClient *self)
{
  g_clear_pointer (&self->process, gs_worker_process_free);
  g_clear_pointer (&self->process_id, g_free);
  g_clear_pointer (&self->end, g_free);
}

static void
forget_lines (GsWorkerClient *self)
{
  g_queue_clear_full (&self->lines, (GDestroyNotify)g_bytes_unref);
  self->reading = NULL;
}

/* Kills a process that does not keep to the protocol. */
static void
drop_process (GsWorkerClient *self)
{
  forget_lines (self);
  forget_process (self);
}

static void
line_cb (GsWorkerProcess *process, GBytes *line, gpointer data)
{
  GsWorkerClient *self = data;

  if (process != self->process)
    return;
  if (line == NULL)
    {
      drop_process (self);
      fail (self,
            g_error_new_literal (
                GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                _ ("The worker’s answer is longer than the protocol allows; ask for a smaller result.")));
      return;
    }
  g_queue_push_tail (&self->lines, g_bytes_ref (line));
  if (self->reading == NULL)
    read_next (self);
}

/* The process has ended and every line it wrote has been read. */
static void
handle_end (GsWorkerClient *self)
{
  g_autofree char *how = g_steal_pointer (&self->end);
  gboolean waiting = self->task != NULL && self->line != NULL;

  forget_process (self);
  if (waiting)
    start_request (self);
  else if (self->task != NULL)
    fail (self,
          g_error_new (GS_WORKER_ERROR, GS_WORKER_ERROR_DIED,
                       /* Translators: how it ended, such as "was killed by signal 9 (Killed)". */
                       _ ("The worker process %s before it answered; the next run starts a new one."), how));
}

static void
ended_cb (GsWorkerProcess *process, const char *how, gpointer data)
{
  GsWorkerClient *self = data;

  if (process == self->leaving)
    {
      g_clear_pointer (&self->leaving, gs_worker_process_free);
      if (self->task != NULL && self->line != NULL)
        start_request (self);
      return;
    }
  self->end = g_strdup (how);
  if (self->reading == NULL)
    handle_end (self);
}

static const GsWorkerProcessFuncs process_funcs = { .line = line_cb, .ended = ended_cb };

static gboolean
start_process (GsWorkerClient *self, GError **error)
{
  g_auto (GStrv) command = gs_worker_command ((const char *const *)self->prefix);
  g_autoptr (GError) local = NULL;

  self->process = gs_worker_process_start ((const char *const *)command, &process_funcs, self, &local);
  if (self->process == NULL)
    {
      g_set_error (
          error, GS_WORKER_ERROR, GS_WORKER_ERROR_DIED,
          _ ("The worker could not be started (%s); install gridscope-cli beside this program or on PATH."),
          local->message);
      return FALSE;
    }
  self->process_id = g_strdup (gs_worker_process_get_id (self->process));
  self->used = FALSE;
  return TRUE;
}

static void
dismiss_process (GsWorkerClient *self)
{
  /* One that was dismissed earlier and is still not gone has had its time. */
  g_clear_pointer (&self->leaving, gs_worker_process_free);
  self->leaving = g_steal_pointer (&self->process);
  forget_lines (self);
  forget_process (self);
  gs_worker_process_dismiss (self->leaving);
}

/* The process goes by itself after what it wrote last, if it is not gone already. */
static void
leave_process (GsWorkerClient *self)
{
  if (self->end != NULL)
    drop_process (self);
  else if (self->process != NULL)
    dismiss_process (self);
}

/* Sends the line that waits, starting a process where there is none. A process
 * that is leaving is waited for: two of them would measure each other. */
static void
start_request (GsWorkerClient *self)
{
  GError *error = NULL;

  if (self->leaving != NULL || self->end != NULL)
    return;
  if (self->process == NULL && !start_process (self, &error))
    {
      fail (self, error);
      return;
    }
  self->used = self->sent = TRUE;
  gs_worker_process_send (self->process, g_steal_pointer (&self->line));
}

static gboolean
kill_cb (gpointer data)
{
  GsWorkerClient *self = data;

  self->kill_id = 0;
  gs_worker_process_kill (self->process);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  GsWorkerClient *self = data;

  if (!self->sent)
    {
      /* The worker knows nothing of it: there is nothing to stop there. */
      g_autoptr (GTask) task = take_task (self);

      g_task_return_error_if_cancelled (task);
    }
  else
    {
      gs_worker_process_send (self->process, gs_protocol_request_line (0, "cancel", NULL));
      self->kill_id = g_timeout_add_seconds (CANCEL_SECONDS, kill_cb, self);
    }
  return G_SOURCE_REMOVE;
}

/* Reading answers: one at a time and in order, in a thread. The task of a thread
 * may be let go in that thread, so it must not hold the client, which belongs to
 * the main context: its callback does. */

static void
handle_answer (GsWorkerClient *self, GsAnswer *answer)
{
  g_autoptr (GTask) task = NULL;
  /* A worker that could not read the line, too long perhaps, does not know whose it is. */
  const gboolean of_the_line = answer->kind == GS_ANSWER_ERROR && answer->id < 0 && self->sent;

  if (self->task == NULL || (answer->id != self->request_id && !of_the_line))
    return;
  /* Before whoever waits for the answer sends the next request. */
  if (answer->leaving)
    leave_process (self);
  switch (answer->kind)
    {
    case GS_ANSWER_PROGRESS:
      if (answer->value != NULL)
        g_signal_emit (self, signals[REPORT], 0, answer->value, answer->fraction);
      else
        g_signal_emit (self, signals[PROGRESS], 0, answer->backend, answer->phase, answer->fraction);
      break;
    case GS_ANSWER_RESULT:
      task = take_task (self);
      if (!g_task_return_error_if_cancelled (task))
        g_task_return_pointer (task, g_steal_pointer (&answer->value), answer->free_value);
      break;
    case GS_ANSWER_ERROR:
      fail (self, g_steal_pointer (&answer->error));
      break;
    }
}

typedef struct
{
  GBytes *line; /* let go in the thread: to give back megabytes takes milliseconds */
  GsValueKind expected;
} Reading;

static void
reading_free (Reading *reading)
{
  g_clear_pointer (&reading->line, g_bytes_unref);
  g_free (reading);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  gsize length;
  const char *text = g_bytes_get_data (reading->line, &length);
  GError *error = NULL;
  GsAnswer *answer = gs_answer_parse (text, length, reading->expected, &error);

  g_clear_pointer (&reading->line, g_bytes_unref);
  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify)gs_answer_free);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWorkerClient) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsAnswer) answer = g_task_propagate_pointer (G_TASK (result), &error);

  /* The process it came from may have been dismissed in the meantime. */
  if (self->reading != G_TASK (result))
    return;
  self->reading = NULL;
  if (answer != NULL)
    {
      handle_answer (self, answer);
    }
  else
    {
      drop_process (self);
      fail (self, g_steal_pointer (&error));
    }
  if (!g_queue_is_empty (&self->lines))
    read_next (self);
  else if (self->reading == NULL && self->end != NULL)
    handle_end (self);
}

static void
read_next (GsWorkerClient *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, read_cb, g_object_ref (self));
  Reading *reading = g_new0 (Reading, 1);

  reading->line = g_queue_pop_head (&self->lines);
  self->reading = task;
  reading->expected
      = self->task != NULL ? GPOINTER_TO_INT (g_task_get_task_data (self->task)) : GS_VALUE_NONE;
  g_task_set_task_data (task, reading, (GDestroyNotify)reading_free);
  g_task_run_in_thread (task, read_thread);
}

/* Requests. The line is made in a thread too: operands may be megabytes. */

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, gs_worker_request_line (data), g_free);
}

static void
write_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsWorkerClient) self = data;
  GsWorkerRequest *request = g_task_get_task_data (G_TASK (result));
  g_autofree char *line = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Cancelled in the meantime, and perhaps followed by another request. */
  if (self->task == NULL || request->id != self->request_id)
    return;
  self->line = g_steal_pointer (&line);
  if (request->spec != NULL && request->spec->cold && self->process != NULL && self->used)
    dismiss_process (self);
  start_request (self);
}

void
gs_worker_client_begin (GsWorkerClient *self,
                        const char *method,
                        GsValueKind expected,
                        const GsSpec *spec,
                        const char *sizes,
                        GTask *task)
{
  g_autoptr (GTask) writing = NULL;
  GsWorkerRequest *request;
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_task_set_check_cancellable (task, FALSE);
  if (self->task != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING,
                               _ ("The worker is still busy with the last request; wait for it or stop it."));
      g_object_unref (task);
      return;
    }
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  self->task = task;
  self->sent = FALSE;
  g_task_set_task_data (task, GINT_TO_POINTER (expected), NULL);
  self->request_id++;
  if (cancellable != NULL)
    {
      self->cancelling = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancelling, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->cancelling, g_main_context_get_thread_default ());
    }
  request = gs_worker_request_new (self->request_id, method, spec, sizes);
  writing = g_task_new (NULL, NULL, write_cb, g_object_ref (self));
  g_task_set_task_data (writing, request, (GDestroyNotify)gs_worker_request_free);
  g_task_run_in_thread (writing, write_thread);
}

static void
gs_worker_client_dispose (GObject *object)
{
  GsWorkerClient *self = GS_WORKER_CLIENT (object);

  /* A task holds a reference, so there is none left here. */
  g_clear_pointer (&self->process, gs_worker_process_free);
  g_clear_pointer (&self->leaving, gs_worker_process_free);
  forget_lines (self);
  g_clear_pointer (&self->end, g_free);
  g_clear_pointer (&self->process_id, g_free);
  G_OBJECT_CLASS (gs_worker_client_parent_class)->dispose (object);
}

static void
gs_worker_client_finalize (GObject *object)
{
  g_strfreev (GS_WORKER_CLIENT (object)->prefix);
  G_OBJECT_CLASS (gs_worker_client_parent_class)->finalize (object);
}

static void
gs_worker_client_class_init (GsWorkerClientClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gs_worker_client_dispose;
  object_class->finalize = gs_worker_client_finalize;
  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_DOUBLE);
  signals[REPORT] = g_signal_new ("report", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_DOUBLE);
}

static void
gs_worker_client_init (GsWorkerClient *self)
{
  g_queue_init (&self->lines);
}

GsWorkerClient *
gs_worker_client_new (const char *const *prefix)
{
  GsWorkerClient *self = g_object_new (GS_TYPE_WORKER_CLIENT, NULL);

  self->prefix = prefix != NULL ? g_strdupv ((char **)prefix) : g_new0 (char *, 1);
  return self;
}

const char *
gs_worker_client_get_process_id (GsWorkerClient *self)
{
  return self->process_id;
}

const char *const *
gs_worker_client_get_prefix (GsWorkerClient *self)
{
  g_return_val_if_fail (GS_IS_WORKER_CLIENT (self), NULL);
  return (const char *const *)self->prefix;
}
