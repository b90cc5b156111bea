#include "gs-cuda-cost.h"

#include "gs-async-tiles.h"
#include "gs-small-tiles.h"

/* All numbers here are fitted to launches on an H200 (bench-gpu choices), 1100 of 34
 * shapes and, of the small tiles, 1700 of 56: the middle error is 5 %. They are used
 * for all cards: what differs most from card to card, the number of multiprocessors,
 * is asked for. */
#define LANES_PER_NS    (128 * 1.9) /* multiply-adds of a multiprocessor */
#define BYTES_PER_SM_NS 30.0        /* of global memory, when many are on their way */

static gint64
divide_up (gint64 a, gint64 b)
{
  return (a + b - 1) / b;
}

/* Bytes that have to be moved at least. */
static double
fewest_bytes (const GsCudaShape *shape)
{
  double m = (double)shape->m, n = (double)shape->n, k = (double)shape->k;

  return 4 * (m * k + k * n + m * n);
}

static double
memory_ns (const GsCudaShape *shape, double n_bytes)
{
  return n_bytes / ((double)shape->sms * BYTES_PER_SM_NS);
}

typedef struct
{
  int bm, bn, bk;
} AsyncTile;

#define ASYNC_TILE(NAME, BM, BN, BK, WM, WN, LM, LN, TM, TN, SLICES, BLOCKS) { BM, BN, BK },
static const AsyncTile async_tiles[] = { GS_ASYNC_TILES (ASYNC_TILE) };

/* In the order of GS_ASYNC_TILES. Rates are parts of a lane's one multiply-add per
 * clock, for a multiprocessor with one block and with more. */
static const struct
{
  double alone, shared, block_ns; /* block_ns: first loads and last stores of a block */
} async_rates[] = {
  { 0.76, 0.765, 3400 }, { 0.745, 0.735, 3200 }, { 0.62, 0.705, 2100 },
  { 0.51, 0.68, 2700 },  { 0.59, 0.715, 1650 },  { 0.43, 0.525, 2000 },
};
G_STATIC_ASSERT (G_N_ELEMENTS (async_rates) == G_N_ELEMENTS (async_tiles));

#define ASYNC_START_NS    4300.0
#define STORE_TIMES       1.25
#define SUM_START_NS      3300.0 /* the kernel that adds the parts */
#define SUM_TIMES         1.7    /* that each byte of a part is moved, as it seems */
#define OWN_SUM_NS        5500.0 /* when the last block of a tile adds them */
#define OWN_FLOATS_PER_NS 40.0
#define RAGGED_TIMES      1.06
#define COPY_START_NS     3800.0
#define COPY_TIMES        3.4

double
gs_cuda_cost_async (gsize i, const GsCudaShape *shape, gint64 whole, gint64 parts, gboolean ragged_b)
{
  const AsyncTile *tile = &async_tiles[i];
  double cells = (double)tile->bm * tile->bn;
  gint64 tiles = divide_up (shape->m, tile->bm) * divide_up (shape->n, tile->bn);
  gint64 part = divide_up (divide_up (shape->k, parts), tile->bk) * tile->bk;
  gint64 split = (tiles - whole) * parts, blocks = whole + split;
  double rate = blocks > shape->sms ? async_rates[i].shared : async_rates[i].alone;
  double steps = (double)divide_up (whole, shape->sms) * (double)shape->k
                 + (double)divide_up (split, shape->sms) * (double)part;
  double cost_ns = ASYNC_START_NS + steps * cells / (LANES_PER_NS * rate) * (ragged_b ? RAGGED_TIMES : 1)
                   + (double)divide_up (blocks, shape->sms) * async_rates[i].block_ns;
  double copied = 0;

  cost_ns += STORE_TIMES * memory_ns (shape, 4.0 * (double)shape->m * (double)shape->n);
  if (GS_ASYNC_OWN (parts, tile->bm, tile->bn))
    cost_ns += OWN_SUM_NS + (double)parts * cells / OWN_FLOATS_PER_NS;
  else if (parts > 1)
    cost_ns += SUM_START_NS + SUM_TIMES * memory_ns (shape, (double)split * cells * 4);
  if (shape->k % 4 != 0)
    copied += (double)shape->m * (double)shape->k * 4;
  if (shape->n % 4 != 0 && !ragged_b)
    copied += (double)shape->k * (double)shape->n * 4;
  if (copied > 0)
    cost_ns += COPY_START_NS + COPY_TIMES * memory_ns (shape, copied);
  return cost_ns;
}

typedef struct
{
  int bm, bn;
} SmallTile;

#define SMALL_TILE(NAME, LM, LN, TM, TN, WARPS, STEP, STAGES, BLOCKS) { LM * TM, LN * TN },
static const SmallTile small_tiles[] = { GS_SMALL_TILES (SMALL_TILE) };

/* In the order of GS_SMALL_TILES; ragged: times what it takes when aligned. */
static const struct
{
  double alone, shared, block_ns, ragged, times; /* times: that memory takes longer than at its best */
} small_rates[] = {
  { 0.425, 0.475, 700, 1.35, 1.12 }, { 0.515, 0.57, 790, 1.4, 1.2 },    { 0.525, 0.595, 930, 1.35, 1.03 },
  { 0.64, 0.61, 1860, 1.2, 1.7 },    { 0.63, 0.605, 1760, 1.45, 1.14 }, { 0.5, 0.475, 1400, 1.2, 1.2 },
  { 0.285, 0.29, 1180, 1.22, 1.09 }, { 0.277, 0.257, 970, 1.05, 1.22 }, { 0.43, 0.42, 1250, 1.25, 1.4 },
  { 0.485, 0.475, 1380, 1.15, 1.2 }, { 0.563, 0.545, 1380, 1.4, 1.2 },
};
G_STATIC_ASSERT (G_N_ELEMENTS (small_rates) == G_N_ELEMENTS (small_tiles));

#define SMALL_START_NS        3400.0
#define SMALL_SPLIT_NS        2450.0 /* when the last block of a tile adds its parts */
#define SMALL_SUM_FLOAT_NS    0.033  /* and each float of a part */
#define CACHE_BYTES_PER_SM_NS 44.0   /* of what the tiles read in all, from the L2 cache */

double
gs_cuda_cost_small (gsize i, const GsCudaShape *shape, gint64 parts)
{
  const SmallTile *tile = &small_tiles[i];
  gint64 tiles = divide_up (shape->m, tile->bm) * divide_up (shape->n, tile->bn);
  double per_sm = (double)divide_up (tiles * parts, shape->sms);
  double rate = per_sm > 1 ? small_rates[i].shared : small_rates[i].alone;
  double part = (double)divide_up (shape->k, parts);
  double work_ns = per_sm * (tile->bm * tile->bn * part / (LANES_PER_NS * rate) + small_rates[i].block_ns);
  double read = 4.0 * (double)tiles * (tile->bm + tile->bn) * (double)shape->k;
  double read_ns = MAX (small_rates[i].times * memory_ns (shape, fewest_bytes (shape)),
                        read / ((double)shape->sms * CACHE_BYTES_PER_SM_NS));

  if (shape->n % 4 != 0 || shape->k % 4 != 0)
    work_ns *= small_rates[i].ragged;
  return SMALL_START_NS + MAX (work_ns, read_ns)
         + (parts > 1 ? SMALL_SPLIT_NS + SMALL_SUM_FLOAT_NS * (double)(parts * tile->bm * tile->bn) : 0);
}

/* In the order of GsCudaSkinnyFamily. */
static const struct
{
  double start_ns, split_ns, times, rate; /* times: that memory takes longer than at its best */
} skinny_rates[] = {
  { 4500, 2500, 0.78, 0.41 }, { 4200, 2500, 0.82, 0.41 }, { 4500, 2500, 0.8, 0.33 },
  { 4400, 0, 0.85, 1.5 },     { 3800, 2000, 1.0, 1.0 },
};

double
gs_cuda_cost_skinny (const GsCudaSkinnyWork *work, int most, gint64 strips, gint64 parts)
{
  const GsCudaShape *shape = work->shape;
  double m = (double)shape->m, n = (double)shape->n, k = (double)shape->k;
  double products = work->family <= GS_CUDA_NARROW_ROW    ? most * n * k
                    : work->family == GS_CUDA_FEW_COLUMNS ? most * m * k
                    : work->family == GS_CUDA_DOT         ? k
                                                          : most * m * n;
  /* A row of B is asked for in lines of 128 bytes, whatever its length. */
  double n_bytes = fewest_bytes (shape) + (work->family <= GS_CUDA_NARROW_ROW ? 4 * k * MAX (32 - n, 0) : 0);
  double idle = MAX (1.0, (double)shape->sms / (double)(strips * parts));

  /* One of its blocks has a multiprocessor for itself: in whole rounds. */
  if (work->family == GS_CUDA_NARROW_ROW)
    idle = (double)(divide_up (strips * parts, shape->sms) * shape->sms) / (double)(strips * parts);

  return skinny_rates[work->family].start_ns + (parts > 1 ? skinny_rates[work->family].split_ns : 0)
         + idle * skinny_rates[work->family].times * memory_ns (shape, n_bytes)
         + idle * products / ((double)shape->sms * LANES_PER_NS * skinny_rates[work->family].rate);
}
