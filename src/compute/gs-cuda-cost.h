#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a kernel is expected to take for a shape, in ns, when nothing is in the
 * cache. Only the order of the choices matters. */

typedef struct
{
  gint64 m, n, k;
  gint64 sms;          /* multiprocessors, at least 1 */
  gint64 shared_bytes; /* that a block may have */
} GsCudaShape;

/* Tile @i of GS_ASYNC_TILES, so many tiles whole and the others in @parts; B is
 * read as it is (@ragged_b), or copied when its rows do not begin on 16 bytes. */
double gs_cuda_cost_async (gsize i, const GsCudaShape *shape, gint64 whole, gint64 parts, gboolean ragged_b);

/* Tile @i of GS_SMALL_TILES, with k in @parts. */
double gs_cuda_cost_small (gsize i, const GsCudaShape *shape, gint64 parts);

typedef enum
{
  GS_CUDA_FEW_ROWS,
  GS_CUDA_NARROW_ROW, /* one, in strips of 32 columns instead of 128 */
  GS_CUDA_FEW_COLUMNS,
  GS_CUDA_FEW_STEPS,
  GS_CUDA_DOT,
} GsCudaSkinnyFamily;

typedef struct
{
  const GsCudaShape *shape;
  GsCudaSkinnyFamily family;
} GsCudaSkinnyWork;

/* A kernel of matmul_skinny.cu, matmul_narrow.cu or matmul_steps.cu that is built for @most of the small size, on
 * @strips blocks in each of @parts. */
double gs_cuda_cost_skinny (const GsCudaSkinnyWork *work, int most, gint64 strips, gint64 parts);

G_END_DECLS
