#include "gs-simt-worker.h"

#include <string.h>

static gboolean
reserve (GsSimtWorker *self, GError **error)
{
  self->stacks_bytes = self->run->n_threads * GS_SIMT_STACK_BYTES;
  self->stacks = gs_simt_reserve (self->stacks_bytes, error);
  if (self->stacks == NULL)
    return FALSE;
  self->shared_span = GS_SIMT_SHARED_SPAN;
  self->shared_zone_bytes = GS_SIMT_SHARED_SPAN + 2 * GS_SIMT_SHARED_ZONE;
  self->shared_zone = gs_simt_reserve (self->shared_zone_bytes, error);
  if (self->shared_zone == NULL)
    return FALSE;
  self->shared_base = (guintptr)self->shared_zone + GS_SIMT_SHARED_ZONE;
  return TRUE;
}

GsSimtWorker *
gs_simt_worker_new (GsSimtRun *run, GError **error)
{
  GsSimtWorker *self = g_new0 (GsSimtWorker, 1);
  gsize n_cells = GS_SIMT_SHARED_SPAN / 4;

  self->run = run;
  /* Return addresses are kept as distances from well below the kernels, so
   * that they are small and positive. */
  self->text = (guintptr)gs_simt_kernel_find - ((guintptr)1 << 23);
  if (!reserve (self, error))
    {
      gs_simt_worker_free (self);
      return NULL;
    }
  self->lanes = g_new0 (GsSimtLane, run->n_threads);
  self->free_stacks = g_new0 (guint16, run->n_threads);
  self->keys = g_new0 (GsSimtKey, GS_SIMT_CHUNK * GS_SIMT_WARP);
  self->words = g_new0 (guint32, GS_SIMT_CHUNK * GS_SIMT_WARP);
  self->cells = g_new (GsSimtCell, n_cells);
  memset (self->cells, 0xff, n_cells * sizeof *self->cells);
  self->sites_of_cells = g_new0 (GsSimtCellSites, n_cells);
  for (int i = 0; i < GS_N_FINDINGS; i++)
    self->events[i] = g_array_new (FALSE, FALSE, sizeof (GsSimtEvent));
  self->listed = g_array_new (FALSE, FALSE, sizeof (GsSimtListed));
  self->requests = g_array_new (FALSE, FALSE, sizeof (GsWarpRequest));
  return self;
}

void
gs_simt_worker_free (GsSimtWorker *self)
{
  if (self == NULL)
    return;
  gs_simt_release (self->stacks, self->stacks_bytes);
  gs_simt_release (self->shared_zone, self->shared_zone_bytes);
  g_free (self->lanes);
  g_free (self->free_stacks);
  g_free (self->keys);
  g_free (self->words);
  g_free (self->cells);
  g_free (self->sites_of_cells);
  g_free (self->own_writes);
  g_free (self->sites);
  for (int i = 0; i < GS_N_FINDINGS; i++)
    g_clear_pointer (&self->events[i], g_array_unref);
  g_clear_pointer (&self->listed, g_array_unref);
  g_clear_pointer (&self->requests, g_array_unref);
  g_clear_error (&self->error);
  g_free (self);
}
