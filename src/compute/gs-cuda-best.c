#include "gs-cuda-best.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-async-tiles.h"
#include "gs-cuda-cost.h"
#include "gs-parts.h"
#include "gs-step-rows.h"
#include "gs-small-tiles.h"

#define ASYNC_FILE  "matmul_async.cu"
#define SKINNY_FILE "matmul_skinny.cu"
#define SMALL_FILE  "matmul_small.cu"
#define STEPS_FILE  "matmul_steps.cu"
#define NARROW_FILE "matmul_narrow.cu"

#define ASYNC_MIN_CODE   80  /* cp.async */
#define SUM_BLOCK        256 /* threads of gs_matmul_async_sum, for SUM_ELEMENTS elements */
#define SUM_ELEMENTS     128
#define MAX_PARTS        256
#define MIN_PART         64 /* k of one part */
#define MIN_SMALL_PART   256
#define MIN_NARROW_PART  1024 /* and of one part of the few kernels: all warps have something to do */
#define MIN_ROWS_PART    512
#define MIN_COLUMNS_PART 2048
#define MIN_DOT_PART     1024
#define MAX_WORKSPACE    ((gint64)1 << 30)

typedef struct
{
  const char *symbol, *own_symbol;
  int bm, bn, bk, threads, shared_bytes, blocks;
} AsyncTile;

#define ASYNC_TILE(NAME, BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, BLOCKS)                                 \
  {                                                                                                          \
    "gs_matmul_k9_async_" #NAME,                                                                             \
    "gs_matmul_k9_async_" #NAME "_own",                                                                      \
    BM,                                                                                                      \
    BN,                                                                                                      \
    BK,                                                                                                      \
    GS_ASYNC_THREADS (WM, WN, SLICES),                                                                       \
    GS_ASYNC_SHARED_BYTES (BM, BN, BK, WM, WN, TN, SLICES),                                                  \
    BLOCKS,                                                                                                  \
  },

static const AsyncTile async_tiles[] = { GS_ASYNC_TILES (ASYNC_TILE) };

#define RAGGED_NAME(NAME, ...) "gs_matmul_k9_async_" #NAME "_ragged"
#define RAGGED_SYMBOL          GS_ASYNC_RAGGED_TILE (RAGGED_NAME)

typedef struct
{
  const char *symbol, *ragged_symbol;
  int bm, bn, threads, shared_bytes;
} SmallTile;

#define SMALL_TILE(NAME, LM, LN, TM, TN, WARPS, STEP, STAGES, BLOCKS)                                        \
  {                                                                                                          \
    "gs_matmul_small_" #NAME,                                                                                \
    "gs_matmul_small_" #NAME "_ragged",                                                                      \
    LM * TM,                                                                                                 \
    LN * TN,                                                                                                 \
    32 * WARPS,                                                                                              \
    GS_SMALL_SHARED_BYTES (LM * TM, LN * TN, WARPS, STEP, STAGES),                                           \
  },

static const SmallTile small_tiles[] = { GS_SMALL_TILES (SMALL_TILE) };

typedef struct
{
  const char *symbol, *ragged_symbol;
  int most; /* of the small size */
} Skinny;

#define SKINNY(family, size)                                                                                 \
  {                                                                                                          \
    "gs_matmul_" #family "_" #size, "gs_matmul_" #family "_" #size "_ragged", size                           \
  }

static const Skinny few_rows[] = { SKINNY (few_rows, 1), SKINNY (few_rows, 2), SKINNY (few_rows, 4),
                                   SKINNY (few_rows, 8), SKINNY (few_rows, 16) };
static const Skinny narrow_row = { "gs_matmul_narrow_row", NULL, 1 };
static const Skinny few_columns[]
    = { SKINNY (few_columns, 1), SKINNY (few_columns, 2),  SKINNY (few_columns, 4),
        SKINNY (few_columns, 8), SKINNY (few_columns, 16), SKINNY (few_columns, 32) };
static const Skinny few_steps[] = { SKINNY (few_steps, 4), SKINNY (few_steps, 8), SKINNY (few_steps, 16) };

static gint64
divide_up (gint64 a, gint64 b)
{
  return (a + b - 1) / b;
}

/* Rows of A or B do not all begin on 16 bytes. */
static gboolean
is_ragged (const GsCudaShape *shape)
{
  return shape->n % 4 != 0 || shape->k % 4 != 0;
}

/* One choice: so many tiles whole, the rest in @parts. Where rows of B do not begin
 * on 16 bytes there is another for one of the tiles, which needs no copy of B. */
static void
add_split (GArray *choices, gsize i, const GsCudaShape *shape, gint64 whole, gint64 parts)
{
  const AsyncTile *tile = &async_tiles[i];
  gint64 tiles = divide_up (shape->m, tile->bm) * divide_up (shape->n, tile->bn);
  gint64 blocks = whole + (tiles - whole) * parts;
  gboolean own = GS_ASYNC_OWN (parts, tile->bm, tile->bn);
  GsCudaChoice choice = {
    .file = ASYNC_FILE,
    .symbol = own ? tile->own_symbol : tile->symbol,
    .grid = { (guint)blocks, 1, 1 },
    .block = (guint)tile->threads,
    .shared_bytes = (guint)tile->shared_bytes,
    .parts = parts,
    .whole = whole,
    .tile_m = tile->bm,
    .tile_n = tile->bn,
    .sum_floats = (gint64)tile->bm * tile->bn,
  };

  if (blocks > G_MAXINT32 || (tiles - whole) * parts > MAX_WORKSPACE / (4 * tile->bm * tile->bn)
      || (parts > 1 && shape->k / parts < MIN_PART))
    return;
  choice.cost_ns = gs_cuda_cost_async (i, shape, whole, parts, FALSE);
  g_array_append_val (choices, choice);
  if (i > 0 || shape->n % 4 == 0 || (parts > 1 && !own))
    return;
  choice.symbol = RAGGED_SYMBOL;
  choice.ragged_b = TRUE;
  choice.cost_ns = gs_cuda_cost_async (i, shape, whole, parts, TRUE);
  g_array_append_val (choices, choice);
}

/* All tiles whole; all of them split; and as many whole ones as make full rounds
 * over the multiprocessors, with the rest split so that it makes one more. */
static void
add_async (GArray *choices, const GsCudaShape *shape)
{
  for (gsize i = 0; i < G_N_ELEMENTS (async_tiles); i++)
    {
      const AsyncTile *tile = &async_tiles[i];
      gint64 tiles = divide_up (shape->m, tile->bm) * divide_up (shape->n, tile->bn);

      if (tiles == 0 || tiles > G_MAXINT32 || tile->shared_bytes > shape->shared_bytes)
        continue;
      add_split (choices, i, shape, tiles, 1);
      for (gint64 parts = 2; parts <= MAX_PARTS && tiles * parts <= 4 * shape->sms;
           parts += parts < 4 ? 1 : parts / 4)
        add_split (choices, i, shape, 0, parts);
      for (gint64 per_sm = 1; per_sm <= tile->blocks; per_sm++)
        {
          gint64 round = per_sm * shape->sms, rest = tiles % round;

          for (gint64 waves = 1; rest > 0 && tiles > round && waves <= 2; waves++)
            {
              gint64 parts = MIN (MIN (waves * round / rest, MAX_PARTS), shape->k / MIN_PART);

              if (parts > 1)
                add_split (choices, i, shape, tiles - rest, parts);
            }
        }
    }
}

/* In one part, and in as many as fill one or two rounds of multiprocessors. */
static void
add_small (GArray *choices, const GsCudaShape *shape)
{
  for (gsize i = 0; i < G_N_ELEMENTS (small_tiles); i++)
    {
      const SmallTile *tile = &small_tiles[i];
      gint64 down = divide_up (shape->m, tile->bm), across = divide_up (shape->n, tile->bn);
      gint64 tiles = down * across, last = 0;

      if (tiles == 0 || tiles > G_MAXINT32 || down > G_MAXUINT16 || shape->k > G_MAXINT32 / 2
          || tile->shared_bytes > shape->shared_bytes)
        continue;
      for (gint64 rounds = 0; rounds <= 2; rounds++)
        {
          gint64 parts
              = CLAMP (rounds * shape->sms / tiles, 1, MIN (MAX_PARTS, shape->k / MIN_SMALL_PART + 1));
          const GsCudaChoice choice = {
            .file = SMALL_FILE,
            .symbol = is_ragged (shape) ? tile->ragged_symbol : tile->symbol,
            .grid = { (guint)across, (guint)down, (guint)parts },
            .block = (guint)tile->threads,
            .shared_bytes = (guint)tile->shared_bytes,
            .parts = parts,
            .whole = parts == 1 ? tiles : 0,
            .sum_floats = (gint64)tile->bm * tile->bn,
            .cost_ns = gs_cuda_cost_small (i, shape, parts),
          };

          if (parts > last)
            g_array_append_val (choices, choice);
          last = parts;
        }
    }
}

static const Skinny *
smallest (const Skinny *family, gsize length, gint64 size)
{
  for (gsize i = 0; i < length; i++)
    if (size <= family[i].most)
      return &family[i];
  return NULL;
}

/* What a block of each family is, in the order of GsCudaSkinnyFamily: of which file, how
 * many threads, how many fit on a multiprocessor, k of a part at least. */
static const struct
{
  const char *file;
  guint block;
  gint64 per_sm, least_part;
} skinny_blocks[] = {
  { SKINNY_FILE, 256, 2, MIN_ROWS_PART },
  { NARROW_FILE, 512, 1, MIN_NARROW_PART },
  { SKINNY_FILE, 256, 2, MIN_COLUMNS_PART },
};

/* Blocks side by side in one part, each of so many rows or columns (@width). In as
 * many parts as find room at the same time, each long enough for all warps to have
 * something to do. */
static void
add_skinny (
    GArray *choices, const Skinny *kernel, gboolean ragged, gint64 width, const GsCudaSkinnyWork *work)
{
  gboolean columns = work->family == GS_CUDA_FEW_COLUMNS;
  gint64 strips = divide_up (columns ? work->shape->m : work->shape->n, width), parts;
  GsCudaChoice choice;

  if (kernel == NULL || strips == 0 || strips > G_MAXINT32)
    return;
  parts = CLAMP (MIN (skinny_blocks[work->family].per_sm * work->shape->sms / strips,
                      work->shape->k / skinny_blocks[work->family].least_part),
                 1, MAX_PARTS);
  choice = (GsCudaChoice){
    .file = skinny_blocks[work->family].file,
    .symbol = ragged ? kernel->ragged_symbol : kernel->symbol,
    .grid = { (guint)strips, 1, (guint)parts },
    .block = skinny_blocks[work->family].block,
    .parts = parts,
    .whole = parts == 1 ? strips : 0,
    .sum_floats = (gint64)kernel->most * width,
    .cost_ns = gs_cuda_cost_skinny (work, kernel->most, strips, parts),
  };
  g_array_append_val (choices, choice);
}

/* A product of two vectors. */
static void
add_dot (GArray *choices, const GsCudaShape *shape)
{
  gint64 parts = CLAMP (shape->k / MIN_DOT_PART, 1, MIN (shape->sms, MAX_PARTS));
  const GsCudaChoice choice = {
    .file = SKINNY_FILE,
    .symbol = "gs_matmul_dot",
    .grid = { 1, 1, (guint)parts },
    .block = 256,
    .parts = parts,
    .whole = parts == 1,
    .sum_floats = 1,
    .cost_ns = gs_cuda_cost_skinny (&(GsCudaSkinnyWork){ shape, GS_CUDA_DOT }, 1, 1, parts),
  };

  if (shape->m == 1 && shape->n == 1)
    g_array_append_val (choices, choice);
}

static void
add_few_steps (GArray *choices, const GsCudaShape *shape)
{
  const Skinny *kernel = smallest (few_steps, G_N_ELEMENTS (few_steps), shape->k);
  gint64 across = divide_up (shape->n, 128), down;
  GsCudaChoice choice;

  if (kernel == NULL)
    return;
  if (across == 0 || shape->m == 0 || across > G_MAXINT32)
    return;
  down = CLAMP (GS_STEP_BLOCKS (kernel->most) * shape->sms / across, 1,
                divide_up (shape->m, GS_STEP_ROWS (kernel->most)));
  choice = (GsCudaChoice){
    .file = STEPS_FILE,
    .symbol = shape->n % 4 != 0 ? kernel->ragged_symbol : kernel->symbol,
    .grid = { (guint)across, (guint)down, 1 },
    .block = 256,
    .parts = 1,
    .whole = across * down,
    .cost_ns
    = gs_cuda_cost_skinny (&(GsCudaSkinnyWork){ shape, GS_CUDA_FEW_STEPS }, kernel->most, across * down, 1),
  };
  g_array_append_val (choices, choice);
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  const GsCudaChoice *x = a, *y = b;

  return (x->cost_ns > y->cost_ns) - (x->cost_ns < y->cost_ns);
}

GArray *
gs_cuda_best_choices (gint64 m, gint64 n, gint64 k, const GsLimits *limits)
{
  GArray *choices = g_array_new (FALSE, FALSE, sizeof (GsCudaChoice));
  const GsCudaShape shape = { m, n, k, MAX (limits->multiprocessors, 1), limits->shared_per_block_optin };

  if (limits->compute_capability >= ASYNC_MIN_CODE)
    {
      add_async (choices, &shape);
      add_small (choices, &shape);
    }
  add_skinny (choices, smallest (few_rows, G_N_ELEMENTS (few_rows), m), n % 4 != 0, 128,
              &(GsCudaSkinnyWork){ &shape, GS_CUDA_FEW_ROWS });
  if (m == 1 && n % 4 == 0)
    add_skinny (choices, &narrow_row, FALSE, 32, &(GsCudaSkinnyWork){ &shape, GS_CUDA_NARROW_ROW });
  add_skinny (choices, smallest (few_columns, G_N_ELEMENTS (few_columns), n), k % 4 != 0, n == 1 ? 16 : 32,
              &(GsCudaSkinnyWork){ &shape, GS_CUDA_FEW_COLUMNS });
  add_few_steps (choices, &shape);
  add_dot (choices, &shape);
  g_array_sort (choices, compare_costs);
  return choices;
}

/* Room for @sums sums in parts, and for the counters by which the last block of
 * each knows that it is the last (gs-parts.h). */
static void
fill_parts (const GsCudaChoice *choice, gint64 sums, GsCudaLaunch *launch)
{
  launch->counter_bytes = GS_COUNTERS ((gsize)sums) * sizeof (float);
  launch->workspace_bytes
      = launch->counter_bytes + (gsize)(sums * choice->parts * choice->sum_floats) * sizeof (float);
}

/* Parts of the split tiles, and copies of what does not begin on 16 bytes. */
static void
fill_async (const GsCudaChoice *choice, gint64 m, gint64 n, gint64 k, GsCudaLaunch *launch)
{
  gint64 tile = choice->tile_m * choice->tile_n;
  gint64 split = choice->parts > 1 ? (choice->grid[0] - choice->whole) / choice->parts : 0;
  GsLaunch *arguments = &launch->arguments;
  const gint64 columns[2] = { k, n }, rows[2] = { m, k };
  gint64 strides[2];

  if (split > 0 && GS_ASYNC_OWN (choice->parts, choice->tile_m, choice->tile_n))
    fill_parts (choice, split, launch);
  else if (split > 0)
    {
      launch->workspace_bytes = (gsize)(split * choice->parts * tile) * sizeof (float);
      launch->sum_symbol = "gs_matmul_async_sum";
      launch->sum_block = SUM_BLOCK;
      launch->sum_grid = (guint)(split * tile / SUM_ELEMENTS);
    }
  for (int i = 0; i < 2; i++)
    {
      strides[i] = divide_up (columns[i], 4) * 4;
      launch->copied[i] = columns[i] % 4 != 0 && (i == 0 || !choice->ragged_b);
      if (!launch->copied[i])
        strides[i] = columns[i];
      launch->copy_offset[i] = launch->workspace_bytes;
      if (launch->copied[i])
        launch->workspace_bytes += (gsize)(strides[i] * rows[i]) * sizeof (float);
    }
  arguments->stride_a = strides[0];
  arguments->stride_b = strides[1];
}

void
gs_cuda_best_fill (const GsCudaChoice *choice, gint64 m, gint64 n, gint64 k, GsCudaLaunch *launch)
{
  launch->file = choice->file;
  launch->symbol = choice->symbol;
  for (int i = 0; i < 3; i++)
    {
      launch->grid[i] = choice->grid[i];
      launch->block[i] = 1;
    }
  launch->block[0] = choice->block;
  launch->shared_bytes = choice->shared_bytes;
  launch->arguments = (GsLaunch){ .m = m,
                                  .n = n,
                                  .k = k,
                                  .parts = (guint)choice->parts,
                                  .whole = (guint)choice->whole,
                                  .tile_m = (guint)choice->tile_m,
                                  .tile_n = (guint)choice->tile_n };
  if (choice->tile_m > 0)
    fill_async (choice, m, n, k, launch);
  else if (choice->parts > 1)
    fill_parts (choice, (gint64)choice->grid[0] * choice->grid[1], launch);
}

/* Cards before 8.0 have none of the kernels for large products. */
static void
fill_tiled (gint64 m, gint64 n, gint64 k, GsCudaLaunch *launch)
{
  const GsCudaChoice choice = {
    .file = "matmul_tiles.cu",
    .symbol = "gs_matmul_k7_conflict_free",
    .grid = { (guint)divide_up (n, 128), (guint)divide_up (m, 128), 1 },
    .block = 256,
    .parts = 1,
  };

  gs_cuda_best_fill (&choice, m, n, k, launch);
}

gboolean
gs_cuda_best_plan (const GsSpec *spec, const GsLimits *limits, GsCudaLaunch *launch, GError **error)
{
  g_autoptr (GArray) choices = gs_cuda_best_choices (spec->m, spec->n, spec->k, limits);

  if (choices->len > 0)
    gs_cuda_best_fill (&g_array_index (choices, GsCudaChoice, 0), spec->m, spec->n, spec->k, launch);
  else
    fill_tiled (spec->m, spec->n, spec->k, launch);
  if (launch->grid[1] > 65535)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_LAUNCH,
                   _ ("%" PRId64 " rows need %u blocks along y, and a grid has at most 65535; transpose the "
                      "product."),
                   spec->m, launch->grid[1]);
      return FALSE;
    }
  if (launch->arguments.parts > 1)
    launch->note = g_strdup_printf (_ ("The kernel chosen for this shape is %s, with k in %u parts."),
                                    launch->symbol, launch->arguments.parts);
  else
    launch->note = g_strdup_printf (_ ("The kernel chosen for this shape is %s."), launch->symbol);
  return TRUE;
}

gboolean
gs_cuda_best_plan_async (const GsKernelInfo *kernel, const GsSpec *spec, GsCudaLaunch *launch)
{
  if (g_strcmp0 (kernel->name, "matmul/k9_async") != 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (async_tiles); i++)
    {
      const AsyncTile *tile = &async_tiles[i];
      GsCudaChoice choice = { .file = ASYNC_FILE,
                              .symbol = tile->symbol,
                              .grid = { 1, 1, 1 },
                              .parts = 1,
                              .tile_m = tile->bm,
                              .tile_n = tile->bn };

      if (tile->bm != kernel->tile.tile_m || tile->bn != kernel->tile.tile_n)
        continue;
      choice.whole = divide_up (spec->m, tile->bm) * divide_up (spec->n, tile->bn);
      choice.grid[0] = (guint)choice.whole;
      choice.block = (guint)tile->threads;
      choice.shared_bytes = (guint)tile->shared_bytes;
      gs_cuda_best_fill (&choice, spec->m, spec->n, spec->k, launch);
      return TRUE;
    }
  return FALSE;
}
