/* Numbers that the figures work out themselves, against counts by hand. */
#include <math.h>
#include <string.h>

#include "gs-chart.h"
#include "gs-painter-crossover.h"
#include "gs-painter-formula.h"
#include "gs-painter-matrix.h"
#include "gs-painter-memory.h"
#include "gs-painter-roofline.h"
#include "gs-painter-schedule.h"
#include "gs-samples.h"

typedef struct
{
  const char *name;
  gint64 first, step; /* byte offsets of the lanes */
  guint32 lanes;
  int sectors, passes;
} Request;

static const Request requests[] = {
  { "consecutive", 0, 4, 0xffffffffu, 4, 1 },
  { "misaligned", 4, 4, 0xffffffffu, 5, 1 },
  { "before-the-buffer", -4, 4, 0xffffffffu, 5, 1 },
  { "every-second", 0, 8, 0xffffffffu, 8, 2 },
  { "stride-16-words", 0, 64, 0xffffffffu, 32, 16 },
  { "stride-33-words", 0, 132, 0xffffffffu, 32, 1 },
  { "column-of-32", 0, 128, 0xffffffffu, 32, 32 },
  { "broadcast", 64, 0, 0xffffffffu, 1, 1 },
  { "one-lane", 64, 4, 1u << 31, 1, 1 },
  { "no-lane", 64, 4, 0, 0, 0 },
};

static void
test_request (gconstpointer data)
{
  const Request *row = data;
  GsWarpRequest request = { .lanes = row->lanes };

  for (int lane = 0; lane < 32; lane++)
    request.address[lane] = row->first + lane * row->step;
  g_assert_cmpint (gs_warp_request_sectors (&request), ==, row->sectors);
  g_assert_cmpint (gs_warp_request_bank_passes (&request), ==, row->passes);
}

static void
add_block (GsSchedule *schedule, gint64 number, int sm, gint64 start_ns, gint64 end_ns)
{
  const GsBlockTime block = { { number, 0 }, sm, start_ns, end_ns };

  g_array_append_val (schedule->blocks, block);
  schedule->n_blocks++;
}

/* Two multiprocessors with room for two blocks each; the fifth block runs alone. */
static GsSchedule *
five_blocks (void)
{
  GsSchedule *schedule = gs_schedule_new ();

  add_block (schedule, 0, 0, 0, 100);
  add_block (schedule, 1, 1, 0, 120);
  add_block (schedule, 2, 0, 0, 110);
  add_block (schedule, 3, 1, 10, 130);
  add_block (schedule, 4, 0, 100, 200);
  return schedule;
}

static void
test_schedule_stats (void)
{
  GsSchedule *schedule = five_blocks ();
  g_autofree char *verdict = NULL;
  GsScheduleStats stats;

  gs_schedule_stats (schedule, &stats);
  g_assert_cmpint (stats.sms, ==, 2);
  g_assert_cmpint (stats.slots, ==, 2);
  g_assert_cmpint (stats.waves, ==, 2);
  g_assert_cmpint (stats.end_ns, ==, 200);
  g_assert_cmpint (stats.tail_ns, ==, 130);
  g_assert_cmpfloat_with_epsilon (stats.busy, (100 + 120 + 110 + 120 + 100) / (4 * 200.0), 1e-12);
  verdict = gs_schedule_verdict (schedule);
  g_assert_nonnull (strstr (verdict, "5 blocks on 2 multiprocessors, up to 2"));
  gs_schedule_free (schedule);
}

/* A launch of few blocks leaves most of a device idle: they count as places too. */
static void
test_schedule_of_few_blocks (void)
{
  GsSchedule *schedule = five_blocks ();
  g_autofree char *verdict = NULL;
  GsScheduleStats stats;

  schedule->multiprocessors = 10;
  gs_schedule_stats (schedule, &stats);
  g_assert_cmpint (stats.sms, ==, 10);
  g_assert_cmpint (stats.used, ==, 2);
  g_assert_cmpint (stats.waves, ==, 1);
  g_assert_cmpint (stats.tail_ns, ==, 0);
  g_assert_cmpfloat_with_epsilon (stats.busy, (100 + 120 + 110 + 120 + 100) / (20 * 200.0), 1e-12);
  verdict = gs_schedule_verdict (schedule);
  g_assert_nonnull (strstr (verdict, "5 blocks on 2 of 10 multiprocessors, up to 2"));
  gs_schedule_free (schedule);
}

/* Every block is found at the middle of where it is drawn: in the upper half of
 * lane 0 block 0 then 4, in its lower half block 2, then nothing. */
static void
test_schedule_hit (void)
{
  GsSchedule *schedule = five_blocks ();
  const double width = 800, height = 600, left = 64, plot = 800 - 64 - 20, top = 66,
               lane = (600 - 66 - 70) / 2.0;
  const struct
  {
    double time, row; /* row in lanes */
    gint64 block;     /* -1: none */
  } points[] = { { 50, 0.25, 0 }, { 150, 0.25, 4 }, { 50, 0.75, 2 },  { 150, 0.75, -1 },
                 { 60, 1.25, 1 }, { 60, 1.75, 3 },  { 170, 1.25, -1 } };
  GsScheduleScene scene;

  gs_schedule_scene_init (&scene, schedule);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      gint64 block[2] = { -1, -1 };
      gboolean hit = gs_schedule_block_at (&scene, width, height, 1, left + points[i].time / 200 * plot,
                                           top + points[i].row * lane, block);

      g_assert_cmpint (hit, ==, points[i].block >= 0);
      g_assert_cmpint (block[0], ==, points[i].block);
    }
  gs_schedule_free (schedule);
}

static void
test_empty_schedule (void)
{
  GsSchedule *schedule = gs_schedule_new ();
  g_autofree char *verdict = gs_schedule_verdict (schedule);

  g_assert_cmpstr (verdict, ==, "No block was seen running.");
  gs_schedule_free (schedule);
}

/* 8 GFLOP/s at 1/12 operation per byte under 120 GB/s is 80 % of 10 GFLOP/s; over
 * a bus of 12 GB/s at most 1 GFLOP/s. What is faster than memory is not from there. */
static void
test_roofline (void)
{
  g_autoptr (GsRoofs) roofs = gs_roofs_new ();
  g_autofree char *verdict = NULL;
  const GsRoofPoint points[] = {
    { (char *)"hadamard", 0, GS_OP_HADAMARD, 1 / 12.0, 8, 0.5 },
    { (char *)"matmul", 0, GS_OP_MATMUL, 100, 500, 0 },
    { (char *)"small", 0, GS_OP_HADAMARD, 1 / 12.0, 20, 0 },
  };

  gs_roofs_add_roof (roofs, &(GsRoof){ .name = (char *)"Card",
                                       .gpu = TRUE,
                                       .copy_gbytes_per_s = 120,
                                       .fma_gflops = 1000,
                                       .upload_gbytes_per_s = 10,
                                       .download_gbytes_per_s = 12 });
  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    gs_roofs_add_point (roofs, &points[i]);
  verdict = gs_roofline_verdict (roofs);
  g_assert_cmpstr (
      verdict, ==,
      "hadamard on Card: 0.0833 operations per byte, so memory bounds it; it reaches 80 % of that. "
      "With its data over the bus (ring) it is 500\u202fMFLOP/s, 50 % of what the bus allows.\n"
      "matmul on Card: 100 operations per byte, so arithmetic bounds it; it reaches 50 % of that.\n"
      "small on Card: 0.0833 operations per byte, so memory bounds it; it reaches 200 % of that. "
      "That is more than memory gives: its data stay in the caches.");
}

static void
test_crossover (void)
{
  g_autoptr (GsSweep) sweep = sample_sweep (), empty = gs_sweep_new (GS_OP_ADD, TRUE);
  g_autofree char *verdict = gs_crossover_verdict (sweep), *nothing = gs_crossover_verdict (empty);
  g_autofree char *summary = gs_crossover_summary (sweep), *no_summary = gs_crossover_summary (empty);

  g_assert_nonnull (
      strstr (verdict, "GPU, k3 shared tile with transfers overtakes OpenBLAS between 64 and 128."));
  g_assert_cmpstr (nothing, ==, "There are no two lines to compare yet.");
  /* OpenBLAS holds out longer than the naive loop: it decides. */
  g_assert_nonnull (strstr (verdict, "overtakes CPU naive"));
  g_assert_null (strstr (summary, "CPU naive"));
  g_assert_cmpstr (summary, ==,
                   "GPU, k3 shared tile without transfers overtakes OpenBLAS between 32 and 64. "
                   "GPU, k3 shared tile with transfers overtakes OpenBLAS between 64 and 128.");
  g_assert_cmpstr (no_summary, ==, nothing);
}

/* Words of a chart give way to lines, and go along one where they fit. */
static void
test_chart_labels (void)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  const GsTextStyle words = { .size = 10 };
  const GsChartLine rising = { 0, 300, 400, 100 }, little = { 0, 300, 20, 290 };
  GsChart chart = { .x = 0, .y = 0, .width = 400, .height = 300 };
  GsFigureStyle style;
  GsCanvas canvas;
  double y;

  gs_figure_style_init (&style);
  gs_canvas_init (&canvas, cr, &style);
  g_assert_cmpfloat (gs_chart_label (&chart, &canvas, &words, 0, 10, 50, "free"), ==, 50);
  g_assert_cmpfloat (fabs (gs_chart_label (&chart, &canvas, &words, 0, 10, 50, "taken") - 50), >=, 13);
  gs_chart_keep_line_free (&chart, 0, 200, 400, 200);
  y = gs_chart_label (&chart, &canvas, &words, 0, 10, 202, "on a line");
  g_assert_cmpfloat (y, <=, 200 - 6.5);
  g_assert_cmpfloat (y, >, 180);
  g_assert_true (gs_chart_label_along (&chart, &canvas, &words, &rising, FALSE, "along"));
  g_assert_false (gs_chart_label_along (&chart, &canvas, &words, &little, FALSE, "longer than the line"));
  gs_canvas_clear (&canvas);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A tick is a round number: no zeros behind its point. */
static void
test_rate_ticks (void)
{
  static const struct
  {
    double gflops;
    const char *text;
  } rows[]
      = { { 1, "1\u202fGFLOP/s" },      { 10, "10\u202fGFLOP/s" },  { 100, "100\u202fGFLOP/s" }, { 0, "0" },
          { 2500, "2.5\u202fTFLOP/s" }, { 0.05, "50\u202fMFLOP/s" } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = gs_axis_format (GS_AXIS_GFLOPS, rows[i].gflops);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* What a picture says of a backend that failed on the way and of a size that was too
 * large is in its words too. */
static void
test_crossover_gaps (void)
{
  g_autoptr (GsSweep) sweep = sample_sweep ();
  g_autofree char *none = gs_crossover_gaps (sweep), *gaps = NULL, *alt = NULL;
  GsFigureInput input;

  g_assert_cmpstr (none, ==, "");
  ((GsSweepSeries *)g_ptr_array_index (sweep->series, 0))->ended = g_strdup ("It broke.");
  gs_sweep_skip (sweep, 65536, "It does not fit.");
  gaps = gs_crossover_gaps (sweep);
  g_assert_cmpstr (gaps, ==, "cpu_ijk ends here: It broke.\nSize 65\u202f536 was skipped: It does not fit.");
  gs_figure_input_init (&input, GS_FIGURE_CROSSOVER);
  input.sweep = sweep;
  alt = gs_figure_alt_text (&input);
  g_assert_true (g_str_has_suffix (alt, gaps));
}

static void
test_grid_text (void)
{
  static const struct
  {
    int dims;
    GsGridRule rule;
    const char *text;
  } rows[] = {
    { 1, GS_GRID_CEIL, "gridDim.x = ⌈273 / 8⌉ = 35" },
    { 1, GS_GRID_FLOOR, "gridDim.x = ⌊273 / 8⌋ = 34" },
    { 2, GS_GRID_CEIL, "gridDim.x = ⌈21 / 8⌉ = 3,   gridDim.y = ⌈13 / 4⌉ = 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GsPlan *plan = sample_plan (GS_OP_HADAMARD, 13, 21, rows[i].dims, 8, 4, rows[i].rule, TRUE);
      g_autofree char *text = gs_formula_grid_text (plan);

      g_assert_cmpstr (text, ==, rows[i].text);
      gs_plan_free (plan);
    }
}

/* The sizes and sides that the grid was made from, whichever kernel takes them: what the
 * text works out is what the launch has. */
static void
test_grid_text_of_kernels (void)
{
  static const struct
  {
    const char *kernel;
    guint faults;
    GsMap map;
    const char *text;
  } rows[] = {
    { "matmul/k1_naive", 0, GS_MAP_X_COLUMN, "gridDim.x = ⌈40 / 16⌉ = 3,   gridDim.y = ⌈70 / 8⌉ = 9" },
    { "matmul/k1_naive", 0, GS_MAP_X_ROW, "gridDim.x = ⌈70 / 16⌉ = 5,   gridDim.y = ⌈40 / 8⌉ = 5" },
    { "matmul/k1_naive", GS_FAULT_SWAPPED_AXES, GS_MAP_X_COLUMN,
      "gridDim.x = ⌈40 / 16⌉ = 3,   gridDim.y = ⌈70 / 8⌉ = 9" },
    { "matmul/k2_coalesced", 0, GS_MAP_X_COLUMN, "gridDim.x = ⌈40 / 32⌉ = 2,   gridDim.y = ⌈70 / 4⌉ = 18" },
    { "matmul/k2_coalesced", GS_FAULT_SWAPPED_AXES, GS_MAP_X_COLUMN,
      "gridDim.x = ⌈40 / 32⌉ = 2,   gridDim.y = ⌈70 / 4⌉ = 18" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_autoptr (GsPlan) plan = NULL;
      g_autofree char *text = NULL;

      spec->op = GS_OP_MATMUL;
      spec->m = 70;
      spec->n = 40;
      spec->k = 8;
      spec->block_dims = 2;
      spec->block[0] = 16;
      spec->block[1] = 8;
      spec->map = rows[i].map;
      spec->faults = rows[i].faults;
      gs_spec_set_kernel (spec, rows[i].kernel);
      plan = gs_plan_new (spec, NULL);
      g_assert_true (plan->valid);
      text = gs_formula_grid_text (plan);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* A report of a large result holds how it was verified, not its values: it was computed
 * all the same. */
static void
test_verdict_without_values (void)
{
  static const struct
  {
    GsStatus status;
    gboolean verified, traced;
    const char *verdict;
  } rows[] = {
    { GS_STATUS_OK, TRUE, FALSE,
      "Right: the largest difference is 0.25 of its bound, at row 3, column 4. The values of C are not in "
      "the "
      "report: run it again to see them." },
    { GS_STATUS_OK, TRUE, TRUE,
      "Right: the largest difference is 0.25 of its bound, at row 3, column 4. The values of C are not in "
      "the "
      "report: run it again to see them." },
    { GS_STATUS_OK, FALSE, FALSE,
      "The result has not been verified. The values of C are not in the report: run it again to see them." },
    { GS_STATUS_NOT_COMPUTED, FALSE, FALSE, "not computed" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GsResult *result = gs_result_new ("cpu", NULL);
      g_autofree char *verdict = NULL;

      result->status = rows[i].status;
      result->verified = rows[i].verified;
      result->verify = (GsVerify){ .pass = TRUE, .bound_fraction = 0.25, .worst_row = 3, .worst_column = 4 };
      result->trace = rows[i].traced ? gs_trace_new () : NULL;
      verdict = gs_matrix_verdict (result);
      g_assert_cmpstr (verdict, ==, rows[i].verdict);
      gs_result_free (result);
    }
}

/* A report that keeps the first blocks of a launch says nothing about its end. */
static void
test_partial_schedule (void)
{
  GsSchedule *schedule = gs_schedule_new ();
  g_autofree char *whole = NULL, *part = NULL;

  add_block (schedule, 0, 0, 0, 100);
  add_block (schedule, 1, 1, 0, 120);
  whole = gs_schedule_verdict (schedule);
  g_assert_nonnull (strstr (whole, "tail"));
  schedule->n_blocks = 77;
  part = gs_schedule_verdict (schedule);
  g_assert_null (strstr (part, "tail"));
  g_assert_nonnull (strstr (part, "2 of 77 blocks"));
  gs_schedule_free (schedule);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/figure/numbers/request/%s", requests[i].name);

      g_test_add_data_func (path, &requests[i], test_request);
    }
  g_test_add_func ("/figure/numbers/schedule-stats", test_schedule_stats);
  g_test_add_func ("/figure/numbers/schedule-few-blocks", test_schedule_of_few_blocks);
  g_test_add_func ("/figure/numbers/schedule-hit", test_schedule_hit);
  g_test_add_func ("/figure/numbers/schedule-empty", test_empty_schedule);
  g_test_add_func ("/figure/numbers/schedule-partial", test_partial_schedule);
  g_test_add_func ("/figure/numbers/roofline", test_roofline);
  g_test_add_func ("/figure/numbers/crossover", test_crossover);
  g_test_add_func ("/figure/numbers/chart-labels", test_chart_labels);
  g_test_add_func ("/figure/numbers/rate-ticks", test_rate_ticks);
  g_test_add_func ("/figure/numbers/crossover-gaps", test_crossover_gaps);
  g_test_add_func ("/figure/numbers/grid-text", test_grid_text);
  g_test_add_func ("/figure/numbers/grid-text-of-kernels", test_grid_text_of_kernels);
  g_test_add_func ("/figure/numbers/verdict-without-values", test_verdict_without_values);
  return g_test_run ();
}
