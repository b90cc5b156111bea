#pragma once

#include "gs-plan.h"

G_BEGIN_DECLS

/* The tiled product (matmul/k3_shared_tile) step by step: what the warps of one
 * block do, in the order of the kernel's source.
 *
 * The block of the thread in focus is played in full: for each tile along k its
 * warps load their part of the tiles of A and B one after another, barrier 1 opens,
 * the k-loop adds one product in every thread per step, barrier 2 opens; at the end
 * the warps store. Where a barrier is missing each warp runs on by itself, as far as
 * the next one that is there. The blocks before it are one step, those after it a few. */
typedef struct
{
  const GsPlan *plan; /* borrowed */
  GsThreadId focus;
  gint64 side;    /* threads along a side of the block, and cells along one of the tile */
  gint64 n_tiles; /* along k */
  int n_warps;    /* of a block */
  gint64 row, column; /* of the block's first element */
  gint64 n_before, n_after; /* blocks, in launch order */
  gint64 n_block_steps;
} GsTilePlay;

/* @focus NULL or not in the grid: the first thread. FALSE when @plan is not a tiled
 * product that launches; only then is @self not to be used. */
gboolean gs_tile_play_init (GsTilePlay *self, const GsPlan *plan, const GsThreadId *focus);

gint64 gs_tile_play_n_steps (const GsTilePlay *self);

/* Steps of the play of any plan: those of the tiled product, else its warps. */
gint64 gs_plan_play_steps (const GsPlan *plan, const GsThreadId *focus);

typedef enum
{
  GS_TILE_PHASE_BLOCKS, /* other blocks, before or after */
  GS_TILE_PHASE_LOAD,
  GS_TILE_PHASE_BARRIER_1,
  GS_TILE_PHASE_MULTIPLY,
  GS_TILE_PHASE_BARRIER_2,
  GS_TILE_PHASE_STORE,
} GsTilePhase;

/* Where the play is after @n_done steps: the step that was done last. */
typedef struct
{
  GsTilePhase phase;
  gint64 tile;          /* of LOAD to BARRIER_2 */
  int warp;             /* that did it; -1: all of the block */
  gint64 blocks_done;   /* in launch order */
  gboolean inside;      /* the block in focus has begun and not ended */
} GsTileStep;

void gs_tile_play_at (const GsTilePlay *self, gint64 n_done, GsTileStep *step);

/* How far a warp of the block in focus is. */
typedef struct
{
  gint64 loads;  /* tiles it has loaded */
  gint64 terms;  /* products each of its threads has added, those past the edge too */
  gboolean stored;
} GsTileWarp;

void gs_tile_play_warp (const GsTilePlay *self, gint64 n_done, int warp, GsTileWarp *state);

typedef enum
{
  GS_TILE_CELL_EMPTY,   /* nothing has been put there yet */
  GS_TILE_CELL_VALUE,
  GS_TILE_CELL_ZERO,    /* past the edge of the matrix, and so set to zero */
  GS_TILE_CELL_STALE,   /* past the edge, but not set: holds what an earlier tile left */
  GS_TILE_CELL_UNKNOWN, /* read from outside the matrix */
} GsTileCellState;

typedef struct
{
  GsTileCellState state;
  gint64 tile;        /* the one that its warp loaded last; -1: none */
  gint64 row, column; /* element of A or B it holds; VALUE and STALE */
} GsTileCell;

/* Cell (@row, @column) of the tile of A (@operand 0) or B (1). */
void gs_tile_play_cell (const GsTilePlay *self, gint64 n_done, int operand, gint64 row, gint64 column, GsTileCell *cell);

typedef enum
{
  GS_TILE_SUM_KNOWN,
  GS_TILE_SUM_RACE,      /* a barrier is missing: it depends on which warp is faster */
  GS_TILE_SUM_UNWRITTEN, /* a term came from a cell that nothing was put into */
  GS_TILE_SUM_OUTSIDE,   /* a term came from outside the matrix */
  GS_TILE_SUM_TOO_LONG,  /* of more than GS_SPEC_MAX_SHOWN_TERMS terms: not added up */
} GsTileSumState;

/* The partial sum of the thread in focus. */
typedef struct
{
  GsTileSumState state;
  gint64 n_terms;     /* added so far */
  gboolean has_last;  /* there is a last term, and its values are known */
  float last_a, last_b;
  float before, sum;  /* in float32, in the kernel's order; where state is KNOWN */
} GsTileSum;

/* @inputs has the values of A and B (gs_spec_has_values()). O(terms). */
void gs_tile_play_sum (const GsTilePlay *self, gint64 n_done, const GsSpec *inputs, GsTileSum *sum);

/* Row and column of the focus in its block, which are also its row of the tile of
 * A and its column of the tile of B. */
void gs_tile_play_place (const GsTilePlay *self, gint64 *row, gint64 *column);

G_END_DECLS
