#include "gs-program.h"

char *
gs_program_folder (void)
{
  g_autofree char *path = g_file_read_link ("/proc/self/exe", NULL);

  return path != NULL ? g_path_get_dirname (path) : NULL;
}

char *
gs_program_find (const char *program, const char *built, const char *variable)
{
  g_autofree char *folder = NULL, *beside = NULL, *in_tree = NULL;
  const char *named;

  g_return_val_if_fail (program != NULL && built != NULL && variable != NULL, NULL);

  named = g_getenv (variable);
  if (named != NULL && *named != '\0')
    return g_strdup (named);
  folder = gs_program_folder ();
  if (folder == NULL)
    return NULL;
  beside = g_build_filename (folder, program, NULL);
  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  in_tree = g_build_filename (folder, "..", built, program, NULL);
  if (g_file_test (in_tree, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&in_tree);
  return NULL;
}
