#include "gs-worker-process.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>

#include "gs-line-reader.h"
#include "gs-protocol.h"

#define LEAVE_SECONDS    2
#define MAX_WORDS_LENGTH 4096 /* of a line on stderr that is kept */

struct _GsWorkerProcess
{
  gatomicrefcount ref_count;         /* one for the owner, one per operation under way */
  const GsWorkerProcessFuncs *funcs; /* NULL once freed */
  gpointer data;
  GSubprocess *subprocess;
  GCancellable *writing;
  GsLineReader *answers, *words;
  gboolean answers_ended, words_ended, exited;
  char *last_words;
  GQueue lines; /* of GBytes; the head is being written */
  gboolean closing;
  guint kill_id;
};

static GsWorkerProcess *
process_ref (GsWorkerProcess *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
process_unref (GsWorkerProcess *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_queue_clear_full (&self->lines, (GDestroyNotify)g_bytes_unref);
  g_object_unref (self->subprocess);
  g_object_unref (self->writing);
  g_free (self->last_words);
  g_free (self);
}

static char *
describe_end (GsWorkerProcess *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (g_subprocess_get_if_signaled (self->subprocess))
    {
      int number = g_subprocess_get_term_sig (self->subprocess);

      g_string_append_printf (text, _ ("was killed by signal %d (%s)"), number, g_strsignal (number));
    }
  else
    {
      g_string_append_printf (text, _ ("ended with exit code %d"),
                              g_subprocess_get_exit_status (self->subprocess));
    }
  if (self->last_words != NULL)
    /* Translators: the last line that it wrote, behind how it ended. */
    g_string_append_printf (text, _ (", saying “%s”"), self->last_words);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The exit status, the last answer and the last words arrive in any order; the
 * end is reported when all three are in. */
static void
check_ended (GsWorkerProcess *self)
{
  if (!self->answers_ended || !self->words_ended || !self->exited)
    return;
  g_clear_handle_id (&self->kill_id, g_source_remove);
  if (self->funcs != NULL)
    {
      g_autofree char *how = describe_end (self);

      self->funcs->ended (self, how, self->data);
    }
}

static void
answer_cb (GsLineEvent event, GBytes *line, gpointer data)
{
  GsWorkerProcess *self = process_ref (data);

  if (event == GS_LINE_END)
    {
      self->answers_ended = TRUE;
      check_ended (self);
    }
  else if (self->funcs != NULL)
    {
      self->funcs->line (self, line, self->data);
    }
  process_unref (self);
}

static void
words_cb (GsLineEvent event, GBytes *line, gpointer data)
{
  GsWorkerProcess *self = process_ref (data);

  if (event == GS_LINE_END)
    {
      self->words_ended = TRUE;
      check_ended (self);
    }
  else if (event == GS_LINE_TEXT && g_bytes_get_size (line) > 0)
    {
      g_free (self->last_words);
      self->last_words = g_utf8_make_valid (g_bytes_get_data (line, NULL), (gssize)g_bytes_get_size (line));
      g_strstrip (self->last_words);
    }
  process_unref (self);
}

static void
exited_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GsWorkerProcess *self = data;

  self->exited = g_subprocess_wait_finish (self->subprocess, result, NULL);
  check_ended (self);
  process_unref (self);
}

static void write_next (GsWorkerProcess *self);

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GsWorkerProcess *self = data;

  g_bytes_unref (g_queue_pop_head (&self->lines));
  /* A write that fails means that the process is going; its end tells how. */
  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL))
    write_next (self);
  process_unref (self);
}

static void
write_next (GsWorkerProcess *self)
{
  GOutputStream *input = g_subprocess_get_stdin_pipe (self->subprocess);
  GBytes *bytes = g_queue_peek_head (&self->lines);

  if (bytes != NULL)
    g_output_stream_write_all_async (input, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                     G_PRIORITY_DEFAULT, self->writing, written_cb, process_ref (self));
  else if (self->closing)
    g_output_stream_close (input, NULL, NULL);
}

GsWorkerProcess *
gs_worker_process_start (const char *const *argv,
                         const GsWorkerProcessFuncs *funcs,
                         gpointer data,
                         GError **error)
{
  GSubprocess *subprocess;
  GsWorkerProcess *self;

  signal (SIGPIPE, SIG_IGN);
  subprocess = g_subprocess_newv (
      argv, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
      error);
  if (subprocess == NULL)
    return NULL;
  self = g_new0 (GsWorkerProcess, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->funcs = funcs;
  self->data = data;
  self->subprocess = subprocess;
  self->writing = g_cancellable_new ();
  g_queue_init (&self->lines);
  self->answers
      = gs_line_reader_new (g_subprocess_get_stdout_pipe (subprocess), GS_PROTOCOL_MAX_LINE, answer_cb, self);
  self->words
      = gs_line_reader_new (g_subprocess_get_stderr_pipe (subprocess), MAX_WORDS_LENGTH, words_cb, self);
  g_subprocess_wait_async (subprocess, NULL, exited_cb, process_ref (self));
  return self;
}

void
gs_worker_process_send (GsWorkerProcess *self, char *line)
{
  g_return_if_fail (!self->closing);

  g_queue_push_tail (&self->lines, g_bytes_new_take (line, strlen (line)));
  if (g_queue_get_length (&self->lines) == 1)
    write_next (self);
}

static gboolean
kill_cb (gpointer data)
{
  GsWorkerProcess *self = data;

  self->kill_id = 0;
  g_subprocess_force_exit (self->subprocess);
  return G_SOURCE_REMOVE;
}

void
gs_worker_process_dismiss (GsWorkerProcess *self)
{
  if (self->closing)
    return;
  self->closing = TRUE;
  if (g_queue_is_empty (&self->lines))
    write_next (self);
  if (!self->exited)
    self->kill_id = g_timeout_add_seconds (LEAVE_SECONDS, kill_cb, self);
}

void
gs_worker_process_kill (GsWorkerProcess *self)
{
  g_subprocess_force_exit (self->subprocess);
}

const char *
gs_worker_process_get_id (GsWorkerProcess *self)
{
  return g_subprocess_get_identifier (self->subprocess);
}

void
gs_worker_process_free (GsWorkerProcess *self)
{
  if (self == NULL)
    return;
  self->funcs = NULL;
  g_clear_handle_id (&self->kill_id, g_source_remove);
  g_clear_pointer (&self->answers, gs_line_reader_free);
  g_clear_pointer (&self->words, gs_line_reader_free);
  g_cancellable_cancel (self->writing);
  if (!self->exited)
    g_subprocess_force_exit (self->subprocess);
  process_unref (self);
}
