#include "gs-cpu-micro.h"

#include "gs-cpu-cache.h"
#include "gs-pool.h"

/* With few rows, B is read once and C stays in the cache: so few rows of B at a
 * time that the processor's prefetcher follows each of them. */
#define FEW_ROWS_DEPTH 16
#define FEW_ROWS_TILES 11 /* in one item of work */

/* Up to so many tiles side by side, B lies as close as if it were packed. */
#define DEEP_TILES 3
#define DEEP_DEPTH 512

#define THIN_ITEM 262144 /* elements of A and C in one item of work */
#define FLAT_C    65536  /* elements of C, at most: a column of vectors is written at a time */
#define FLAT_M    16     /* rows for which loading more steps than FLAT_M_K first pays */
#define FLAT_M_K  8

/* Rows of A whose starts are a multiple of this apart share sets of the
 * first-level cache, which holds eight of them. */
#define SAME_SET_BYTES 4096
#define SAME_SET_ROWS  8

typedef struct
{
  const GsCpuCall *call;
  const GsCpuMicro *micro;
  GsCpuThin thin;
  gint64 height, width; /* of a tile; rows of an item of work */
  gint64 counter;
} Direct;

static void
run_few_rows (int thread, int n_threads, gpointer data)
{
  Direct *direct = data;
  const GsCpuCall *call = direct->call;
  gint64 n = call->n, k = call->k, width = FEW_ROWS_TILES * direct->width, first;
  GsCpuTile tile = { .a_stride = k, .b_stride = n, .c_stride = n, .rows = (int)call->m };

  while ((first = gs_pool_take (&direct->counter) * width) < n && !gs_cpu_call_cancelled (call))
    for (gint64 p = 0; p < k; p += FEW_ROWS_DEPTH)
      {
        tile.k = MIN (FEW_ROWS_DEPTH, k - p);
        tile.a = call->a + p;
        tile.fresh = p == 0;
        for (gint64 j = first; j < MIN (first + width, n); j += direct->width)
          {
            tile.b = call->b + p * n + j;
            tile.ahead = tile.b + FEW_ROWS_DEPTH * n;
            tile.c = call->c + j;
            tile.columns = (int)MIN (direct->width, n - j);
            direct->micro->multiply[call->exact_order](&tile);
          }
      }
}

static void
run_thin (int thread, int n_threads, gpointer data)
{
  Direct *direct = data;
  const GsCpuCall *call = direct->call;
  gint64 i;

  while ((i = gs_pool_take (&direct->counter) * direct->height) < call->m && !gs_cpu_call_cancelled (call))
    direct->thin (MIN (direct->height, call->m - i), call->n, call->k, call->a + i * call->k, call->b,
                  call->c + i * call->n);
}

/* Rows from @i on, as many as a tile has. */
static void
multiply_rows (const Direct *direct, gint64 i)
{
  const GsCpuCall *call = direct->call;
  gint64 n = call->n, k = call->k;
  void (*multiply) (const GsCpuTile *tile) = direct->micro->multiply[call->exact_order];
  GsCpuTile tile = {
    .k = k,
    .a = call->a + i * k,
    .a_stride = k,
    .b_stride = n,
    .c_stride = n,
    .rows = (int)MIN (direct->height, call->m - i),
    .fresh = TRUE,
  };

  tile.ahead = tile.a + tile.rows * k;
  for (gint64 j = 0; j < n; j += direct->width)
    {
      tile.b = call->b + j;
      tile.c = call->c + i * n + j;
      tile.columns = (int)MIN (direct->width, n - j);
      multiply (&tile);
    }
}

static void
run_rows (int thread, int n_threads, gpointer data)
{
  Direct *direct = data;
  gint64 i;

  while ((i = gs_pool_take (&direct->counter) * direct->height) < direct->call->m
         && !gs_cpu_call_cancelled (direct->call))
    multiply_rows (direct, i);
}

/* Few columns, but so many steps that B has to be cut to stay in the cache. */
static void
run_deep (int thread, int n_threads, gpointer data)
{
  Direct *direct = data;
  const GsCpuCall *call = direct->call;
  gint64 m = call->m, n = call->n, k = call->k, panels = (m + direct->height - 1) / direct->height;
  gint64 rows = (panels + n_threads - 1) / n_threads * direct->height, first;
  GsCpuTile tile = { .a_stride = k, .b_stride = n, .c_stride = n };

  while ((first = gs_pool_take (&direct->counter) * rows) < m)
    for (gint64 p = 0; p < k && !gs_cpu_call_cancelled (call); p += DEEP_DEPTH)
      for (gint64 i = first; i < MIN (first + rows, m); i += direct->height)
        {
          tile.k = MIN (DEEP_DEPTH, k - p);
          tile.a = call->a + i * k + p;
          tile.rows = (int)MIN (direct->height, m - i);
          tile.fresh = p == 0;
          for (gint64 j = 0; j < n; j += direct->width)
            {
              tile.b = call->b + p * n + j;
              tile.ahead = tile.b + DEEP_DEPTH * n;
              tile.c = call->c + i * n + j;
              tile.columns = (int)MIN (direct->width, n - j);
              direct->micro->multiply[call->exact_order](&tile);
            }
        }
}

static void
choose_tile (Direct *direct)
{
  const GsCpuCall *call = direct->call;
  gint64 height = direct->micro->mr, m = call->m;

  direct->width = direct->micro->nr;
  if (call->n > direct->width && call->n <= direct->micro->wide_nr)
    {
      direct->width = direct->micro->wide_nr;
      height = direct->micro->wide_mr;
    }
  if (call->k * (gint64)sizeof (float) % SAME_SET_BYTES == 0)
    height = MIN (height, SAME_SET_ROWS);
  direct->height = m;
  /* Panels of like height: a thin one leaves the arithmetic waiting for itself. */
  if (m > height)
    {
      gint64 panels = (m + height - 1) / height;

      direct->height = (m + panels - 1) / panels;
    }
}

/* The micro-kernel for a product too thin for tiles, or NULL. */
static GsCpuThin
choose_thin (const GsCpuCall *call, const GsCpuMicro *micro, int n_threads)
{
  gint64 m = call->m, n = call->n, k = call->k;

  if (k == 1 && n > 1 && n_threads == 1)
    return micro->multiply_flat;
  if (call->exact_order)
    return NULL;
  if (n == 1)
    return micro->multiply_column;
  if (k <= (m < FLAT_M ? MIN (micro->flat_k, FLAT_M_K) : micro->flat_k) && n_threads == 1 && m * n <= FLAT_C)
    return micro->multiply_flat;
  if (n <= micro->strip_n && k * n <= (gint64)gs_cpu_cache ()->level2 / 2 / (gint64)sizeof (float))
    return micro->multiply_strip;
  if (k <= micro->flat_narrow_k && n <= micro->flat_narrow_n && n_threads == 1)
    return micro->multiply_flat;
  return NULL;
}

static void
multiply_thin (const GsCpuCall *call, GsCpuThin thin, int n_threads)
{
  gint64 m = call->m, n = call->n, k = call->k;

  if (m * (k + n) <= THIN_ITEM && n_threads == 1)
    thin (m, n, k, call->a, call->b, call->c);
  else
    {
      Direct direct = { .call = call, .thin = thin, .height = MAX (THIN_ITEM / (k + n), 1) };

      gs_pool_run (n_threads, run_thin, &direct);
    }
}

static gboolean
multiply_tiles (const GsCpuCall *call, const GsCpuMicro *micro, int n_threads)
{
  const GsCpuCache *cache = gs_cpu_cache ();
  gint64 m = call->m, n = call->n, k = call->k;
  Direct direct = { .call = call, .micro = micro };

  /* B stays in the second-level cache with room for the rest; rows of A that are
   * needed again stay in the first-level cache. */
  if (k * n <= (gint64)cache->level2 / 2 / (gint64)sizeof (float)
      && (n <= micro->nr || k * micro->mr <= (gint64)cache->level1 * 7 / 10 / (gint64)sizeof (float)))
    {
      choose_tile (&direct);
      if (n_threads > 1)
        gs_pool_run (n_threads, run_rows, &direct);
      else
        for (gint64 i = 0; i < m && !gs_cpu_call_cancelled (call); i += direct.height)
          multiply_rows (&direct, i);
      return TRUE;
    }

  if (n <= DEEP_TILES * micro->nr)
    {
      choose_tile (&direct);
      gs_pool_run (n_threads, run_deep, &direct);
      return TRUE;
    }
  if (m > micro->mr)
    return FALSE;
  direct.width = micro->nr;
  gs_pool_run (n_threads, run_few_rows, &direct);
  return TRUE;
}

gboolean
gs_cpu_direct (const GsCpuCall *call, const GsCpuMicro *micro, int n_threads)
{
  GsCpuThin thin;

  /* A column of one step is a row of one: multiplication commutes. */
  if (call->n == 1 && call->k == 1 && n_threads == 1)
    {
      micro->multiply_flat (1, call->m, 1, call->b, call->a, call->c);
      return TRUE;
    }
  thin = choose_thin (call, micro, n_threads);
  if (thin == NULL)
    return multiply_tiles (call, micro, n_threads);
  multiply_thin (call, thin, n_threads);
  return TRUE;
}
