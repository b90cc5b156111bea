#include "gs-worker-command.h"

#include <glib/gi18n-lib.h>

#include "gs-program.h"

#define PROGRAM "gridscope-cli"

char **
gs_worker_command (const char *const *prefix)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  const char *language = g_get_language_names ()[0];

  g_strv_builder_addv (words, (const char **)prefix);
  if (prefix[0] != NULL)
    {
      g_strv_builder_add (words, PROGRAM);
    }
  else
    {
      g_autofree char *program = gs_program_find (PROGRAM, "cli", "GRIDSCOPE_CLI");

      g_strv_builder_add (words, program != NULL ? program : PROGRAM);
    }
  g_strv_builder_add (words, "worker");
  /* Sentences of a worker are shown beside this program's own, which are English
   * where it has no catalogue: the empty message stands for the head of one. */
  if (language[0] != 'C' && *dgettext (GETTEXT_PACKAGE, "") != '\0')
    g_strv_builder_add_many (words, "--language", language, NULL);
  return g_strv_builder_end (words);
}
