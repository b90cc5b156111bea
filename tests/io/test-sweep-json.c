#include <string.h>

#include "gs-spec-json.h"
#include "gs-sweep-file.h"
#include "gs-sweep-json.h"
#include "gs-test-folder.h"
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
      point.n_rounds = GS_SWEEP_ROUNDS;
      for (int round = 0; round < GS_SWEEP_ROUNDS; round++)
        point.round_ns[round] = cpu_ns[i] + 0.01 * round;
      g_array_append_val (cpu->points, point);
      point.n_rounds = 0;
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
    { "{\"schema\":{}}", "schema" },
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
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":"
      "[{\"size\":4,\"compute_ns\":1,\"total_ns\":1,\"rounds_ns\":[1,0,1,1,1]}]}]}",
      "round" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":"
      "[{\"size\":4,\"compute_ns\":1,\"total_ns\":1,\"rounds_ns\":[1,1,1,1,1,1]}]}]}",
      "more rounds" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":"
      "[{\"size\":4,\"compute_ns\":1,\"total_ns\":1},{\"size\":2,\"compute_ns\":1,\"total_ns\":1},"
      "{\"size\":4,\"compute_ns\":1,\"total_ns\":1}]}]}",
      "two points of one size" },
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

/* Points that others wrote in any order, and sizes skipped without a reason. */
static void
test_by_hand (void)
{
  static const char text[]
      = "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\",\"points\":"
        "[{\"size\":16,\"compute_ns\":3,\"total_ns\":3},{\"size\":4,\"compute_ns\":1,\"total_ns\":1},"
        "{\"size\":8,\"compute_ns\":2,\"total_ns\":2}]}],\"skipped\":[{\"size\":32}]}";
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) sweep = gs_sweep_from_json (node, &error);
  g_autoptr (JsonNode) saved = NULL;
  g_autofree char *written = NULL;
  const GsSweepSeries *series;

  g_assert_no_error (error);
  series = g_ptr_array_index (sweep->series, 0);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (g_array_index (series->points, GsSweepPoint, i).size, ==, 4 << i);
  g_assert_null (g_array_index (sweep->skipped, GsSweepSkip, 0).reason);
  g_assert_cmpstr (gs_sweep_skip_reason (&g_array_index (sweep->skipped, GsSweepSkip, 0)), ==,
                   "It was not run.");
  saved = gs_sweep_to_json (sweep);
  written = gs_json_to_text (saved, FALSE);
  g_assert_nonnull (strstr (written, "\"skipped\":[{\"size\":32}]"));
}

/* What “sweep --json” prints, whole or cut off. */
static void
test_lines (void)
{
  static const char report[]
      = "{\"schema\":\"gridscope.report/1\",\"spec\":{\"op\":\"matmul\",\"m\":%d,\"n\":%d,\"k\":%d},"
        "\"results\":[{\"backend\":\"cpu\",\"kernel\":\"cpu_ijk\",\"status\":\"%s\",\"error\":"
        "\"It broke.\",\"timed\":true,\"compute\":{\"n\":3,\"median_ns\":%d}}]}%s";
  static const struct
  {
    const char *name;
    gboolean whole, cut; /* with a line that sums up; with a beginning of one more */
    guint n_points;
  } cases[] = {
    { "reports", FALSE, FALSE, 2 },
    { "reports and a crossover", TRUE, FALSE, 2 },
    { "cut off", FALSE, TRUE, 2 },
  };
  GFile *folder = gs_test_folder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GsSweep) sweep = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GFile) file = NULL;
      const GsSweepSeries *series;

      g_test_message ("%s", cases[i].name);
      g_string_append_printf (text, report, 8, 8, 8, "ok", 100, "\n");
      g_string_append_printf (text, report, 16, 16, 16, "ok", 900, "\n");
      g_string_append_printf (text, report, 32, 32, 32, "failed", 1, "\n");
      if (cases[i].whole)
        g_string_append (
            text, "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"shape\":\"square\",\"series\":"
                  "[{\"backend\":\"cpu\",\"kernel\":\"cpu_ijk\",\"ended\":\"It broke.\",\"points\":["
                  "{\"size\":8,\"compute_ns\":100,\"total_ns\":100},"
                  "{\"size\":16,\"compute_ns\":900,\"total_ns\":900}]}]}\n");
      if (cases[i].cut)
        g_string_append (text, "{\"schema\":\"gridscope.rep");
      file = gs_test_folder_write (folder, "sweep.jsonl", text->str, (gssize)text->len);
      sweep = gs_sweep_load (file, &error);
      g_assert_no_error (error);
      series = g_ptr_array_index (sweep->series, 0);
      g_assert_cmpuint (series->points->len, ==, cases[i].n_points);
      g_assert_cmpfloat (g_array_index (series->points, GsSweepPoint, 1).compute_ns, ==, 900);
      g_assert_cmpstr (series->ended, ==, "It broke.");
      g_assert_true (gs_sweep_has (sweep, 16));
      g_assert_false (gs_sweep_has (sweep, 32));
    }
  gs_test_folder_remove (folder);
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *text, *part;
  } cases[] = {
    { "", "no whole line" },
    { "{\"schema\":\"grid", "no whole line" },
    { "size,compute_ns\n8,100\n", "Line 1" },
    { "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[]}\n{\n", "Line 2" },
    { "{\"schema\":\"gridscope.report/1\"}", "spec" },
    { "{\"schema\":\"gridscope.report/1\",\"spec\":{\"op\":\"matmul\",\"m\":2,\"n\":2,\"k\":2}}\n"
      "{\"schema\":\"gridscope.report/1\",\"spec\":{\"op\":\"add\",\"m\":2,\"n\":2,\"block\":[2,2]}}\n",
      "add comes after matmul" },
  };
  GFile *folder = gs_test_folder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) file = gs_test_folder_write (folder, "sweep.jsonl", cases[i].text, -1);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_null (gs_sweep_load (file, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "sweep.jsonl"));
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
  gs_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  g_test_add_func ("/io/sweep-json/round-trip", test_round_trip);
  g_test_add_func ("/io/sweep-json/refused", test_refused);
  g_test_add_func ("/io/sweep-json/by-hand", test_by_hand);
  g_test_add_func ("/io/sweep-json/lines", test_lines);
  g_test_add_func ("/io/sweep-json/damaged", test_damaged);
  return g_test_run ();
}
