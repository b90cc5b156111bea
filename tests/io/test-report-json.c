#include <math.h>
#include <string.h>

#include "gs-report-json.h"
#include "gs-spec-json.h"
#include "gs-test-locale.h"

/* Fills plain structs with numbers that all differ, so that a member forgotten
 * on the way shows. */
static gint64
next_number (void)
{
  static gint64 number = 1;
  return number++;
}

static GsFinding
make_finding (gboolean other)
{
  GsFinding finding;
  memset (&finding, 0, sizeof finding); /* padding too: arrays are compared byte by byte */
  finding.line = (int)next_number ();
  g_strlcpy (finding.buffer, "tileA", sizeof finding.buffer);
  finding.write = TRUE;
  finding.index = -next_number ();
  finding.row = next_number ();
  finding.column = next_number ();
  finding.thread = (GsThreadId){ { next_number (), next_number () }, { next_number (), next_number () } };
  finding.has_other = other;
  if (other)
    {
      finding.other = (GsThreadId){ { next_number (), next_number () }, { next_number (), next_number () } };
      finding.other_line = (int)next_number ();
    }
  return finding;
}

static GsTrace *
make_trace (void)
{
  GsTrace *trace = gs_trace_new ();
  trace->global_reads = G_MAXINT64;
  trace->global_writes = next_number ();
  trace->shared_reads = next_number ();
  trace->shared_writes = next_number ();
  trace->sectors_per_request = 1.0 / 3;
  trace->bank_conflicts = next_number ();
  trace->blocks = next_number ();
  trace->blocks_run = next_number ();
  trace->blocks_traced = next_number ();
  trace->steps = next_number ();
  trace->idle_lanes = next_number ();
  trace->warp_instructions = next_number ();
  for (int fate = 0; fate < GS_N_FATES; fate++)
    trace->threads[fate] = next_number ();
  for (int kind = 0; kind < GS_N_WARPS; kind++)
    trace->warps[kind] = next_number ();
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    {
      GsFinding findings[] = { make_finding (FALSE), make_finding (TRUE) };
      trace->totals[kind] = next_number ();
      g_array_append_vals (trace->findings[kind], findings, 2);
    }
  GsLineTrace line;
  memset (&line, 0, sizeof line);
  line.line = (int)next_number ();
  for (gint64 *number = &line.global_reads; number <= &line.idle_lanes; number++)
    *number = next_number ();
  g_array_append_val (trace->lines, line);
  GsTraceBuffer buffer;
  memset (&buffer, 0, sizeof buffer);
  g_strlcpy (buffer.name, "C", sizeof buffer.name);
  buffer.n_bytes = next_number ();
  buffer.rows = next_number ();
  buffer.columns = next_number ();
  buffer.shared = TRUE;
  g_array_append_val (trace->buffers, buffer);
  GsWarpRequest request;
  memset (&request, 0, sizeof request);
  request.line = (int)next_number ();
  request.shared = request.write = TRUE;
  request.block[0] = next_number ();
  request.block[1] = next_number ();
  request.warp = next_number ();
  request.occurrence = next_number ();
  request.lanes = 0x80000005;
  request.address[0] = next_number ();
  request.address[2] = -next_number ();
  request.address[31] = G_MININT64;
  g_array_append_val (trace->requests, request);
  trace->n_writers = 7;
  trace->writers = g_memdup2 ("\0\1\2\0\1\2\1", 7);
  return trace;
}

static GsSchedule *
make_schedule (void)
{
  GsSchedule *schedule = gs_schedule_new ();
  static const GsBlockTime times[] = { { { 0, 0 }, 3, 0, 1024 }, { { 1, 2 }, 131, 32, G_MAXINT64 } };
  g_array_append_vals (schedule->blocks, times, 2);
  schedule->n_blocks = 100000;
  schedule->multiprocessors = 132;
  schedule->twin_ns = 12.5;
  schedule->plain_ns = 10.25;
  schedule->tick_ns = 32;
  schedule->writers_active = 7;
  schedule->writers_missed = 0;
  schedule->writers_duplicated = 1;
  return schedule;
}

static GsPitfall *
make_pitfall (void)
{
  GsPitfall *pitfall = gs_pitfall_new ();
  gint64 launches[] = { 1, 2, 1024 }, times[] = { 27000, 54000, 99999 };
  pitfall->no_sync_ns = 27000;
  pitfall->sync_ns = 990000;
  pitfall->event_ns = 950000;
  pitfall->knee = 1024;
  g_array_append_vals (pitfall->queue_launches, launches, 3);
  g_array_append_vals (pitfall->queue_ns, times, 3);
  return pitfall;
}

static GsResult *
make_full_result (const GsPlan *plan)
{
  GsResult *result = gs_result_new ("simt", "hadamard/k1_scalar");
  result->device = g_strdup ("Emulator");
  result->status = GS_STATUS_OK;
  for (int i = 0; i < GS_N_PHASES; i++)
    {
      result->first[i] = (GsPhase){ next_number (), GS_CLOCK_HOST, GS_PHASE_MEASURED };
      result->warm[i] = (GsPhase){ 0, GS_CLOCK_EVENT, (GsPhaseState)(i % 4) };
      if (result->warm[i].state == GS_PHASE_MEASURED)
        result->warm[i].ns = next_number ();
    }
  double samples[] = { 1234.5, 1e9 / 3, 0.1 };
  result->n_samples = 3;
  result->samples_ns = g_memdup2 (samples, sizeof samples);
  result->n_transfers = 3;
  result->upload_samples_ns = g_memdup2 (samples, sizeof samples);
  result->download_samples_ns = g_memdup2 (samples, sizeof samples);
  result->compute = (GsStats){ 3, 0.1, 1234.5, 1e-9, 1e300, TRUE };
  result->timed = TRUE;
  result->gflops = 51.25;
  result->gbytes_per_s = 4329.125;
  result->verified = TRUE;
  result->verify = (GsVerify){ FALSE, 1e-7, INFINITY, 0, 6, G_MAXINT64, 2, 3 };
  result->verified_elements = 7;
  float values[] = { 0.1f, -0.0f, NAN, INFINITY, -INFINITY, 1e-45f, 3.4028235e38f };
  result->output = gs_matrix_new_copy_data (plan->m, plan->n, values);
  result->trace = make_trace ();
  result->trace->other_map = make_trace ();
  result->schedule = make_schedule ();
  result->pitfall = make_pitfall ();
  g_ptr_array_add (result->notes, g_strdup ("batches of 64 launches, divided — “so”"));
  return result;
}

static GsReport *
make_report (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsReport *report = gs_report_new (spec, gs_plan_new (spec, NULL));
  GsEnvironment *environment = report->environment;
  environment->cpu = g_strdup ("Some CPU");
  environment->cpu_threads = 16;
  environment->blas = g_strdup ("OpenBLAS");
  environment->version = g_strdup ("0.1.0");
  environment->no_gpu = g_strdup ("no driver");
  environment->recorded = g_strdup ("2026-01-02T03:04:05Z");
  GsGpu *gpu = g_new0 (GsGpu, 1);
  gpu->name = g_strdup ("Card");
  gpu->uuid = g_strdup ("GPU-1");
  gpu->limits = *gs_limits_common ();
  gpu->limits.max_threads_per_block = 512;
  gpu->limits.memory_bytes = G_GINT64_CONSTANT (150000000000);
  gpu->limits.memory_gbytes_per_s = 4814.5;
  g_ptr_array_add (environment->gpus, gpu);

  g_ptr_array_add (report->results, make_full_result (report->plan));
  GsResult *missing = gs_result_new ("cuda", NULL);
  missing->status = GS_STATUS_UNAVAILABLE;
  missing->message = g_strdup ("no driver");
  g_ptr_array_add (report->results, missing);
  GsResult *failed = gs_result_new ("cpu", "cpu_ijk");
  failed->status = GS_STATUS_FAILED;
  failed->message = g_strdup ("out of memory");
  g_ptr_array_add (report->results, failed);
  report->failed = 2;
  return report;
}

static GsReport *
read_back (const GsReport *report, char **text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_report_to_json (report);
  *text = gs_json_to_text (node, TRUE);
  g_autoptr (JsonNode) parsed = gs_json_parse (*text, -1, &error);
  g_assert_no_error (error);
  GsReport *read = gs_report_from_json (parsed, &error);
  g_assert_no_error (error);
  return read;
}

static void
assert_arrays_equal (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  g_assert_cmpmem (a->data, a->len * g_array_get_element_size ((GArray *)a), b->data,
                   b->len * g_array_get_element_size ((GArray *)b));
}

static void
assert_traces_equal (const GsTrace *a, const GsTrace *b)
{
  g_assert_cmpint (a->global_reads, ==, b->global_reads);
  g_assert_cmpint (a->global_writes, ==, b->global_writes);
  g_assert_cmpint (a->shared_reads, ==, b->shared_reads);
  g_assert_cmpint (a->shared_writes, ==, b->shared_writes);
  g_assert_cmpfloat (a->sectors_per_request, ==, b->sectors_per_request);
  g_assert_cmpint (a->bank_conflicts, ==, b->bank_conflicts);
  g_assert_cmpint (a->blocks, ==, b->blocks);
  g_assert_cmpint (a->blocks_run, ==, b->blocks_run);
  g_assert_cmpint (a->blocks_traced, ==, b->blocks_traced);
  g_assert_cmpint (a->steps, ==, b->steps);
  g_assert_cmpint (a->idle_lanes, ==, b->idle_lanes);
  g_assert_cmpint (a->warp_instructions, ==, b->warp_instructions);
  g_assert_cmpmem (a->threads, sizeof a->threads, b->threads, sizeof b->threads);
  g_assert_cmpmem (a->warps, sizeof a->warps, b->warps, sizeof b->warps);
  g_assert_cmpmem (a->totals, sizeof a->totals, b->totals, sizeof b->totals);
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    assert_arrays_equal (a->findings[kind], b->findings[kind]);
  assert_arrays_equal (a->lines, b->lines);
  assert_arrays_equal (a->requests, b->requests);
  assert_arrays_equal (a->buffers, b->buffers);
  g_assert_cmpint (a->other_map != NULL, ==, b->other_map != NULL);
  if (a->other_map != NULL)
    assert_traces_equal (a->other_map, b->other_map);
  g_assert_cmpmem (a->writers, (gsize)a->n_writers, b->writers, (gsize)b->n_writers);
}

static void
test_round_trip (void)
{
  g_autofree char *text = NULL, *text_again = NULL;
  g_autoptr (GsReport) report = make_report ();
  g_autoptr (GsReport) read = read_back (report, &text);
  g_autoptr (GsReport) again = read_back (read, &text_again);
  g_assert_cmpstr (text, ==, text_again);

  const GsResult *a = gs_report_find (report, "simt", NULL), *b = gs_report_find (read, "simt", NULL);
  g_assert_cmpstr (a->kernel, ==, b->kernel);
  g_assert_cmpstr (a->device, ==, b->device);
  g_assert_cmpmem (a->first, sizeof a->first, b->first, sizeof b->first);
  g_assert_cmpmem (a->warm, sizeof a->warm, b->warm, sizeof b->warm);
  g_assert_cmpmem (a->upload_samples_ns, a->n_transfers * sizeof (double), b->upload_samples_ns,
                   b->n_transfers * sizeof (double));
  g_assert_cmpmem (a->download_samples_ns, a->n_transfers * sizeof (double), b->download_samples_ns,
                   b->n_transfers * sizeof (double));
  g_assert_cmpmem (a->samples_ns, a->n_samples * sizeof (double), b->samples_ns,
                   b->n_samples * sizeof (double));
  g_assert_cmpmem (&a->compute, sizeof a->compute, &b->compute, sizeof b->compute);
  g_assert_cmpmem (&a->verify, sizeof a->verify, &b->verify, sizeof b->verify);
  g_assert_cmpint (a->verified_elements, ==, b->verified_elements);
  g_assert_true (b->timed && b->verified);
  g_assert_cmpfloat (a->gflops, ==, b->gflops);
  g_assert_cmpfloat (a->gbytes_per_s, ==, b->gbytes_per_s);
  g_assert_true (gs_matrix_bits_equal (a->output, b->output));
  assert_traces_equal (a->trace, b->trace);
  assert_arrays_equal (a->schedule->blocks, b->schedule->blocks);
  g_assert_cmpint (b->schedule->canary_hits, ==, -1);
  assert_arrays_equal (a->pitfall->queue_launches, b->pitfall->queue_launches);
  assert_arrays_equal (a->pitfall->queue_ns, b->pitfall->queue_ns);
  g_assert_cmpstr (b->notes->pdata[0], ==, a->notes->pdata[0]);

  const GsResult *missing = gs_report_find (read, "cuda", NULL);
  g_assert_cmpint (missing->status, ==, GS_STATUS_UNAVAILABLE);
  g_assert_cmpstr (missing->message, ==, "no driver");
  g_assert_null (missing->kernel);
  g_assert_null (missing->output);
  g_assert_cmpint (read->failed, ==, 2);
  const GsGpu *gpu = g_ptr_array_index (read->environment->gpus, 0);
  const GsGpu *made = g_ptr_array_index (report->environment->gpus, 0);
  g_assert_cmpmem (&gpu->limits, sizeof gpu->limits, &made->limits, sizeof made->limits);
  g_assert_cmpstr (read->environment->recorded, ==, report->environment->recorded);
}

/* What was not measured has no time, least of all 0. */
static void
test_unmeasured_phase_is_null (void)
{
  g_autoptr (GsReport) report = make_report ();
  g_autoptr (JsonNode) node = gs_report_to_json (report);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_nonnull (
      strstr (text, "{\"name\":\"context\",\"ns\":null,\"clock\":\"event\",\"state\":\"not-applicable\"}"));
  g_assert_nonnull (strstr (text, "\"bound_fraction\":\"Infinity\""));
  g_assert_nonnull (
      strstr (text, "\"values\":[[0.1,-0.0,\"NaN\",\"Infinity\",\"-Infinity\",1e-45,3.4028235e+38]]"));
}

static GsReport *
report_with_output (gint64 n)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  spec->n = n;
  GsReport *report = gs_report_new (spec, gs_plan_new (spec, NULL));
  GsResult *result = gs_result_new ("cpu", NULL);
  result->output = gs_matrix_new (1, n, NULL);
  for (gint64 i = 0; i < n; i++)
    result->output->data[i] = (float)i / 7;
  g_ptr_array_add (report->results, result);
  return report;
}

static void
test_large_output_is_left_out (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GsReport) report = report_with_output (GS_JSON_MAX_INLINE + 1);
  g_autoptr (GsReport) read = read_back (report, &text);
  g_assert_null (((GsResult *)read->results->pdata[0])->output);
  g_assert_nonnull (strstr (text, "\"n\": 4097"));
}

static void
test_large_output_for_a_process (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = report_with_output (GS_JSON_MAX_INLINE + 1);
  g_autoptr (JsonNode) node = gs_report_to_json_with_outputs (report, G_MAXINT64);
  g_autoptr (GsReport) read = gs_report_from_json (node, &error);
  g_assert_no_error (error);
  g_assert_true (gs_matrix_bits_equal (((GsResult *)read->results->pdata[0])->output,
                                       ((GsResult *)report->results->pdata[0])->output));
}

static void
test_empty_output (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GsReport) report = report_with_output (0);
  g_autoptr (GsReport) read = read_back (report, &text);
  const GsMatrix *output = ((GsResult *)read->results->pdata[0])->output;
  g_assert_nonnull (output);
  g_assert_cmpint (output->m, ==, 1);
  g_assert_cmpint (output->n, ==, 0);
}

typedef struct
{
  const char *name;
  const char *from, *to; /* text put in the place of another */
  const char *part;      /* of the message */
} Damage;

static const Damage damages[] = {
  { "schema-missing", "\"schema\":\"gridscope.report/1\",", "", "schema is missing" },
  { "schema-newer", "gridscope.report/1", "gridscope.report/2", "made by a newer version" },
  { "spec", "\"op\":\"hadamard\"", "\"op\":\"hadamar\"", "did you mean “hadamard”?" },
  { "backend", "\"backend\":\"simt\",", "", "results[0].backend is missing" },
  { "status", "\"status\":\"ok\"", "\"status\":\"okay\"", "results[0].status is “okay”; did you mean “ok”?" },
  { "phase", "\"name\":\"upload\"", "\"name\":\"uplod\"",
    "results[0].phases[4].name is “uplod”; did you mean “upload”?" },
  { "transfers", "\"download_ns\":[1234.5,", "\"download_ns\":[",
    "results[0].transfers.download_ns must be as long as upload_ns" },
  { "samples", "\"samples_ns\":[1234.5", "\"samples_ns\":[null",
    "results[0].compute.samples_ns must hold times only" },
  { "samples-negative", "\"samples_ns\":[1234.5", "\"samples_ns\":[-1234.5", "must hold times only" },
  { "samples-infinite", "\"samples_ns\":[1234.5", "\"samples_ns\":[\"-Infinity\"", "must hold times only" },
  { "sizes", "\"output\":{\"m\":1,\"n\":7", "\"output\":{\"m\":1,\"n\":8",
    "results[0].output.values must be 1 × 8" },
  { "writers", "\"writers\":\"", "\"writers\":\"*", "results[0].trace.writers is not base64" },
  { "lanes", "\"lanes\":2147483653", "\"lanes\":1", "must have one entry for each bit of lanes" },
  { "buffer", "\"buffer\":0", "\"buffer\":9",
    "results[0].trace.requests[0].buffer is 9; there are 1 buffers" },
  { "block", "[1,2,131,32,", "[1,2,-131,32,", "results[0].schedule.blocks entry 1 must be" },
  { "queue", "\"queue_ns\":[27000,", "\"queue_ns\":[", "must be as long as queue_launches" },
  { "limits-of-gpu", "\"max_threads_per_block\":512", "\"max_threads_per_block\":0", "must be from 1 to" },
  { "limits", "\"warp_size\":32", "\"warp_size\":0", "must be from 1 to" },
};

static void
test_damage (gconstpointer data)
{
  const Damage *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = make_report ();
  g_autoptr (JsonNode) node = gs_report_to_json (report);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_autoptr (GString) damaged = g_string_new (text);
  g_assert_cmpuint (g_string_replace (damaged, c->from, c->to, 1), ==, 1);
  g_autoptr (JsonNode) parsed = gs_json_parse (damaged->str, -1, &error);
  g_assert_no_error (error);
  g_assert_null (gs_report_from_json (parsed, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, c->part) == NULL)
    g_error ("“%s” does not hold “%s”", error->message, c->part);
}

static void
test_unknown_keys_are_passed_over (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = make_report ();
  g_autoptr (JsonNode) node = gs_report_to_json (report);
  json_object_set_string_member (json_node_get_object (node), "of_tomorrow", "x");
  g_autoptr (GsReport) read = gs_report_from_json (node, &error);
  g_assert_no_error (error);
}

static void
test_save_and_load (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *text_again = NULL;
  g_autofree char *directory = g_dir_make_tmp ("gs-report-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "report.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GsReport) report = make_report ();
  g_assert_true (gs_report_save (report, file, &error));
  g_autoptr (GsReport) read = gs_report_load (file, &error);
  g_assert_no_error (error);
  g_autoptr (GsReport) one = read_back (report, &text);
  g_autoptr (GsReport) other = read_back (read, &text_again);
  g_assert_cmpstr (text, ==, text_again);
  g_file_delete (file, NULL, NULL);
  g_autoptr (GFile) parent = g_file_new_for_path (directory);
  g_file_delete (parent, NULL, NULL);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  g_test_add_func ("/report-json/round-trip", test_round_trip);
  g_test_add_func ("/report-json/unmeasured-phase-is-null", test_unmeasured_phase_is_null);
  g_test_add_func ("/report-json/large-output-is-left-out", test_large_output_is_left_out);
  g_test_add_func ("/report-json/large-output-for-a-process", test_large_output_for_a_process);
  g_test_add_func ("/report-json/empty-output", test_empty_output);
  g_test_add_func ("/report-json/unknown-keys-are-passed-over", test_unknown_keys_are_passed_over);
  g_test_add_func ("/report-json/save-and-load", test_save_and_load);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/report-json/damage/", damages[i].name, NULL);
      g_test_add_data_func (path, &damages[i], test_damage);
    }
  return g_test_run ();
}
