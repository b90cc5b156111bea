#include "gs-locale.h"

#include <libintl.h>

#include "gs-program.h"

/* The build tree has src/app/gridscope, src/cli/gridscope-cli and, made by the
 * same build, po/LANGUAGE/LC_MESSAGES/gridscope.mo. */
static char *
build_tree_folder (void)
{
  g_autofree char *folder = gs_program_folder ();
  g_autofree char *po = folder != NULL ? g_build_filename (folder, "..", "..", "po", NULL) : NULL;
  g_autofree char *ninja = folder != NULL ? g_build_filename (folder, "..", "..", "build.ninja", NULL) : NULL;

  if (po == NULL || !g_file_test (ninja, G_FILE_TEST_EXISTS) || !g_file_test (po, G_FILE_TEST_IS_DIR))
    return NULL;
  return g_canonicalize_filename (po, NULL);
}

void
gs_locale_bind (const char *installed)
{
  g_autofree char *built = build_tree_folder ();
  const char *chosen = g_getenv ("GRIDSCOPE_LOCALEDIR");

  bindtextdomain (GETTEXT_PACKAGE, chosen != NULL ? chosen : built != NULL ? built : installed);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}
