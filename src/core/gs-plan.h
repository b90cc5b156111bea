#pragma once

#include "gs-kernel-info.h"
#include "gs-limits.h"

G_BEGIN_DECLS

typedef enum
{
  GS_FATE_ACTIVE,        /* owns an element of the output */
  GS_FATE_IDLE,          /* stopped by the guard (or owns nothing) */
  GS_FATE_OUT_OF_BOUNDS, /* no guard: its index lies outside the buffer */
  GS_FATE_ALIASED,       /* no guard: its index is another thread's element */
  GS_N_FATES
} GsFate;

const char *gs_fate_nick (GsFate fate);  /* "active", "idle", "out_of_bounds", "aliased" */
const char *gs_fate_title (GsFate fate); /* translated */

/* What stands in the way of a launch. Codes are stable words of the contract. */
typedef struct
{
  const char *code; /* static: "block-too-large", "grid-y-too-large", … */
  char *message;    /* one sentence; owned */
  gint64 value;
  gint64 limit;
} GsProblem;

typedef struct
{
  gint64 block[2];  /* blockIdx.x, .y */
  gint64 thread[2]; /* threadIdx.x, .y */
} GsThreadId;

/* A launch, worked out. All counts are exact at any size and come from closed
 * forms: no loop over threads or elements.
 *
 * active: threads that own an element. idle: threads the guard stops. Without
 * the guard a thread whose index is outside the output counts in out_of_bounds;
 * one whose index is another thread's element, in aliased. missed: elements no
 * thread writes. duplicated: elements that two or more write. With 32-bit
 * indices the index is taken modulo 2³² into the signed range; an access, and in
 * a 1-D launch the guard too, use the wrapped value. */
typedef struct _GsPlan
{
  GsOp op;
  gint64 m, n, k;
  gint64 elements; /* m·n */
  const GsKernelInfo *kernel;
  int block_dims;
  gint64 block[3];
  gint64 grid[3];
  GsGridRule grid_rule;
  gboolean guard;
  GsMap map;           /* as the kernel uses it; the grid of a launch with the fault swapped-axes was made
                        * for the other */
  int index_bits;
  gint64 index_modulus; /* 2³² with 32-bit indices, else 0 */
  guint faults;
  int elements_per_thread;

  gint64 threads, blocks, warps; /* of a launch no device allows they may stop at G_MAXINT64 */
  gint64 active, idle, out_of_bounds, aliased;
  gint64 missed, duplicated;
  gint64 first_missed;             /* -1: none */
  gboolean has_first_out_of_bounds;
  GsThreadId first_out_of_bounds;
  gint64 first_out_of_bounds_index;

  gboolean valid;
  gboolean launches;
  gboolean counted; /* FALSE: the launch is past all reason (see problems); its counts are 0 */
  GPtrArray *problems; /* of GsProblem; never NULL */
  GsLimits limits;     /* the limits it was checked against */
} GsPlan;

/* Never fails: what is wrong stands in problems. @limits NULL: gs_limits_common(). */
GsPlan *gs_plan_new (const GsSpec *spec, const GsLimits *limits);
GsPlan *gs_plan_copy (const GsPlan *self);
void gs_plan_free (GsPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsPlan, gs_plan_free)

/* Elements that are written, but with a value that nobody can tell, because a line is
 * missing from the shared tile: a barrier (which warp is faster decides) or the zeros
 * past the edge (an earlier tile decides). */
gint64 gs_plan_unsettled (const GsPlan *self);

/* What is wrong with the launch and what to do, in one sentence, translated; NULL when
 * nothing is. Free it. */
char *gs_plan_trouble (const GsPlan *self);

/* The verdict: one true sentence in words and numbers about the coverage,
 * translated. Free it. */
char *gs_plan_verdict (const GsPlan *self);

/* One thread. */
typedef struct
{
  GsThreadId id;
  gint64 linear_thread;  /* within its block: y·blockDim.x + x */
  gint64 warp, lane;     /* warp within its block */
  gint64 row, column;    /* 2-D launches and products; else row = i / n, column = i mod n */
  gint64 index;          /* linear index as the kernel computes it (wrapped when 32-bit); the first of
                          * several; stops at G_MAXINT64 */
  gboolean guard_passes; /* what the guard's comparison says, whether or not it is on */
  GsFate fate;
  gint64 element;        /* linear index of the (first) element it writes, or -1 */
} GsThreadInfo;

/* FALSE when @id is not in the grid. O(1). */
gboolean gs_plan_thread (const GsPlan *self, const GsThreadId *id, GsThreadInfo *info);

/* The threads that write @element: stores up to @max of them in launch order
 * (block x fastest, then y; thread x fastest, then y) and gives their number.
 * O(log) for each one stored. */
gint64 gs_plan_writers (const GsPlan *self, gint64 element, GsThreadId *ids, int max);

/* The picture plane of a coverage view, in cells. A 2-D launch: one cell per
 * thread, cell (x, y) where x and y run along the *matrix* columns and rows, so
 * that cell (column, row) is element (row, column) when inside the matrix. A 1-D
 * launch: threads in order of their global number, wrapped after @columns cells
 * (n for a matrix with more than one row that is at most 2²⁰ wide, else a multiple
 * of the block). The plane covers all threads and all elements.
 *
 * Kernels with several elements per thread: in a 1-D launch a cell is a thread
 * with all its elements; with fixed tiles a cell is an element, and a thread
 * stands in the first cell it owns. */
typedef struct
{
  gint64 columns, rows;             /* of the plane */
  gint64 matrix_columns, matrix_rows; /* the part that is the output, as laid out here */
  gint64 block_columns, block_rows; /* cells of one block (1-D: its length, 1) */
  gboolean wrapped;                 /* 1-D */
} GsPlane;

void gs_plan_plane (const GsPlan *self, GsPlane *plane);

/* Exact contents of a half-open rectangle of the plane: what the threads there do
 * and what befalls the elements there. O(1); O(log) where indices wrap or rows
 * have a wrong stride, and one such step for each column that a grid too small
 * leaves out when, besides, its indices wrap. */
typedef struct
{
  gint64 cells; /* stops at G_MAXINT64 */
  gint64 threads[GS_N_FATES];
  gint64 elements, missed, duplicated;
} GsMix;

void gs_plan_mix (const GsPlan *self, gint64 x0, gint64 y0, gint64 x1, gint64 y1, GsMix *mix);

/* What the threads of one block do: adds their numbers to @threads, by fate. @block
 * must be in the grid of a launch that is counted. O(1), or O(log) as above. */
void gs_plan_block_fates (const GsPlan *self, const gint64 block[2], gint64 threads[GS_N_FATES]);

/* The thread whose cell is (x, y), and back. FALSE when there is none. */
gboolean gs_plan_thread_at (const GsPlan *self, gint64 x, gint64 y, GsThreadId *id);
gboolean gs_plan_cell_of (const GsPlan *self, const GsThreadId *id, gint64 *x, gint64 *y);

G_END_DECLS
