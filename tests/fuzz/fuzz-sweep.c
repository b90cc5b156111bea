#include "fuzz-target.h"
#include "gs-json.h"
#include "gs-sweep-json.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (JsonNode) node = gs_json_parse ((const char *)data, (gssize)size, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) sweep = node != NULL ? gs_sweep_from_json (node, &error) : NULL;
  if (node != NULL)
    g_assert_true ((sweep == NULL) == (error != NULL));
  if (sweep == NULL)
    return 0;
  g_autoptr (JsonNode) written = gs_sweep_to_json (sweep);
  g_autofree char *text = gs_json_to_text (written, FALSE);
  g_autoptr (GsSweep) again = gs_sweep_from_json (written, &error);
  g_assert_no_error (error);
  g_autoptr (JsonNode) same = gs_sweep_to_json (again);
  g_autofree char *text_again = gs_json_to_text (same, FALSE);
  g_assert_cmpstr (text, ==, text_again);
  return 0;
}
