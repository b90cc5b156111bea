#include "gs-cli.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gs-backend.h"
#include "gs-error.h"
#include "gs-figure.h"
#include "gs-io-error.h"
#include "gs-spec-json.h"

#define GRACE_SECONDS 2
#define INTERRUPTED   "Interrupted."

G_DEFINE_QUARK (gs - cli - error - quark, gs_cli_error)

static GsExit
exit_for_compute_error (GsComputeError code)
{
  switch (code)
    {
    case GS_COMPUTE_ERROR_UNAVAILABLE:
      return GS_EXIT_UNAVAILABLE;
    case GS_COMPUTE_ERROR_UNSUPPORTED:
      return GS_EXIT_USAGE;
    case GS_COMPUTE_ERROR_MEMORY:
    case GS_COMPUTE_ERROR_LAUNCH:
    case GS_COMPUTE_ERROR_FAULT:
    case GS_COMPUTE_ERROR_TIMEOUT:
      return GS_EXIT_FAILED;
    }
  return GS_EXIT_INTERNAL;
}

/* The exit code @error stands for. */
static GsExit
exit_for_error (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return GS_EXIT_INTERRUPTED;
  if (g_error_matches (error, GS_CLI_ERROR, GS_CLI_ERROR_OUTPUT))
    return GS_EXIT_INTERNAL;
  if (error->domain == GS_COMPUTE_ERROR)
    return exit_for_compute_error ((GsComputeError)error->code);
  if (error->domain == GS_CLI_ERROR || error->domain == GS_CORE_ERROR || error->domain == GS_IO_ERROR
      || error->domain == GS_FIGURE_ERROR || error->domain == G_IO_ERROR || error->domain == G_FILE_ERROR)
    return GS_EXIT_USAGE;
  return GS_EXIT_INTERNAL;
}

void
gs_complain (const char *sentence)
{
  /* Messages of the file system come without a full stop. */
  const gsize length = strlen (sentence);
  const char *stop = length > 0 && strchr (".?!", sentence[length - 1]) != NULL ? "" : ".";

  fprintf (stderr, "gridscope-cli: %s%s\n", sentence, stop);
}

/* The file system says what is wrong, not what to do about it; NULL for any other
 * error. */
static const char *
way_out (const GError *error)
{
  static const struct
  {
    GIOErrorEnum code;
    GFileError file_code;
    const char *remedy;
  } ways[] = {
    { G_IO_ERROR_NOT_FOUND, G_FILE_ERROR_NOENT, "check the name and the folder" },
    { G_IO_ERROR_NOT_DIRECTORY, G_FILE_ERROR_NOTDIR, "check the name and the folder" },
    { G_IO_ERROR_IS_DIRECTORY, G_FILE_ERROR_ISDIR, "name a file in it" },
    { G_IO_ERROR_PERMISSION_DENIED, G_FILE_ERROR_ACCES, "choose another place, or ask for the right to it" },
    { G_IO_ERROR_READ_ONLY, G_FILE_ERROR_ROFS, "choose another place" },
    { G_IO_ERROR_NO_SPACE, G_FILE_ERROR_NOSPC, "choose another place, or make room there" },
    { G_IO_ERROR_NOT_REGULAR_FILE, G_FILE_ERROR_NXIO,
      "name a file of its own, or one that is not there yet" },
    { G_IO_ERROR_FILENAME_TOO_LONG, G_FILE_ERROR_NAMETOOLONG, "choose a shorter name" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    if (g_error_matches (error, G_IO_ERROR, (int)ways[i].code)
        || g_error_matches (error, G_FILE_ERROR, (int)ways[i].file_code))
      return ways[i].remedy;
  return NULL;
}

GsExit
gs_exit_with_error (const GError *error)
{
  const GsExit status = exit_for_error (error);
  const char *remedy = way_out (error);
  g_autofree char *sentence = NULL;

  if (status == GS_EXIT_INTERRUPTED)
    sentence = g_strdup (INTERRUPTED);
  else if (remedy != NULL && !g_str_has_suffix (error->message, "."))
    sentence = g_strdup_printf ("%s; %s.", error->message, remedy);
  gs_complain (sentence != NULL ? sentence : error->message);
  return status;
}

/* A pipe that a program reads slowly, and that does not wait for it, is waited for here. */
static gboolean
can_go_on (void)
{
  struct pollfd output = { .fd = STDOUT_FILENO, .events = POLLOUT };

  if (errno == EINTR)
    return TRUE;
  return (errno == EAGAIN || errno == EWOULDBLOCK) && (poll (&output, 1, -1) >= 0 || errno == EINTR);
}

GsExit
gs_print (const char *text)
{
  gsize left = strlen (text);

  while (left > 0)
    {
      gssize n = write (STDOUT_FILENO, text, left);

      if (n < 0 && can_go_on ())
        continue;
      if (n < 0)
        {
          g_autofree char *sentence = g_strdup_printf (
              "Standard output cannot be written (%s); send it to a file or a program that takes it.",
              g_strerror (errno));

          gs_complain (sentence);
          return GS_EXIT_INTERNAL;
        }
      text += n;
      left -= (gsize)n;
    }
  return GS_EXIT_DONE;
}

GsExit
gs_print_document (JsonNode *node, gboolean pretty)
{
  g_autofree char *text = gs_json_to_text (node, pretty);
  g_autofree char *document = g_strconcat (text, "\n", NULL);

  json_node_unref (node);
  return gs_print (document);
}

typedef struct
{
  GsWorkFunc func;
  gpointer data;
  GCancellable *cancellable;
  GMainLoop *loop;
} Work;

static gboolean
quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static gpointer
work_thread (gpointer data)
{
  Work *work = data;

  work->func (work->cancellable, work->data);
  g_idle_add (quit_cb, work->loop);
  return NULL;
}

/* The thread may sit in a kernel or a driver that cannot be stopped. */
static gboolean
leave_cb (gpointer data)
{
  gs_complain (INTERRUPTED);
  _exit (GS_EXIT_INTERRUPTED);
  return G_SOURCE_REMOVE;
}

static gboolean
interrupt_cb (gpointer data)
{
  Work *work = data;

  if (g_cancellable_is_cancelled (work->cancellable))
    leave_cb (NULL);
  g_cancellable_cancel (work->cancellable);
  g_timeout_add_seconds (GRACE_SECONDS, leave_cb, NULL);
  return G_SOURCE_CONTINUE;
}

gboolean
gs_interruptible (GsWorkFunc func, gpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Work work = { .func = func, .data = data, .cancellable = cancellable, .loop = loop };
  guint interrupt_id = g_unix_signal_add (SIGINT, interrupt_cb, &work);
  GThread *thread = g_thread_new ("work", work_thread, &work);

  g_main_loop_run (loop);
  g_thread_join (thread);
  g_source_remove (interrupt_id);
  return !g_cancellable_is_cancelled (cancellable);
}
