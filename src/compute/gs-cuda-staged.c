#include <string.h>

#include "gs-cuda-error.h"
#include "gs-cuda-overlap-private.h"
#include "gs-engine.h"
#include "gs-pool.h"

/* From ordinary memory and back: helpers copy between the matrices and pinned
 * buffers, and one thread keeps the device's streams busy meanwhile. Nobody sleeps
 * between two slices: to wake up can take longer than to copy one. */

#define MAX_HELPERS 16

/* B of a product first, in pieces as long as a slot of A. */
void
gs_cuda_overlap_plan_units (GsCudaOverlap *self)
{
  gsize slot_bytes = (gsize)self->slice_rows * self->row_bytes[0];
  gsize b_bytes = self->row_bytes[1] > 0 ? 0 : self->session->buffers[1].n_bytes;
  int b_units = (int)((b_bytes + slot_bytes - 1) / slot_bytes);

  self->n_units = b_units + self->n_slices;
  self->units = g_new0 (GsCudaOverlapUnit, self->n_units);
  for (int i = 0; i < self->n_units; i++)
    {
      gsize at = (gsize)i * slot_bytes;

      self->units[i]
          = i < b_units
                ? (GsCudaOverlapUnit){ .slice = -1, .at = at, .n_bytes = MIN (slot_bytes, b_bytes - at) }
                : (GsCudaOverlapUnit){ .slice = i - b_units };
    }
}

/* Asks the crew to fill the slot of @unit. */
static void
stage_unit (GsCudaOverlap *self, int index)
{
  GsCudaOverlapUnit *unit = &self->units[index];
  int slot = index % GS_CUDA_OVERLAP_SLOTS;

  unit->pieces[0] = unit->pieces[1] = -1;
  if (unit->slice < 0)
    unit->pieces[0] = gs_copy_crew_post (self->crew, self->staging[0][slot],
                                         (const char *)self->session->job->b->data + unit->at, unit->n_bytes);
  else
    for (int i = 0; i < 2; i++)
      if (self->row_bytes[i] > 0)
        unit->pieces[i] = gs_copy_crew_post (self->crew, self->staging[i][slot],
                                             gs_cuda_overlap_host_rows (self, i, unit->slice),
                                             gs_cuda_overlap_slice_bytes (self, i, unit->slice));
}

static gboolean
is_staged (const GsCudaOverlap *self, int index)
{
  for (int i = 0; i < 2; i++)
    if (self->units[index].pieces[i] >= 0
        && !gs_copy_crew_has_copied (self->crew, self->units[index].pieces[i]))
      return FALSE;
  return TRUE;
}

static gboolean
enqueue_unit (GsCudaOverlap *self, int index, GError **error)
{
  const GsCudaDriver *driver = self->session->driver;
  const GsCudaOverlapUnit *unit = &self->units[index];
  int slot = index % GS_CUDA_OVERLAP_SLOTS;

  if (unit->slice >= 0)
    return gs_cuda_overlap_upload (self, unit->slice, slot, error)
           && gs_cuda_overlap_compute (self, unit->slice, slot, error);
  return gs_cuda_overlap_check (self,
                                driver->copy_to_device_async (self->session->buffers[1].data + unit->at,
                                                              self->staging[0][slot], unit->n_bytes,
                                                              self->up),
                                "cuMemcpyHtoDAsync", GS_PHASE_UPLOAD, error)
         && gs_cuda_overlap_check (self, driver->event_record (self->uploaded[slot], self->up),
                                   "cuEventRecord", GS_PHASE_UPLOAD, error);
}

/* How far a run from ordinary memory has come, each a number of units or slices
 * and never more than the one before it. */
typedef struct
{
  int staging, enqueued, uploaded;            /* units */
  int computing, returning, arrived, emptied; /* slices */
} Progress;

/* Does what can be done now, without waiting. */
static gboolean
advance (GsCudaOverlap *self, Progress *at, gint64 start_ns, GError **error)
{
  gboolean happened;

  while (at->staging < MIN (self->n_units, at->uploaded + GS_CUDA_OVERLAP_SLOTS))
    stage_unit (self, at->staging++);
  if (at->enqueued < at->staging && is_staged (self, at->enqueued))
    {
      if (!enqueue_unit (self, at->enqueued, error))
        return FALSE;
      at->computing += self->units[at->enqueued++].slice >= 0;
    }
  if (at->returning < MIN (at->computing, at->emptied + GS_CUDA_OVERLAP_SLOTS)
      && !gs_cuda_overlap_download (self, at->returning++, error))
    return FALSE;
  if (at->uploaded < at->enqueued)
    {
      if (!gs_cuda_session_poll (self->session, self->uploaded[at->uploaded % GS_CUDA_OVERLAP_SLOTS],
                                 start_ns, &happened, error))
        return FALSE;
      at->uploaded += happened;
    }
  if (at->arrived < at->returning)
    {
      int slice = at->arrived, slot = slice % GS_CUDA_OVERLAP_SLOTS;

      if (!gs_cuda_session_poll (self->session, self->downloaded[slot], start_ns, &happened, error))
        return FALSE;
      if (happened)
        self->emptied[at->arrived++]
            = gs_copy_crew_post (self->crew, gs_cuda_overlap_host_rows (self, 2, slice),
                                 self->staging[2][slot], gs_cuda_overlap_slice_bytes (self, 2, slice));
    }
  if (at->emptied < at->arrived && gs_copy_crew_has_copied (self->crew, self->emptied[at->emptied]))
    at->emptied++;
  return TRUE;
}

typedef struct
{
  GsCudaOverlap *overlap;
  gboolean done;
  GError *error;
} StagedRun;

/* The first thread leads, the others copy. */
static void
staged_cb (int thread, int n_threads, gpointer data)
{
  StagedRun *run = data;
  GsCudaOverlap *self = run->overlap;
  gint64 start_ns = gs_clock_now_ns ();
  Progress at = { 0 };
  guint spins = 0;

  if (thread > 0)
    {
      gs_copy_crew_work (self->crew);
      return;
    }
  run->done = TRUE;
  while (run->done && at.emptied < self->n_slices)
    {
      Progress before = at;

      run->done = advance (self, &at, start_ns, &run->error);
      if (memcmp (&before, &at, sizeof at) == 0)
        gs_pool_relax (&spins);
      else
        spins = 0;
    }
  gs_copy_crew_dismiss (self->crew);
}

/* Half of the processors copy: more of them wait for the same memory. */
gboolean
gs_cuda_overlap_run_staged (GsCudaOverlap *self, GError **error)
{
  StagedRun run = { .overlap = self };

  self->crew = gs_copy_crew_new (2 * self->n_units + self->n_slices);
  gs_pool_run (1 + CLAMP ((int)g_get_num_processors () / 2, 1, MAX_HELPERS), staged_cb, &run);
  g_clear_pointer (&self->crew, gs_copy_crew_free);
  if (run.error != NULL)
    g_propagate_error (error, run.error);
  return run.done;
}
