#include "gs-cpu-micro.h"

#include <inttypes.h>
#include <math.h>
#include <glib/gi18n-lib.h>
#include <sys/mman.h>

#include "gs-backend.h"
#include "gs-cpu-cache.h"
#include "gs-pool.h"

/* The product as the fast libraries do it: K is cut into slices; of a slice, A and
 * B are copied so that a register micro-kernel reads them straight through. The
 * rows of a panel of A stay in the first-level cache while a block of B, which
 * stays in the second-level cache, goes by; C is walked along its rows. */
#define DEPTH_MAX   512
#define BLOCK_MAX   1048576 /* bytes of packed B that stay in the second-level cache */
#define SLICE       4096    /* rows of A, columns of B packed at a time: at most 8 MiB each */
#define ITEM_PANELS 16      /* panels of A in one item of work, at most */
#define PACK_PANELS 8       /* panels packed in one item of work */
#define ITEMS_EACH  8       /* items of work a thread should find, so that none waits long for the last */
#define LINE        16      /* floats */
#define HUGE_PAGE   2097152

#define MAX_GROUPS 16

/* Below this a product is done before a second thread is awake. An element that is
 * read or written counts for as much as so many multiplications. */
#define THREADED_MIN 2e6 /* multiplications per thread */
#define ELEMENT_WORK 16.0

/* Up to so many multiplications even choosing a micro-kernel takes longer than the
 * naive loop: of few steps, for which the flat one has no loop, and of more. */
#define TINY_STEPS     4
#define TINY_WORK_FLAT 12
#define TINY_WORK      36
#define TINY_K         17
#define TINY_N         4

/* Up to this size in m, n and k there is no work for a second thread. */
#define SMALL 64

typedef struct
{
  float *floats;
  gsize n;
} Buffer;

static struct
{
  Buffer a, b;
} workspace;

typedef struct
{
  const GsCpuCall *call;
  const GsCpuMicro *micro;
  gint64 rows, columns, depth; /* of a slice, at most */
  gint64 height;               /* rows of a panel of A */
  gint64 block;                /* columns of a block of B */
  gboolean packs_a;            /* else A is read where it is */
  int n_groups;                /* of threads that share columns of C */
  gint64 pack_counters[2];
  gint64 counters[2][MAX_GROUPS];
} Product;

/* The part of the product that is packed at the moment. */
typedef struct
{
  gint64 i, j, p;
  gint64 rows, columns, depth;
} Slice;

/* @total cut into as few parts of at most @max as possible, all alike, so that
 * none is a thin rest: the length of a part, a multiple of @unit. */
static gint64
share_out (gint64 total, gint64 max, gint64 unit)
{
  gint64 n = MAX (1, (total + max - 1) / max);
  gint64 length = (total + n - 1) / n;

  return (length + unit - 1) / unit * unit;
}

static gint64
count_parts (gint64 total, gint64 part)
{
  return (total + part - 1) / part;
}

/* Panels of @panel rows or columns in one of about @n_items items of work. */
static gint64
item_panels (gint64 total, gint64 panel, gint64 max, gint64 n_items)
{
  return CLAMP (count_parts (total, panel) / n_items, 1, max);
}

/* Rows of A one after the other: what is far apart in A would share few sets of
 * the first-level cache. */
static void
pack_a (const GsCpuCall *call, const Slice *slice, gint64 first, gint64 end)
{
  for (gint64 i = first; i < end; i++)
    memcpy (workspace.a.floats + i * slice->depth, call->a + (slice->i + i) * call->k + slice->p,
            sizeof (float) * slice->depth);
}

static void
pack_items (Product *product, const Slice *slice, int n_threads, gint64 *counter)
{
  const GsCpuCall *call = product->call;
  gint64 a_width = item_panels (slice->rows, product->height, PACK_PANELS, 2 * n_threads) * product->height;
  gint64 b_width
      = item_panels (slice->columns, product->micro->nr, PACK_PANELS, 2 * n_threads) * product->micro->nr;
  gint64 a_items = product->packs_a && slice->j == 0 ? count_parts (slice->rows, a_width) : 0;
  gint64 b_items = count_parts (slice->columns, b_width);
  gint64 item;

  while ((item = gs_pool_take (counter)) < a_items + b_items && !gs_cpu_call_cancelled (call))
    if (item < a_items)
      pack_a (call, slice, item * a_width, MIN ((item + 1) * a_width, slice->rows));
    else
      {
        gint64 j = (item - a_items) * b_width;

        product->micro->pack_b (slice->depth, MIN (b_width, slice->columns - j),
                                call->b + slice->p * call->n + slice->j + j, call->n,
                                workspace.b.floats + j * slice->depth);
      }
}

static void
multiply_item (Product *product, const Slice *slice, gint64 i0, gint64 i1, gint64 j0, gint64 j1)
{
  const GsCpuCall *call = product->call;
  gint64 nr = product->micro->nr, ahead_step = slice->depth / 4 * LINE;
  GsCpuTile tile = {
    .k = slice->depth,
    .a_stride = product->packs_a ? slice->depth : call->k,
    .b_stride = nr,
    .c_stride = call->n,
    .fresh = slice->p == 0,
    .padded = TRUE,
  };
  const float *a = product->packs_a ? workspace.a.floats : call->a + slice->i * call->k + slice->p;

  for (gint64 i = i0; i < i1; i += product->height)
    {
      tile.a = a + i * tile.a_stride;
      tile.rows = (int)MIN (product->height, i1 - i);
      tile.ahead = tile.a + tile.rows * tile.a_stride;
      for (gint64 j = j0; j < j1; j += nr)
        {
          tile.b = workspace.b.floats + j * slice->depth;
          tile.c = call->c + (slice->i + i) * call->n + slice->j + j;
          tile.columns = (int)MIN (nr, j1 - j);
          product->micro->multiply[call->exact_order](&tile);
          tile.ahead += ahead_step;
        }
    }
}

/* Columns j0…j1 − 1 of the slice, with other threads of the group. */
static void
multiply_group (Product *product, const Slice *slice, int n_threads, gint64 j0, gint64 j1, gint64 *counter)
{
  gint64 block = share_out (j1 - j0, product->block, product->micro->nr);
  gint64 items_j = count_parts (j1 - j0, block);
  gint64 height = item_panels (slice->rows * items_j * product->n_groups, product->height, ITEM_PANELS,
                               ITEMS_EACH * n_threads)
                  * product->height;
  gint64 items_i = count_parts (slice->rows, height);
  gint64 item;

  while ((item = gs_pool_take (counter)) < items_i * items_j && !gs_cpu_call_cancelled (product->call))
    {
      gint64 i = item % items_i * height, j = j0 + item / items_i * block;

      multiply_item (product, slice, i, MIN (i + height, slice->rows), j, MIN (j + block, j1));
    }
}

/* A thread begins with the columns of its own group, so that it fetches little of
 * B from where other threads packed it, and then helps the others. */
static void
multiply_items (Product *product, const Slice *slice, int thread, int n_threads, gint64 *counters)
{
  gint64 width = share_out (slice->columns, (slice->columns + product->n_groups - 1) / product->n_groups,
                            product->micro->nr);

  for (int i = 0; i < product->n_groups; i++)
    {
      int group = (thread + i) % product->n_groups;
      gint64 j = group * width;

      if (j < slice->columns)
        multiply_group (product, slice, n_threads, j, MIN (j + width, slice->columns), &counters[group]);
    }
}

static void
run_thread (int thread, int n_threads, gpointer data)
{
  Product *product = data;
  const GsCpuCall *call = product->call;
  guint turn = 0;

  /* The counters of one turn are set back in the other half of the next one, when
   * nobody takes from them. */
  for (gint64 p = 0; p < call->k; p += product->depth)
    for (gint64 i = 0; i < call->m; i += product->rows)
      for (gint64 j = 0; j < call->n; j += product->columns, turn = !turn)
        {
          Slice slice = {
            .i = i,
            .j = j,
            .p = p,
            .rows = MIN (product->rows, call->m - i),
            .columns = MIN (product->columns, call->n - j),
            .depth = MIN (product->depth, call->k - p),
          };

          if (thread == 0)
            memset (product->counters[!turn], 0, sizeof product->counters[0]);
          pack_items (product, &slice, n_threads, &product->pack_counters[turn]);
          gs_pool_barrier (n_threads);
          if (thread == 0)
            product->pack_counters[!turn] = 0;
          multiply_items (product, &slice, thread, n_threads, product->counters[turn]);
          gs_pool_barrier (n_threads);
        }
}

/* On huge pages where the system has them to give: a block of B is more pages of
 * 4 KiB than a processor can keep in mind. */
static gboolean
reserve (Buffer *buffer, gint64 needs, GError **error)
{
  gsize n_bytes = (gsize)needs * sizeof (float);
  void *memory;

  if ((gsize)needs <= buffer->n)
    return TRUE;
  g_clear_pointer (&buffer->floats, free);
  buffer->n = 0;
  if (n_bytes > HUGE_PAGE)
    n_bytes = (n_bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  if (posix_memalign (&memory, n_bytes < HUGE_PAGE ? 4096 : HUGE_PAGE, n_bytes) != 0)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY,
                   _ ("There is no memory for the %" PRId64 " bytes that the packed product works in; "
                      "close other programs or choose the kernel cpu_blocked."),
                   needs * (gint64)sizeof (float));
      return FALSE;
    }
#ifdef MADV_HUGEPAGE
  if (n_bytes >= HUGE_PAGE)
    madvise (memory, n_bytes, MADV_HUGEPAGE);
#endif
  buffer->floats = memory;
  buffer->n = (gsize)needs;
  return TRUE;
}

void
gs_cpu_packed_release (void)
{
  g_clear_pointer (&workspace.a.floats, free);
  g_clear_pointer (&workspace.b.floats, free);
  workspace.a.n = workspace.b.n = 0;
}

static gboolean
multiply_packed (const GsCpuCall *call, const GsCpuMicro *micro, int n_threads, GError **error)
{
  const GsCpuCache *cache = gs_cpu_cache ();
  gint64 depth_max
      = CLAMP ((gint64)cache->level1 * 6 / 10 / (micro->mr * (gint64)sizeof (float)), 64, DEPTH_MAX);
  Product product = {
    .call = call,
    .micro = micro,
    .rows = share_out (call->m, SLICE, micro->mr),
    .depth = share_out (call->k, depth_max, 4),
    .height = micro->mr,
  };
  gint64 block_max = MIN ((gint64)cache->level2 * 6 / 10, BLOCK_MAX)
                     / (product.depth * (gint64)sizeof (float) * micro->nr);

  product.block = share_out (call->n, MAX (block_max, 1) * micro->nr, micro->nr);
  product.columns = n_threads == 1 ? product.block : share_out (call->n, SLICE, micro->nr);
  product.packs_a = product.depth < call->k;
  product.n_groups
      = (int)CLAMP (sqrt (n_threads * (double)call->n / (double)call->m), 1, MIN (n_threads, MAX_GROUPS));
  if ((product.packs_a && !reserve (&workspace.a, product.rows * product.depth, error))
      || !reserve (&workspace.b, product.columns * product.depth, error))
    return FALSE;

  gs_pool_run (n_threads, run_thread, &product);
  return TRUE;
}

static double
count_work (const GsCpuCall *call)
{
  double m = (double)call->m, n = (double)call->n, k = (double)call->k;

  return m * n * k + ELEMENT_WORK * (m * n + m * k + k * n);
}

static gboolean
is_tiny (gint64 m, gint64 n, gint64 k)
{
  return k <= TINY_STEPS ? m * n * k <= TINY_WORK_FLAT : m * n * k <= TINY_WORK && k <= TINY_K && n <= TINY_N;
}

gboolean
gs_cpu_packed (const GsCpuCall *call, GError **error)
{
  gint64 m = call->m, n = call->n, k = call->k;
  const GsCpuMicro *micro;
  int n_threads;

  if (m <= SMALL && n <= SMALL && k <= SMALL)
    {
      if (is_tiny (m, n, k))
        {
          gs_cpu_tiny (call);
          return TRUE;
        }
      n_threads = 1;
    }
  else if (m == 0 || n == 0 || k == 0)
    return gs_cpu_ijk (call, error);
  else
    n_threads = (int)CLAMP (count_work (call) / THREADED_MIN, 1, call->n_threads);

  micro = gs_cpu_micro (call->isa);
  if (gs_cpu_direct (call, micro, n_threads))
    return TRUE;
  return multiply_packed (call, micro, n_threads, error);
}
