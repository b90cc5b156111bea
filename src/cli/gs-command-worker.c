#include <locale.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "gs-cli.h"
#include "gs-protocol.h"
#include "gs-words.h"
#include "gs-worker-server.h"

static const GsOption options[] = {
  { "max-line", 0, "BYTES", "longest request that is taken (1 GiB)" },
  { "language", 0, "LANGUAGE", "language of the sentences in answers, en or zh_CN (en)" },
  { NULL },
};

/* Only messages: numbers stay those of the C locale. A window sends its locale,
 * "zh_CN.UTF-8". A language of this program whose sentences are not installed here
 * is English; the window may be on another machine. */
static gboolean
use_language (const char *language, GError **error)
{
  g_autofree char *word = language != NULL ? g_strndup (language, strcspn (language, ".@")) : NULL;

  if (word == NULL || g_str_equal (word, "en") || g_str_has_prefix (word, "en_"))
    return TRUE;
  g_setenv ("LANGUAGE", language, TRUE);
  /* gettext asks LANGUAGE in any locale but "C", and this one needs no data. */
  setlocale (LC_MESSAGES, "C.UTF-8");
  /* The empty message stands for the head of the catalogue: there is one. */
  return *dgettext (GETTEXT_PACKAGE, "") != '\0' || gs_check_language (word, error);
}

static GsExit
run (const GsArguments *arguments)
{
  const char *text = gs_arguments_get (arguments, "max-line");
  gint64 max_line = (gint64)GS_PROTOCOL_MAX_LINE;
  g_autoptr (GError) error = NULL;
  int answers;

  if (text != NULL && !gs_parse_whole ("--max-line", text, 64, G_MAXINT64, &max_line, &error))
    return gs_exit_with_error (error);
  if (!use_language (gs_arguments_get (arguments, "language"), &error))
    return gs_exit_with_error (error);
  /* A library that prints must not break the protocol: what it says goes to
   * standard error, and the answers have a descriptor of their own. */
  answers = dup (STDOUT_FILENO);
  if (answers < 0 || dup2 (STDERR_FILENO, STDOUT_FILENO) < 0)
    {
      gs_complain ("Standard output is closed; a worker answers there.");
      return GS_EXIT_INTERNAL;
    }
  return (GsExit)gs_worker_serve (STDIN_FILENO, answers, (gsize)max_line);
}

const GsCommand gs_command_worker = {
  .name = "worker",
  .summary = "Serve requests that come as JSON lines on standard input.",
  .details
  = "Request: {\"id\":1,\"method\":\"run\",\"params\":{a spec}}; methods: plan, run, sweep, roofs, devices, "
    "cancel, ping.\n"
    "Answers: {\"id\":1,\"progress\":{…}} lines, then {\"id\":1,\"result\":{…}} or\n"
    "{\"id\":1,\"error\":{\"code\":…,\"message\":…}}. The worker stays warm until its input ends. With "
    "params\n"
    "{\"id\":1}, cancel stops that request; without, all of them. A sweep has \"sizes\" beside the spec.",
  .examples = "worker <<< '{\"id\":1,\"method\":\"plan\",\"params\":{\"n\":7,\"block\":[4]}}'",
  .options = options,
  .run = run,
};
