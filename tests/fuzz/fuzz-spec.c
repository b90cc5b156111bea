#include "fuzz-target.h"
#include "gs-plan.h"
#include "gs-spec-json.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (JsonNode) node = gs_json_parse ((const char *)data, (gssize)size, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) spec = node != NULL ? gs_spec_from_json (node, &error) : NULL;
  if (node != NULL)
    g_assert_true ((spec == NULL) == (error != NULL));
  if (spec == NULL)
    return 0;
  g_autoptr (JsonNode) written = gs_spec_to_json (spec);
  g_autoptr (GsSpec) again = gs_spec_from_json (written, &error);
  g_assert_no_error (error);
  g_autoptr (JsonNode) same = gs_spec_to_json (again);
  g_autofree char *text = gs_json_to_text (written, FALSE), *text_again = gs_json_to_text (same, FALSE);
  g_assert_cmpstr (text, ==, text_again);
  /* A plan takes whatever a spec may say. */
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_assert_nonnull (plan);
  return 0;
}
