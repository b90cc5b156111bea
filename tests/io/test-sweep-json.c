#include "gs-spec-json.h"
#include "gs-sweep-json.h"
#include "gs-test-locale.h"

static GsSweep *
make_sweep (void)
{
  GsSweep *sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
  static const double cpu_ns[] = { 1.5, 100.25, 12345.678 }, gpu_ns[] = { 50, 51, 52 };
  GsSweepSeries *cpu = gs_sweep_series (sweep, "cpu", "cpu_ijk");
  GsSweepSeries *gpu = gs_sweep_series (sweep, "cublas", NULL);

  gpu->device = g_strdup ("NVIDIA H200");
  cpu->ended = g_strdup ("The run was too long.");
  for (int i = 0; i < 3; i++)
    {
      GsSweepPoint point = { .size = 64 << i, .n_samples = 10, .compute_mad_ns = 0.1 };

      point.compute_ns = point.total_ns = cpu_ns[i];
      g_array_append_val (cpu->points, point);
      point.compute_ns = gpu_ns[i];
      point.total_ns = gpu_ns[i] + 0.3;
      g_array_append_val (gpu->points, point);
    }
  gs_sweep_skip (sweep, G_MAXINT64, "It does not fit.");
  gs_sweep_find_crossings (sweep);
  return sweep;
}

static void
test_round_trip (void)
{
  g_autoptr (GsSweep) sweep = make_sweep ();
  g_autoptr (JsonNode) node = gs_sweep_to_json (sweep);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_autoptr (JsonNode) parsed = gs_json_parse (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) back = gs_sweep_from_json (parsed, &error);
  g_autoptr (JsonNode) again = NULL;
  g_autofree char *text_again = NULL;

  g_assert_no_error (error);
  again = gs_sweep_to_json (back);
  text_again = gs_json_to_text (again, FALSE);
  g_assert_cmpstr (text_again, ==, text);
  g_assert_cmpuint (back->crossings->len, ==, 2);
  g_assert_cmpint (g_array_index (back->crossings, GsCrossing, 0).state, ==, GS_CROSSING_FOUND);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text, *part;
  } cases[] = {
    { "[]", "schema" },
    { "{\"schema\":\"gridscope.report/1\"}", "schema" },
    { "{\"schema\":\"gridscope.crossover/1\"}", "operation" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmull\"}", "matmul" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\"}", "series" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[1]}", "backend" },
    { "{\"schema\":\"gridscope.crossover/"
      "1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":[1]}]}",
      "point" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":"
      "[{\"size\":0,\"compute_ns\":1,\"total_ns\":1}]}]}",
      "above 0" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":"
      "[{\"size\":4,\"compute_ns\":\"NaN\",\"total_ns\":1}]}]}",
      "above 0" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) node = gs_json_parse (cases[i].text, -1, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_null (gs_sweep_from_json (node, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  g_test_add_func ("/io/sweep-json/round-trip", test_round_trip);
  g_test_add_func ("/io/sweep-json/refused", test_refused);
  return g_test_run ();
}
