#include "gs-worker-server.h"

#include <inttypes.h>
#include <errno.h>
#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gs-engine.h"
#include "gs-line-reader.h"
#include "gs-protocol.h"
#include "gs-report-json.h"
#include "gs-spec-json.h"
#include "gs-worker-work.h"

/* Progress is for people: a line every 50 ms is plenty, more would only cost
 * time beside the measurements. */
#define PROGRESS_INTERVAL_NS (50 * 1000 * 1000)

typedef struct
{
  GsRequest request;
  GCancellable *cancellable;
} Job;

typedef struct
{
  int out_fd;
  GMutex out_lock; /* one line at a time */
  gsize max_line;
  GMainLoop *loop;
  GsLineReader *reader;

  GMutex lock; /* of what follows */
  GCond wake;
  GQueue queue; /* of Job, not yet begun */
  Job *current; /* owned by the engine's thread */
  gboolean input_ended;
  gboolean stopping; /* the engine's thread leaves when it sees this */

  GThread *engine;
  gint64 last_progress_ns; /* engine's thread only */
} Server;

static void
job_free (Job *job)
{
  gs_request_clear (&job->request);
  g_object_unref (job->cancellable);
  g_free (job);
}

/* Nobody reads any more: there is nobody to work for, and a kernel that hangs
 * must not keep the process alive. A reader that has left has its reasons; whatever
 * else keeps the answers from being written is a fault. */
static void
leave_at_once (int cause)
{
  if (cause == EPIPE)
    _exit (0);
  fprintf (
      stderr,
      "gridscope-cli: The answers of the worker cannot be written (%s); send them to a program that reads "
      "them.\n",
      g_strerror (cause));
  _exit (1);
}

static void
send_line (Server *self, char *line)
{
  const char *at = line;
  gsize left = strlen (line);

  g_mutex_lock (&self->out_lock);
  while (left > 0)
    {
      gssize n = write (self->out_fd, at, left);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0 && errno == EAGAIN)
        {
          g_usleep (1000);
          continue;
        }
      if (n < 0)
        leave_at_once (errno);
      at += n;
      left -= (gsize)n;
    }
  g_mutex_unlock (&self->out_lock);
  g_free (line);
}

static gboolean
quit_cb (gpointer data)
{
  Server *self = data;

  g_main_loop_quit (self->loop);
  return G_SOURCE_REMOVE;
}

static void
progress_cb (const char *backend, const char *phase, double fraction, gpointer data)
{
  Server *self = data;
  gint64 now_ns = gs_clock_now_ns ();

  if (now_ns - self->last_progress_ns < PROGRESS_INTERVAL_NS)
    return;
  self->last_progress_ns = now_ns;
  send_line (self, gs_protocol_progress_line (self->current->request.id, backend, phase, fraction, NULL));
}

static void
report_cb (const GsReport *report, double fraction, gpointer data)
{
  Server *self = data;

  send_line (self, gs_protocol_progress_line (self->current->request.id, "", "sweep", fraction,
                                              gs_report_to_json (report)));
}

/* Answers one request; FALSE when the process must not be used any more. */
static gboolean
serve_job (Server *self, Job *job)
{
  GsWork work = {
    .method = job->request.method,
    .params = job->request.params,
    .cancellable = job->cancellable,
    .progress = progress_cb,
    .report = report_cb,
    .data = self,
  };
  g_autoptr (GError) error = NULL;
  JsonNode *result = gs_work_do (&work, &error);

  if (result != NULL)
    send_line (self, gs_protocol_result_line (job->request.id, result, work.lost_device));
  else
    send_line (self, gs_protocol_error_line (job->request.id, error, work.lost_device));
  return !work.lost_device;
}

static void
refuse_queued (Server *self)
{
  g_autoptr (GError) error = g_error_new_literal (
      GS_WORKER_ERROR, GS_WORKER_ERROR_DIED,
      _ ("The worker starts anew after a failure on the GPU; send the request again."));
  Job *job;

  while ((job = g_queue_pop_head (&self->queue)) != NULL)
    {
      send_line (self, gs_protocol_error_line (job->request.id, error, TRUE));
      job_free (job);
    }
}

static gpointer
engine_thread (gpointer data)
{
  Server *self = data;
  gboolean usable = TRUE;

  g_mutex_lock (&self->lock);
  while (usable)
    {
      Job *job;

      while ((job = g_queue_pop_head (&self->queue)) == NULL && !self->input_ended && !self->stopping)
        g_cond_wait (&self->wake, &self->lock);
      if (job == NULL || self->stopping)
        {
          g_clear_pointer (&job, job_free);
          break;
        }
      self->current = job;
      g_mutex_unlock (&self->lock);
      usable = serve_job (self, job);
      g_mutex_lock (&self->lock);
      self->current = NULL;
      job_free (job);
    }
  if (!usable)
    refuse_queued (self);
  self->stopping = TRUE;
  g_mutex_unlock (&self->lock);
  g_idle_add (quit_cb, self);
  return NULL;
}

static gboolean
same_id (JsonNode *a, JsonNode *b)
{
  return b == NULL || json_node_equal (a, b);
}

/* Cancels the request with @id, or all of them when @id is NULL. Requests that
 * wait in the queue are answered by the engine's thread, which finds their
 * cancellable cancelled. */
static gboolean
cancel_requests (Server *self, JsonNode *id)
{
  gboolean found = FALSE;

  g_mutex_lock (&self->lock);
  if (self->current != NULL && same_id (self->current->request.id, id))
    {
      g_cancellable_cancel (self->current->cancellable);
      found = TRUE;
    }
  for (GList *at = self->queue.head; at != NULL; at = at->next)
    {
      Job *job = at->data;

      if (same_id (job->request.id, id))
        {
          g_cancellable_cancel (job->cancellable);
          found = TRUE;
        }
    }
  g_mutex_unlock (&self->lock);
  return found;
}

static void
answer_flag (Server *self, JsonNode *id, const char *key, gboolean value)
{
  JsonObject *object = json_object_new ();
  JsonNode *result = json_node_new (JSON_NODE_OBJECT);

  json_object_set_boolean_member (object, key, value);
  json_node_take_object (result, object);
  send_line (self, gs_protocol_result_line (id, result, FALSE));
}

static void
take_request (Server *self, GsRequest *request)
{
  if (g_str_equal (request->method, "ping"))
    {
      answer_flag (self, request->id, "pong", TRUE);
      gs_request_clear (request);
    }
  else if (g_str_equal (request->method, "cancel"))
    {
      JsonNode *id = request->params != NULL
                         ? json_object_get_member (json_node_get_object (request->params), "id")
                         : NULL;

      answer_flag (self, request->id, "cancelled", cancel_requests (self, id));
      gs_request_clear (request);
    }
  else
    {
      Job *job = g_new0 (Job, 1);

      job->request = *request;
      job->cancellable = g_cancellable_new ();
      g_mutex_lock (&self->lock);
      g_queue_push_tail (&self->queue, job);
      g_cond_signal (&self->wake);
      g_mutex_unlock (&self->lock);
    }
}

static void
end_input (Server *self)
{
  g_mutex_lock (&self->lock);
  self->input_ended = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
}

static gboolean
is_blank (const char *line, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isspace (line[i]))
        return FALSE;
    }
  return TRUE;
}

static void
line_cb (GsLineEvent event, GBytes *line, gpointer data)
{
  Server *self = data;
  gsize length = 0;
  const char *text = line != NULL ? g_bytes_get_data (line, &length) : NULL;
  GsRequest request;
  g_autoptr (GError) error = NULL;

  switch (event)
    {
    case GS_LINE_END:
      end_input (self);
      break;
    case GS_LINE_TOO_LONG:
      {
        g_autoptr (JsonNode) none = json_node_new (JSON_NODE_NULL);

        g_set_error (&error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                     _ ("The line is longer than %zu bytes; give large operands by generator, or raise "
                        "--max-line."),
                     self->max_line);
        send_line (self, gs_protocol_error_line (none, error, FALSE));
        break;
      }
    case GS_LINE_TEXT:
      if (is_blank (text, length))
        break;
      if (gs_request_parse (&request, text, length, &error))
        {
          take_request (self, &request);
        }
      else
        {
          send_line (self, gs_protocol_error_line (request.id, error, FALSE));
          gs_request_clear (&request);
        }
      break;
    }
}

/* A pipe whose reader is gone reports an error on the writing end at once, long
 * before the next answer would find out. */
static gboolean
reader_gone_cb (int fd, GIOCondition condition, gpointer data)
{
  leave_at_once (EPIPE);
  return G_SOURCE_REMOVE;
}

int
gs_worker_serve (int in_fd, int out_fd, gsize max_line)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (in_fd, FALSE);
  Server self = { .out_fd = out_fd, .max_line = max_line, .loop = g_main_loop_new (NULL, FALSE) };
  guint gone_id = g_unix_fd_add (out_fd, G_IO_ERR, reader_gone_cb, NULL);

  g_mutex_init (&self.out_lock);
  g_mutex_init (&self.lock);
  g_cond_init (&self.wake);
  g_queue_init (&self.queue);
  self.engine = g_thread_new ("engine", engine_thread, &self);
  self.reader = gs_line_reader_new (input, max_line, line_cb, &self);

  g_main_loop_run (self.loop);

  g_thread_join (self.engine);
  gs_line_reader_free (self.reader);
  g_source_remove (gone_id);
  g_main_loop_unref (self.loop);
  g_cond_clear (&self.wake);
  g_mutex_clear (&self.lock);
  g_mutex_clear (&self.out_lock);
  return 0;
}
