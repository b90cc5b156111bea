#include "fuzz-target.h"
#include "gs-export.h"
#include "gs-import.h"

/* The first byte chooses how commas are taken. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char known[] = "ac,"; /* auto, comma, point */
  if (size == 0)
    return 0;
  GsDecimal decimal = data[0] == known[1]   ? GS_DECIMAL_COMMA
                      : data[0] == known[2] ? GS_DECIMAL_POINT
                                            : GS_DECIMAL_AUTO;
  g_autoptr (GError) error = NULL;
  GsImportInfo info;
  gs_import_set_max_expanded (FUZZ_MAX_EXPANDED);
  g_autoptr (GsMatrix) matrix
      = gs_import_text ((const char *)data + 1, (gssize)size - 1, decimal, &info, &error);
  g_assert_true ((matrix == NULL) == (error != NULL));
  if (matrix != NULL && matrix->m > 0 && matrix->n > 0)
    {
      g_autofree char *literal = gs_export_literal (matrix);
      g_autoptr (GsMatrix) again = gs_import_text (literal, -1, GS_DECIMAL_AUTO, NULL, NULL);
      g_assert_nonnull (again);
      g_autofree char *same = gs_export_literal (again);
      g_assert_cmpstr (literal, ==, same);
    }
  gs_import_info_clear (&info);
  return 0;
}
