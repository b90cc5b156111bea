/* The simulated GPU as the engine and its users see it. */
#include <string.h>

#include "gs-engine.h"
#include "gs-simt-kernels.h"
#include "gs-simt-lines.h"

static GsSpec *
seed_spec (GsOp op)
{
  static const float left[] = { 1, 2, 3, 4 }, right[] = { 5, 6, 7, 8 };
  GsSpec *spec = gs_spec_new ();
  g_autoptr (GsMatrix) a = gs_matrix_new_copy_data (2, 2, left);
  g_autoptr (GsMatrix) b = gs_matrix_new_copy_data (2, 2, right);
  g_autoptr (GsSource) source_a = gs_source_new_values (a, NULL);
  g_autoptr (GsSource) source_b = gs_source_new_values (b, NULL);

  spec->op = op;
  spec->m = spec->n = 2;
  spec->k = op == GS_OP_MATMUL ? 2 : 0;
  gs_spec_set_a (spec, source_a);
  gs_spec_set_b (spec, source_b);
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 4;
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("simt", ",", -1);
  return spec;
}

static const GsResult *
only_result (const GsReport *report)
{
  g_assert_cmpint (report->results->len, ==, 1);
  return g_ptr_array_index (report->results, 0);
}

static void
test_seed (void)
{
  static const float hadamard[] = { 5, 12, 21, 32 }, product[] = { 19, 22, 43, 50 };
  static const char *const kernels[] = { "matmul/k1_naive", "matmul/k2_coalesced", "matmul/k3_shared_tile" };

  for (int i = -1; i < (int)G_N_ELEMENTS (kernels); i++)
    {
      g_autoptr (GsSpec) spec = seed_spec (i < 0 ? GS_OP_HADAMARD : GS_OP_MATMUL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      g_strfreev (spec->kernels);
      spec->kernels = g_strsplit (i < 0 ? "hadamard/k1_scalar" : kernels[i], ",", -1);
      report = gs_engine_run (spec, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      result = only_result (report);
      g_assert_cmpstr (result->message, ==, NULL);
      g_assert_cmpint (result->status, ==, GS_STATUS_OK);
      g_assert_true (result->verify.pass);
      g_assert_cmpmem (result->output->data, 16, i < 0 ? hadamard : product, 16);
      g_assert_false (result->timed);
      g_assert_cmpint (result->n_samples, ==, 0);
      g_assert_cmpint (result->first[GS_PHASE_UPLOAD].state, ==, GS_PHASE_NOT_APPLICABLE);
      g_assert_nonnull (result->trace);
    }
}

/* The report's plan is about the first kernel; the others get their own. */
static void
test_several_kernels (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = NULL;

  spec->n = 1003;
  spec->block[0] = 32;
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("simt", ",", -1);
  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit ("hadamard/k1_scalar,hadamard/k2_float4,hadamard/k3_streaming", ",", -1);
  report = gs_engine_run (spec, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (report->results->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      g_assert_cmpstr (result->message, ==, NULL);
      g_assert_true (result->verify.pass);
      g_assert_cmpint (result->trace->threads[GS_FATE_ACTIVE], ==, i == 0 ? 1003 : i == 1 ? 251 : 4 * 32);
    }
}

static gboolean
has_note (const GsResult *result, const char *part)
{
  for (guint i = 0; i < result->notes->len; i++)
    if (strstr (g_ptr_array_index (result->notes, i), part) != NULL)
      return TRUE;
  return FALSE;
}

/* Each worker holds the threads of a block, so that more workers than processors only
 * cost memory. */
static void
test_threads_of_this_machine (void)
{
  for (int asked = 1; asked <= 4096; asked += 4095)
    {
      g_autoptr (GsSpec) spec = seed_spec (GS_OP_HADAMARD);
      g_autoptr (GsReport) report = NULL;
      const GsResult *result;

      spec->threads = asked;
      report = gs_engine_run (spec, NULL, NULL, NULL, NULL);
      result = only_result (report);
      g_assert_true (result->verify.pass);
      g_assert_true (has_note (result, "4096") == (asked == 4096));
    }
}

/* Case 9: the other mapping of the same launch, side by side with it. */
static void
test_other_map (void)
{
  g_autoptr (GsSpec) spec = seed_spec (GS_OP_HADAMARD);
  g_autoptr (GsSource) ones = gs_source_parse_generator ("ones", NULL);
  double here[2], there[2];

  gs_spec_set_a (spec, ones);
  gs_spec_set_b (spec, ones);
  spec->m = spec->n = 64;
  spec->block[0] = 32;
  spec->block[1] = 8;
  for (int map = 0; map < 2; map++)
    {
      g_autoptr (GsReport) report = NULL;
      const GsTrace *trace;

      spec->map = (GsMap)map;
      report = gs_engine_run (spec, NULL, NULL, NULL, NULL);
      g_assert_nonnull (report);
      trace = only_result (report)->trace;
      g_assert_nonnull (trace->other_map);
      g_assert_null (trace->other_map->other_map);
      g_assert_cmpint (trace->other_map->requests->len, ==, gs_simt_lines_known () ? trace->lines->len : 1);
      here[map] = trace->sectors_per_request;
      there[map] = trace->other_map->sectors_per_request;
    }
  g_assert_cmpfloat (here[0], ==, 4);
  g_assert_cmpfloat (here[1], ==, 32);
  g_assert_cmpfloat (there[0], ==, here[1]);
  g_assert_cmpfloat (there[1], ==, here[0]);
  spec->block_dims = 1;
  spec->map = GS_MAP_X_COLUMN;
  spec->block[1] = 1;
  {
    g_autoptr (GsReport) report = gs_engine_run (spec, NULL, NULL, NULL, NULL);

    g_assert_null (only_result (report)->trace->other_map);
  }
}

static void
test_disagreement (void)
{
  g_autoptr (GsSpec) spec = seed_spec (GS_OP_HADAMARD);
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (GsMatrix) c = gs_matrix_new (2, 2, NULL);
  g_autoptr (GError) error = NULL;
  GsResult *result = gs_result_new ("simt", "hadamard/k1_scalar");
  GsJob job = { .spec = spec, .plan = plan, .kernel = plan->kernel, .c = c };

  job.a = spec->a->values;
  job.b = spec->b->values;
  plan->idle--;
  plan->active++;
  g_assert_false (gs_backend_simt.run (&job, result, &error));
  g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_FAULT);
  g_assert_nonnull (strstr (error->message, "active threads, 5 by the plan, 4 in the run"));
  gs_result_free (result);
}

static void
assert_refused (GsSpec *spec, const char *word)
{
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (gs_backend_simt.supports (spec, plan, gs_kernel_info_for_plan (spec), &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, word));
}

static void
test_refused (void)
{
  g_autoptr (GsSpec) large = gs_spec_new (), hardware = gs_spec_new (), oblong = gs_spec_new ();

  large->op = hardware->op = oblong->op = GS_OP_MATMUL;
  large->m = large->n = large->k = 4096;
  large->block_dims = oblong->block_dims = 2;
  large->block[0] = large->block[1] = 16;
  assert_refused (large, "the plan, whose counts are exact");

  hardware->m = hardware->n = hardware->k = 64;
  g_strfreev (hardware->kernels);
  hardware->kernels = g_strsplit ("matmul/k9_async", ",", -1);
  assert_refused (hardware, "needs a real GPU");

  oblong->m = oblong->n = oblong->k = 8;
  oblong->block[0] = 8;
  oblong->block[1] = 4;
  g_strfreev (oblong->kernels);
  oblong->kernels = g_strsplit ("matmul/k3_shared_tile", ",", -1);
  assert_refused (oblong, "8x4");
}

/* A launch too large to be run whole is run where a sample of its blocks is asked
 * for, and its sentence says how many may be. */
static void
test_sample_of_large (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = spec->k = 4096;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 16;
  /* 4096² · (2 · 4096 + 1) accesses in 65536 blocks; 4·10⁹ are allowed: 1907.1 blocks. */
  assert_refused (spec, "at most 1907 of 65536");
  plan = gs_plan_new (spec, NULL);
  spec->sample_blocks = 1907;
  g_assert_true (gs_backend_simt.supports (spec, plan, gs_kernel_info_for_plan (spec), &error));
  g_assert_no_error (error);
  spec->sample_blocks = 1908;
  assert_refused (spec, "at most 1907 of 65536");
}

static GsReport *
run_sample (gint64 sample_blocks, int threads, guint faults, gboolean guard)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GError) error = NULL;
  GsReport *report;

  spec->op = GS_OP_MATMUL;
  spec->m = 131;
  spec->n = 203;
  spec->k = 20;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 8;
  spec->sample_blocks = sample_blocks;
  spec->threads = threads;
  spec->faults = faults;
  spec->guard = guard;
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("simt", ",", -1);
  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit ("matmul/k3_shared_tile", ",", -1);
  report = gs_engine_run (spec, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return report;
}

/* 17 × 26 blocks, of which 20 are run: what they wrote is right, nothing else is
 * claimed, and however many threads run them, the same is found. */
static void
test_sample (void)
{
  g_autoptr (GsReport) report = run_sample (20, 1, 0, TRUE), again = run_sample (20, 3, 0, TRUE);
  const GsResult *result = only_result (report), *other = only_result (again);
  gint64 threads = 0;

  g_assert_cmpstr (result->message, ==, NULL);
  g_assert_cmpint (result->status, ==, GS_STATUS_OK);
  g_assert_null (result->output);
  g_assert_null (result->trace->computed);
  g_assert_null (result->trace->writers);
  g_assert_cmpint (result->trace->blocks, ==, 17 * 26);
  g_assert_cmpint (result->trace->blocks_run, ==, 20);
  for (int fate = 0; fate < GS_N_FATES; fate++)
    threads += result->trace->threads[fate];
  g_assert_cmpint (threads, ==, 20 * 64);
  /* Every thread that owns an element has written it, and each was looked at. */
  g_assert_cmpint (result->verified_elements, ==, result->trace->threads[GS_FATE_ACTIVE]);
  g_assert_cmpint (result->trace->threads[GS_FATE_IDLE], >, 0);
  g_assert_true (result->verify.pass);
  g_assert_cmpint (result->verify.nan_count, ==, 0);
  g_assert_cmpint (result->trace->totals[GS_FINDING_UNWRITTEN], ==, 0);
  g_assert_true (has_note (result, "Only a sample of the blocks was run, 20 of 442, "));

  g_assert_cmpint (other->trace->global_reads, ==, result->trace->global_reads);
  g_assert_cmpint (other->trace->bank_conflicts, ==, result->trace->bank_conflicts);
  g_assert_cmpfloat (other->verify.max_abs, ==, result->verify.max_abs);
}

/* More than there are: all of them, and the output is whole. */
static void
test_sample_of_all (void)
{
  g_autoptr (GsReport) report = run_sample (442, 1, 0, TRUE);
  const GsResult *result = only_result (report);

  g_assert_nonnull (result->output);
  g_assert_cmpint (result->trace->blocks_run, ==, 442);
  g_assert_false (has_note (result, "Only a sample"));
}

/* A fault is found in a sample too, and its values are wrong there. */
static void
test_sample_of_faulty (void)
{
  g_autoptr (GsReport) race = run_sample (20, 1, GS_FAULT_BARRIER_1, TRUE);
  g_autoptr (GsReport) unguarded = run_sample (20, 1, 0, FALSE);
  const GsTrace *trace = only_result (unguarded)->trace;

  g_assert_cmpint (only_result (race)->trace->totals[GS_FINDING_RACE], >, 0);
  g_assert_false (only_result (race)->verify.pass);
  /* The corners are among them, and the last one overruns the matrix. */
  g_assert_cmpint (trace->threads[GS_FATE_OUT_OF_BOUNDS], >, 0);
  g_assert_cmpint (trace->totals[GS_FINDING_OUT_OF_BOUNDS], >, 0);
  g_assert_cmpint (trace->threads[GS_FATE_ALIASED], >, 0);
}

static void
count_progress_cb (const char *backend, const char *phase, double fraction, gpointer data)
{
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  if (g_str_equal (backend, "simt") && g_str_equal (phase, "compute"))
    ++*(int *)data;
}

static void
cancel_cb (const char *backend, const char *phase, double fraction, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
test_progress_and_cancel (void)
{
  g_autoptr (GsSpec) spec = seed_spec (GS_OP_HADAMARD);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = NULL;
  int n_calls = 0;

  report = gs_engine_run (spec, count_progress_cb, &n_calls, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (n_calls, >, 0);
  g_assert_null (gs_engine_run (spec, cancel_cb, cancellable, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
assert_clean_run (const GsKernelInfo *kernel, GsOp op, gint64 m, gint64 n, gint64 k)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = op == GS_OP_MATMUL ? k : 0;
  spec->block_dims = kernel->square_block ? 2 : 1;
  spec->block[0] = kernel->square_block ? 16 : 64;
  spec->block[1] = kernel->square_block ? 16 : 1;
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("simt", ",", -1);
  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit (kernel->name, ",", -1);
  report = gs_engine_run (spec, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  result = only_result (report);
  g_assert_cmpstr (result->message, ==, NULL);
  g_assert_true (result->verify.pass);
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    g_assert_cmpint (result->trace->totals[kind], ==, 0);
}

/* Every kernel of the catalogue that is built for the emulator: right, and
 * nothing wrong found, on shapes that are multiples of nothing. */
static void
test_catalogue (void)
{
  static const gint64 shapes[][3]
      = { { 1, 1, 1 }, { 2, 3, 5 }, { 67, 131, 9 }, { 130, 36, 33 }, { 5, 7, 0 } };
  const GsKernelInfo *kernel;

  for (guint i = 0; (kernel = gs_kernel_info_nth (i)) != NULL; i++)
    {
      if (kernel->target != GS_KERNEL_GPU || kernel->symbol == NULL
          || gs_simt_kernel_find (kernel->symbol) == NULL)
        continue;
      for (gsize j = 0; j < G_N_ELEMENTS (shapes); j++)
        for (GsOp op = 0; op < GS_N_OPS; op++)
          if (gs_kernel_info_fits (kernel, op))
            assert_clean_run (kernel, op, shapes[j][0], shapes[j][1], shapes[j][2]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simt/backend/seed", test_seed);
  g_test_add_func ("/simt/backend/catalogue", test_catalogue);
  g_test_add_func ("/simt/backend/several-kernels", test_several_kernels);
  g_test_add_func ("/simt/backend/threads-of-this-machine", test_threads_of_this_machine);
  g_test_add_func ("/simt/backend/other-map", test_other_map);
  g_test_add_func ("/simt/backend/disagreement", test_disagreement);
  g_test_add_func ("/simt/backend/refused", test_refused);
  g_test_add_func ("/simt/backend/sample-of-large", test_sample_of_large);
  g_test_add_func ("/simt/backend/sample", test_sample);
  g_test_add_func ("/simt/backend/sample-of-all", test_sample_of_all);
  g_test_add_func ("/simt/backend/sample-of-faulty", test_sample_of_faulty);
  g_test_add_func ("/simt/backend/progress-and-cancel", test_progress_and_cancel);
  return g_test_run ();
}
