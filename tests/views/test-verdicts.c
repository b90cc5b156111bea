#include "gs-figure.h"
#include "gs-report-verdict.h"

static GsReport *
new_report (GsOp op)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  spec->op = op;
  spec->k = op == GS_OP_MATMUL ? 7 : 0;
  return gs_report_new (spec, gs_plan_new (spec, NULL));
}

/* A result with @n samples around @ns, @spread apart. */
static GsResult *
add_result (GsReport *report, const char *backend, const char *kernel, double ns, double spread, gsize n)
{
  GsResult *result = gs_result_new (backend, kernel);

  result->status = GS_STATUS_OK;
  result->timed = n > 0;
  result->samples_ns = g_new0 (double, n);
  result->n_samples = n;
  for (gsize i = 0; i < n; i++)
    result->samples_ns[i] = ns + spread * ((double)((i * 7) % n) - (double)n / 2);
  gs_stats_compute (result->samples_ns, n, &result->compute);
  result->verified = TRUE;
  result->verify.pass = TRUE;
  g_ptr_array_add (report->results, result);
  return result;
}

static void
assert_contains (char *sentence, const char *part)
{
  g_test_message ("%s", sentence);
  g_assert_nonnull (strstr (sentence, part));
  g_free (sentence);
}

static void
test_fastest_is_named_with_its_factor (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_MATMUL);

  add_result (report, "cpu", "cpu_ijk", 42e6, 1e4, 20);
  add_result (report, "cpu", "cpu_packed", 1.2e6, 1e3, 20);
  assert_contains (gs_report_timing_verdict (report), "CPU packed is the fastest");
  assert_contains (gs_report_timing_verdict (report), "35 times");
}

static void
test_no_claim_within_the_spread (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_MATMUL);

  add_result (report, "cpu", "cpu_ijk", 1.01e6, 1e5, 20);
  add_result (report, "cpu", "cpu_packed", 1.00e6, 1e5, 20);
  assert_contains (gs_report_timing_verdict (report), "no difference beyond the spread");
}

static void
test_two_can_be_the_fastest (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_MATMUL);

  add_result (report, "cpu", "cpu_ijk", 42e6, 1e4, 20);
  add_result (report, "cpu", "cpu_packed", 1.001e6, 1e4, 20);
  add_result (report, "blas", NULL, 1.000e6, 1e4, 20);
  assert_contains (gs_report_timing_verdict (report), "OpenBLAS (");
  assert_contains (gs_report_timing_verdict (report), "are the fastest, without a difference");
  assert_contains (gs_report_timing_verdict (report), "CPU naive needs");
}

static void
test_gpu_says_what_moves (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);
  GsResult *gpu = add_result (report, "cuda", "hadamard/k1_scalar", 5e4, 100, 20);

  gpu->warm[GS_PHASE_UPLOAD] = (GsPhase){ .ns = 2500000, .state = GS_PHASE_MEASURED };
  gpu->warm[GS_PHASE_COMPUTE] = (GsPhase){ .ns = 50000, .state = GS_PHASE_MEASURED };
  gpu->warm[GS_PHASE_DOWNLOAD] = (GsPhase){ .ns = 1200000, .state = GS_PHASE_MEASURED };
  assert_contains (gs_report_timing_verdict (report), "3.75");
  assert_contains (gs_report_timing_verdict (report), "move data over the bus");
}

/* 1000 floats: 1.9 ms on the GPU, 0.03 ms on the CPU, because 1.88 of them move
 * data, and the kernel is shorter than its launch. The page says so, and so does the
 * picture. */
static void
test_small_vector_is_faster_on_the_cpu (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);
  GsResult *cpu = add_result (report, "cpu", "cpu_scalar", 3e4, 100, 20);
  GsResult *gpu = add_result (report, "cuda", "hadamard/k1_scalar", 2e4, 100, 20);
  g_autofree char *verdict = NULL, *alt = NULL;
  GsFigureInput input;

  gpu->pitfall = gs_pitfall_new ();
  gpu->pitfall->no_sync_ns = 27000;
  cpu->warm[GS_PHASE_COMPUTE] = (GsPhase){ .ns = 30000, .state = GS_PHASE_MEASURED };
  gpu->warm[GS_PHASE_UPLOAD] = (GsPhase){ .ns = 1200000, .state = GS_PHASE_MEASURED };
  gpu->warm[GS_PHASE_COMPUTE] = (GsPhase){ .ns = 20000, .state = GS_PHASE_MEASURED };
  gpu->warm[GS_PHASE_DOWNLOAD] = (GsPhase){ .ns = 680000, .state = GS_PHASE_MEASURED };
  verdict = gs_report_timing_verdict (report);
  g_test_message ("%s", verdict);
  assert_contains (g_strdup (verdict), "CPU naive is the fastest");
  assert_contains (g_strdup (verdict), "1.88");
  assert_contains (g_strdup (verdict), "move data over the bus");
  assert_contains (g_strdup (verdict), "Launching it takes 27\u202fµs, longer than it runs.");
  gs_figure_input_init (&input, GS_FIGURE_TIMING);
  input.report = report;
  alt = gs_figure_alt_text (&input);
  assert_contains (g_strdup (alt), "move data over the bus");
  assert_contains (g_strdup (alt), "longer than it runs");
  gpu->pitfall->no_sync_ns = 12000;
  assert_contains (gs_report_timing_verdict (report), "the kernel needs 19.9\u202fµs. CPU");
}

static void
test_emulator_alone_times_nothing (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);

  add_result (report, "simt", "hadamard/k1_scalar", 0, 0, 0);
  assert_contains (gs_report_timing_verdict (report), "Nothing was timed");
}

static void
test_wrong_result_comes_first (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);
  GsResult *wrong;

  add_result (report, "cpu", "cpu_scalar", 1e3, 1, 5);
  wrong = add_result (report, "simt", "hadamard/k1_scalar", 0, 0, 0);
  wrong->verify = (GsVerify){ .pass = FALSE, .failures = 3, .worst_row = 0, .worst_column = 5 };
  assert_contains (gs_report_numbers_verdict (report), "wrong in 3 elements");
}

static void
test_bound_is_said_in_percent (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_MATMUL);

  add_result (report, "cpu", "cpu_ijk", 1e3, 1, 5)->verify.bound_fraction = 0.125;
  assert_contains (gs_report_numbers_verdict (report), "12 %");
}

/* Nobody can run a recording again. */
static void
test_doubts_by_origin (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);

  add_result (report, "cpu", "cpu_scalar", 1e6, 10, 20)->compute.drift = TRUE;
  assert_contains (gs_report_timing_verdict (report), "drift by more than 5 %: run again.");
  report->environment = gs_environment_new ();
  report->environment->recorded = g_strdup ("2026-01-02T03:04:05Z");
  assert_contains (gs_report_timing_verdict (report), "Its samples drift by more than 5 %.");
}

static void
test_right_by_luck (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);
  GsResult *simt;

  add_result (report, "cpu", "cpu_scalar", 1e3, 1, 5);
  simt = add_result (report, "simt", "hadamard/k1_scalar", 0, 0, 0);
  simt->trace = gs_trace_new ();
  g_assert_null (strstr (gs_report_numbers_verdict (report), "luck"));
  simt->trace->totals[GS_FINDING_OUT_OF_BOUNDS] = 15;
  simt->trace->totals[GS_FINDING_RACE] = 2;
  assert_contains (gs_report_numbers_verdict (report), "that is luck: the simulated GPU saw 17 faults");
}

static void
test_nan_is_explained (void)
{
  g_autoptr (GsReport) report = new_report (GS_OP_HADAMARD);

  add_result (report, "cpu", "cpu_scalar", 1e3, 1, 5)->verify.nan_count = 2;
  add_result (report, "simt", "hadamard/k1_scalar", 0, 0, 0)->verify.nan_count = 2;
  assert_contains (gs_report_numbers_verdict (report), "bit for bit");
  assert_contains (gs_report_numbers_verdict (report), "2 elements are NaN, as they must be: 0 · ∞, ∞ − ∞");
}

/* Nothing is said of a simulated GPU where there was none. */
static void
test_why_nothing_was_timed (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsReport) empty = NULL;
  g_autoptr (GsReport) failed = new_report (GS_OP_MATMUL);
  GsResult *result = add_result (failed, "cpu", "cpu_packed", 0, 0, 0);

  spec->m = 0;
  empty = gs_report_new (spec, gs_plan_new (spec, NULL));
  add_result (empty, "cpu", "cpu_scalar", 0, 0, 0);
  assert_contains (gs_report_timing_verdict (empty), "there are no elements");
  result->status = GS_STATUS_FAILED;
  result->message = g_strdup ("There is no memory for it.");
  assert_contains (gs_report_timing_verdict (failed), "Nothing was timed. There is no memory for it.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/views/verdicts/fastest", test_fastest_is_named_with_its_factor);
  g_test_add_func ("/views/verdicts/no-claim-within-the-spread", test_no_claim_within_the_spread);
  g_test_add_func ("/views/verdicts/doubts-by-origin", test_doubts_by_origin);
  g_test_add_func ("/views/verdicts/right-by-luck", test_right_by_luck);
  g_test_add_func ("/views/verdicts/nan-is-explained", test_nan_is_explained);
  g_test_add_func ("/views/verdicts/two-can-be-the-fastest", test_two_can_be_the_fastest);
  g_test_add_func ("/views/verdicts/gpu-says-what-moves", test_gpu_says_what_moves);
  g_test_add_func ("/views/verdicts/small-vector", test_small_vector_is_faster_on_the_cpu);
  g_test_add_func ("/views/verdicts/emulator-alone", test_emulator_alone_times_nothing);
  g_test_add_func ("/views/verdicts/why-nothing-was-timed", test_why_nothing_was_timed);
  g_test_add_func ("/views/verdicts/wrong-result-first", test_wrong_result_comes_first);
  g_test_add_func ("/views/verdicts/bound-in-percent", test_bound_is_said_in_percent);
  return g_test_run ();
}
