#include "gs-simt-worker.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-backend.h"
#include "gs-simt-lines.h"

static gboolean
reserve (GsSimtWorker *self, GError **error)
{
  self->stacks_bytes = (1 + self->run->n_threads) * GS_SIMT_STACK_BYTES;
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

/* "Thread (0, 3) of block (1, 0), in line 12 of the kernel," */
static char *
name_place (const GsSimtWorker *self)
{
  const int line = gs_simt_line (self->text + self->stop_site);

  if (line == 0)
    return g_strdup_printf (_ ("Thread (%u, %u) of block (%u, %u)"), self->thread_idx[0], self->thread_idx[1],
                            self->block_idx[0], self->block_idx[1]);
  return g_strdup_printf (_ ("Thread (%u, %u) of block (%u, %u), in line %d of the kernel,"),
                          self->thread_idx[0], self->thread_idx[1], self->block_idx[0], self->block_idx[1],
                          line);
}

static GError *
make_error (const GsSimtWorker *self)
{
  g_autofree char *place = name_place (self);
  const int stack_kib = (int)((GS_SIMT_STACK_BYTES - GS_SIMT_STACK_LEFT) >> 10);

  switch (self->failure)
    {
    case GS_SIMT_FAILURE_STACK:
      /* Translators: a thread and where it is; a size. */
      return g_error_new (GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                          _ ("%s needs more than the %d KiB of stack that a thread of the simulated GPU "
                             "has; look for a function that calls itself, or make its own arrays "
                             "smaller."),
                          place, stack_kib);
    case GS_SIMT_FAILURE_SHARED_BYTES:
      /* Translators: a thread and where it is; two numbers of bytes. */
      return g_error_new (GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                          _ ("%s asks for %zu bytes of shared memory in all, and a block has at most %zu; "
                             "choose a smaller tile."),
                          place, self->shared_wanted, GS_SIMT_SHARED_BYTES);
    case GS_SIMT_FAILURE_SHARED_ARRAYS:
      /* Translators: a thread and where it is; a number of arrays. */
      return g_error_new (GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                          _ ("%s asks for one more array in shared memory than the %d that the simulated GPU "
                             "tells apart; put several into one."),
                          place, GS_SIMT_MAX_ARRAYS);
    case GS_SIMT_FAILURE_ENDLESS:
    case GS_SIMT_FAILURE_NONE:
    default:
      /* Translators: a thread and where it is; a number of steps. */
      return g_error_new (GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_TIMEOUT,
                          _ ("%s has made more than %u steps without ending; look for a loop whose "
                             "condition never becomes false, or choose a smaller k."),
                          place, self->run->step_limit);
    }
}

void
gs_simt_worker_fail (GsSimtWorker *self)
{
  self->error = make_error (self);
  self->error_block = self->block;
  g_atomic_int_set (&self->run->stop, 1);
}
