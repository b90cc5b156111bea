/* The simulated GPU as a backend: the kernels' own source, thread by thread. */
#include "config.h"

#include "gs-backend.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-agreement.h"
#include "gs-block-sample.h"
#include "gs-cpu-kernel.h"
#include "gs-engine.h"
#include "gs-launch-flags.h"
#include "gs-simt-kernels.h"
#include "gs-simt-launch.h"
#include "gs-simt-lines.h"

/* About a minute on one processor; more is refused. */
#define MAX_ACCESSES 4e9
/* Beyond this many accesses blocks are sampled for the full trace. */
#define MAX_TRACED_ACCESSES 4e8
/* What may be spent on showing the other mapping, and how much of it is kept. */
#define MAX_OTHER_ACCESSES 1e7
#define MAX_OTHER_REQUESTS 16

static gboolean
available (char **reason)
{
  return TRUE;
}

static gint64
product_k (const GsSpec *spec)
{
  return spec->op == GS_OP_MATMUL ? spec->k : 0;
}

/* The plan of @spec for @kernel: the report's own when it is about that kernel. */
static const GsPlan *
plan_for (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GsPlan **own)
{
  g_autoptr (GsSpec) copy = NULL;

  *own = NULL;
  if (plan->kernel == kernel)
    return plan;
  copy = gs_spec_copy (spec);
  gs_spec_set_kernel (copy, kernel->name);
  *own = gs_plan_new (copy, &plan->limits);
  return *own;
}

/* Accesses of the whole launch; @share of them is what the blocks make that are to
 * be run. */
static double
estimate (const GsSpec *spec, const GsPlan *plan, double *share)
{
  const gboolean sampled = spec->sample_blocks > 0 && spec->sample_blocks < plan->blocks;

  *share = sampled ? (double)spec->sample_blocks / (double)plan->blocks : 1;
  return gs_simt_launch_estimate (spec->op, spec->m, spec->n, product_k (spec), plan->threads);
}

static void
set_too_large_error (const GsPlan *plan, double accesses, double share, GError **error)
{
  const gint64 most = (gint64)MIN ((double)plan->blocks * MAX_ACCESSES / accesses, GS_SPEC_MAX_SAMPLE_BLOCKS);

  if (most >= 1)
    g_set_error (
        error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
        /* Translators: two numbers of memory accesses, then two of blocks; “sample blocks” is
         * the name of a setting. */
        _ ("This launch makes about %.2g memory accesses, and the simulated GPU runs at most %.2g; let it "
           "run "
           "only a sample of the blocks (“sample blocks”, at most %" PRId64 " of %" PRId64
           "), choose smaller sizes, or read the plan, whose counts are exact at any size without a run."),
        accesses * share, MAX_ACCESSES, most, plan->blocks);
  else
    g_set_error (
        error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
        _ ("This launch makes about %.2g memory accesses, and the simulated GPU runs at most %.2g; choose "
           "smaller sizes, or read the plan, whose counts are exact at any size without a run."),
        accesses * share, MAX_ACCESSES);
}

static gboolean
check_plan (const GsSpec *spec, const GsPlan *plan, GError **error)
{
  double share, accesses = estimate (spec, plan, &share);

  if (!plan->valid)
    {
      const GsProblem *problem = g_ptr_array_index (plan->problems, 0);

      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_LAUNCH, problem->message);
      return FALSE;
    }
  if (accesses * share <= MAX_ACCESSES)
    return TRUE;
  set_too_large_error (plan, accesses, share, error);
  return FALSE;
}

static gboolean
supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  g_autoptr (GsPlan) own = NULL;

  if (kernel == NULL || kernel->symbol == NULL || gs_simt_kernel_find (kernel->symbol) == NULL)
    {
      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
          _ ("The kernel %s needs a real GPU; the simulated one runs kernels written in plain CUDA C++, "
             "such as matmul/k3_shared_tile."),
          kernel != NULL ? kernel->name : "");
      return FALSE;
    }
  if (!gs_kernel_info_fits (kernel, spec->op))
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("The kernel %s cannot compute “%s”; choose another kernel for it."), kernel->name,
                   gs_op_nick (spec->op));
      return FALSE;
    }
  return gs_kernel_info_check (kernel, spec, error)
         && check_plan (spec, plan_for (spec, plan, kernel, &own), error);
}

static void
progress (double fraction, gpointer data)
{
  gs_job_progress (data, "simt", "compute", fraction);
}

/* @blocks: a sample of them; NULL: all. */
static GsSimtLaunch
launch_of (const GsJob *job, const GsPlan *plan, const GArray *blocks)
{
  const GsSpec *spec = job->spec;
  double share, accesses = estimate (spec, plan, &share);

  return (GsSimtLaunch){
    .kernel = gs_simt_kernel_find (job->kernel->symbol),
    .launch = { spec->m, spec->n, product_k (spec), gs_launch_flags (plan), 0 },
    .layout = job->kernel->layout,
    .several = job->kernel->layout == GS_LAYOUT_TILE || job->kernel->elements_per_thread > 1,
    .grid = { plan->grid[0], plan->grid[1] },
    .block = { (int)plan->block[0], (int)plan->block[1] },
    .rows = { job->a->m, job->b->m, job->c->m },
    .columns = { job->a->n, job->b->n, job->c->n },
    .a = job->a->data,
    .b = job->b->data,
    .c = job->c->data,
    .blocks = blocks != NULL ? (const gint64 *)(const void *)blocks->data : NULL,
    .n_blocks = blocks != NULL ? blocks->len : 0,
    .trace_every = 1 + (gint64)(accesses * share / MAX_TRACED_ACCESSES),
    .n_workers = gs_cpu_threads (spec->threads, NULL),
    .progress = progress,
    .progress_data = (gpointer)job,
    .cancellable = job->cancellable,
  };
}

static gboolean
check_agreement (const GsPlan *plan, const GsSimtLaunch *launch, const GsTrace *trace, GError **error)
{
  GsCoverageCount count, planned;

  gs_coverage_count_plan (&planned, plan, launch->blocks, launch->n_blocks);
  gs_coverage_count_init (&count);
  memcpy (count.threads, trace->threads, sizeof count.threads);
  if (trace->writers != NULL)
    {
      count.missed = trace->totals[GS_FINDING_UNWRITTEN];
      count.duplicated = trace->totals[GS_FINDING_WRITTEN_TWICE];
    }
  return gs_coverage_count_check (&count, &planned, _ ("the simulated GPU"), error);
}

static gboolean
lines_are_known (const GsTrace *trace)
{
  for (guint i = 0; i < trace->lines->len; i++)
    if (g_array_index (trace->lines, GsLineTrace, i).line == 0)
      return FALSE;
  return TRUE;
}

static void
add_notes (const GsSpec *spec, const GsTrace *trace, GsResult *result)
{
  char *note;

  gs_cpu_threads (spec->threads, &note);
  if (note != NULL)
    g_ptr_array_add (result->notes, note);
  if (trace->blocks_run < trace->blocks)
    g_ptr_array_add (
        result->notes,
        g_strdup_printf (_ ("Only a sample of the blocks was run, %" PRId64 " of %" PRId64
                            ", spread over the grid with its corners: accesses and findings are theirs, "
                            "and the output, which is not whole, is not given."),
                         trace->blocks_run, trace->blocks));
  g_ptr_array_add (result->notes,
                   g_strdup (_ ("The time of a simulated run says nothing about the time on a GPU.")));
  if (trace->blocks_traced < trace->blocks_run)
    g_ptr_array_add (result->notes,
                     g_strdup_printf (_ ("Accesses, races and bank conflicts come from %" PRId64
                                         " of %" PRId64 " blocks; coverage and bounds from all."),
                                      trace->blocks_traced, trace->blocks_run));
  if (!gs_simt_lines_known ())
    g_ptr_array_add (result->notes,
                     g_strdup (_ ("Source lines are not known, because this build has no libdw; "
                                  "they are given as 0.")));
  else if (!lines_are_known (trace))
    g_ptr_array_add (result->notes,
                     g_strdup (_ ("Source lines are not all known, because the program’s debug "
                                  "information is missing; they are given as 0.")));
}

/* Keeps the first request of each line. */
static void
thin_requests (GsTrace *trace)
{
  guint n = 0;

  for (guint i = 0; i < trace->requests->len; i++)
    {
      const GsWarpRequest *request = &g_array_index (trace->requests, GsWarpRequest, i);
      guint j = 0;

      while (j < n && g_array_index (trace->requests, GsWarpRequest, j).line != request->line)
        j++;
      if (j == n && n < MAX_OTHER_REQUESTS)
        g_array_index (trace->requests, GsWarpRequest, n++) = *request;
    }
  g_array_set_size (trace->requests, n);
}

/* The same launch with x along the other axis, as far as that is quickly done: what
 * the two ways of laying threads on the matrix cost stands side by side. Values and
 * coverage are of no interest here. NULL where there is no other way. */
static GsTrace *
trace_other_map (const GsJob *job, const GsPlan *plan)
{
  g_autoptr (GsSpec) spec = gs_spec_copy (job->spec);
  g_autoptr (GsPlan) other = NULL;
  g_autoptr (GArray) blocks = NULL;
  GsSimtLaunch launch;
  GsTrace *trace;
  double accesses;

  if (plan->block_dims != 2 || !job->kernel->switchable || job->kernel->layout != GS_LAYOUT_MAPPED)
    return NULL;
  gs_spec_set_kernel (spec, job->kernel->name);
  spec->map = job->spec->map == GS_MAP_X_ROW ? GS_MAP_X_COLUMN : GS_MAP_X_ROW;
  other = gs_plan_new (spec, &plan->limits);
  if (!other->launches)
    return NULL;
  accesses = gs_simt_launch_estimate (spec->op, spec->m, spec->n, product_k (spec), other->threads);
  if (accesses > MAX_OTHER_ACCESSES)
    blocks = gs_block_sample_new (other->grid,
                                  (gint64)(1 + (double)other->blocks * MAX_OTHER_ACCESSES / accesses));
  launch = launch_of (job, other, blocks);
  launch.c = NULL;
  launch.trace_every = 1;
  launch.progress = NULL;
  trace = gs_simt_launch_run (&launch, NULL);
  if (trace == NULL)
    return NULL;
  thin_requests (trace);
  g_clear_pointer (&trace->computed, g_free);
  return trace;
}

static gboolean
run (const GsJob *job, GsResult *result, GError **error)
{
  g_autoptr (GsPlan) own = NULL;
  const GsPlan *plan = plan_for (job->spec, job->plan, job->kernel, &own);
  g_autoptr (GArray) blocks = gs_block_sample_new (plan->grid, job->spec->sample_blocks);
  GsSimtLaunch launch = launch_of (job, plan, blocks);
  gint64 start_ns = gs_clock_now_ns ();

  result->device = g_strdup (_ ("Simulated GPU"));
  result->timed = FALSE;
  result->trace = gs_simt_launch_run (&launch, error);
  if (result->trace == NULL)
    return FALSE;
  result->first[GS_PHASE_COMPUTE]
      = (GsPhase){ gs_clock_now_ns () - start_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->trace->other_map = trace_other_map (job, plan);
  add_notes (job->spec, result->trace, result);
  return check_agreement (plan, &launch, result->trace, error);
}

const GsBackend gs_backend_simt = {
  .name = "simt",
  .available = available,
  .supports = supports,
  .run = run,
};
