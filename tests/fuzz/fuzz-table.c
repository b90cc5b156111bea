#include <string.h>

#include "fuzz-target.h"
#include "gs-import-delimited.h"
#include "gs-text.h"

/* What the straight way through a table reads, the careful way reads to the same
 * bits. The first byte chooses what is known of commas. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size == 0)
    return 0;
  const char *text = (const char *)data + 1;
  GsDecimal decimal = data[0] & 1 ? GS_DECIMAL_POINT : GS_DECIMAL_AUTO;
  GsTableHint hint = data[0] & 2 ? GS_TABLE_COMMA : GS_TABLE_ANY;
  GsImportInfo info = { 0 };
  g_autoptr (GsMatrix) matrix = gs_import_plain (text, size - 1, decimal, hint, &info);
  gint64 n_changed = info.n_changed;
  gs_import_info_clear (&info);
  if (matrix == NULL)
    return 0;

  g_autoptr (GError) error = NULL;
  g_autofree char *copy = NULL;
  gsize length;
  const char *decoded = gs_text_decode (text, size - 1, &length, &copy, NULL);
  if (decoded == NULL)
    return 0; /* comments in another encoding do not bother the straight way */
  g_autoptr (GsMatrix) careful = gs_import_delimited (decoded, length, decimal, hint, &info, &error);
  g_assert_no_error (error);
  g_assert_cmpint (matrix->m, ==, careful->m);
  g_assert_cmpint (matrix->n, ==, careful->n);
  for (gint64 i = 0; i < gs_matrix_elements (matrix); i++)
    if (matrix->data[i] == matrix->data[i] || careful->data[i] == careful->data[i])
      g_assert_cmpmem (&matrix->data[i], sizeof (float), &careful->data[i], sizeof (float));
  g_assert_cmpint (n_changed, ==, info.n_changed);
  gs_import_info_clear (&info);
  return 0;
}
