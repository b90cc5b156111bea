#include <locale.h>

#include "config.h"
#include "gs-application.h"
#include "gs-locale.h"

int
main (int argc, char **argv)
{
  g_autoptr (GsApplication) application = NULL;
  int status;

  setlocale (LC_ALL, "");
  gs_locale_bind (GS_LOCALEDIR);

  g_set_application_name ("Gridscope");
  application = gs_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  return status == 0 && gs_application_get_failed (application) ? 1 : status;
}
