#pragma once

#include <glib.h>

/* What every test program of this layer does first: g_test_init(), and, when
 * GS_TEST_COMMA_LOCALE is set, a switch to a locale whose decimal point is a
 * comma. Systems often have no locale but C, so the locale is compiled here,
 * once per build directory. Exits with 77 (skipped) where that cannot be done. */
void gs_test_init (int *argc, char ***argv);
/* The second half of it, for programs that are not tests themselves. */
void gs_test_use_locale (void);
