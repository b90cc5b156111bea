#include "fuzz-target.h"
#include "gs-matrix-market.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  GsImportInfo info = { 0 };
  gs_import_set_max_expanded (FUZZ_MAX_EXPANDED);
  g_autoptr (GsMatrix) matrix = gs_matrix_market_read ((const char *)data, size, &info, &error);
  g_assert_true ((matrix == NULL) == (error != NULL));
  gs_import_info_clear (&info);
  return 0;
}
