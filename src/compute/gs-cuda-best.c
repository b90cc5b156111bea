#include "gs-cuda-best.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-async-tiles.h"

#define ASYNC_FILE     "matmul_async.cu"
#define SKINNY_FILE    "matmul_skinny.cu"
#define ASYNC_MIN_CODE 80  /* cp.async */
#define SUM_BLOCK      256 /* threads, eight for one element */
#define SUM_ELEMENTS   32
#define MAX_PARTS      64
#define MIN_PART       64 /* k of one part */

/* What a launch costs by itself, and what is known of the memory: seen on an
 * H200, and used for all cards, because only the order of the choices matters. */
#define SKINNY_START_NS 6000.0 /* launch, first loads, last store */
#define ROWS_RATE       0.35
#define COLUMNS_RATE    0.22
#define STEPS_RATE      0.45
#define SECOND_NS       1500.0
#define BYTES_PER_SM_NS 30.0 /* of global memory, when many are on their way */
#define LANE_GHZ        1.7

typedef struct
{
  const char *symbol, *ragged_symbol;
  int bm, bn, bk, threads, shared_bytes;
} AsyncTile;

#define ASYNC_TILE(NAME, BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, BLOCKS)                                 \
  {                                                                                                          \
    "gs_matmul_k9_async_" #NAME,                                                                             \
    "gs_matmul_k9_async_" #NAME "_ragged",                                                                   \
    BM,                                                                                                      \
    BN,                                                                                                      \
    BK,                                                                                                      \
    GS_ASYNC_THREADS (WM, WN, SLICES),                                                                       \
    GS_ASYNC_SHARED_BYTES (BM, BN, BK, WM, WN, TN, SLICES),                                                  \
  },

static const AsyncTile async_tiles[] = { GS_ASYNC_TILES (ASYNC_TILE) };

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
static const Skinny few_columns[]
    = { SKINNY (few_columns, 1), SKINNY (few_columns, 2),  SKINNY (few_columns, 4),
        SKINNY (few_columns, 8), SKINNY (few_columns, 16), SKINNY (few_columns, 32) };
static const Skinny few_steps[] = { SKINNY (few_steps, 4), SKINNY (few_steps, 8), SKINNY (few_steps, 16) };

static gint64
divide_up (gint64 a, gint64 b)
{
  return (a + b - 1) / b;
}

/* Adding the parts: written, read again, and the sum written. */
static double
sum_cost_ns (gint64 m, gint64 n, gint64 parts, double sms)
{
  if (parts == 1)
    return 0;
  return SECOND_NS + (double)(m * n) * 4 * (2 * (double)parts + 1) / (sms * BYTES_PER_SM_NS);
}

/* Rates of the tiles, in the order of GS_ASYNC_TILES, as parts of a lane's one
 * multiply-add per clock: alone on a multiprocessor, and with as many blocks as
 * fit. Fitted to 900 launches on an H200 (bench-gpu choices). */
static const struct
{
  double alone, shared, ragged; /* ragged: factor for rows that do not begin aligned */
} async_rates[] = {
  { 0.87, 0.87, 0.95 }, { 0.87, 0.87, 0.87 }, { 0.71, 0.82, 0.86 },
  { 0.64, 0.77, 0.80 }, { 0.60, 0.78, 0.72 }, { 0.49, 0.58, 0.90 },
};
G_STATIC_ASSERT (G_N_ELEMENTS (async_rates) == G_N_ELEMENTS (async_tiles));

#define ASYNC_START_NS  7000.0 /* launch, first tile, last store */
#define ASYNC_NEXT_NS   1000.0 /* each further block on the same multiprocessor */
#define ASYNC_RAGGED_NS 9000.0 /* loads and stores of single floats, each block */

/* Blocks go over the multiprocessors in rounds; a multiprocessor that holds fewer
 * blocks than it could works at a lower rate. */
static double
async_cost_ns (gsize i, gint64 m, gint64 n, gint64 k, gint64 parts, gboolean ragged, double sms)
{
  const AsyncTile *tile = &async_tiles[i];
  gint64 part = divide_up (divide_up (k, parts), tile->bk) * tile->bk;
  gint64 blocks = divide_up (m, tile->bm) * divide_up (n, tile->bn) * parts;
  gint64 per_sm = divide_up (blocks, (gint64)sms);
  double rate
      = (per_sm > 1 ? async_rates[i].shared : async_rates[i].alone) * (ragged ? async_rates[i].ragged : 1);
  double each_ns = (double)tile->bm * tile->bn * (double)part / (128 * LANE_GHZ * rate);
  double cost_ns = ASYNC_START_NS + (double)per_sm * each_ns + (double)(per_sm - 1) * ASYNC_NEXT_NS;

  if (ragged)
    cost_ns += (double)per_sm * ASYNC_RAGGED_NS * tile->bm * tile->bn / (256 * 128);
  return cost_ns + sum_cost_ns (m, n, parts, sms);
}

static void
add_async (GArray *choices, gint64 m, gint64 n, gint64 k, gboolean ragged, double sms)
{
  for (gsize i = 0; i < G_N_ELEMENTS (async_tiles); i++)
    {
      const AsyncTile *tile = &async_tiles[i];
      gint64 tiles = divide_up (m, tile->bm) * divide_up (n, tile->bn);

      if (tiles > G_MAXINT32)
        continue;
      for (gint64 parts = 1; parts <= MAX_PARTS; parts += parts < 4 ? 1 : parts / 4)
        {
          GsCudaChoice choice = {
            .file = ASYNC_FILE,
            .symbol = ragged ? tile->ragged_symbol : tile->symbol,
            .grid = { (guint)tiles, 1, (guint)parts },
            .block = (guint)tile->threads,
            .shared_bytes = (guint)tile->shared_bytes,
            .parts = parts,
            .cost_ns = async_cost_ns (i, m, n, k, parts, ragged, sms),
          };

          if (parts > 1 && (k / parts < MIN_PART || tiles * parts > 8 * (gint64)sms))
            break;
          g_array_append_val (choices, choice);
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

static double
skinny_cost_ns (
    double bytes, double products, double rate, gint64 m, gint64 n, gint64 parts, gint64 blocks, double sms)
{
  double busy = MIN (1.0, (double)blocks / (2 * sms)) * sms;
  double memory_ns = bytes / (busy * BYTES_PER_SM_NS), lanes_ns = products / (busy * 128 * LANE_GHZ * rate);

  return SKINNY_START_NS + MAX (memory_ns, lanes_ns) + sum_cost_ns (m, n, parts, sms);
}

/* @strips: blocks side by side in one part; @work: bytes and multiply-adds. */
static void
add_skinny (GArray *choices,
            const Skinny *kernel,
            gboolean ragged,
            gint64 strips,
            gint64 m,
            gint64 n,
            gint64 k,
            double bytes,
            double products,
            double rate,
            double sms)
{
  if (kernel == NULL || strips > G_MAXINT32)
    return;
  for (gint64 parts = 1; parts <= 2 * MAX_PARTS; parts *= 2)
    {
      GsCudaChoice choice = {
        .file = SKINNY_FILE,
        .symbol = ragged ? kernel->ragged_symbol : kernel->symbol,
        .grid = { (guint)strips, 1, (guint)parts },
        .block = 256,
        .parts = parts,
        .cost_ns = skinny_cost_ns (bytes, products, rate, m, n, parts, strips * parts, sms),
      };

      if (parts > 1 && (k / parts < MIN_PART || strips * parts > 16 * (gint64)sms))
        break;
      g_array_append_val (choices, choice);
    }
}

static void
add_few_steps (GArray *choices, gint64 m, gint64 n, gint64 k, double bytes, double sms)
{
  const Skinny *kernel = smallest (few_steps, G_N_ELEMENTS (few_steps), k);
  gint64 across = divide_up (n, 128), down = divide_up (m, 64);
  GsCudaChoice choice;

  if (kernel == NULL || across > G_MAXINT32 || down > G_MAXUINT16)
    return;
  choice = (GsCudaChoice){
    .file = SKINNY_FILE,
    .symbol = n % 4 != 0 ? kernel->ragged_symbol : kernel->symbol,
    .grid = { (guint)across, (guint)down, 1 },
    .block = 256,
    .parts = 1,
    .cost_ns
    = skinny_cost_ns (bytes, (double)m * (double)n * kernel->most, STEPS_RATE, m, n, 1, across * down, sms),
  };
  g_array_append_val (choices, choice);
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  const GsCudaChoice *x = a, *y = b;

  return (x->cost_ns > y->cost_ns) - (x->cost_ns < y->cost_ns);
}

static gboolean
is_ragged (gint64 n, gint64 k)
{
  return n % 4 != 0 || k % 4 != 0;
}

GArray *
gs_cuda_best_choices (gint64 m, gint64 n, gint64 k, const GsLimits *limits)
{
  GArray *choices = g_array_new (FALSE, FALSE, sizeof (GsCudaChoice));
  double sms = MAX (limits->multiprocessors, 1);
  double bytes = 4.0 * ((double)m * (double)k + (double)k * (double)n + (double)m * (double)n);
  const Skinny *rows = smallest (few_rows, G_N_ELEMENTS (few_rows), m);
  const Skinny *columns = smallest (few_columns, G_N_ELEMENTS (few_columns), n);

  if (limits->compute_capability >= ASYNC_MIN_CODE)
    add_async (choices, m, n, k, is_ragged (n, k), sms);
  if (rows != NULL)
    add_skinny (choices, rows, n % 4 != 0, divide_up (n, 128), m, n, k, bytes,
                (double)rows->most * (double)n * (double)k, ROWS_RATE, sms);
  if (columns != NULL)
    add_skinny (choices, columns, k % 4 != 0, divide_up (m, 32), m, n, k, bytes,
                (double)columns->most * (double)m * (double)k, COLUMNS_RATE, sms);
  add_few_steps (choices, m, n, k, bytes, sms);
  g_array_sort (choices, compare_costs);
  return choices;
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
  launch->arguments = (GsLaunch){ .m = m, .n = n, .k = k };
  if (choice->parts == 1)
    return;
  launch->workspace_bytes = (gsize)(m * n * choice->parts) * sizeof (float);
  launch->reduce_file = SKINNY_FILE;
  launch->reduce_symbol = "gs_matmul_skinny_sum";
  launch->reduce_block = SUM_BLOCK;
  launch->reduce_grid = (guint)divide_up (m * n, SUM_BLOCK / 8);
  launch->reduce_arguments = (GsLaunch){ .n = m * n, .k = choice->parts };
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
  if (launch->reduce_symbol != NULL)
    launch->note = g_strdup_printf (_ ("The kernel chosen for this shape is %s, with k in %u parts."),
                                    launch->symbol, launch->grid[2]);
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
      GsCudaChoice choice = { ASYNC_FILE, tile->symbol, { 1, 1, 1 }, 0, 0, 1, 0 };

      if (tile->bm != kernel->tile.tile_m || tile->bn != kernel->tile.tile_n)
        continue;
      choice.grid[0] = (guint)(divide_up (spec->m, tile->bm) * divide_up (spec->n, tile->bn));
      if (is_ragged (spec->n, spec->k))
        choice.symbol = tile->ragged_symbol;
      choice.block = (guint)tile->threads;
      choice.shared_bytes = (guint)tile->shared_bytes;
      gs_cuda_best_fill (&choice, spec->m, spec->n, spec->k, launch);
      return TRUE;
    }
  return FALSE;
}
