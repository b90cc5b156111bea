#include "gs-cpu-micro.h"

#include "gs-cpu-cache.h"
#include "gs-pool.h"

/* With few rows, B is read once and C stays in the cache: so few rows of B at a
 * time that the processor's prefetcher follows each of them. */
#define FEW_ROWS_DEPTH 16
#define FEW_ROWS_WIDTH 512 /* columns in one item of work */

/* Rows of A whose starts are a multiple of this apart share sets of the
 * first-level cache, which holds eight of them. */
#define SAME_SET_BYTES 4096
#define SAME_SET_ROWS  8

typedef struct
{
  const GsCpuCall *call;
  void (*multiply) (const GsCpuTile *tile);
  gint64 height, width; /* of a tile */
  gint64 counter;
} Direct;

static gboolean
has_few_rows (const GsCpuCall *call, const GsCpuMicro *micro)
{
  return call->m <= micro->mr && call->n > micro->nr;
}

/* B stays in the second-level cache with room for the rest, and the rows of A in
 * work in the first-level cache if they are needed again. */
gboolean
gs_cpu_direct_fits (const GsCpuCall *call, const GsCpuMicro *micro)
{
  const GsCpuCache *cache = gs_cpu_cache ();
  double b_bytes = sizeof (float) * (double)call->k * (double)call->n;
  double a_bytes = sizeof (float) * (double)call->k * micro->mr;

  if (has_few_rows (call, micro))
    return TRUE;
  return b_bytes <= 0.5 * (double)cache->level2
         && (call->n <= micro->nr || a_bytes <= 0.7 * (double)cache->level1);
}

static void
run_few_rows (int thread, int n_threads, gpointer data)
{
  Direct *direct = data;
  const GsCpuCall *call = direct->call;
  gint64 n = call->n, k = call->k, first;
  GsCpuTile tile = { .a_stride = k, .b_stride = n, .c_stride = n, .rows = (int)call->m };

  while ((first = gs_pool_take (&direct->counter) * FEW_ROWS_WIDTH) < n && !gs_cpu_call_cancelled (call))
    for (gint64 p = 0; p < k; p += FEW_ROWS_DEPTH)
      {
        tile.k = MIN (FEW_ROWS_DEPTH, k - p);
        tile.a = call->a + p;
        tile.fresh = p == 0;
        for (gint64 j = first; j < MIN (first + FEW_ROWS_WIDTH, n); j += direct->width)
          {
            tile.b = call->b + p * n + j;
            tile.c = call->c + j;
            tile.columns = (int)MIN (direct->width, n - j);
            direct->multiply (&tile);
          }
      }
}

static void
run_rows (int thread, int n_threads, gpointer data)
{
  Direct *direct = data;
  const GsCpuCall *call = direct->call;
  gint64 m = call->m, n = call->n, k = call->k, i;
  GsCpuTile tile = { .k = k, .a_stride = k, .b_stride = n, .c_stride = n, .fresh = TRUE };

  while ((i = gs_pool_take (&direct->counter) * direct->height) < m && !gs_cpu_call_cancelled (call))
    {
      tile.a = call->a + i * k;
      tile.rows = (int)MIN (direct->height, m - i);
      tile.ahead = tile.a + tile.rows * k;
      for (gint64 j = 0; j < n; j += direct->width)
        {
          tile.b = call->b + j;
          tile.c = call->c + i * n + j;
          tile.columns = (int)MIN (direct->width, n - j);
          direct->multiply (&tile);
        }
    }
}

void
gs_cpu_direct (const GsCpuCall *call, const GsCpuMicro *micro, int n_threads)
{
  Direct direct = { .call = call, .multiply = micro->multiply[call->exact_order], .width = micro->nr };
  gint64 height = micro->mr;

  if (has_few_rows (call, micro))
    {
      gs_pool_run (n_threads, run_few_rows, &direct);
      return;
    }
  if (call->n > micro->nr && call->n <= micro->wide_nr)
    {
      direct.width = micro->wide_nr;
      height = micro->wide_mr;
    }
  if (call->k * (gint64)sizeof (float) % SAME_SET_BYTES == 0)
    height = MIN (height, SAME_SET_ROWS);
  /* Panels of like height: a thin one leaves the arithmetic waiting for itself. */
  direct.height = (call->m + (call->m + height - 1) / height - 1) / ((call->m + height - 1) / height);
  gs_pool_run (n_threads, run_rows, &direct);
}
