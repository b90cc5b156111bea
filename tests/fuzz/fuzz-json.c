#include "fuzz-target.h"
#include "gs-json.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse ((const char *)data, (gssize)size, &error);
  g_assert_true ((node == NULL) == (error != NULL));
  if (node == NULL)
    return 0;
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_autofree char *pretty = gs_json_to_text (node, TRUE);
  g_autoptr (JsonNode) again = gs_json_parse (pretty, -1, &error);
  g_assert_no_error (error);
  g_autofree char *same = gs_json_to_text (again, FALSE);
  g_assert_cmpstr (text, ==, same);
  return 0;
}
