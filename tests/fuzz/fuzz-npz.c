#include "fuzz-target.h"
#include "gs-npz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  GsImportInfo info = { 0 };
  gs_import_set_max_expanded (FUZZ_MAX_EXPANDED);
  g_auto (GStrv) names = gs_npz_list ((const char *)data, size, NULL);
  for (char **name = names; name != NULL && *name != NULL; name++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GsMatrix) matrix = gs_npz_read ((const char *)data, size, *name, &info, NULL, &error);
      g_assert_true ((matrix == NULL) == (error != NULL));
      gs_import_info_clear (&info);
    }
  return 0;
}
