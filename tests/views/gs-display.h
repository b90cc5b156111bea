#pragma once

#include <adwaita.h>

#include "gs-resources.h"

/* Begins a test of widgets. FALSE: there is no display to show them on, and the test is skipped. */
static inline gboolean
begin_with_display (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  if (!gtk_init_check ())
    return FALSE;
  adw_init ();
  g_resources_register (gs_get_resource ());
  return TRUE;
}

#define SKIPPED 77
