#include <locale.h>
#include <stdlib.h>

#include "gs-export-figure.h"

static void
set_or_unset (const char *variable, const char *value)
{
  if (value != NULL)
    g_setenv (variable, value, TRUE);
  else
    g_unsetenv (variable);
}

void
gs_with_language (const char *language, void (*func) (gpointer data), gpointer data)
{
  g_autofree char *old_language = NULL;
  g_autofree char *old_locale = NULL;

  g_return_if_fail (func != NULL);

  if (language == NULL)
    {
      func (data);
      return;
    }
  old_language = g_strdup (g_getenv ("LANGUAGE"));
  old_locale = g_strdup (setlocale (LC_MESSAGES, NULL));
  /* gettext asks LANGUAGE first, but not in the locale "C". C.UTF-8 is there on
   * every system this program runs on, needs no locale data, and is enough.
   * Setting a locale also makes gettext forget what it translated before. */
  g_setenv ("LANGUAGE", language, TRUE);
  setlocale (LC_MESSAGES, "C");
  setlocale (LC_MESSAGES, "C.UTF-8");
  func (data);
  set_or_unset ("LANGUAGE", old_language);
  setlocale (LC_MESSAGES, "C");
  setlocale (LC_MESSAGES, old_locale);
}
