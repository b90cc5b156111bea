#include "gs-json.h"
#include "gs-report-json.h"
#include "gs-roofs-json.h"
#include "gs-test-locale.h"

static GsRoofs *
make_roofs (void)
{
  GsRoofs *roofs = gs_roofs_new ();

  gs_roofs_add_roof (
      roofs, &(GsRoof){ .name = (char *)"Processor “α”", .copy_gbytes_per_s = 12.5, .fma_gflops = 188.25 });
  gs_roofs_add_roof (roofs, &(GsRoof){ .name = (char *)"NVIDIA H200",
                                       .gpu = TRUE,
                                       .copy_gbytes_per_s = 4191,
                                       .fma_gflops = 60000,
                                       .upload_gbytes_per_s = 53.7,
                                       .download_gbytes_per_s = 55.3 });
  return roofs;
}

static void
check_same (const GsRoofs *a, const GsRoofs *b)
{
  g_assert_cmpuint (a->roofs->len, ==, b->roofs->len);
  for (guint i = 0; i < a->roofs->len; i++)
    {
      const GsRoof *x = g_ptr_array_index (a->roofs, i), *y = g_ptr_array_index (b->roofs, i);

      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpint (x->gpu, ==, y->gpu);
      g_assert_cmpfloat (x->copy_gbytes_per_s, ==, y->copy_gbytes_per_s);
      g_assert_cmpfloat (x->fma_gflops, ==, y->fma_gflops);
      g_assert_cmpfloat (x->upload_gbytes_per_s, ==, y->upload_gbytes_per_s);
      g_assert_cmpfloat (x->download_gbytes_per_s, ==, y->download_gbytes_per_s);
    }
}

static void
test_round_trip (void)
{
  g_autoptr (GsRoofs) roofs = make_roofs ();
  g_autoptr (JsonNode) node = gs_roofs_to_json (roofs);
  g_autofree char *text = gs_json_to_text (node, TRUE);
  g_autoptr (JsonNode) parsed = gs_json_parse (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsRoofs) back = gs_roofs_from_json (parsed, &error);

  g_assert_no_error (error);
  check_same (roofs, back);
}

/* A report carries the roofs of its device along. */
static void
test_in_a_report (void)
{
  GsEnvironment *environment = gs_environment_new (), *back;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  environment->roofs = make_roofs ();
  node = gs_environment_to_json (environment);
  back = gs_environment_from_json (node, &error);
  g_assert_no_error (error);
  check_same (environment->roofs, back->roofs);
  gs_environment_free (environment);
  gs_environment_free (back);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text, *part;
  } cases[] = {
    { "[]", "object" },
    { "{}", "schema" },
    { "{\"schema\":\"gridscope.report/1\"}", "schema" },
    { "{\"schema\":\"gridscope.roofs/2\",\"roofs\":[]}", "2" },
    { "{\"schema\":\"gridscope.roofs/1\"}", "roofs" },
    { "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[]}", "empty" },
    { "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[1]}", "roofs[0]" },
    { "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[{\"fma_gflops\":1}]}", "roofs[0].name" },
    { "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[{\"name\":\"a\",\"fma_gflops\":-1}]}",
      "roofs[0].fma_gflops" },
    { "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[{\"name\":\"a\",\"copy_gbytes_per_s\":\"NaN\"}]}",
      "roofs[0].copy_gbytes_per_s" },
    { "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[{\"name\":\"a\",\"upload_gbytes_per_s\":\"Infinity\"}]}",
      "roofs[0].upload_gbytes_per_s" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) node = gs_json_parse (cases[i].text, -1, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_null (gs_roofs_from_json (node, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  g_test_add_func ("/io/roofs-json/round-trip", test_round_trip);
  g_test_add_func ("/io/roofs-json/in-a-report", test_in_a_report);
  g_test_add_func ("/io/roofs-json/refused", test_refused);
  return g_test_run ();
}
