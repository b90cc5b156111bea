#include "gs-simt-launch.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-simt-worker.h"

#define N_LOCKS          256
#define BLOCKS_AT_A_TIME 4
/* Beyond this many elements nothing is kept per element of the output. */
#define MAX_ELEMENTS ((gint64)1 << 25)
/* How often the calling thread looks at the cancellable and tells progress. */
#define LOOK_EVERY_US 50000

double
gs_simt_launch_estimate (GsOp op, gint64 m, gint64 n, gint64 k, gint64 n_threads)
{
  /* Without a guard every thread works, whether or not there is an element. */
  double elements = MAX ((double)m * (double)n, (double)n_threads);

  /* Two operands from global or from shared memory for each of the k steps. */
  return gs_op_is_elementwise (op) ? 3.0 * elements : elements * (2.0 * (double)k + 1.0);
}

static void
run_clear (GsSimtRun *run)
{
  for (int i = 0; i < GS_SIMT_MAX_BUFFERS; i++)
    gs_simt_buffer_clear (&run->buffers[i]);
  g_free (run->elements);
  g_free (run->element_locks);
  g_free (run->computed);
  g_mutex_clear (&run->lock);
  g_cond_clear (&run->changed);
}

static gboolean
check_size (const GsSimtLaunch *launch, GError **error)
{
  double threads = (double)launch->grid[0] * (double)launch->grid[1] * launch->block[0] * launch->block[1];

  for (int i = 0; i < 3; i++)
    if ((double)launch->rows[i] * (double)launch->columns[i] >= 4294967296.0)
      {
        g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                     _ ("A matrix of %" PRId64 "×%" PRId64 " elements is too large for the simulated GPU, "
                        "which holds fewer than 2³² per matrix; the plan "
                        "counts its coverage exactly without running it."),
                     launch->rows[i], launch->columns[i]);
        return FALSE;
      }
  if (threads < 4294967295.0 || launch->blocks != NULL)
    return TRUE;
  g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
               _ ("%.0f threads are too many for the simulated GPU, which runs fewer than 2³² unless it is "
                  "to run only a "
                  "sample of the blocks; the plan counts their coverage exactly without running them."),
               threads);
  return FALSE;
}

/* Copies of the matrices, and what is kept per element of the output. */
static gboolean
check_memory (const GsSimtLaunch *launch, gint64 n_elements, GError **error)
{
  const float *data[3] = { launch->a, launch->b, launch->c };
  guint64 n_bytes = 0;

  for (int i = 0; i < 3; i++)
    if (data[i] != NULL)
      n_bytes += (guint64)(launch->rows[i] * launch->columns[i]) * sizeof (float);
  if (launch->blocks != NULL)
    n_bytes += (guint64)n_elements / 8;
  else if (n_elements <= MAX_ELEMENTS)
    n_bytes += (guint64)n_elements * sizeof (GsSimtElement);
  return gs_memory_check (n_bytes, _ ("The memory of the simulated GPU"), error);
}

static gboolean
run_init (GsSimtRun *run, const GsSimtLaunch *launch, GError **error)
{
  const float *data[3] = { launch->a, launch->b, launch->c };
  static const char *const names[3] = { "A", "B", "C" };
  gint64 n_elements = launch->rows[2] * launch->columns[2];

  memset (run, 0, sizeof *run);
  g_mutex_init (&run->lock);
  g_cond_init (&run->changed);
  run->kernel = launch->kernel->func;
  run->launch = launch->launch;
  run->ownership = launch->several                        ? GS_SIMT_OWNS_SEVERAL
                   : launch->layout == GS_LAYOUT_UNFOLDED ? GS_SIMT_OWNS_UNFOLDED
                                                          : GS_SIMT_OWNS_BY_POSITION;
  memcpy (run->grid, launch->grid, sizeof run->grid);
  memcpy (run->block, launch->block, sizeof run->block);
  run->n_threads = (guint32)(launch->block[0] * launch->block[1]);
  run->blocks = launch->blocks;
  run->n_blocks = launch->blocks != NULL ? launch->n_blocks : launch->grid[0] * launch->grid[1];
  run->trace_every = MAX (launch->trace_every, 1);
  run->step_limit = launch->step_limit > 0 ? launch->step_limit
                                           : (guint32)MIN (1000000 + 64 * launch->launch.k, G_MAXUINT32 / 2);
  if (!check_memory (launch, n_elements, error))
    return FALSE;
  for (int i = 0; i < GS_SIMT_MAX_BUFFERS; i++)
    if (!gs_simt_buffer_init (&run->buffers[i], names[i], launch->rows[i], launch->columns[i], data[i],
                              i == GS_SIMT_OUTPUT, error))
      return FALSE;
  if (launch->blocks != NULL)
    {
      run->computed = g_new0 (guint32, n_elements / 32 + 1);
      return TRUE;
    }
  if (n_elements > MAX_ELEMENTS)
    return TRUE;
  run->elements = g_new (GsSimtElement, MAX (n_elements, 1));
  memset (run->elements, 0xff, (gsize)n_elements * sizeof (GsSimtElement));
  run->element_locks = g_new0 (gint, N_LOCKS);
  return TRUE;
}

static gboolean
take_blocks (GsSimtRun *run, gint64 done, gint64 *first, gint64 *end)
{
  g_mutex_lock (&run->lock);
  run->blocks_done += done;
  *first = run->next_block;
  *end = MIN (run->next_block + BLOCKS_AT_A_TIME, run->n_blocks);
  run->next_block = *end;
  g_mutex_unlock (&run->lock);
  return *first < *end && !g_atomic_int_get (&run->stop);
}

static gpointer
worker_main (gpointer data)
{
  GsSimtWorker *worker = data;
  GsSimtRun *run = worker->run;
  gint64 first = 0, end = 0;
  gboolean more = TRUE;

  gs_simt_worker_enter (worker);
  while (more && take_blocks (run, end - first, &first, &end))
    for (gint64 block = first; block < end && more; block++)
      more = gs_simt_block_run (worker, block);
  gs_simt_worker_enter (NULL);

  g_mutex_lock (&run->lock);
  run->running--;
  g_cond_signal (&run->changed);
  g_mutex_unlock (&run->lock);
  return NULL;
}

/* Waits for the workers, tells progress and passes a cancel on. */
static void
watch (GsSimtRun *run, const GsSimtLaunch *launch)
{
  g_mutex_lock (&run->lock);
  while (run->running > 0)
    {
      double fraction = (double)run->blocks_done / (double)MAX (run->n_blocks, 1);

      g_mutex_unlock (&run->lock);
      if (launch->cancellable != NULL && g_cancellable_is_cancelled (launch->cancellable))
        g_atomic_int_set (&run->stop, 1);
      if (launch->progress != NULL)
        launch->progress (fraction, launch->progress_data);
      g_mutex_lock (&run->lock);
      if (run->running > 0)
        g_cond_wait_until (&run->changed, &run->lock, g_get_monotonic_time () + LOOK_EVERY_US);
    }
  g_mutex_unlock (&run->lock);
  /* Workers may all be done before the first look. */
  if (launch->progress != NULL)
    launch->progress (1, launch->progress_data);
}

static void
run_workers (GsSimtRun *run, const GsSimtLaunch *launch, GsSimtWorker **workers, int n_workers)
{
  GThread **threads = g_new0 (GThread *, n_workers);

  run->running = n_workers;
  run->next_block = run->blocks_done = 0;
  for (int i = 0; i < n_workers; i++)
    threads[i] = g_thread_new ("gs-simt", worker_main, workers[i]);
  watch (run, launch);
  for (int i = 0; i < n_workers; i++)
    g_thread_join (threads[i]);
  g_free (threads);
}

/* The error of the first block in launch order that has one. */
static gboolean
check_workers (
    GsSimtRun *run, const GsSimtLaunch *launch, GsSimtWorker **workers, int n_workers, GError **error)
{
  GsSimtWorker *failed = NULL;

  for (int i = 0; i < n_workers; i++)
    if (workers[i]->error != NULL && (failed == NULL || workers[i]->error_block < failed->error_block))
      failed = workers[i];
  if (failed != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failed->error));
      return FALSE;
    }
  return launch->cancellable == NULL || !g_cancellable_set_error_if_cancelled (launch->cancellable, error);
}

/* Whether threads of different blocks wrote one element: its value then depends
 * on which block came last. */
static gboolean
blocks_collide (const GsSimtRun *run)
{
  gint64 n_elements = run->buffers[GS_SIMT_OUTPUT].rows * run->buffers[GS_SIMT_OUTPUT].columns;

  if (run->computed != NULL)
    return g_atomic_int_get (&run->collided);
  for (gint64 i = 0; run->elements != NULL && i < n_elements; i++)
    {
      const guint32 *writer = run->elements[i].writer;

      if (writer[1] != GS_SIMT_NO_THREAD && writer[0] / run->n_threads != writer[1] / run->n_threads)
        return TRUE;
    }
  return FALSE;
}

/* Runs once more, one block after another and counting nothing, so that the
 * values are the same however many workers there are. */
static gboolean
settle_values (GsSimtRun *run, const GsSimtLaunch *launch, GsSimtWorker *worker, GError **error)
{
  GsSimtBuffer *c = &run->buffers[GS_SIMT_OUTPUT];

  if (launch->c != NULL && c->n_bytes > 0)
    memcpy (c->base, launch->c, c->n_bytes);
  run->quiet = TRUE;
  run_workers (run, launch, &worker, 1);
  run->quiet = FALSE;
  return check_workers (run, launch, &worker, 1, error);
}

static GsTrace *
run_all (GsSimtRun *run, const GsSimtLaunch *launch, GsSimtWorker **workers, int n_workers, GError **error)
{
  const GsSimtBuffer *c = &run->buffers[GS_SIMT_OUTPUT];
  GsTrace *trace;

  run_workers (run, launch, workers, n_workers);
  if (!check_workers (run, launch, workers, n_workers, error))
    return NULL;
  trace = gs_simt_trace_fold (run, workers, n_workers);
  if (n_workers > 1 && blocks_collide (run) && !settle_values (run, launch, workers[0], error))
    {
      gs_trace_free (trace);
      return NULL;
    }
  if (launch->c != NULL && c->n_bytes > 0)
    memcpy (launch->c, c->base, c->n_bytes);
  trace->computed = g_steal_pointer (&run->computed);
  return trace;
}

GsTrace *
gs_simt_launch_run (const GsSimtLaunch *launch, GError **error)
{
  GsSimtRun run;
  GsSimtWorker **workers;
  GsTrace *trace = NULL;
  int n_workers, n_made = 0;

  g_return_val_if_fail (launch->kernel != NULL, NULL);
  g_return_val_if_fail (launch->grid[0] >= 1 && launch->grid[1] >= 1, NULL);
  g_return_val_if_fail (launch->block[0] >= 1 && launch->block[1] >= 1, NULL);
  g_return_val_if_fail (launch->block[0] * launch->block[1] <= GS_SIMT_MAX_THREADS, NULL);

  if (!check_size (launch, error))
    return NULL;
  if (run_init (&run, launch, error))
    {
      n_workers = launch->n_workers > 0 ? launch->n_workers : (int)g_get_num_processors ();
      n_workers = (int)CLAMP ((run.n_blocks + BLOCKS_AT_A_TIME - 1) / BLOCKS_AT_A_TIME, 1, n_workers);
      workers = g_new0 (GsSimtWorker *, n_workers);
      while (n_made < n_workers && (workers[n_made] = gs_simt_worker_new (&run, error)) != NULL)
        n_made++;
      if (n_made == n_workers)
        trace = run_all (&run, launch, workers, n_workers, error);
      for (int i = 0; i < n_made; i++)
        gs_simt_worker_free (workers[i]);
      g_free (workers);
    }
  run_clear (&run);
  return trace;
}
