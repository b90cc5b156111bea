#include "gs-remove-tree.h"

#include <glib/gstdio.h>

void
gs_remove_tree (const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK) && g_file_test (path, G_FILE_TEST_IS_DIR))
        gs_remove_tree (path);
      else
        g_remove (path);
    }
  g_rmdir (folder);
}
