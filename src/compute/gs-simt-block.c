/* Runs one block: its threads take turns, warp by warp, from barrier to
 * barrier. */
#include "gs-simt-worker.h"

/* The stacks of neighbouring threads start in different cache sets; else all
 * would fight for the same few lines. */
#define STACK_COLOURS 16
#define COLOUR_BYTES  256

static void
start_lane (GsSimtWorker *self, GsSimtLane *lane)
{
  gsize stack = self->free_stacks[--self->n_free_stacks];
  gsize shift = stack % STACK_COLOURS * COLOUR_BYTES;

  lane->stack = (gint)stack;
  gs_simt_context_init (&lane->context, gs_simt_stack (self, stack), GS_SIMT_STACK_BYTES - shift,
                        gs_simt_thread_main);
}

static void
run_lane (GsSimtWorker *self, guint32 thread)
{
  GsSimtLane *lane = &self->lanes[thread];
  const guint32 width = (guint32)self->run->block[0];

  if (lane->stack < 0)
    start_lane (self, lane);
  self->thread = (guint16)thread;
  self->lane = thread % GS_SIMT_WARP;
  self->thread_idx[0] = thread % width;
  self->thread_idx[1] = thread / width;
  self->n = lane->n;
  self->branches_left = lane->branches_left;
  gs_simt_context_switch (&self->scheduler, &lane->context);
  lane->branches_left = self->branches_left;
  lane->steps += self->n - lane->n + (lane->state == GS_SIMT_LANE_BARRIER);
  self->steps += self->n - lane->n;
  lane->n = self->n;
  if (lane->state >= GS_SIMT_LANE_EXITED)
    {
      self->free_stacks[self->n_free_stacks++] = (guint16)lane->stack;
      lane->stack = -1;
    }
}

/* FALSE when the thread that ran last has ended the run. Nobody runs on after
 * that: a neighbour's stack may be what was overrun. */
static gboolean
check_thread (GsSimtWorker *self, guint32 thread)
{
  if (self->lanes[thread].steps > self->run->step_limit)
    self->failure = GS_SIMT_FAILURE_ENDLESS;
  if (self->failure != GS_SIMT_FAILURE_NONE)
    gs_simt_worker_fail (self);
  return self->error == NULL;
}

/* Lets the lanes of one warp run until each waits at a barrier or has ended. A
 * traced lane stops after a chunk of accesses until its neighbours have caught
 * up, so that the streams stay short. */
static gboolean
run_warp (GsSimtWorker *self, guint32 warp)
{
  guint32 first = warp * GS_SIMT_WARP;
  guint32 end = MIN (first + GS_SIMT_WARP, self->run->n_threads);
  gboolean more;

  do
    {
      more = FALSE;
      for (guint32 thread = first; thread < end; thread++)
        {
          GsSimtLane *lane = &self->lanes[thread];

          if (lane->state > GS_SIMT_LANE_FULL || lane->n == self->chunk)
            continue;
          run_lane (self, thread);
          if (!check_thread (self, thread))
            return FALSE;
        }
      if (self->traced)
        gs_simt_warp_consume (self, warp);
      for (guint32 thread = first; thread < end; thread++)
        {
          if (!self->traced)
            self->lanes[thread].n = 0;
          more |= self->lanes[thread].state == GS_SIMT_LANE_FULL;
        }
      if (g_atomic_int_get (&self->run->stop))
        return FALSE;
    }
  while (more);
  return TRUE;
}

/* All threads wait or have ended. A barrier is for all threads of the block and
 * for all at the same place; tells of one that is not. */
static void
check_barrier (GsSimtWorker *self)
{
  guint32 waiting = GS_SIMT_NOBODY, ended = GS_SIMT_NOBODY, elsewhere = GS_SIMT_NOBODY;
  GsSimtEvent event;

  for (guint32 thread = 0; thread < self->run->n_threads; thread++)
    {
      const GsSimtLane *lane = &self->lanes[thread];

      if (lane->state != GS_SIMT_LANE_BARRIER)
        ended = MIN (ended, thread);
      else if (waiting == GS_SIMT_NOBODY)
        waiting = thread;
      else if (lane->barrier_site != self->lanes[waiting].barrier_site)
        elsewhere = MIN (elsewhere, thread);
    }
  if (ended == GS_SIMT_NOBODY && elsewhere == GS_SIMT_NOBODY)
    return;
  self->thread = (guint16)waiting;
  event = gs_simt_event_here (self, self->lanes[waiting].barrier_site, GS_SIMT_SPACE_NONE, 0, FALSE);
  event.other_thread = (guint16)(elsewhere != GS_SIMT_NOBODY ? elsewhere : ended);
  event.other_site = elsewhere != GS_SIMT_NOBODY ? self->lanes[elsewhere].barrier_site : 0;
  gs_simt_event (self, GS_FINDING_DIVERGENT_BARRIER, &event);
}

/* FALSE when nobody waits any more. */
static gboolean
release_barrier (GsSimtWorker *self)
{
  gboolean any = FALSE;

  for (guint32 thread = 0; thread < self->run->n_threads; thread++)
    any |= self->lanes[thread].state == GS_SIMT_LANE_BARRIER;
  if (!any)
    return FALSE;
  check_barrier (self);
  for (guint32 thread = 0; thread < self->run->n_threads; thread++)
    if (self->lanes[thread].state == GS_SIMT_LANE_BARRIER)
      self->lanes[thread].state = GS_SIMT_LANE_READY;
  self->epoch++;
  return TRUE;
}

static void
begin_block (GsSimtWorker *self, gint64 nth)
{
  const GsSimtRun *run = self->run;
  const gint64 block = run->blocks != NULL ? run->blocks[nth] : nth;

  self->block = block;
  self->block_idx[0] = (unsigned int)(block % run->grid[0]);
  self->block_idx[1] = (unsigned int)(block / run->grid[0]);
  self->traced = !run->quiet && nth % run->trace_every == 0;
  self->chunk = self->traced ? GS_SIMT_CHUNK : 64 * GS_SIMT_CHUNK;
  self->first_epoch = ++self->epoch;
  g_array_set_size (self->listed, 0);
  for (guint32 thread = 0; thread < run->n_threads; thread++)
    {
      GsSimtLane *lane = &self->lanes[thread];

      lane->state = GS_SIMT_LANE_READY;
      lane->stack = -1;
      lane->n = lane->steps = 0;
      lane->branches_left = GS_SIMT_BRANCHES_PER_STEP * (gint64)run->step_limit;
      lane->wrote = GS_SIMT_WROTE_NOTHING;
    }
  self->n_free_stacks = 0;
  for (guint32 stack = run->n_threads; stack > 0; stack--)
    self->free_stacks[self->n_free_stacks++] = (guint16)(stack - 1);
  gs_simt_shared_begin_block (self);
  gs_simt_output_begin_block (self);
}

gboolean
gs_simt_block_run (GsSimtWorker *self, gint64 nth)
{
  guint32 n_warps = (self->run->n_threads + GS_SIMT_WARP - 1) / GS_SIMT_WARP;

  begin_block (self, nth);
  do
    for (guint32 warp = 0; warp < n_warps; warp++)
      if (!run_warp (self, warp))
        return FALSE;
  while (release_barrier (self));
  gs_simt_output_end_block (self);
  self->blocks_run++;
  self->blocks_traced += self->traced;
  return TRUE;
}
