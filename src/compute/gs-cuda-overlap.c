#include "gs-cuda-overlap.h"

#include <string.h>

#include "gs-cuda-error.h"
#include "gs-cuda-launch.h"
#include "gs-cuda-range.h"
#include "gs-engine.h"
#include "gs-pool.h"
#include "gs-stats.h"

#define SLICE_BYTES (8 << 20) /* of upload: long beside what a copy costs by itself */
#define MIN_SLICES  4
#define MAX_SLICES  64
#define MAX_THREADS 16
#define COPY_BYTES  ((gsize)256 << 10) /* that a thread takes at a time */
#define SLOTS       3                  /* staging buffers: one filled, one under way, one emptied */
#define REPEATS     5

/* The launch of one size of slice. */
typedef struct
{
  GsSpec *spec;
  GsPlan *plan;
  GsCudaLaunch launch;
} Part;

typedef struct
{
  GsCudaSession *session;
  gint64 rows, slice_rows; /* of all, of a slice but the last */
  int n_slices;
  gsize row_bytes[3]; /* of A, B and C in a slice; B of a product is no part of it: 0 */
  Part parts[2];      /* a slice, and the last one */
  GsCuPointer workspace;
  GsCuStream up, compute, down;
  GsCuEvent uploaded[MAX_SLICES], computed[MAX_SLICES], downloaded[MAX_SLICES];
  gpointer staging[3][SLOTS]; /* NULL: the matrices themselves are pinned */
} Overlap;

static gboolean
check (Overlap *self, GsCuResult result, const char *call, GsPhaseKind phase, GError **error)
{
  return gs_cuda_check (self->session->driver, result, call, phase, error);
}

typedef struct
{
  char *to;
  const char *from;
  gsize n_bytes;
  gint64 next;
} Copy;

static void
copy_cb (int thread, int n_threads, gpointer data)
{
  Copy *copy = data;

  for (gsize at; (at = (gsize)gs_pool_take (&copy->next) * COPY_BYTES) < copy->n_bytes;)
    memcpy (copy->to + at, copy->from + at, MIN (COPY_BYTES, copy->n_bytes - at));
}

static void
copy_on_host (gpointer to, gconstpointer from, gsize n_bytes)
{
  Copy copy = { to, from, n_bytes, 0 };

  gs_pool_run (MIN ((int)g_get_num_processors (), MAX_THREADS), copy_cb, &copy);
}

static gint64
rows_of_slice (const Overlap *self, int slice)
{
  return MIN (self->slice_rows, self->rows - slice * self->slice_rows);
}

static char *
host_rows (const Overlap *self, int matrix, int slice)
{
  const GsJob *job = self->session->job;
  const GsMatrix *matrices[3] = { job->a, job->b, job->c };

  return (char *)matrices[matrix]->data + (gsize)(slice * self->slice_rows) * self->row_bytes[matrix];
}

static GsCuPointer
device_rows (const Overlap *self, int matrix, int slice)
{
  return self->session->buffers[matrix].data + (gsize)(slice * self->slice_rows) * self->row_bytes[matrix];
}

static gboolean
upload_slice (Overlap *self, int slice, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;

  for (int i = 0; i < 2; i++)
    {
      gsize n_bytes = (gsize)rows_of_slice (self, slice) * self->row_bytes[i];
      gpointer from = host_rows (self, i, slice), staging = self->staging[i][slice % SLOTS];

      if (n_bytes == 0)
        continue;
      if (staging != NULL)
        {
          copy_on_host (staging, from, n_bytes);
          from = staging;
        }
      if (!check (self, driver->copy_to_device_async (device_rows (self, i, slice), from, n_bytes, self->up),
                  "cuMemcpyHtoDAsync", GS_PHASE_UPLOAD, error))
        return FALSE;
    }
  return check (self, driver->event_record (self->uploaded[slice], self->up), "cuEventRecord",
                GS_PHASE_UPLOAD, error);
}

static gboolean
compute_slice (Overlap *self, int slice, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  const Part *part = &self->parts[slice == self->n_slices - 1];
  const GsCuPointer matrices[3] = {
    device_rows (self, 0, slice),
    device_rows (self, 1, slice),
    device_rows (self, 2, slice),
  };

  return check (self, driver->stream_wait (self->compute, self->uploaded[slice], 0), "cuStreamWaitEvent",
                GS_PHASE_COMPUTE, error)
         && gs_cuda_launch_enqueue (&part->launch, driver, self->compute, matrices, self->workspace, error)
         && check (self, driver->event_record (self->computed[slice], self->compute), "cuEventRecord",
                   GS_PHASE_COMPUTE, error);
}

static gboolean
download_slice (Overlap *self, int slice, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  gpointer staging = self->staging[2][slice % SLOTS];

  return check (self, driver->stream_wait (self->down, self->computed[slice], 0), "cuStreamWaitEvent",
                GS_PHASE_DOWNLOAD, error)
         && check (self,
                   driver->copy_to_host_async (
                       staging != NULL ? staging : host_rows (self, 2, slice), device_rows (self, 2, slice),
                       (gsize)rows_of_slice (self, slice) * self->row_bytes[2], self->down),
                   "cuMemcpyDtoHAsync", GS_PHASE_DOWNLOAD, error)
         && check (self, driver->event_record (self->downloaded[slice], self->down), "cuEventRecord",
                   GS_PHASE_DOWNLOAD, error);
}

/* Waits for the slice and brings it from its staging buffer to where it belongs. */
static gboolean
finish_slice (Overlap *self, int slice, GError **error)
{
  if (!gs_cuda_session_wait (self->session, self->downloaded[slice], error))
    return FALSE;
  if (self->staging[2][slice % SLOTS] != NULL)
    copy_on_host (host_rows (self, 2, slice), self->staging[2][slice % SLOTS],
                  (gsize)rows_of_slice (self, slice) * self->row_bytes[2]);
  return TRUE;
}

/* All of B of a product, before the first slice. */
static gboolean
upload_whole_b (Overlap *self, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  GsCudaBuffer *b = &self->session->buffers[1];
  const char *from = (const char *)self->session->job->b->data;
  gsize n_slot = (gsize)self->slice_rows * self->row_bytes[0];

  if (self->row_bytes[1] > 0)
    return TRUE;
  if (self->staging[0][0] == NULL)
    return check (self, driver->copy_to_device_async (b->data, from, b->n_bytes, self->up),
                  "cuMemcpyHtoDAsync", GS_PHASE_UPLOAD, error);
  for (gsize at = 0, slot = 0; at < b->n_bytes; at += n_slot, slot = (slot + 1) % SLOTS)
    {
      gsize n_bytes = MIN (n_slot, b->n_bytes - at);

      if (at >= SLOTS * n_slot && !gs_cuda_session_wait (self->session, self->uploaded[slot], error))
        return FALSE;
      copy_on_host (self->staging[0][slot], from + at, n_bytes);
      if (!check (self,
                  driver->copy_to_device_async (b->data + at, self->staging[0][slot], n_bytes, self->up),
                  "cuMemcpyHtoDAsync", GS_PHASE_UPLOAD, error)
          || !check (self, driver->event_record (self->uploaded[slot], self->up), "cuEventRecord",
                     GS_PHASE_UPLOAD, error))
        return FALSE;
    }
  for (int slot = 0; slot < SLOTS; slot++)
    if (!gs_cuda_session_wait (self->session, self->uploaded[slot], error))
      return FALSE;
  return TRUE;
}

static gboolean
run_once (Overlap *self, gint64 *ns, GError **error)
{
  GS_CUDA_RANGE ("overlap");
  gint64 start_ns = gs_clock_now_ns ();

  if (!upload_whole_b (self, error))
    return FALSE;
  for (int slice = 0; slice < self->n_slices; slice++)
    if ((slice >= SLOTS && !finish_slice (self, slice - SLOTS, error)) || !upload_slice (self, slice, error)
        || !compute_slice (self, slice, error) || !download_slice (self, slice, error))
      return FALSE;
  for (int slice = MAX (0, self->n_slices - SLOTS); slice < self->n_slices; slice++)
    if (!finish_slice (self, slice, error))
      return FALSE;
  *ns = gs_clock_now_ns () - start_ns;
  return !g_cancellable_set_error_if_cancelled (self->session->job->cancellable, error);
}

static gboolean
prepare_part (Overlap *self, Part *part, gint64 rows, GError **error)
{
  const GsJob *job = self->session->job;
  GsCudaContext *context = self->session->context;
  GsPhase unused;

  part->spec = gs_spec_copy (job->spec);
  if (job->spec->m > 1)
    part->spec->m = rows;
  else
    part->spec->n = rows;
  gs_spec_set_kernel (part->spec, job->kernel->name);
  part->plan = gs_plan_new (part->spec, &context->device.limits);
  return gs_cuda_launch_plan (part->spec, part->plan, job->kernel, &context->device.limits, &part->launch,
                              error)
         && gs_cuda_context_function (context, self->session->driver, part->launch.file, part->launch.symbol,
                                      &unused, &part->launch.function, error)
         && gs_cuda_launch_prepare (&part->launch, context, self->session->driver, error);
}

static gboolean
allocate_staging (Overlap *self, GError **error)
{
  for (int i = 0; i < 3; i++)
    for (int slot = 0; slot < SLOTS && self->row_bytes[i] > 0; slot++)
      if (!check (self,
                  self->session->driver->host_alloc (&self->staging[i][slot],
                                                     (gsize)self->slice_rows * self->row_bytes[i], 0),
                  "cuMemHostAlloc", GS_PHASE_ALLOC, error))
        return FALSE;
  return TRUE;
}

static gboolean
prepare (Overlap *self, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  GsCuStream *streams[] = { &self->up, &self->compute, &self->down };
  gsize workspace_bytes, counter_bytes;

  if (!prepare_part (self, &self->parts[0], self->slice_rows, error)
      || !prepare_part (self, &self->parts[1], rows_of_slice (self, self->n_slices - 1), error))
    return FALSE;
  workspace_bytes = MAX (self->parts[0].launch.workspace_bytes, self->parts[1].launch.workspace_bytes);
  counter_bytes = MAX (self->parts[0].launch.counter_bytes, self->parts[1].launch.counter_bytes);
  if (workspace_bytes > 0
      && (!check (self, driver->memory_alloc (&self->workspace, workspace_bytes), "cuMemAlloc",
                  GS_PHASE_ALLOC, error)
          || !check (self,
                     driver->fill_32 (self->workspace, 0, counter_bytes / 4, self->session->context->stream),
                     "cuMemsetD32Async", GS_PHASE_ALLOC, error)))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (streams); i++)
    if (!check (self, driver->stream_create (streams[i], GS_CU_STREAM_NON_BLOCKING), "cuStreamCreate",
                GS_PHASE_ALLOC, error))
      return FALSE;
  for (int slice = 0; slice < MAX_SLICES; slice++)
    if (!check (self, driver->event_create (&self->uploaded[slice], 0), "cuEventCreate", GS_PHASE_ALLOC,
                error)
        || !check (self, driver->event_create (&self->computed[slice], 0), "cuEventCreate", GS_PHASE_ALLOC,
                   error)
        || !check (self, driver->event_create (&self->downloaded[slice], 0), "cuEventCreate", GS_PHASE_ALLOC,
                   error))
      return FALSE;
  return (self->session->registered[2] || allocate_staging (self, error))
         && check (self, driver->context_synchronise (), "cuCtxSynchronize", GS_PHASE_ALLOC, error);
}

static void
clear (Overlap *self)
{
  const GsCudaDriver *driver = self->session->driver;
  const GsCuStream streams[] = { self->up, self->compute, self->down };

  driver->context_synchronise ();
  for (int i = 0; i < 3; i++)
    for (int slot = 0; slot < SLOTS; slot++)
      if (self->staging[i][slot] != NULL)
        driver->host_free (self->staging[i][slot]);
  for (int slice = 0; slice < MAX_SLICES; slice++)
    {
      GsCuEvent events[] = { self->uploaded[slice], self->computed[slice], self->downloaded[slice] };

      for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
        if (events[i] != NULL)
          driver->event_destroy (events[i]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (streams); i++)
    if (streams[i] != NULL)
      driver->stream_destroy (streams[i]);
  if (self->workspace != 0)
    driver->memory_free (self->workspace);
  for (int i = 0; i < 2; i++)
    {
      gs_cuda_launch_clear (&self->parts[i].launch);
      g_clear_pointer (&self->parts[i].plan, gs_plan_free);
      g_clear_pointer (&self->parts[i].spec, gs_spec_free);
    }
}

/* How the rows are cut. FALSE: not at all. */
static gboolean
cut (Overlap *self)
{
  const GsSpec *spec = self->session->job->spec;
  gboolean product = spec->op == GS_OP_MATMUL;
  gint64 n = spec->m > 1 ? spec->n : 1, k = product ? spec->k : n, multiple;
  gsize sliced;

  self->rows = spec->m > 1 || product ? spec->m : spec->n;
  self->row_bytes[0] = sizeof (float) * (gsize)k;
  self->row_bytes[1] = product ? 0 : sizeof (float) * (gsize)n;
  self->row_bytes[2] = sizeof (float) * (gsize)n;
  sliced = (gsize)self->rows * (self->row_bytes[0] + self->row_bytes[1]);
  if (!spec->guard || spec->faults != 0 || spec->grid_rule != GS_GRID_CEIL
      || sliced < MIN_SLICES * (SLICE_BYTES / 4))
    return FALSE;
  self->n_slices = (int)CLAMP (sliced / SLICE_BYTES, MIN_SLICES, MAX_SLICES);
  /* Whole tiles, and slices that begin on 16 bytes. */
  multiple = self->rows > 256 * self->n_slices ? 256 : 4;
  self->slice_rows = (self->rows / self->n_slices + multiple - 1) / multiple * multiple;
  self->n_slices = (int)((self->rows + self->slice_rows - 1) / self->slice_rows);
  return self->n_slices > 1;
}

gboolean
gs_cuda_overlap_measure (GsCudaSession *session, GError **error)
{
  Overlap self = { .session = session };
  GsResult *result = session->result;
  double ns[REPEATS];
  GsStats stats;
  gboolean done;

  if (!cut (&self))
    return TRUE;
  done = prepare (&self, error);
  for (int i = -1; i < REPEATS && done; i++)
    {
      gint64 once_ns = 0;

      done = run_once (&self, &once_ns, error);
      ns[MAX (i, 0)] = (double)once_ns;
    }
  if (done)
    {
      gs_stats_compute (ns, REPEATS, &stats);
      result->overlap = (GsOverlap){
        .slices = self.n_slices,
        .staged = !session->registered[2],
        .ns = (gint64)(stats.median + 0.5),
        .serial_ns = result->warm[GS_PHASE_UPLOAD].ns + result->warm[GS_PHASE_COMPUTE].ns
                     + result->warm[GS_PHASE_DOWNLOAD].ns,
        .bus_ns = MAX (result->warm[GS_PHASE_UPLOAD].ns, result->warm[GS_PHASE_DOWNLOAD].ns),
      };
    }
  clear (&self);
  return done;
}
