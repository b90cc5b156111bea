/* Who wrote which element of the output: over the whole launch, to name every
 * element missed or written twice, and within a block, to name races. */
#include <string.h>

#include "gs-simt-worker.h"

#define N_LOCKS 256

/* Keeps the two threads of a writer pair that say most: the first in launch
 * order, and the first of another block if there is one, else the second. The
 * outcome does not depend on the order in which blocks happen to run. */
static void
note_writer (GsSimtElement *element, guint32 n_threads, guint32 thread, guint32 site)
{
  guint32 *writer = element->writer;

  if (thread == writer[0] || thread == writer[1])
    return;
  if (thread < writer[0])
    {
      guint32 passed_on = writer[0], passed_site = element->site[0];

      writer[0] = thread;
      element->site[0] = site;
      thread = passed_on;
      site = passed_site;
    }
  if (thread == GS_SIMT_NO_THREAD)
    return;
  if (writer[1] != GS_SIMT_NO_THREAD)
    {
      gboolean old_is_other = writer[1] / n_threads != writer[0] / n_threads;
      gboolean new_is_other = thread / n_threads != writer[0] / n_threads;

      if (old_is_other != new_is_other ? old_is_other : writer[1] < thread)
        return;
    }
  writer[1] = thread;
  element->site[1] = site;
}

static void
note_in_launch (GsSimtWorker *self, gint64 index, guint32 site)
{
  GsSimtRun *run = self->run;
  gint *lock = &run->element_locks[index % N_LOCKS];
  guint32 thread = (guint32)(self->block * run->n_threads + self->thread);

  while (!g_atomic_int_compare_and_exchange (lock, 0, 1))
    ;
  note_writer (&run->elements[index], run->n_threads, thread, site);
  g_atomic_int_set (lock, 0);
}

/* In a sampled run: that a block, for which it is the first time, writes the element. */
static void
note_computed (GsSimtRun *run, gint64 index)
{
  const guint bit = (guint)1 << (index % 32);

  if (g_atomic_int_or (&run->computed[index / 32], bit) & bit)
    g_atomic_int_set (&run->collided, 1);
}

static GsSimtOwnWrite *
find_own (const GsSimtWorker *self, gint64 element)
{
  guint32 i = (guint32)(element * 2654435761u) & self->own_writes_mask;

  while (self->own_writes[i].stamp == self->own_stamp && self->own_writes[i].element != element)
    i = (i + 1) & self->own_writes_mask;
  return &self->own_writes[i];
}

static void
grow_own (GsSimtWorker *self)
{
  GsSimtOwnWrite *old = self->own_writes;
  guint32 n_old = old != NULL ? self->own_writes_mask + 1 : 0;
  guint32 n_new = MAX (2048, 2 * n_old);

  self->own_writes = g_new0 (GsSimtOwnWrite, n_new);
  self->own_writes_mask = n_new - 1;
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].stamp == self->own_stamp)
      *find_own (self, old[i].element) = old[i];
  g_free (old);
}

static void
note_in_block (GsSimtWorker *self, gint64 index, guint32 site)
{
  GsSimtOwnWrite *own;

  if (2 * self->n_own_writes >= self->own_writes_mask)
    grow_own (self);
  own = find_own (self, index);
  if (own->stamp != self->own_stamp)
    {
      self->n_own_writes++;
      if (self->run->computed != NULL)
        note_computed (self->run, index);
    }
  else if (own->thread != self->thread && own->epoch == self->epoch)
    {
      GsSimtEvent event = gs_simt_event_here (self, site, GS_SIMT_OUTPUT, index, TRUE);

      event.other_thread = own->thread;
      event.other_site = own->site;
      gs_simt_event (self, GS_FINDING_RACE, &event);
    }
  *own = (GsSimtOwnWrite){ self->own_stamp, self->epoch, site, self->thread, index };
}

void
gs_simt_output_write (GsSimtWorker *self, gint64 element, guint32 site)
{
  GsSimtLane *lane = &self->lanes[self->thread];

  if (self->run->quiet)
    return;
  if (lane->wrote == GS_SIMT_WROTE_NOTHING)
    lane->wrote = element;
  if (self->run->elements != NULL)
    note_in_launch (self, element, site);
  note_in_block (self, element, site);
}

void
gs_simt_output_read (GsSimtWorker *self, gint64 element, guint32 site)
{
  GsSimtEvent event;
  const GsSimtOwnWrite *own;

  if (self->run->quiet)
    return;
  event = gs_simt_event_here (self, site, GS_SIMT_OUTPUT, element, FALSE);
  if (self->own_writes == NULL)
    grow_own (self);
  own = find_own (self, element);
  if (own->stamp != self->own_stamp)
    {
      /* What other blocks may have written has no order to this read. */
      gs_simt_event (self, GS_FINDING_UNINITIALISED_READ, &event);
      return;
    }
  if (own->thread == self->thread || own->epoch != self->epoch)
    return;
  event.other_thread = own->thread;
  event.other_site = own->site;
  gs_simt_event (self, GS_FINDING_RACE, &event);
}

void
gs_simt_output_begin_block (GsSimtWorker *self)
{
  self->own_stamp++;
  self->n_own_writes = 0;
}

/* The element that thread @thread of the running block should own, or -1. */
static gint64
owned_element (const GsSimtWorker *self, guint32 thread)
{
  const GsSimtRun *run = self->run;
  const GsLaunch *launch = &run->launch;
  gint64 x = (gint64)self->block_idx[0] * run->block[0] + thread % (guint32)run->block[0];
  gint64 y = (gint64)self->block_idx[1] * run->block[1] + thread / (guint32)run->block[0];
  gboolean x_is_row = (launch->flags & GS_LAUNCH_X_ROW) != 0;
  gint64 row, column;

  if ((launch->flags & GS_LAUNCH_2D) == 0)
    return x < launch->m * launch->n ? x : -1;
  if (run->ownership == GS_SIMT_OWNS_UNFOLDED)
    {
      guint32 width = run->n_threads % 32 == 0 ? 32 : run->n_threads;

      x = (gint64)self->block_idx[0] * width + thread % width;
      y = (gint64)self->block_idx[1] * (run->n_threads / width) + thread / width;
    }
  row = x_is_row ? x : y;
  column = x_is_row ? y : x;
  return row < launch->m && column < launch->n ? row * launch->n + column : -1;
}

static GsFate
fate_of (const GsSimtWorker *self, guint32 thread)
{
  gint64 wrote = self->lanes[thread].wrote;

  if (wrote == GS_SIMT_WROTE_NOTHING)
    return GS_FATE_IDLE;
  if (wrote == GS_SIMT_WROTE_OUTSIDE)
    return GS_FATE_OUT_OF_BOUNDS;
  if (self->run->ownership == GS_SIMT_OWNS_SEVERAL || wrote == owned_element (self, thread))
    return GS_FATE_ACTIVE;
  return GS_FATE_ALIASED;
}

void
gs_simt_output_end_block (GsSimtWorker *self)
{
  if (self->run->quiet)
    return;
  for (guint32 first = 0; first < self->run->n_threads; first += GS_SIMT_WARP)
    {
      const guint32 end = MIN (first + GS_SIMT_WARP, self->run->n_threads);
      guint32 n_idle = 0;

      for (guint32 thread = first; thread < end; thread++)
        {
          const GsFate fate = fate_of (self, thread);

          self->fates[fate]++;
          n_idle += fate == GS_FATE_IDLE;
        }
      self->warps[n_idle == 0 ? GS_WARPS_WHOLE : n_idle < end - first ? GS_WARPS_SPLIT : GS_WARPS_IDLE]++;
    }
}
