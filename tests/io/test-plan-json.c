#include <string.h>

#include "gs-json.h"
#include "gs-report-json.h"
#include "gs-test-locale.h"

/* The example of the contract, to the letter. */
static void
test_contract (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (JsonNode) node = gs_plan_to_json (plan);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_cmpstr (
      text, ==,
      "{\"schema\":\"gridscope.plan/1\",\"op\":\"hadamard\",\"m\":1,\"n\":7,\"k\":0,\"elements\":7,"
      "\"block\":[4,1,1],\"grid\":[2,1,1],\"grid_rule\":\"ceil\",\"guard\":true,\"map\":\"x=column\",\"index_"
      "bits\":64,"
      "\"threads\":8,\"blocks\":2,\"warps\":2,\"active\":7,\"idle\":1,\"out_of_bounds\":0,\"aliased\":0,"
      "\"missed\":0,\"duplicated\":0,\"first_missed\":null,\"first_out_of_bounds\":null,"
      "\"valid\":true,\"launches\":true,\"problems\":[]}");
}

static void
test_out_of_bounds (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  spec->block[0] = 256;
  spec->guard = FALSE;
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (JsonNode) node = gs_plan_to_json (plan);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_nonnull (
      strstr (text, "\"first_out_of_bounds\":{\"block\":[0,0,0],\"thread\":[7,0,0],\"index\":7}"));
  g_assert_nonnull (strstr (text, "\"out_of_bounds\":249"));
}

static void
test_problem (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  spec->block[0] = 2048;
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (JsonNode) node = gs_plan_to_json (plan);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_nonnull (strstr (text, "\"valid\":false"));
  g_assert_nonnull (strstr (text, "{\"code\":\"block-too-large\",\"message\":"));
  g_assert_nonnull (strstr (text, "\"value\":2048,\"limit\":1024}"));
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  g_test_add_func ("/plan-json/contract", test_contract);
  g_test_add_func ("/plan-json/out-of-bounds", test_out_of_bounds);
  g_test_add_func ("/plan-json/problem", test_problem);
  return g_test_run ();
}
