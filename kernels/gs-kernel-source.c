#include "gs-kernel-source.h"

#include "gs-kernels-resource.h"

#define FOLDER "/org/gridscope/Gridscope/kernels/"

GBytes *
gs_kernel_source (const char *file, GError **error)
{
  g_autofree char *path = g_strconcat (FOLDER, file, NULL);

  return g_resource_lookup_data (gs_kernels_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
}

char **
gs_kernel_source_files (void)
{
  return g_resource_enumerate_children (gs_kernels_get_resource (), FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                        NULL);
}
