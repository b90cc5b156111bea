#pragma once

#include "gs-op.h"
#include "gs-source.h"

G_BEGIN_DECLS

#define GS_SPEC_MAX_REPEATS       1000000
#define GS_SPEC_MAX_THREADS       4096
#define GS_SPEC_MAX_SAMPLE_BLOCKS ((gint64)1 << 20)

typedef enum
{
  GS_GRID_CEIL,     /* ⌈size / block⌉ */
  GS_GRID_FLOOR,    /* ⌊size / block⌋: loses the tail */
  GS_GRID_EXPLICIT, /* grid[] as given */
} GsGridRule;

/* Which matrix axis threadIdx.x runs along (2-D launches). */
typedef enum
{
  GS_MAP_X_COLUMN,
  GS_MAP_X_ROW,
} GsMap;

/* Lines taken out of a teaching kernel on purpose, beside guard, grid, map and
 * index width. Each is a real variant of the kernel source. Same bits as
 * GS_LAUNCH_… in kernels/gs-launch.h. */
typedef enum
{
  GS_FAULT_NONE = 0,
  GS_FAULT_BARRIER_1 = 1 << 0,         /* shared tile: no barrier after loading the tile */
  GS_FAULT_BARRIER_2 = 1 << 1,         /* shared tile: no barrier before the next load */
  GS_FAULT_TILE_EDGE = 1 << 2,         /* shared tile: cells past the edge are not set to zero */
  GS_FAULT_LEADING_DIMENSION = 1 << 3, /* a wrong leading dimension: m in the place of n */
  GS_FAULT_SWAPPED_AXES = 1 << 4,      /* grid computed for one mapping, kernel uses the other */
} GsFault;

/* "barrier-1", "barrier-2", "tile-edge", "leading-dimension", "swapped-axes". */
const char *gs_fault_nick (GsFault fault);
gboolean gs_fault_from_nick (const char *nick, GsFault *fault, GError **error);

/* How transfers are made and what is timed around them. */
typedef enum
{
  GS_HOST_MEMORY_PAGEABLE,
  GS_HOST_MEMORY_PINNED,
} GsHostMemory;

/* What to compute and how to launch it: everything a run depends on. A plain
 * value; copy it freely. Strings and sources are owned. */
typedef struct _GsSpec
{
  GsOp op;
  gint64 m, n, k; /* C is m×n; k is 0 unless op is MATMUL */
  GsSource *a, *b;

  int block_dims;  /* 1 (linear index) or 2 (row, column) */
  gint64 block[2]; /* threads per block in x and y; block[1] is 1 when 1-D. Not yet checked */
  GsGridRule grid_rule;
  gint64 grid[2]; /* EXPLICIT only; grid[1] is 1 when 1-D */
  gboolean guard;
  GsMap map;
  int index_bits; /* 32 or 64 */
  guint faults;   /* GsFault bits */

  char **backends; /* NULL-terminated: "cpu", "blas", "simt", "cuda", "cublas"; never "all" */
  char **kernels;  /* NULL-terminated, may be empty: each backend runs those that are its own,
                       * or its default when none is */
  int repeats;     /* ≥ 1; warm repeats after the first run */
  char *device;    /* index, UUID or PCI id; NULL: the first */
  gboolean cold;   /* start from a fresh process so that context and compile are real */
  GsHostMemory host_memory;
  gboolean flush_cache; /* flush the L2 between repeats */
  int threads;          /* CPU threads; 0: all the machine has */
  gboolean exact_order; /* CPU products add in the order of k, like the naive kernel */
  gint64 sample_blocks; /* the simulated GPU runs only so many blocks, spread over the grid; 0: all */
} GsSpec;

/* The seed example: Hadamard of two 1×7 vectors, block 4, ceil, guard on,
 * backends cpu and simt, 10 repeats. */
GsSpec *gs_spec_new (void);
GsSpec *gs_spec_copy (const GsSpec *self);
void gs_spec_free (GsSpec *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsSpec, gs_spec_free)
gboolean gs_spec_equal (const GsSpec *a, const GsSpec *b);
/* The same but for the device, where one of them names none. */
gboolean gs_spec_agrees (const GsSpec *a, const GsSpec *b);

void gs_spec_set_a (GsSpec *self, GsSource *a); /* takes a new reference */
void gs_spec_set_b (GsSpec *self, GsSource *b);
/* Names one kernel in the place of those that are named. @name is copied. */
void gs_spec_set_kernel (GsSpec *self, const char *name);

/* Sizes of A (0) or B (1) that the operation asks for. */
void gs_spec_operand_size (const GsSpec *self, int operand, gint64 *rows, gint64 *columns);

/* Whether A and B have the sizes that m, n and k ask for, so that each of their
 * elements can be asked for. */
gboolean gs_spec_has_values (const GsSpec *self);
/* One element of A (0) or B (1), which must lie inside: at any size, with nothing made. */
float gs_spec_value (const GsSpec *self, int operand, gint64 row, gint64 column);

/* Terms up to which the sum of one element of a product is added up to be shown: what
 * the hand points at must be told within a millisecond. */
#define GS_SPEC_MAX_SHOWN_TERMS 8192

/* Takes m, n, k from sources that are values; an error when they do not fit
 * each other, the operation, or a size given (-1 means not given). A size that
 * nobody says stays as it is; but k of a product, where it is 0, becomes n. On
 * error nothing is changed. */
gboolean gs_spec_infer_sizes (GsSpec *self, gint64 m, gint64 n, gint64 k, GError **error);

/* Whether A and B, where they are values, have the sizes that m, n, k ask for. */
gboolean gs_spec_check_shapes (const GsSpec *self, GError **error);

/* Everything but the launch limits (those are problems of the plan): sizes,
 * names of backends and kernels, kernels that fit the operation and can do what
 * is asked (guard off, mapping, faults), ranges of repeats and index bits. */
gboolean gs_spec_check (const GsSpec *self, GError **error);

/* All backend words, NULL-terminated, in the order of the contract. */
const char *const *gs_backend_words (void);

G_END_DECLS
