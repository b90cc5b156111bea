#include <string.h>

#include "gs-test-folder.h"

GFile *
gs_test_folder_new (void)
{
  g_autofree char *path = g_dir_make_tmp ("gs-test-XXXXXX", NULL);
  g_assert_nonnull (path);
  return g_file_new_for_path (path);
}

static guint
walk (GFile *folder, gboolean remove)
{
  guint n = 0;
  g_autoptr (GFileEnumerator) children = g_file_enumerate_children (
      folder, "standard::name,standard::type", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GFileInfo *info;
  GFile *child;
  while (children != NULL && g_file_enumerator_iterate (children, &info, &child, NULL, NULL) && info != NULL)
    {
      n++;
      if (remove && g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
        gs_test_folder_remove (child);
      else if (remove)
        g_file_delete (child, NULL, NULL);
    }
  return n;
}

void
gs_test_folder_remove (GFile *folder)
{
  walk (folder, TRUE);
  g_assert_true (g_file_delete (folder, NULL, NULL));
}

guint
gs_test_folder_count (GFile *folder)
{
  return walk (folder, FALSE);
}

GFile *
gs_test_folder_write (GFile *folder, const char *name, const void *bytes, gssize n_bytes)
{
  GFile *file = g_file_get_child (folder, name);
  g_assert_true (g_file_replace_contents (file, bytes, n_bytes < 0 ? strlen (bytes) : (gsize)n_bytes, NULL,
                                          FALSE, G_FILE_CREATE_NONE, NULL, NULL, NULL));
  return file;
}
