#include "gs-cuda-schedule.h"

#include <string.h>

#include "gs-cuda-error.h"
#include "gs-cuda-images.h"

#define TWIN_SAMPLES 5

/* As in kernels/gs-twin.h. */
typedef struct
{
  guint64 start_ns, end_ns;
  guint32 sm, unused;
} BlockRecord;

typedef struct
{
  GsCuPointer records; /* of BlockRecord, in launch order */
  GsCuPointer writers; /* of guint32, per element of C, and a spare one */
} TwinArguments;

typedef struct
{
  GsCudaSession *session;
  const GsCudaLaunch *launch;
  GsCuFunction function;
  gint64 n_blocks;
  TwinArguments twin;
} Twin;

static gboolean
enqueue_twin_cb (gpointer data, GError **error)
{
  Twin *self = data;
  const GsCudaLaunch *launch = self->launch;
  const GsCudaDriver *driver = self->session->driver;
  /* Workspace comes last: the twins of kernels that have none do not ask for it. */
  void *arguments[] = { &self->session->buffers[0].data,
                        &self->session->buffers[1].data,
                        &self->session->buffers[2].data,
                        (void *)&launch->arguments,
                        &self->twin,
                        &self->session->workspace };

  return gs_cuda_check (driver,
                        driver->launch (self->function, launch->grid[0], launch->grid[1], launch->grid[2],
                                        launch->block[0], launch->block[1], launch->block[2],
                                        launch->shared_bytes, self->session->context->stream, arguments,
                                        NULL),
                        "cuLaunchKernel", GS_PHASE_COMPUTE, error);
}

static gboolean
clear_twin (Twin *self, gsize elements, GError **error)
{
  GsCudaSession *session = self->session;
  const GsCudaDriver *driver = session->driver;
  GsCuStream stream = session->context->stream;

  return gs_cuda_check (driver,
                        driver->fill_32 (self->twin.records, 0,
                                         (gsize)self->n_blocks * sizeof (BlockRecord) / 4, stream),
                        "cuMemsetD32Async", GS_PHASE_COMPUTE, error)
         && gs_cuda_check (driver, driver->fill_32 (self->twin.writers, 0, elements, stream),
                           "cuMemsetD32Async", GS_PHASE_COMPUTE, error);
}

/* Twin and plain kernel take turns, one launch each, so that both are timed the
 * same way. */
static gboolean
time_twin (Twin *self, gsize elements, double *twin_ns, double *plain_ns, GError **error)
{
  GsCudaSession *session = self->session;
  GsCudaEnqueue plain = session->enqueue;
  gpointer plain_data = session->data;
  double twins[TWIN_SAMPLES], plains[TWIN_SAMPLES];
  GsStats twin_stats, plain_stats;
  gboolean done = TRUE;

  for (int i = 0; i < TWIN_SAMPLES && done; i++)
    {
      session->enqueue = plain;
      session->data = plain_data;
      done = gs_cuda_session_sample (session, NULL, 1, &plains[i], error)
             && clear_twin (self, elements, error);
      session->enqueue = enqueue_twin_cb;
      session->data = self;
      done = done && gs_cuda_session_sample (session, NULL, 1, &twins[i], error);
    }
  session->enqueue = plain;
  session->data = plain_data;
  if (!done)
    return FALSE;
  gs_stats_compute (twins, TWIN_SAMPLES, &twin_stats);
  gs_stats_compute (plains, TWIN_SAMPLES, &plain_stats);
  *twin_ns = twin_stats.median;
  *plain_ns = plain_stats.median;
  return TRUE;
}

/* The clock of the multiprocessors is read in steps; seen on an H200: 32 ns. The
 * step is taken from the readings themselves. */
static int
clock_step (const BlockRecord *records, gint64 n)
{
  guint64 all = 0;

  for (gint64 i = 0; i < n; i++)
    all |= records[i].start_ns | records[i].end_ns;
  for (int bit = 0; bit < 20; bit++)
    if (all & (G_GUINT64_CONSTANT (1) << bit))
      return 1 << bit;
  return 0;
}

static void
list_blocks (GsSchedule *schedule, const BlockRecord *records, gint64 n_blocks, guint grid_x)
{
  guint64 origin_ns = G_MAXUINT64;
  gint64 listed = MIN (n_blocks, GS_SCHEDULE_MAX_BLOCKS);

  for (gint64 i = 0; i < n_blocks; i++)
    origin_ns = MIN (origin_ns, records[i].start_ns);
  for (gint64 i = 0; i < listed; i++)
    {
      GsBlockTime block = {
        .block = { i % grid_x, i / grid_x },
        .sm = (int)records[i].sm,
        .start_ns = (gint64)(records[i].start_ns - origin_ns),
        .end_ns = (gint64)(records[i].end_ns - origin_ns),
      };

      g_array_append_val (schedule->blocks, block);
    }
  schedule->n_blocks = n_blocks;
  schedule->tick_ns = clock_step (records, n_blocks);
}

static gboolean
read_writers (Twin *self, gsize elements, GsSchedule *schedule, GError **error)
{
  g_autofree guint32 *writers = g_new (guint32, MAX (elements, 1));

  if (!gs_cuda_check (
          self->session->driver,
          self->session->driver->copy_to_host (writers, self->twin.writers, elements * sizeof (guint32)),
          "cuMemcpyDtoH", GS_PHASE_DOWNLOAD, error))
    return FALSE;
  schedule->writers_active = schedule->writers_missed = schedule->writers_duplicated = 0;
  for (gsize i = 0; i < elements; i++)
    {
      schedule->writers_active += writers[i] > 0;
      schedule->writers_missed += writers[i] == 0;
      schedule->writers_duplicated += writers[i] > 1;
    }
  return TRUE;
}

static gboolean
read_twin (Twin *self, gsize elements, GsSchedule *schedule, GError **error)
{
  g_autofree BlockRecord *records = g_new (BlockRecord, self->n_blocks);

  if (!gs_cuda_check (self->session->driver,
                      self->session->driver->copy_to_host (records, self->twin.records,
                                                           (gsize)self->n_blocks * sizeof (BlockRecord)),
                      "cuMemcpyDtoH", GS_PHASE_DOWNLOAD, error))
    return FALSE;
  list_blocks (schedule, records, self->n_blocks, self->launch->grid[0]);
  return read_writers (self, elements, schedule, error);
}

static gboolean
measure (Twin *self, gsize elements, GsSchedule *schedule, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;

  if (!gs_cuda_check (
          driver, driver->memory_alloc (&self->twin.records, (gsize)self->n_blocks * sizeof (BlockRecord)),
          "cuMemAlloc", GS_PHASE_ALLOC, error)
      || !gs_cuda_check (driver,
                         driver->memory_alloc (&self->twin.writers, (elements + 1) * sizeof (guint32)),
                         "cuMemAlloc", GS_PHASE_ALLOC, error))
    return FALSE;
  return time_twin (self, elements, &schedule->twin_ns, &schedule->plain_ns, error)
         && read_twin (self, elements, schedule, error);
}

/* Not where other kernels work before or after the one that is launched, nor where
 * its blocks wait for each other to add parts of large tiles. */
static gboolean
has_twin (const GsCudaLaunch *launch)
{
  return launch->sum == NULL && !launch->copied[0] && !launch->copied[1]
         && !(launch->arguments.tile_m > 0 && launch->arguments.parts > 1);
}

gboolean
gs_cuda_schedule_measure (GsCudaSession *session, const GsCudaLaunch *launch, GError **error)
{
  Twin self = { .session = session, .launch = launch };
  gsize elements = (gsize)gs_matrix_elements (session->job->c), n_free = 0, n_total = 0;
  g_autofree char *stem = g_strndup (launch->file, strcspn (launch->file, "."));
  g_autofree char *file = g_strdup_printf ("%s.twin.cu", stem);
  g_autofree char *symbol = g_strdup_printf ("%s_twin", launch->symbol);
  GsSchedule *schedule;
  GsPhase load;
  gboolean done;

  self.n_blocks = (gint64)launch->grid[0] * launch->grid[1];
  if (self.n_blocks == 0 || !has_twin (launch) || gs_cuda_image_find (session->driver, file) == NULL)
    return TRUE;
  /* The instruments are a courtesy: where memory is short they stay away. */
  if (session->driver->memory_get_info (&n_free, &n_total) != GS_CU_SUCCESS
      || (gsize)self.n_blocks * sizeof (BlockRecord) + elements * sizeof (guint32) > n_free / 2)
    return TRUE;
  if (!gs_cuda_context_function (session->context, session->driver, file, symbol, &load, &self.function,
                                 error)
      || (launch->shared_bytes > 0
          && !gs_cuda_check (session->driver,
                             session->driver->function_set_attribute (
                                 self.function, GS_CU_FUNCTION_MAX_DYNAMIC_SHARED, (int)launch->shared_bytes),
                             "cuFuncSetAttribute", GS_PHASE_LOAD, error)))
    return FALSE;

  schedule = gs_schedule_new ();
  schedule->multiprocessors = session->context->device.limits.multiprocessors;
  schedule->canary_hits = session->canary_hits;
  done = measure (&self, elements, schedule, error);
  if (self.twin.records != 0)
    session->driver->memory_free (self.twin.records);
  if (self.twin.writers != 0)
    session->driver->memory_free (self.twin.writers);
  if (done)
    session->result->schedule = schedule;
  else
    gs_schedule_free (schedule);
  return done;
}
