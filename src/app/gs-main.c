#include <locale.h>

#include "config.h"
#include "gs-application.h"
#include "gs-locale.h"

int
main (int argc, char **argv)
{
  g_autoptr (GsApplication) application = NULL;

  setlocale (LC_ALL, "");
  gs_locale_bind (GS_LOCALEDIR);

  g_set_application_name ("Gridscope");
  application = gs_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
