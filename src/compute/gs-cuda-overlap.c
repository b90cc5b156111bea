#include "gs-cuda-overlap.h"

#include "gs-cuda-error.h"
#include "gs-cuda-overlap-private.h"
#include "gs-cuda-range.h"
#include "gs-engine.h"
#include "gs-stats.h"

#define SLICE_BYTES     (8 << 20) /* of upload: long beside what a copy costs by itself */
#define PINNED_TIMES    2         /* longer where the bus alone sets the pace */
#define WORKSPACE_ALIGN 256
#define MIN_SLICES      4
#define REPEATS         5

gboolean
gs_cuda_overlap_check (
    GsCudaOverlap *self, GsCuResult result, const char *call, GsPhaseKind phase, GError **error)
{
  return gs_cuda_check (self->session->driver, result, call, phase, error);
}

static gint64
rows_of_slice (const GsCudaOverlap *self, int slice)
{
  return self->first_row[slice + 1] - self->first_row[slice];
}

char *
gs_cuda_overlap_host_rows (const GsCudaOverlap *self, int matrix, int slice)
{
  const GsJob *job = self->session->job;
  const GsMatrix *matrices[3] = { job->a, job->b, job->c };

  return (char *)matrices[matrix]->data + (gsize)self->first_row[slice] * self->row_bytes[matrix];
}

static GsCuPointer
device_rows (const GsCudaOverlap *self, int matrix, int slice)
{
  return self->session->buffers[matrix].data + (gsize)self->first_row[slice] * self->row_bytes[matrix];
}

gsize
gs_cuda_overlap_slice_bytes (const GsCudaOverlap *self, int matrix, int slice)
{
  return (gsize)rows_of_slice (self, slice) * self->row_bytes[matrix];
}

/* To the device, from the slot's buffers or, where they are pinned, from the
 * matrices themselves. */
gboolean
gs_cuda_overlap_upload (GsCudaOverlap *self, int slice, int slot, GError **error)
{
  for (int i = 0; i < 2; i++)
    {
      gsize n_bytes = gs_cuda_overlap_slice_bytes (self, i, slice);
      gpointer staging = self->staging[i][slot];

      if (n_bytes > 0
          && !gs_cuda_overlap_check (
              self,
              self->session->driver->copy_to_device_async (
                  device_rows (self, i, slice),
                  staging != NULL ? staging : gs_cuda_overlap_host_rows (self, i, slice), n_bytes, self->up),
              "cuMemcpyHtoDAsync", GS_PHASE_UPLOAD, error))
        return FALSE;
    }
  return gs_cuda_overlap_check (self, self->session->driver->event_record (self->uploaded[slot], self->up),
                                "cuEventRecord", GS_PHASE_UPLOAD, error);
}

static const GsCudaOverlapPart *
part_of_slice (const GsCudaOverlap *self, int slice)
{
  const GsCudaOverlapPart *part = self->parts;

  while (part->rows != rows_of_slice (self, slice))
    part++;
  return part;
}

/* Once what is in @slot has been uploaded. */
gboolean
gs_cuda_overlap_compute (GsCudaOverlap *self, int slice, int slot, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  const GsCudaOverlapPart *part = part_of_slice (self, slice);
  const GsCuPointer matrices[3] = {
    device_rows (self, 0, slice),
    device_rows (self, 1, slice),
    device_rows (self, 2, slice),
  };

  return gs_cuda_overlap_check (self, driver->stream_wait (self->compute, self->uploaded[slot], 0),
                                "cuStreamWaitEvent", GS_PHASE_COMPUTE, error)
         && gs_cuda_launch_enqueue (&part->launch, driver, self->compute, matrices,
                                    self->workspace + part->workspace_at, error);
}

/* Once all that was asked of the compute stream so far is done. */
gboolean
gs_cuda_overlap_download (GsCudaOverlap *self, int slice, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  gpointer staging = self->staging[2][slice % GS_CUDA_OVERLAP_SLOTS];

  return gs_cuda_overlap_check (self, driver->event_record (self->computed, self->compute), "cuEventRecord",
                                GS_PHASE_COMPUTE, error)
         && gs_cuda_overlap_check (self, driver->stream_wait (self->down, self->computed, 0),
                                   "cuStreamWaitEvent", GS_PHASE_DOWNLOAD, error)
         && gs_cuda_overlap_check (self,
                                   driver->copy_to_host_async (
                                       staging != NULL ? staging : gs_cuda_overlap_host_rows (self, 2, slice),
                                       device_rows (self, 2, slice),
                                       gs_cuda_overlap_slice_bytes (self, 2, slice), self->down),
                                   "cuMemcpyDtoHAsync", GS_PHASE_DOWNLOAD, error)
         && gs_cuda_overlap_check (
             self, driver->event_record (self->downloaded[slice % GS_CUDA_OVERLAP_SLOTS], self->down),
             "cuEventRecord", GS_PHASE_DOWNLOAD, error);
}

/* Everything at once: the streams keep the order. */
static gboolean
run_pinned (GsCudaOverlap *self, GError **error)
{
  const GsCudaBuffer *b = &self->session->buffers[1];

  if (self->row_bytes[1] == 0
      && !gs_cuda_overlap_check (self,
                                 self->session->driver->copy_to_device_async (
                                     b->data, self->session->job->b->data, b->n_bytes, self->up),
                                 "cuMemcpyHtoDAsync", GS_PHASE_UPLOAD, error))
    return FALSE;
  for (int slice = 0; slice < self->n_slices; slice++)
    if (!gs_cuda_overlap_upload (self, slice, slice % GS_CUDA_OVERLAP_SLOTS, error)
        || !gs_cuda_overlap_compute (self, slice, slice % GS_CUDA_OVERLAP_SLOTS, error)
        || !gs_cuda_overlap_download (self, slice, error))
      return FALSE;
  return gs_cuda_session_wait (self->session, self->downloaded[(self->n_slices - 1) % GS_CUDA_OVERLAP_SLOTS],
                               error);
}

static gboolean
run_once (GsCudaOverlap *self, gint64 *ns, GError **error)
{
  GS_CUDA_RANGE ("overlap");
  gint64 start_ns = gs_clock_now_ns ();

  if (!(self->staging[0][0] != NULL ? gs_cuda_overlap_run_staged (self, error) : run_pinned (self, error)))
    return FALSE;
  *ns = gs_clock_now_ns () - start_ns;
  return !g_cancellable_set_error_if_cancelled (self->session->job->cancellable, error);
}

static gboolean
prepare_part (GsCudaOverlap *self, GsCudaOverlapPart *part, gint64 rows, GError **error)
{
  const GsJob *job = self->session->job;
  GsCudaContext *context = self->session->context;
  GsPhase unused;

  part->rows = rows;
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
allocate_staging (GsCudaOverlap *self, GError **error)
{
  for (int i = 0; i < 3; i++)
    for (int slot = 0; slot < GS_CUDA_OVERLAP_SLOTS && self->row_bytes[i] > 0; slot++)
      if (!gs_cuda_overlap_check (
              self,
              self->session->driver->host_alloc (&self->staging[i][slot],
                                                 (gsize)self->slice_rows * self->row_bytes[i], 0),
              "cuMemHostAlloc", GS_PHASE_ALLOC, error))
        return FALSE;
  return TRUE;
}

/* Counters of each launch begin at zero, and no other launch writes there. */
static gboolean
prepare_workspace (GsCudaOverlap *self, gsize n_bytes, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;

  if (n_bytes == 0)
    return TRUE;
  if (!gs_cuda_overlap_check (self, driver->memory_alloc (&self->workspace, n_bytes), "cuMemAlloc",
                              GS_PHASE_ALLOC, error))
    return FALSE;
  for (int i = 0; i < self->n_parts; i++)
    if (self->parts[i].launch.counter_bytes > 0
        && !gs_cuda_overlap_check (self,
                                   driver->fill_32 (self->workspace + self->parts[i].workspace_at, 0,
                                                    self->parts[i].launch.counter_bytes / 4,
                                                    self->session->context->stream),
                                   "cuMemsetD32Async", GS_PHASE_ALLOC, error))
      return FALSE;
  return TRUE;
}

/* A launch for every length of slice, each with workspace of its own. */
static gboolean
prepare_parts (GsCudaOverlap *self, GError **error)
{
  gsize workspace_bytes = 0;

  for (int slice = 0; slice < self->n_slices; slice++)
    {
      gint64 rows = rows_of_slice (self, slice);
      GsCudaOverlapPart *part = &self->parts[self->n_parts];
      gboolean known = FALSE;

      for (int i = 0; i < self->n_parts; i++)
        known = known || self->parts[i].rows == rows;
      if (known)
        continue;
      self->n_parts++;
      if (!prepare_part (self, part, rows, error))
        return FALSE;
      part->workspace_at = workspace_bytes;
      workspace_bytes
          += (part->launch.workspace_bytes + WORKSPACE_ALIGN - 1) / WORKSPACE_ALIGN * WORKSPACE_ALIGN;
    }
  return prepare_workspace (self, workspace_bytes, error);
}

static gboolean
create_event (GsCudaOverlap *self, GsCuEvent *event, GError **error)
{
  return gs_cuda_overlap_check (self, self->session->driver->event_create (event, 0), "cuEventCreate",
                                GS_PHASE_ALLOC, error);
}

static gboolean
prepare (GsCudaOverlap *self, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  GsCuStream *streams[] = { &self->up, &self->compute, &self->down };

  gs_cuda_overlap_plan_units (self);
  if (!prepare_parts (self, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (streams); i++)
    if (!gs_cuda_overlap_check (self, driver->stream_create (streams[i], GS_CU_STREAM_NON_BLOCKING),
                                "cuStreamCreate", GS_PHASE_ALLOC, error))
      return FALSE;
  for (int slot = 0; slot < GS_CUDA_OVERLAP_SLOTS; slot++)
    if (!create_event (self, &self->uploaded[slot], error)
        || !create_event (self, &self->downloaded[slot], error))
      return FALSE;
  return create_event (self, &self->computed, error)
         && (self->session->registered[2] || allocate_staging (self, error))
         && gs_cuda_overlap_check (self, driver->context_synchronise (), "cuCtxSynchronize", GS_PHASE_ALLOC,
                                   error);
}

static void
clear (GsCudaOverlap *self)
{
  const GsCudaDriver *driver = self->session->driver;
  const GsCuStream streams[] = { self->up, self->compute, self->down };

  driver->context_synchronise ();
  for (int i = 0; i < 3; i++)
    for (int slot = 0; slot < GS_CUDA_OVERLAP_SLOTS; slot++)
      if (self->staging[i][slot] != NULL)
        driver->host_free (self->staging[i][slot]);
  for (int slot = 0; slot < GS_CUDA_OVERLAP_SLOTS; slot++)
    {
      if (self->uploaded[slot] != NULL)
        driver->event_destroy (self->uploaded[slot]);
      if (self->downloaded[slot] != NULL)
        driver->event_destroy (self->downloaded[slot]);
    }
  if (self->computed != NULL)
    driver->event_destroy (self->computed);
  for (gsize i = 0; i < G_N_ELEMENTS (streams); i++)
    if (streams[i] != NULL)
      driver->stream_destroy (streams[i]);
  if (self->workspace != 0)
    driver->memory_free (self->workspace);
  g_free (self->units);
  for (int i = 0; i < self->n_parts; i++)
    {
      gs_cuda_launch_clear (&self->parts[i].launch);
      g_clear_pointer (&self->parts[i].plan, gs_plan_free);
      g_clear_pointer (&self->parts[i].spec, gs_spec_free);
    }
}

static gint64
divide_up (gint64 a, gint64 b)
{
  return (a + b - 1) / b;
}

/* Slices of @rows rows, the last one in halves and halves of those. Slices begin
 * on a multiple of @multiple rows. */
static void
cut_rows (GsCudaOverlap *self, gint64 rows, gint64 multiple)
{
  gint64 at = 0;

  self->slice_rows = rows;
  self->n_slices = 0;
  while (self->rows - at > rows)
    {
      self->first_row[self->n_slices++] = at;
      at += rows;
    }
  for (int half = 0; half < GS_CUDA_OVERLAP_HALVES; half++)
    {
      gint64 half_rows = divide_up ((self->rows - at) / 2, multiple) * multiple;

      if (half_rows >= self->rows - at)
        break;
      self->first_row[self->n_slices++] = at;
      at += half_rows;
    }
  self->first_row[self->n_slices++] = at;
  self->first_row[self->n_slices] = self->rows;
}

/* How the rows are cut. FALSE: not at all. */
static gboolean
cut (GsCudaOverlap *self)
{
  const GsSpec *spec = self->session->job->spec;
  gboolean product = spec->op == GS_OP_MATMUL;
  gint64 n = spec->m > 1 ? spec->n : 1, k = product ? spec->k : n, multiple, n_slices;
  gsize sliced, slice_bytes = SLICE_BYTES;

  self->rows = spec->m > 1 || product ? spec->m : spec->n;
  self->row_bytes[0] = sizeof (float) * (gsize)k;
  self->row_bytes[1] = product ? 0 : sizeof (float) * (gsize)n;
  self->row_bytes[2] = sizeof (float) * (gsize)n;
  sliced = (gsize)self->rows * (self->row_bytes[0] + self->row_bytes[1]);
  if (!spec->guard || spec->faults != 0 || spec->grid_rule != GS_GRID_CEIL
      || sliced < MIN_SLICES * (SLICE_BYTES / 4))
    return FALSE;
  if (self->session->registered[2])
    slice_bytes *= PINNED_TIMES;
  n_slices = (gint64)CLAMP (sliced / slice_bytes, MIN_SLICES, GS_CUDA_OVERLAP_SLICES);
  /* Whole tiles, and slices that begin on 16 bytes. */
  multiple = self->rows > 256 * n_slices ? 256 : 4;
  cut_rows (self, divide_up (divide_up (self->rows, n_slices), multiple) * multiple, multiple);
  return self->n_slices > 1;
}

gboolean
gs_cuda_overlap_measure (GsCudaSession *session, GError **error)
{
  GsCudaOverlap self = { .session = session };
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
