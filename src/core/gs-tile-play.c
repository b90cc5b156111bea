#include "gs-tile-play.h"

#include <string.h>

#include "gs-plan-private.h"

/* Blocks after the one in focus are played in at most so many steps. */
#define MAX_GROUPS 12

static gboolean
has_barrier (const GsTilePlay *self, GsFault missing)
{
  return (self->plan->faults & missing) == 0;
}

/* The threads of a warp stand side by side in the order of their number. */
static int
warp_of_cell (const GsTilePlay *self, gint64 row, gint64 column)
{
  const gboolean x_is_row = self->plan->map == GS_MAP_X_ROW;
  const gint64 x = x_is_row ? row : column, y = x_is_row ? column : row;

  return (int)((y * self->side + x) / self->plan->limits.warp_size);
}

/* Steps of one tile, and of one warp alone for one tile. */
static gint64
tile_steps (const GsTilePlay *self)
{
  const gint64 warps = self->n_warps, alone = self->side + 1;

  if (has_barrier (self, GS_FAULT_BARRIER_1) && has_barrier (self, GS_FAULT_BARRIER_2))
    return warps + 1 + self->side + 1;
  return warps * alone + 1;
}

/* The longest k has more steps than can be numbered: those past the greatest number are
 * not played. */
static gint64
block_steps (const GsTilePlay *self)
{
  const GsWide warps = self->n_warps, alone = self->side + 1, tiles = self->n_tiles;

  if (self->n_tiles == 0)
    return self->n_warps;
  if (has_barrier (self, GS_FAULT_BARRIER_2) || has_barrier (self, GS_FAULT_BARRIER_1))
    return gs_saturate (tiles * tile_steps (self) + warps);
  return gs_saturate (warps * (tiles * alone + 1));
}

gboolean
gs_tile_play_init (GsTilePlay *self, const GsPlan *plan, const GsThreadId *focus)
{
  GsThreadInfo info;
  gint64 block;

  g_return_val_if_fail (self != NULL && plan != NULL, FALSE);

  if (plan->op != GS_OP_MATMUL || !plan->launches || plan->kernel == NULL || !plan->kernel->square_block
      || plan->block[0] != plan->block[1])
    return FALSE;
  *self = (GsTilePlay){ .plan = plan, .side = plan->block[0] };
  if (focus != NULL && gs_plan_thread (plan, focus, &info))
    self->focus = *focus;
  self->n_tiles = plan->k / self->side + (plan->k % self->side != 0);
  self->n_warps = (int)((self->side * self->side + plan->limits.warp_size - 1) / plan->limits.warp_size);
  self->row = self->focus.block[plan->map == GS_MAP_X_ROW ? 0 : 1] * self->side;
  self->column = self->focus.block[plan->map == GS_MAP_X_ROW ? 1 : 0] * self->side;
  block = self->focus.block[1] * plan->grid[0] + self->focus.block[0];
  self->n_before = block;
  self->n_after = plan->blocks - block - 1;
  self->n_block_steps = block_steps (self);
  return TRUE;
}

static gint64
n_groups (const GsTilePlay *self)
{
  return MIN (self->n_after, MAX_GROUPS);
}

gint64
gs_tile_play_n_steps (const GsTilePlay *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return gs_saturate ((GsWide)(self->n_before > 0) + self->n_block_steps + n_groups (self));
}

gint64
gs_plan_play_steps (const GsPlan *plan, const GsThreadId *focus)
{
  GsTilePlay play;

  g_return_val_if_fail (plan != NULL, 0);

  if (!plan->launches)
    return 0;
  return gs_tile_play_init (&play, plan, focus) ? gs_tile_play_n_steps (&play) : plan->warps;
}

/* Steps done inside the block in focus. */
static gint64
steps_inside (const GsTilePlay *self, gint64 n_done)
{
  return CLAMP (n_done - (self->n_before > 0), 0, self->n_block_steps);
}

/* @done steps of a warp that runs alone: a load and then the k-loop, again and
 * again. */
static void
run_alone (const GsTilePlay *self, gint64 done, GsTileWarp *state)
{
  const gint64 alone = self->side + 1;

  state->loads = done / alone + (done % alone > 0);
  state->terms = done / alone * self->side + MAX (done % alone - 1, 0);
}

/* Both barriers are there. */
static void
run_with_both (const GsTilePlay *self, gint64 done, int warp, GsTileWarp *state)
{
  const gint64 tile = MIN (done / tile_steps (self), self->n_tiles), rest = done - tile * tile_steps (self);

  state->loads = tile;
  state->terms = tile * self->side;
  if (tile == self->n_tiles)
    {
      state->stored = warp < rest;
      return;
    }
  state->loads += warp < rest;
  state->terms += CLAMP (rest - self->n_warps - 1, 0, self->side);
}

/* Without the first a warp goes on to the k-loop when it has loaded its own part. */
static void
run_without_first (const GsTilePlay *self, gint64 done, int warp, GsTileWarp *state)
{
  const gint64 alone = self->side + 1;
  const gint64 tile = MIN (done / tile_steps (self), self->n_tiles), rest = done - tile * tile_steps (self);
  GsTileWarp last = { 0 };

  state->loads = tile;
  state->terms = tile * self->side;
  if (tile == self->n_tiles)
    {
      state->stored = warp < rest;
      return;
    }
  run_alone (self, CLAMP (rest - warp * alone, 0, alone), &last);
  state->loads += last.loads;
  state->terms += last.terms;
}

/* Without the second a warp goes on to load the next tile, or to store, when its
 * own k-loop has ended. */
static void
run_without_second (const GsTilePlay *self, gint64 done, int warp, GsTileWarp *state)
{
  const gint64 alone = self->side + 1, left = done - self->n_warps - 1;
  gint64 tile, own;

  if (left <= 0)
    {
      state->loads = warp < done;
      return;
    }
  tile = MIN (left / tile_steps (self), self->n_tiles - 1);
  own = CLAMP (left - tile * tile_steps (self) - warp * alone, 0, alone);
  state->terms = tile * self->side + MIN (own, self->side);
  state->loads = MIN (tile + 1 + (own > self->side), self->n_tiles);
  state->stored = tile == self->n_tiles - 1 && own > self->side;
}

static void
run_without_any (const GsTilePlay *self, gint64 done, int warp, GsTileWarp *state)
{
  const GsWide all = (GsWide)self->n_tiles * (self->side + 1) + 1, own = CLAMP (done - warp * all, 0, all);

  run_alone (self, (gint64)MIN (own, all - 1), state);
  state->stored = own == all;
}

void
gs_tile_play_warp (const GsTilePlay *self, gint64 n_done, int warp, GsTileWarp *state)
{
  gint64 done;

  g_return_if_fail (self != NULL && state != NULL);

  done = steps_inside (self, n_done);
  *state = (GsTileWarp){ 0 };
  if (self->n_tiles == 0)
    state->stored = warp < done;
  else if (has_barrier (self, GS_FAULT_BARRIER_1) && has_barrier (self, GS_FAULT_BARRIER_2))
    run_with_both (self, done, warp, state);
  else if (has_barrier (self, GS_FAULT_BARRIER_2))
    run_without_first (self, done, warp, state);
  else if (has_barrier (self, GS_FAULT_BARRIER_1))
    run_without_second (self, done, warp, state);
  else
    run_without_any (self, done, warp, state);
}

/* What the last step has changed says which it was; a barrier changes nothing. */
static void
name_step (const GsTilePlay *self, gint64 n_done, GsTileStep *step)
{
  int n_changed = 0;
  GsTileWarp now = { 0 }, before;

  for (int warp = 0; warp < self->n_warps; warp++)
    {
      gs_tile_play_warp (self, n_done, warp, &now);
      gs_tile_play_warp (self, n_done - 1, warp, &before);
      if (memcmp (&now, &before, sizeof now) == 0)
        continue;
      n_changed++;
      step->warp = warp;
      step->phase = now.stored && !before.stored ? GS_TILE_PHASE_STORE
                    : now.loads > before.loads   ? GS_TILE_PHASE_LOAD
                                                 : GS_TILE_PHASE_MULTIPLY;
      step->tile = step->phase == GS_TILE_PHASE_MULTIPLY ? (now.terms - 1) / self->side : now.loads - 1;
    }
  /* Between both barriers the order of the warps makes no difference: they go together. */
  if (step->phase == GS_TILE_PHASE_MULTIPLY && has_barrier (self, GS_FAULT_BARRIER_1)
      && has_barrier (self, GS_FAULT_BARRIER_2))
    step->warp = -1;
  if (n_changed > 0)
    return;
  step->phase = now.loads * self->side > now.terms ? GS_TILE_PHASE_BARRIER_1 : GS_TILE_PHASE_BARRIER_2;
  step->tile = now.loads - 1;
}

void
gs_tile_play_at (const GsTilePlay *self, gint64 n_done, GsTileStep *step)
{
  const gint64 after = n_done - (self->n_before > 0) - self->n_block_steps;

  g_return_if_fail (self != NULL && step != NULL);

  *step = (GsTileStep){ .phase = GS_TILE_PHASE_BLOCKS,
                        .warp = -1,
                        .blocks_done = n_done > 0 ? self->n_before : 0 };
  if (n_done <= (self->n_before > 0))
    return;
  if (after > 0 && self->n_after > 0)
    {
      /* In two parts, so that no number of blocks overflows. */
      step->blocks_done = self->n_before + 1 + self->n_after / n_groups (self) * after
                          + self->n_after % n_groups (self) * after / n_groups (self);
      return;
    }
  step->inside = after < 0;
  step->blocks_done = self->n_before + (after >= 0);
  name_step (self, n_done, step);
}

void
gs_tile_play_place (const GsTilePlay *self, gint64 *row, gint64 *column)
{
  const gboolean x_is_row = self->plan->map == GS_MAP_X_ROW;

  g_return_if_fail (self != NULL && row != NULL && column != NULL);

  *row = self->focus.thread[x_is_row ? 0 : 1];
  *column = self->focus.thread[x_is_row ? 1 : 0];
}

/* The last tile up to @tile in which the cell lies in its matrix, as the kernel's own
 * comparison has it; -1: in none. */
static gint64
last_tile_inside (const GsTilePlay *self, int operand, gint64 tile, gint64 row, gint64 column)
{
  const GsPlan *plan = self->plan;
  const gint64 along_k = operand == 0 ? column : row;
  const gboolean across = operand == 0 ? self->row + row < plan->m : self->column + column < plan->n;

  return across && along_k < plan->k ? MIN (tile, (plan->k - 1 - along_k) / self->side) : -1;
}

/* What cell (@row, @column) holds after tile @tile was loaded. */
static void
load_cell (const GsTilePlay *self, int operand, gint64 tile, gint64 row, gint64 column, GsTileCell *cell)
{
  const GsPlan *plan = self->plan;
  const gint64 stride = plan->faults & GS_FAULT_LEADING_DIMENSION ? plan->m : plan->n;
  const gint64 last = last_tile_inside (self, operand, tile, row, column);
  const gboolean is_zero = last < tile && (plan->faults & GS_FAULT_TILE_EDGE) == 0;
  const gint64 from = is_zero ? tile : MAX (last, 0);
  gint64 index;

  *cell = (GsTileCell){ .tile = tile,
                        .row = operand == 0 ? self->row + row : from * self->side + row,
                        .column = operand == 0 ? from * self->side + column : self->column + column };
  if (is_zero || last < 0)
    {
      cell->state = is_zero ? GS_TILE_CELL_ZERO : GS_TILE_CELL_EMPTY;
      return;
    }
  cell->state = last == tile ? GS_TILE_CELL_VALUE : GS_TILE_CELL_STALE;
  if (operand == 0 || stride == plan->n)
    return;
  index = cell->row * stride + cell->column;
  if (index >= plan->k * plan->n)
    cell->state = GS_TILE_CELL_UNKNOWN;
  cell->row = index / plan->n;
  cell->column = index % plan->n;
}

void
gs_tile_play_cell (
    const GsTilePlay *self, gint64 n_done, int operand, gint64 row, gint64 column, GsTileCell *cell)
{
  GsTileWarp warp;

  g_return_if_fail (self != NULL && cell != NULL);

  *cell = (GsTileCell){ .state = GS_TILE_CELL_EMPTY, .tile = -1 };
  gs_tile_play_warp (self, n_done, warp_of_cell (self, row, column), &warp);
  if (warp.loads > 0)
    load_cell (self, operand, warp.loads - 1, row, column, cell);
}

/* Between a write of a cell and its reads by others there must be a barrier. */
static gboolean
is_race (const GsTilePlay *self, gint64 tile)
{
  return !has_barrier (self, GS_FAULT_BARRIER_1)
         || (!has_barrier (self, GS_FAULT_BARRIER_2) && tile + 1 < self->n_tiles);
}

static GsTileSumState
read_cell (const GsTileCell *cell, const GsSpec *inputs, int operand, float *value)
{
  *value = 0;
  if (cell->state == GS_TILE_CELL_EMPTY)
    return GS_TILE_SUM_UNWRITTEN;
  if (cell->state == GS_TILE_CELL_UNKNOWN)
    return GS_TILE_SUM_OUTSIDE;
  if (cell->state != GS_TILE_CELL_ZERO)
    *value = gs_spec_value (inputs, operand, cell->row, cell->column);
  return GS_TILE_SUM_KNOWN;
}

void
gs_tile_play_sum (const GsTilePlay *self, gint64 n_done, const GsSpec *inputs, GsTileSum *sum)
{
  GsTileWarp warp;
  gint64 row, column;

  g_return_if_fail (self != NULL && inputs != NULL && sum != NULL);

  gs_tile_play_place (self, &row, &column);
  gs_tile_play_warp (self, n_done, warp_of_cell (self, row, column), &warp);
  *sum = (GsTileSum){ .state = GS_TILE_SUM_KNOWN, .n_terms = warp.terms };
  if (warp.terms > GS_SPEC_MAX_SHOWN_TERMS)
    {
      sum->state = is_race (self, 0) ? GS_TILE_SUM_RACE : GS_TILE_SUM_TOO_LONG;
      return;
    }
  for (gint64 i = 0; i < warp.terms; i++)
    {
      const gint64 tile = i / self->side, p = i % self->side;
      GsTileCell cell_a, cell_b;
      GsTileSumState state_a, state_b;

      load_cell (self, 0, tile, row, p, &cell_a);
      load_cell (self, 1, tile, p, column, &cell_b);
      state_a = read_cell (&cell_a, inputs, 0, &sum->last_a);
      state_b = read_cell (&cell_b, inputs, 1, &sum->last_b);
      sum->has_last = state_a == GS_TILE_SUM_KNOWN && state_b == GS_TILE_SUM_KNOWN && !is_race (self, tile);
      sum->before = sum->sum;
      sum->sum += sum->last_a * sum->last_b;
      if (sum->state == GS_TILE_SUM_KNOWN)
        sum->state = is_race (self, tile) ? GS_TILE_SUM_RACE : MAX (state_a, state_b);
    }
}
