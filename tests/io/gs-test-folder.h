#pragma once

#include <gio/gio.h>

/* A fresh folder for one test, and its removal with all in it. */
GFile *gs_test_folder_new (void);
void gs_test_folder_remove (GFile *folder);
GFile *gs_test_folder_write (GFile *folder, const char *name, const void *bytes, gssize n_bytes);
/* Number of files in it. */
guint gs_test_folder_count (GFile *folder);
