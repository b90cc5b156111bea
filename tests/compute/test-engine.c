#include <locale.h>
#include <math.h>

#include "gs-engine.h"
#include "gs-error.h"

/* The engine with real backends where they are quick, and with one made up here
 * where something has to go wrong. */

typedef enum
{
  FAKE_GOOD,
  FAKE_UNAVAILABLE,
  FAKE_UNSUPPORTED,
  FAKE_FAILS_EMPTY,   /* before it wrote anything */
  FAKE_FAILS_HALFWAY, /* after it wrote half of the output */
  FAKE_FAILS_LATE,    /* after it wrote all of it and its samples */
  FAKE_WRITES_NOTHING,
  FAKE_WRITES_WRONG,
  FAKE_CANCELS,
} FakeMode;

static FakeMode fake_mode;
static int fake_runs;

static gboolean
fake_available (char **reason)
{
  if (fake_mode != FAKE_UNAVAILABLE)
    return TRUE;
  *reason = g_strdup ("The fake device is not plugged in.");
  return FALSE;
}

static gboolean
fake_supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  if (fake_mode != FAKE_UNSUPPORTED)
    return TRUE;
  g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED, "The fake device cannot do that.");
  return FALSE;
}

static gboolean
fake_run (const GsJob *job, GsResult *result, GError **error)
{
  gint64 elements = gs_matrix_elements (job->c);
  gint64 end = fake_mode == FAKE_FAILS_HALFWAY ? elements / 2 : elements;

  fake_runs++;
  for (gint64 i = 0; i < elements; i++)
    g_assert_true (isnan (job->c->data[i]));
  if (fake_mode != FAKE_WRITES_NOTHING && fake_mode != FAKE_FAILS_EMPTY)
    for (gint64 i = 0; i < end; i++)
      job->c->data[i] = job->a->data[i] * job->b->data[i];
  if (fake_mode == FAKE_WRITES_WRONG)
    job->c->data[elements - 1] += 1;

  result->samples_ns = g_new (double, 3);
  result->n_samples = 3;
  for (int i = 0; i < 3; i++)
    result->samples_ns[i] = 1000.0 * (i + 1);
  result->timed = TRUE;
  if (fake_mode == FAKE_CANCELS)
    {
      g_cancellable_cancel (job->cancellable);
      return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
    }
  if (fake_mode >= FAKE_FAILS_EMPTY && fake_mode <= FAKE_FAILS_LATE)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_FAULT, "The fake kernel faulted.");
      return FALSE;
    }
  return TRUE;
}

static const GsBackend fake_backend = {
  .name = "cublas",
  .available = fake_available,
  .supports = fake_supports,
  .run = fake_run,
};

static GsSpec *
new_spec (GsOp op, gint64 m, gint64 n, gint64 k, const char *backends)
{
  GsSpec *spec = gs_spec_new ();

  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = k;
  spec->repeats = 2;
  g_strfreev (spec->backends);
  spec->backends = g_strsplit (backends, ",", -1);
  return spec;
}

static void
set_kernels (GsSpec *spec, const char *kernels)
{
  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit (kernels, ",", -1);
}

static GsReport *
run_spec (GsSpec *spec)
{
  g_autoptr (GError) error = NULL;
  GsReport *report = gs_engine_run (spec, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (report);
  return report;
}

static void
assert_error (GsSpec *spec, GQuark domain, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gs_engine_run (spec, NULL, NULL, NULL, &error));
  g_assert_error (error, domain, code);
}

static void
test_seed_examples (void)
{
  static const float a[] = { 1, 2, 3, 4 }, b[] = { 5, 6, 7, 8 };
  static const float elementwise[] = { 5, 12, 21, 32 }, product[] = { 19, 22, 43, 50 };
  g_autoptr (GsMatrix) a_matrix = gs_matrix_new_copy_data (2, 2, a),
                       b_matrix = gs_matrix_new_copy_data (2, 2, b);
  g_autoptr (GsSource) a_source = gs_source_new_values (a_matrix, NULL);
  g_autoptr (GsSource) b_source = gs_source_new_values (b_matrix, NULL);

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GsSpec) spec
          = new_spec (i == 0 ? GS_OP_HADAMARD : GS_OP_MATMUL, 2, 2, i == 0 ? 0 : 2, "cpu,blas");
      g_autoptr (GsReport) report = NULL;

      gs_spec_set_a (spec, a_source);
      gs_spec_set_b (spec, b_source);
      report = run_spec (spec);
      g_assert_cmpuint (report->results->len, ==, 2);
      g_assert_cmpint (report->failed, ==, 0);
      g_assert_nonnull (report->environment->cpu);
      g_assert_nonnull (report->environment->version);
      for (guint r = 0; r < 2; r++)
        {
          const GsResult *result = g_ptr_array_index (report->results, r);

          if (result->status == GS_STATUS_OK)
            {
              g_assert_cmpmem (result->output->data, sizeof a, i == 0 ? elementwise : product, sizeof a);
              g_assert_true (result->verified && result->verify.pass);
              g_assert_cmpint (result->verified_elements, ==, 4);
              g_assert_cmpint (result->compute.n, ==, 2);
              g_assert_cmpfloat (result->gflops, >, 0);
              g_assert_nonnull (result->device);
            }
          else
            g_assert_cmpstr (result->backend, ==, "blas");
        }
    }
}

/* All CPU kernels of an operation in one report, in the order asked. */
static void
test_ladder (void)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_MATMUL, 13, 21, 34, "cpu,blas");
  g_autoptr (GsReport) report = NULL;

  set_kernels (spec, "cpu_ijk,cpu_ikj,cpu_blocked,cpu_packed");
  report = run_spec (spec);
  g_assert_cmpuint (report->results->len, ==, 5);
  g_assert_cmpint (report->failed, ==, 0);
  for (guint i = 0; i < 4; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      g_assert_cmpstr (result->kernel, ==, spec->kernels[i]);
      g_assert_cmpint (result->status, ==, GS_STATUS_OK);
      g_assert_true (result->verify.pass);
    }
  g_assert_cmpstr (((GsResult *)g_ptr_array_index (report->results, 4))->backend, ==, "blas");
}

/* All the kernels named give the bits of the first one, the naive loop. */
static void
assert_same_bits (GsSpec *spec, const char *kernels)
{
  g_autoptr (GsReport) report = NULL;
  const GsResult *naive;

  spec->exact_order = TRUE;
  set_kernels (spec, kernels);
  report = run_spec (spec);
  g_assert_cmpuint (report->results->len, ==, g_strv_length (spec->kernels));
  naive = g_ptr_array_index (report->results, 0);
  for (guint i = 1; i < report->results->len; i++)
    g_assert_true (
        gs_matrix_bits_equal (((GsResult *)g_ptr_array_index (report->results, i))->output, naive->output));
}

static void
test_exact_order (void)
{
  g_autoptr (GsSpec) large = new_spec (GS_OP_MATMUL, 61, 67, 801, "cpu");
  g_autoptr (GsSpec) emulated = new_spec (GS_OP_MATMUL, 21, 50, 37, "cpu,simt");

  assert_same_bits (large, "cpu_ijk,cpu_ikj,cpu_blocked,cpu_packed");
  emulated->block_dims = 2;
  emulated->block[0] = emulated->block[1] = 8;
  assert_same_bits (emulated, "cpu_ijk,cpu_packed,matmul/k1_naive,matmul/k3_shared_tile");
}

static void
test_empty (void)
{
  static const gint64 sizes[][3] = { { 0, 5, 3 }, { 5, 0, 3 }, { 0, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GsSpec) spec = new_spec (GS_OP_MATMUL, sizes[i][0], sizes[i][1], sizes[i][2], "cpu,cublas");
      g_autoptr (GsReport) report = NULL;

      fake_mode = FAKE_GOOD;
      fake_runs = 0;
      report = run_spec (spec);
      g_assert_cmpint (fake_runs, ==, 0);
      g_assert_cmpint (report->failed, ==, 0);
      for (guint r = 0; r < report->results->len; r++)
        {
          const GsResult *result = g_ptr_array_index (report->results, r);

          g_assert_cmpint (result->status, ==, GS_STATUS_OK);
          g_assert_cmpint (gs_matrix_elements (result->output), ==, 0);
          g_assert_cmpint (result->compute.n, ==, 0);
          g_assert_cmpint (result->warm[GS_PHASE_COMPUTE].state, ==, GS_PHASE_NOT_APPLICABLE);
          g_assert_false (result->timed);
        }
    }
}

static void
test_no_k (void)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_MATMUL, 3, 4, 0, "cpu,blas");
  g_autoptr (GsReport) report = NULL;

  set_kernels (spec, "cpu_ijk,cpu_ikj,cpu_blocked,cpu_packed");
  report = run_spec (spec);
  for (guint r = 0; r < report->results->len; r++)
    {
      const GsResult *result = g_ptr_array_index (report->results, r);

      if (result->status == GS_STATUS_UNAVAILABLE)
        continue;
      g_assert_cmpint (result->status, ==, GS_STATUS_OK);
      for (int i = 0; i < 12; i++)
        g_assert_true (result->output->data[i] == 0 && !signbit (result->output->data[i]));
    }
}

static void
test_floor_without_blocks (void)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_HADAMARD, 1, 7, 0, "cpu,simt");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  spec->block[0] = 256;
  spec->grid_rule = GS_GRID_FLOOR;
  report = run_spec (spec);
  g_assert_cmpint (gs_report_find (report, "cpu", NULL)->status, ==, GS_STATUS_OK);
  result = gs_report_find (report, "simt", NULL);
  if (result->status == GS_STATUS_UNAVAILABLE)
    return;
  g_assert_cmpint (result->status, ==, GS_STATUS_NOT_COMPUTED);
  g_assert_null (result->output);
  g_assert_nonnull (strstr (result->message, "no blocks"));
}

static void
test_refused (void)
{
  g_autoptr (GsSpec) block = new_spec (GS_OP_HADAMARD, 40, 40, 0, "cpu");
  g_autoptr (GsSpec) memory = new_spec (GS_OP_HADAMARD, 1 << 20, 1 << 20, 0, "cpu");
  g_autoptr (GsSpec) name = new_spec (GS_OP_HADAMARD, 4, 4, 0, "gpu");
  g_autoptr (GsSpec) fit = new_spec (GS_OP_HADAMARD, 4, 4, 0, "cpu");

  block->block_dims = 2;
  block->block[0] = 32;
  block->block[1] = 33;
  assert_error (block, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED);
  memory->block[0] = 1024;
  assert_error (memory, GS_CORE_ERROR, GS_CORE_ERROR_SIZE);
  assert_error (name, GS_CORE_ERROR, GS_CORE_ERROR_NAME);
  set_kernels (fit, "cpu_packed");
  assert_error (fit, GS_CORE_ERROR, GS_CORE_ERROR_VALUE);
}

static void
test_alone (gconstpointer user_data)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_HADAMARD, 4, 4, 0, "cublas");

  fake_mode = GPOINTER_TO_INT (user_data);
  assert_error (spec, GS_COMPUTE_ERROR,
                fake_mode == FAKE_UNAVAILABLE ? GS_COMPUTE_ERROR_UNAVAILABLE : GS_COMPUTE_ERROR_UNSUPPORTED);
}

typedef struct
{
  const char *name;
  FakeMode mode;
  GsStatus status;
  int failed;
  const char *message; /* part of it; NULL: none */
} Failure;

static const Failure failures[] = {
  { "good", FAKE_GOOD, GS_STATUS_OK, 0, NULL },
  { "unavailable", FAKE_UNAVAILABLE, GS_STATUS_UNAVAILABLE, 0, "plugged in" },
  { "unsupported", FAKE_UNSUPPORTED, GS_STATUS_NOT_COMPUTED, 0, "cannot" },
  { "fails-empty", FAKE_FAILS_EMPTY, GS_STATUS_FAILED, 1, "faulted" },
  { "fails-halfway", FAKE_FAILS_HALFWAY, GS_STATUS_FAILED, 1, "faulted" },
  { "fails-late", FAKE_FAILS_LATE, GS_STATUS_FAILED, 1, "faulted" },
  { "writes-nothing", FAKE_WRITES_NOTHING, GS_STATUS_OK, 1, NULL },
  { "writes-wrong", FAKE_WRITES_WRONG, GS_STATUS_OK, 1, NULL },
};

/* The one in the middle goes wrong; its neighbours do not notice, and nobody gets
 * zeros or the neighbour's numbers in its place. */
static void
test_failure (gconstpointer user_data)
{
  const Failure *test = user_data;
  g_autoptr (GsSpec) spec = new_spec (GS_OP_HADAMARD, 4, 4, 0, "cublas,cpu");
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  fake_mode = test->mode;
  report = run_spec (spec);
  g_assert_cmpint (gs_report_find (report, "cpu", NULL)->status, ==, GS_STATUS_OK);
  g_assert_cmpint (report->failed, ==, test->failed);
  result = gs_report_find (report, "cublas", NULL);
  g_assert_cmpint (result->status, ==, test->status);
  if (test->message != NULL)
    g_assert_nonnull (strstr (result->message, test->message));
  else
    g_assert_null (result->message);
  if (test->status != GS_STATUS_OK)
    {
      g_assert_null (result->output);
      g_assert_false (result->verified);
      g_assert_false (result->timed);
      g_assert_cmpuint (result->n_samples, ==, 0);
      g_assert_cmpint (result->compute.n, ==, 0);
      return;
    }
  g_assert_nonnull (result->output);
  g_assert_true (result->verified);
  g_assert_cmpint (result->verify.pass, ==, test->failed == 0);
  g_assert_cmpfloat (result->compute.median, ==, 2000);
  g_assert_cmpfloat (result->gflops, ==, 16 / 2000.0);
  g_assert_cmpfloat (result->gbytes_per_s, ==, 3 * 64 / 2000.0);
}

static void
test_cancelled_by_backend (void)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_HADAMARD, 4, 4, 0, "cublas,cpu");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  fake_mode = FAKE_CANCELS;
  g_assert_null (gs_engine_run (spec, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
cancel_cb (const char *backend, const char *phase, double fraction, gpointer data)
{
  g_cancellable_cancel (data);
}

/* Hours of work, were the wish not noticed within the product. */
static void
test_cancelled_within (gconstpointer user_data)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_MATMUL, 4000, 4000, 4000, "cpu");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&spec->a, gs_source_unref);
  g_clear_pointer (&spec->b, gs_source_unref);
  spec->a = gs_source_new_generator (GS_SOURCE_ONES, 0);
  spec->b = gs_source_new_generator (GS_SOURCE_ONES, 0);
  set_kernels (spec, user_data);
  g_assert_null (gs_engine_run (spec, cancel_cb, cancellable, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gboolean
find_profile (const char *name, GsLimits *limits)
{
  if (strcmp (name, "small") != 0)
    return FALSE;
  *limits = *gs_limits_common ();
  limits->max_threads_per_block = 128;
  return TRUE;
}

static void
test_profile (void)
{
  g_autoptr (GsSpec) spec = new_spec (GS_OP_HADAMARD, 1, 1000, 0, "cpu");
  g_autoptr (GsPlan) common = NULL;
  g_autoptr (GsPlan) small = NULL;

  spec->block[0] = 256;
  common = gs_engine_plan (spec);
  g_assert_true (common->valid);
  spec->device = g_strdup ("small");
  gs_engine_set_profiles (find_profile);
  small = gs_engine_plan (spec);
  gs_engine_set_profiles (NULL);
  g_assert_false (small->valid);
}

static void
test_environment (void)
{
  GsEnvironment *environment = gs_engine_describe ();

  g_assert_nonnull (environment->cpu);
  g_assert_cmpint (environment->cpu_threads, ==, (int)g_get_num_processors ());
  g_assert_nonnull (environment->version);
  g_assert_true (environment->gpus->len > 0 || environment->no_gpu != NULL);
  gs_environment_free (environment);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  gs_backend_replace ("cublas", &fake_backend);

  g_test_add_func ("/engine/seed-examples", test_seed_examples);
  g_test_add_func ("/engine/ladder", test_ladder);
  g_test_add_func ("/engine/exact-order", test_exact_order);
  g_test_add_func ("/engine/empty", test_empty);
  g_test_add_func ("/engine/no-k", test_no_k);
  g_test_add_func ("/engine/floor-without-blocks", test_floor_without_blocks);
  g_test_add_func ("/engine/refused", test_refused);
  g_test_add_data_func ("/engine/alone/unavailable", GINT_TO_POINTER (FAKE_UNAVAILABLE), test_alone);
  g_test_add_data_func ("/engine/alone/unsupported", GINT_TO_POINTER (FAKE_UNSUPPORTED), test_alone);
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/failure/", failures[i].name, NULL);

      g_test_add_data_func (path, &failures[i], test_failure);
    }
  g_test_add_func ("/engine/cancelled/by-backend", test_cancelled_by_backend);
  g_test_add_data_func ("/engine/cancelled/ijk", "cpu_ijk", test_cancelled_within);
  g_test_add_data_func ("/engine/cancelled/packed", "cpu_packed", test_cancelled_within);
  g_test_add_func ("/engine/profile", test_profile);
  g_test_add_func ("/engine/environment", test_environment);
  return g_test_run ();
}
