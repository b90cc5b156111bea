#include <glib/gi18n-lib.h>
#include <locale.h>

#include "config.h"
#include "gs-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (GsApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, GS_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_set_application_name ("Gridscope");
  application = gs_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
