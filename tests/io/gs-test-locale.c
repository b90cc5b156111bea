#include <glib/gstdio.h>
#include <locale.h>
#include <unistd.h>
#include <stdlib.h>

#include "gs-test-locale.h"

#define LOCALE_NAME "gs_COMMA.UTF-8"

static char *
compile_locale (void)
{
  g_autofree char *root = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "locale", NULL);
  g_autofree char *target = g_build_filename (root, LOCALE_NAME, NULL);
  if (g_file_test (target, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&root);

  /* Compiled beside the target and renamed, because several tests may be the
   * first at the same time. */
  g_autofree char *name = g_strdup_printf ("compiling-%d", (int)getpid ());
  g_autofree char *fresh = g_build_filename (root, name, NULL);
  const char *argv[] = { "localedef", "-c", "-i", "de_DE", "-f", "UTF-8", fresh, NULL };
  g_mkdir_with_parents (root, 0755);
  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                     NULL, NULL, NULL, NULL))
    return NULL;
  if (g_rename (fresh, target) != 0 && !g_file_test (target, G_FILE_TEST_IS_DIR))
    return NULL;
  return g_steal_pointer (&root);
}

void
gs_test_use_locale (void)
{
  if (g_getenv ("GS_TEST_COMMA_LOCALE") == NULL)
    return;
  g_autofree char *root = compile_locale ();
  if (root == NULL)
    exit (77);
  g_setenv ("LOCPATH", root, TRUE);
  g_setenv ("LC_ALL", LOCALE_NAME, TRUE);
  if (setlocale (LC_ALL, LOCALE_NAME) == NULL)
    exit (77);
  /* The premise of every comma test: C's own printf now writes commas. */
  g_autofree char *text = g_strdup_printf ("%.1f", 0.5);
  g_assert_cmpstr (text, ==, "0,5");
}

void
gs_test_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  gs_test_use_locale ();
}
