#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tells gettext where the program's translations lie: in the folder that the
 * variable GRIDSCOPE_LOCALEDIR names, beside a program that is run from its build
 * tree, else in @installed (an absolute folder). Changes no locale, and no
 * default domain: GLib gives up translating for good when it finds one before
 * the locale that goes with it is set. */
void gs_locale_bind (const char *installed);

G_END_DECLS
