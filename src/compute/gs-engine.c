#include "config.h"

#include "gs-engine.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-gpu.h"
#include "gs-measure.h"

/* Beyond this many multiply-adds the reference, at about 10⁹ per second, would
 * make people wait: then a fixed sample of rows and columns is verified. */
#define VERIFY_MAX_FLOPS 3e8

#define ROUND_REPEATS 3 /* a median of fewer is at the mercy of one of them */

typedef struct
{
  const GsBackend *backend;
  const GsKernelInfo *kernel; /* NULL for libraries */
} Task;

typedef struct
{
  GsReport *report;
  GArray *tasks; /* of Task */
  int n_rounds;  /* of the backends on the host that are timed */
  GsMatrix *a, *b;
  GsProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
} Run;

static GsProfileFunc find_profile;

void
gs_engine_set_profiles (GsProfileFunc lookup)
{
  find_profile = lookup;
}

static gboolean
asks_for_real_gpu (const GsSpec *spec)
{
  for (guint i = 0; spec->backends[i] != NULL; i++)
    if (gs_gpu_runs (spec->backends[i]))
      return TRUE;
  return FALSE;
}

GsPlan *
gs_engine_plan (const GsSpec *spec)
{
  const GsBackend *cuda = gs_backend_find ("cuda");
  GsLimits limits;

  if (spec->device != NULL && find_profile != NULL && find_profile (spec->device, &limits))
    return gs_plan_new (spec, &limits);
  if ((spec->device != NULL || asks_for_real_gpu (spec)) && cuda->limits != NULL
      && cuda->limits (spec, &limits))
    return gs_plan_new (spec, &limits);
  return gs_plan_new (spec, NULL);
}

static void
describe_backend (const char *name, GsEnvironment *environment)
{
  const GsBackend *backend = gs_backend_find (name);

  if (backend->describe != NULL)
    backend->describe (environment);
}

GsEnvironment *
gs_engine_describe (void)
{
  GsEnvironment *environment = gs_environment_new ();
  const char *const *words = gs_backend_words ();

  environment->version = g_strdup (GS_VERSION);
  for (guint i = 0; words[i] != NULL; i++)
    describe_backend (words[i], environment);
  if (environment->gpus->len == 0 && environment->no_gpu == NULL)
    gs_backend_find ("cuda")->available (&environment->no_gpu);
  return environment;
}

/* Only the processor and the backends asked for: a run on the CPU does not wait
 * for a driver to start. */
static void
describe_run (GsReport *report)
{
  GsEnvironment *environment = report->environment;

  environment->version = g_strdup (GS_VERSION);
  describe_backend ("cpu", environment);
  for (guint i = 0; report->spec->backends[i] != NULL; i++)
    if (!g_str_equal (report->spec->backends[i], "cpu"))
      describe_backend (report->spec->backends[i], environment);
}

static gboolean
runs_kernel (const GsBackend *backend, const GsKernelInfo *kernel)
{
  if (g_str_equal (backend->name, "cpu"))
    return kernel->target == GS_KERNEL_CPU;
  if (g_str_equal (backend->name, "simt") || g_str_equal (backend->name, "cuda"))
    return kernel->target == GS_KERNEL_GPU;
  return FALSE;
}

/* Each backend runs the kernels named that are its own, or its default when none
 * is. */
static GArray *
list_tasks (const GsSpec *spec)
{
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (Task));

  for (guint i = 0; spec->backends[i] != NULL; i++)
    {
      Task task = { gs_backend_find (spec->backends[i]), NULL };
      gboolean any = FALSE;

      for (guint j = 0; spec->kernels != NULL && spec->kernels[j] != NULL; j++)
        {
          task.kernel = gs_kernel_info_find (spec->kernels[j], NULL);
          if (task.kernel == NULL || !runs_kernel (task.backend, task.kernel))
            continue;
          g_array_append_val (tasks, task);
          any = TRUE;
        }
      if (!any)
        {
          task.kernel = gs_kernel_info_default (spec->backends[i], spec);
          g_array_append_val (tasks, task);
        }
    }
  return tasks;
}

static gboolean
check_plan (const GsPlan *plan, GError **error)
{
  const GsProblem *problem;

  if (plan->valid)
    return TRUE;
  problem = g_ptr_array_index (plan->problems, 0);
  g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED, problem->message);
  return FALSE;
}

/* Asks for everything the report will hold before any of it is allocated. */
static gboolean
check_memory (const GsSpec *spec, guint n_outputs, GError **error)
{
  guint64 total = 0;
  gsize n_bytes;

  for (int i = 0; i < 2; i++)
    {
      const GsSource *source = i == 0 ? spec->a : spec->b;
      gint64 rows, columns;

      gs_spec_operand_size (spec, i, &rows, &columns);
      if (!gs_matrix_check_size (rows, columns, &n_bytes, error))
        return FALSE;
      if (source->kind != GS_SOURCE_VALUES)
        total += n_bytes;
    }
  if (!gs_matrix_check_size (spec->m, spec->n, &n_bytes, error))
    return FALSE;
  total += (guint64)n_bytes * n_outputs;
  return gs_memory_check (total, _ ("The inputs and outputs of this run"), error);
}

static gboolean
make_inputs (Run *run, GError **error)
{
  const GsSpec *spec = run->report->spec;
  gint64 rows, columns;

  gs_spec_operand_size (spec, 0, &rows, &columns);
  run->a = gs_source_realise (spec->a, rows, columns, error);
  if (run->a == NULL || g_cancellable_set_error_if_cancelled (run->cancellable, error))
    return FALSE;
  gs_spec_operand_size (spec, 1, &rows, &columns);
  run->b = gs_source_realise (spec->b, rows, columns, error);
  return run->b != NULL && !g_cancellable_set_error_if_cancelled (run->cancellable, error);
}

/* Of a sample of blocks only what they have computed is judged, element by element:
 * slower than by panels, so that fewer are looked at. What is not whole is no output. */
static void
verify_result (Run *run, GsResult *result)
{
  const GsSpec *spec = run->report->spec;
  const GsMatrix *c = result->output;
  GsTrace *trace = result->trace;

  if (trace != NULL && trace->computed != NULL)
    {
      gs_verify_computed (spec->op, run->a, run->b, c, trace->computed, VERIFY_MAX_FLOPS / 4, &result->verify,
                          &result->verified_elements);
      g_clear_pointer (&trace->computed, g_free);
      g_clear_pointer (&result->output, gs_matrix_unref);
      return;
    }
  gs_verify_bounded (spec->op, run->a, run->b, c, VERIFY_MAX_FLOPS, &result->verify,
                     &result->verified_elements);
}

static void
finish_result (Run *run, GsResult *result)
{
  const GsSpec *spec = run->report->spec;
  const gint64 n_elements = gs_matrix_elements (result->output);

  result->status = GS_STATUS_OK;
  if (result->n_samples > 0)
    gs_stats_compute (result->samples_ns, result->n_samples, &result->compute);
  if (result->n_rounds > 1)
    result->warm[GS_PHASE_COMPUTE].ns = llround (result->compute.median);
  if (result->timed && result->compute.median > 0)
    {
      result->gflops = gs_op_flops (spec->op, spec->m, spec->n, spec->k) / result->compute.median;
      result->gbytes_per_s = gs_op_bytes (spec->op, spec->m, spec->n, spec->k) / result->compute.median;
    }

  verify_result (run, result);
  result->verified = TRUE;
  if (result->verified_elements < n_elements)
    g_ptr_array_add (result->notes,
                     g_strdup_printf (_ ("A sample of %" PRId64 " of %" PRId64 " elements was verified."),
                                      result->verified_elements, n_elements));
  if (!result->verify.pass)
    run->report->failed++;
}

static void
fail_result (Run *run, GsResult *result, GsStatus status, const GError *error)
{
  result->status = status;
  g_free (result->message);
  result->message = g_strdup (error->message);
  result->timed = FALSE;
  result->n_samples = result->n_rounds = 0;
  g_clear_pointer (&result->output, gs_matrix_unref);
  if (status == GS_STATUS_FAILED)
    run->report->failed++;
}

/* A GPU times its kernels itself, whatever the processor does meanwhile, and the
 * emulator is not timed. */
static int
count_rounds (const Run *run, const Task *task)
{
  return gs_gpu_runs (task->backend->name) || g_str_equal (task->backend->name, "simt") ? 1 : run->n_rounds;
}

/* Puts the samples of another round behind those of @result. */
static void
add_round (GsResult *result, const GsResult *round)
{
  const gsize n = result->n_samples + round->n_samples;

  result->samples_ns = g_renew (double, result->samples_ns, n);
  for (gsize i = 0; i < round->n_samples; i++)
    result->samples_ns[result->n_samples + i] = round->samples_ns[i];
  result->n_samples = n;
  result->n_rounds++;
}

/* The launches of one round, into @result->output. */
static gboolean
run_launches (Run *run, const Task *task, int round, GsResult *result, GError **error)
{
  const GsSpec *spec = run->report->spec;
  const int n_rounds = count_rounds (run, task);
  gint64 start_ns = gs_clock_now_ns ();
  g_autoptr (GsResult) another = round > 0 ? gs_result_new (result->backend, result->kernel) : NULL;
  GsJob job = {
    .spec = spec,
    .plan = run->report->plan,
    .kernel = task->kernel,
    .repeats = n_rounds > 1 ? MAX (ROUND_REPEATS, (spec->repeats + n_rounds - 1) / n_rounds) : spec->repeats,
    .again = round > 0,
    .a = run->a,
    .b = run->b,
    .progress = run->progress,
    .progress_data = run->progress_data,
    .cancellable = run->cancellable,
  };

  if (round == 0)
    {
      result->output = gs_matrix_new_uninitialised (spec->m, spec->n, error);
      if (result->output == NULL)
        return FALSE;
      gs_poison (result->output);
      job.alloc_ns = gs_clock_now_ns () - start_ns;
    }
  job.c = result->output;
  if (gs_matrix_elements (job.c) > 0 && !task->backend->run (&job, round > 0 ? another : result, error))
    return FALSE;
  if (another != NULL)
    add_round (result, another);
  else
    result->n_rounds = 1;
  return TRUE;
}

/* FALSE with @error only when cancelled. */
static gboolean
run_task (Run *run, const Task *task, int round, GsResult *result, GError **error)
{
  const GsJob job = { .progress = run->progress, .progress_data = run->progress_data };
  g_autoptr (GError) task_error = NULL;

  if (!run_launches (run, task, round, result, &task_error))
    {
      if (g_error_matches (task_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&task_error));
          return FALSE;
        }
      fail_result (run, result, GS_STATUS_FAILED, task_error);
      return TRUE;
    }
  if (round == count_rounds (run, task) - 1)
    {
      gs_job_progress (&job, task->backend->name, "verify", 1);
      finish_result (run, result);
    }
  return !g_cancellable_set_error_if_cancelled (run->cancellable, error);
}

/* A launch without blocks leaves every element as it was: that is no result. */
static gboolean
check_launches (const Task *task, const GsPlan *plan, GError **error)
{
  if (plan->launches || plan->elements == 0 || task->kernel == NULL || task->kernel->target != GS_KERNEL_GPU)
    return TRUE;
  g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                       _ ("The grid has no blocks, so nothing was launched and no element was computed; "
                          "use the grid rule “ceil” or a smaller block."));
  return FALSE;
}

/* Whether @task can be run; else its result says why not, or @error when it was
 * all that was asked for. */
static gboolean
check_task (Run *run, const Task *task, GsResult *result, GError **error)
{
  GsReport *report = run->report;
  g_autofree char *reason = NULL;
  GError *task_error = NULL;
  GsStatus status = GS_STATUS_NOT_COMPUTED;

  if (!task->backend->available (&reason))
    {
      status = GS_STATUS_UNAVAILABLE;
      task_error = g_error_new_literal (GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, reason);
    }
  else if (!check_launches (task, report->plan, &task_error))
    {
      fail_result (run, result, status, task_error);
      g_error_free (task_error);
      return FALSE;
    }
  else if (task->backend->supports (report->spec, report->plan, task->kernel, &task_error))
    return TRUE;

  fail_result (run, result, status, task_error);
  if (run->tasks->len == 1)
    g_propagate_error (error, task_error);
  else
    g_error_free (task_error);
  return FALSE;
}

/* The first round: every task has its result, and those that can be run are begun. */
static gboolean
begin_tasks (Run *run, GError **error)
{
  for (guint i = 0; i < run->tasks->len; i++)
    {
      const Task *task = &g_array_index (run->tasks, Task, i);
      GsResult *result
          = gs_result_new (task->backend->name, task->kernel != NULL ? task->kernel->name : NULL);
      GError *task_error = NULL;

      g_ptr_array_add (run->report->results, result);
      if (check_task (run, task, result, &task_error))
        run_task (run, task, 0, result, &task_error);
      if (task_error != NULL)
        {
          g_propagate_error (error, task_error);
          return FALSE;
        }
    }
  return TRUE;
}

/* The other rounds, there and back: A B, B A, A B. */
static gboolean
go_on_with_tasks (Run *run, GError **error)
{
  const guint n = run->tasks->len;

  for (int round = 1; round < run->n_rounds; round++)
    for (guint i = 0; i < n; i++)
      {
        const guint at = round % 2 == 1 ? n - 1 - i : i;
        const Task *task = &g_array_index (run->tasks, Task, at);
        GsResult *result = g_ptr_array_index (run->report->results, at);

        if (round < count_rounds (run, task) && result->n_rounds == (gsize)round
            && !run_task (run, task, round, result, error))
          return FALSE;
      }
  return TRUE;
}

GsReport *
gs_engine_run (const GsSpec *spec,
               GsProgressFunc progress,
               gpointer progress_data,
               GCancellable *cancellable,
               GError **error)
{
  return gs_engine_run_rounds (spec, 1, progress, progress_data, cancellable, error);
}

GsReport *
gs_engine_run_rounds (const GsSpec *spec,
                      int n_rounds,
                      GsProgressFunc progress,
                      gpointer progress_data,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GsPlan) plan = NULL;
  g_autoptr (GsReport) report = NULL;
  g_autoptr (GArray) tasks = NULL;
  Run run = {
    .n_rounds = n_rounds, .progress = progress, .progress_data = progress_data, .cancellable = cancellable
  };
  gboolean done;

  g_return_val_if_fail (spec != NULL && n_rounds > 0, NULL);

  if (!gs_spec_check (spec, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  plan = gs_engine_plan (spec);
  tasks = list_tasks (spec);
  if (!check_plan (plan, error) || !check_memory (spec, tasks->len, error))
    return NULL;

  report = gs_report_new (spec, g_steal_pointer (&plan));
  run.report = report;
  run.tasks = tasks;
  describe_run (report);
  done = make_inputs (&run, error) && begin_tasks (&run, error) && go_on_with_tasks (&run, error);
  g_clear_pointer (&run.a, gs_matrix_unref);
  g_clear_pointer (&run.b, gs_matrix_unref);
  return done ? g_steal_pointer (&report) : NULL;
}
