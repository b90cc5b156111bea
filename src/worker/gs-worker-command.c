#include "gs-worker-command.h"

#define PROGRAM "gridscope-cli"

/* Programs of a build tree lie in directories beside each other. */
static char *
find_program (void)
{
  static const char *const places[] = { PROGRAM, "../cli/" PROGRAM };
  const char *named = g_getenv ("GRIDSCOPE_CLI");
  g_autofree char *self_path = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self_path != NULL ? g_path_get_dirname (self_path) : NULL;

  if (named != NULL && *named != '\0')
    return g_strdup (named);
  for (gsize i = 0; directory != NULL && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (directory, places[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return g_strdup (PROGRAM);
}

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
      g_autofree char *program = find_program ();

      g_strv_builder_add (words, program);
    }
  g_strv_builder_add (words, "worker");
  /* Sentences of a worker are shown beside this program's own. */
  if (language[0] != 'C')
    g_strv_builder_add_many (words, "--language", language, NULL);
  return g_strv_builder_end (words);
}
