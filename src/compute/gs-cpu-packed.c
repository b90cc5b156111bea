#include "gs-cpu-kernel.h"

#include <inttypes.h>
#include <errno.h>
#include <glib/gi18n-lib.h>

#include "gs-backend.h"
#include "gs-cpu-micro.h"
#include "gs-pool.h"

/* The product as the fast libraries do it: K is cut into slices; of a slice, A
 * and B are copied into panels that a register micro-kernel reads straight
 * through. A panel of A (mr × KC) stays in the first-level cache while a block of
 * B, which fits half of the second-level cache, goes by; C is walked along its
 * rows. The slice fits the third-level cache. */
#define KC          384
#define SLICE       4096   /* rows of A, columns of B packed at a time: 6 MiB each */
#define BLOCK_BYTES 524288 /* of packed B in one item of work */
#define ITEM_PANELS 16     /* panels of A in one item of work */
#define PACK_PANELS 8      /* panels packed in one item of work */

/* Below this a product is done before a second thread is awake. */
#define THREADED_MIN 4e6 /* multiplications per thread */

/* Up to here operands are read where they are: packing them would take longer
 * than it saves. */
#define DIRECT_MAX 1048576.0 /* multiplications */

/* Up to this size in m, n and k even choosing a micro-kernel takes longer than
 * the naive loop. */
#define NAIVE_MAX 3

static struct
{
  float *a, *b;
  gsize n_a, n_b; /* floats */
} workspace;

typedef struct
{
  const GsCpuCall *call;
  const GsCpuMicro *micro;
  gint64 rows, columns, depth; /* of a slice, at most */
  gint64 counters[3];
} Product;

/* The part of the product that is packed at the moment. */
typedef struct
{
  gint64 i, j, p;
  gint64 rows, columns, depth;
} Slice;

static void
pack_items (Product *product, const Slice *slice, gboolean with_b, gint64 *counter)
{
  const GsCpuCall *call = product->call;
  gint64 a_width = (gint64)PACK_PANELS * product->micro->mr,
         b_width = (gint64)PACK_PANELS * product->micro->nr;
  gint64 a_items = (slice->rows + a_width - 1) / a_width;
  gint64 b_items = with_b ? (slice->columns + b_width - 1) / b_width : 0;
  gint64 item;

  while ((item = gs_pool_take (counter)) < a_items + b_items && !gs_cpu_call_cancelled (call))
    if (item < b_items)
      {
        gint64 j = item * b_width;

        product->micro->pack_b (slice->depth, MIN (b_width, slice->columns - j),
                                call->b + slice->p * call->n + slice->j + j, call->n,
                                workspace.b + j * slice->depth);
      }
    else
      {
        gint64 first = (item - b_items) * a_width, end = MIN (first + a_width, slice->rows);

        for (gint64 i = first; i < end; i += product->micro->mr)
          product->micro->pack_a (slice->depth, (int)MIN (product->micro->mr, end - i),
                                  call->a + (slice->i + i) * call->k + slice->p, call->k,
                                  workspace.a + i * slice->depth);
      }
}

static void
multiply_item (Product *product, const Slice *slice, gint64 i0, gint64 i1, gint64 j0, gint64 j1)
{
  const GsCpuCall *call = product->call;
  const GsCpuMicro *micro = product->micro;
  gboolean fresh = slice->p == 0;

  for (gint64 i = i0; i < i1; i += micro->mr)
    for (gint64 j = j0; j < j1; j += micro->nr)
      micro->packed[call->exact_order](slice->depth, workspace.a + i * slice->depth,
                                       workspace.b + j * slice->depth,
                                       call->c + (slice->i + i) * call->n + slice->j + j, call->n,
                                       (int)MIN (micro->mr, i1 - i), (int)MIN (micro->nr, j1 - j), fresh);
}

/* @total cut into as few parts of at most @max as possible, all alike, so that
 * none is a thin rest: the length of a part, a multiple of @unit. */
static gint64
share_out (gint64 total, gint64 max, gint64 unit)
{
  gint64 n = MAX (1, (total + max - 1) / max);
  gint64 length = (total + n - 1) / n;

  return (length + unit - 1) / unit * unit;
}

static void
multiply_items (Product *product, const Slice *slice, gint64 *counter)
{
  gint64 height = (gint64)ITEM_PANELS * product->micro->mr;
  gint64 width
      = share_out (slice->columns, BLOCK_BYTES / (gint64)sizeof (float) / slice->depth, product->micro->nr);
  gint64 items_i = (slice->rows + height - 1) / height;
  gint64 items_j = (slice->columns + width - 1) / width;
  gint64 item;

  while ((item = gs_pool_take (counter)) < items_i * items_j && !gs_cpu_call_cancelled (product->call))
    {
      gint64 i = item % items_i * height, j = item / items_i * width;

      multiply_item (product, slice, i, MIN (i + height, slice->rows), j, MIN (j + width, slice->columns));
    }
}

static void
run_thread (int thread, int n_threads, gpointer data)
{
  Product *product = data;
  const GsCpuCall *call = product->call;
  guint phase = 0;

  /* A counter is used by every third phase. Thread 0 sets it back after the
   * barrier that ends a phase, two barriers before it is needed again. */
  for (gint64 j = 0; j < call->n; j += product->columns)
    for (gint64 p = 0; p < call->k; p += product->depth)
      for (gint64 i = 0; i < call->m; i += product->rows)
        {
          Slice slice = {
            .i = i,
            .j = j,
            .p = p,
            .rows = MIN (product->rows, call->m - i),
            .columns = MIN (product->columns, call->n - j),
            .depth = MIN (product->depth, call->k - p),
          };

          for (int step = 0; step < 2; step++, phase++)
            {
              gint64 *counter = &product->counters[phase % 3];

              if (step == 0)
                pack_items (product, &slice, i == 0, counter);
              else
                multiply_items (product, &slice, counter);
              gs_pool_barrier (n_threads);
              if (thread == 0)
                *counter = 0;
            }
        }
}

static gboolean
reserve (float **buffer, gsize *has, gint64 needs, GError **error)
{
  void *memory;

  if ((gsize)needs <= *has)
    return TRUE;
  g_clear_pointer (buffer, free);
  *has = 0;
  if (posix_memalign (&memory, 64, (gsize)needs * sizeof (float)) != 0)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY,
                   _ ("There is no memory for the %" PRId64 " bytes that the packed product works in; "
                      "close other programs or choose the kernel cpu_blocked."),
                   needs * (gint64)sizeof (float));
      return FALSE;
    }
  *buffer = memory;
  *has = (gsize)needs;
  return TRUE;
}

void
gs_cpu_packed_release (void)
{
  g_clear_pointer (&workspace.a, free);
  g_clear_pointer (&workspace.b, free);
  workspace.n_a = workspace.n_b = 0;
}

static void
multiply_direct (const GsCpuCall *call, const GsCpuMicro *micro)
{
  gint64 m = call->m, n = call->n, k = call->k;

  for (gint64 j = 0; j < n; j += micro->nr)
    for (gint64 i = 0; i < m; i += micro->mr)
      micro->direct[call->exact_order](k, call->a + i * k, k, call->b + j, n, call->c + i * n + j, n,
                                       (int)MIN (micro->mr, m - i), (int)MIN (micro->nr, n - j));
}

static gboolean
multiply_packed (const GsCpuCall *call, const GsCpuMicro *micro, double multiplications, GError **error)
{
  Product product = {
    .call = call,
    .micro = micro,
    .rows = share_out (call->m, SLICE, micro->mr),
    .columns = share_out (call->n, SLICE, micro->nr),
    .depth = share_out (call->k, KC, 1),
  };
  int n_threads = (int)CLAMP (multiplications / THREADED_MIN, 1, call->n_threads);

  if (!reserve (&workspace.a, &workspace.n_a, product.rows * product.depth, error)
      || !reserve (&workspace.b, &workspace.n_b, product.columns * product.depth, error))
    return FALSE;

  gs_pool_run (n_threads, run_thread, &product);
  return TRUE;
}

gboolean
gs_cpu_packed (const GsCpuCall *call, GError **error)
{
  const GsCpuMicro *micro;
  double multiplications;

  if ((call->m <= NAIVE_MAX && call->n <= NAIVE_MAX && call->k <= NAIVE_MAX) || call->k == 0)
    return gs_cpu_ijk (call, error);

  micro = gs_cpu_micro (call->isa);
  multiplications = (double)call->m * (double)call->n * (double)call->k;
  if (multiplications > DIRECT_MAX)
    return multiply_packed (call, micro, multiplications, error);
  multiply_direct (call, micro);
  return TRUE;
}
