#include "gs-cuda-launch.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-cuda-best.h"
#include "gs-cuda-error.h"
#include "gs-lattice.h"
#include "gs-launch-flags.h"

/* More than this is not padded: the launch is refused. */
#define MAX_PAD_FLOATS (G_GINT64_CONSTANT (1) << 28)
/* Longest shared tile side; a tile that is not cut at the edge reads this far. */
#define TILE_SIDE 32

gboolean
gs_cuda_launch_plan (const GsSpec *spec,
                     const GsPlan *plan,
                     const GsKernelInfo *kernel,
                     const GsLimits *limits,
                     GsCudaLaunch *launch,
                     GError **error)
{
  *launch = (GsCudaLaunch){
    .file = kernel->file,
    .symbol = kernel->symbol,
    .arguments = { .m = spec->m, .n = spec->n, .k = spec->k },
  };
  if (kernel->symbol == NULL)
    return gs_cuda_best_plan (spec, limits, launch, error);

  if (!plan->valid)
    {
      const GsProblem *problem = g_ptr_array_index (plan->problems, 0);

      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_LAUNCH, problem->message);
      return FALSE;
    }
  for (int i = 0; i < 3; i++)
    {
      launch->grid[i] = (guint)plan->grid[i];
      launch->block[i] = (guint)plan->block[i];
    }
  launch->arguments.flags = gs_launch_flags (plan);
  gs_cuda_best_plan_async (kernel, spec, launch);
  return TRUE;
}

void
gs_cuda_launch_clear (GsCudaLaunch *launch)
{
  g_clear_pointer (&launch->note, g_free);
}

#define COPY_SYMBOL  "gs_matmul_async_pad"
#define COPY_BLOCK   256
#define COPY_COLUMNS 1024 /* of one block */
#define COPY_ROWS    4    /* that a thread has on their way at once */
#define MAX_GRID_Y   65535

gboolean
gs_cuda_launch_prepare (GsCudaLaunch *launch,
                        GsCudaContext *context,
                        const GsCudaDriver *driver,
                        GError **error)
{
  GsPhase unused;

  if (launch->sum_symbol != NULL
      && !gs_cuda_context_function (context, driver, launch->file, launch->sum_symbol, &unused, &launch->sum,
                                    error))
    return FALSE;
  if ((launch->copied[0] || launch->copied[1])
      && !gs_cuda_context_function (context, driver, launch->file, COPY_SYMBOL, &unused, &launch->copy,
                                    error))
    return FALSE;
  return launch->shared_bytes == 0
         || gs_cuda_check (driver,
                           driver->function_set_attribute (launch->function,
                                                           GS_CU_FUNCTION_MAX_DYNAMIC_SHARED,
                                                           (int)launch->shared_bytes),
                           "cuFuncSetAttribute", GS_PHASE_LOAD, error);
}

/* Copies A and B, where they need it, to @copies. */
static gboolean
enqueue_copies (const GsCudaLaunch *launch,
                const GsCudaDriver *driver,
                GsCuStream stream,
                const GsCuPointer matrices[3],
                GsCuPointer copies[2],
                GError **error)
{
  const GsLaunch *product = &launch->arguments;
  gint64 columns = 0, rows = 0;
  void *arguments[] = { (void *)&matrices[0], (void *)&matrices[1], &copies[0], &copies[1], (void *)product };

  if (launch->copied[0])
    {
      columns = product->stride_a;
      rows = product->m;
    }
  if (launch->copied[1])
    {
      columns = MAX (columns, product->stride_b);
      rows = MAX (rows, product->k);
    }
  if (columns == 0 || rows == 0)
    return TRUE;
  return gs_cuda_check (driver,
                        driver->launch (launch->copy, (guint)((columns + COPY_COLUMNS - 1) / COPY_COLUMNS),
                                        (guint)MIN ((rows + COPY_ROWS - 1) / COPY_ROWS, MAX_GRID_Y), 2,
                                        COPY_BLOCK, 1, 1, 0, stream, arguments, NULL),
                        "cuLaunchKernel", GS_PHASE_COMPUTE, error);
}

gboolean
gs_cuda_launch_enqueue (const GsCudaLaunch *launch,
                        const GsCudaDriver *driver,
                        GsCuStream stream,
                        const GsCuPointer matrices[3],
                        GsCuPointer workspace,
                        GError **error)
{
  GsCuPointer copies[2] = { 0, 0 }, inputs[2] = { matrices[0], matrices[1] }, output = matrices[2];
  void *arguments[] = { &inputs[0], &inputs[1], &output, (void *)&launch->arguments, &workspace };

  for (int i = 0; i < 2; i++)
    if (launch->copied[i])
      copies[i] = inputs[i] = workspace + launch->copy_offset[i];
  if (!enqueue_copies (launch, driver, stream, matrices, copies, error))
    return FALSE;
  if (!gs_cuda_check (driver,
                      driver->launch (launch->function, launch->grid[0], launch->grid[1], launch->grid[2],
                                      launch->block[0], launch->block[1], launch->block[2],
                                      launch->shared_bytes, stream, arguments, NULL),
                      "cuLaunchKernel", GS_PHASE_COMPUTE, error))
    return FALSE;
  return launch->sum == NULL
         || gs_cuda_check (driver,
                           driver->launch (launch->sum, launch->sum_grid, 1, 1, launch->sum_block, 1, 1, 0,
                                           stream, arguments, NULL),
                           "cuLaunchKernel", GS_PHASE_COMPUTE, error);
}

/* Rows and columns the threads of the grid stand on. */
static void
covered_patch (const GsPlan *plan, gint64 *rows, gint64 *columns)
{
  gint64 threads = plan->block[0] * plan->block[1];
  gint64 width = threads % 32 == 0 ? 32 : threads;
  gint64 along_x = plan->grid[0] * plan->block[0], along_y = plan->grid[1] * plan->block[1];

  if (plan->kernel->layout == GS_LAYOUT_UNFOLDED)
    {
      along_x = plan->grid[0] * width;
      along_y = plan->grid[1] * (threads / width);
    }
  *columns = along_x;
  *rows = along_y;
  /* Which axis x runs along may be swapped by the map or by a fault: either way
   * round is covered. */
  if (plan->map == GS_MAP_X_ROW || (plan->faults & GS_FAULT_SWAPPED_AXES))
    *rows = *columns = MAX (along_x, along_y);
}

gboolean
gs_cuda_launch_overrun (const GsSpec *spec, const GsPlan *plan, gint64 floats[3], GError **error)
{
  gint64 elements[3], reach[3], rows, columns, stride;
  GsWide far[3]; /* a grid can be so large that its last index is past 64 bits */

  floats[0] = floats[1] = floats[2] = 0;
  if (plan->kernel == NULL || !plan->kernel->switchable
      || (plan->guard && plan->faults == 0 && plan->index_bits == 64))
    return TRUE;

  covered_patch (plan, &rows, &columns);
  if (plan->block_dims == 1)
    {
      rows = spec->n > 0 ? plan->threads / spec->n + 1 : 1;
      columns = spec->n;
    }
  stride = plan->faults & GS_FAULT_LEADING_DIMENSION ? MAX (spec->m, spec->n) : spec->n;
  elements[2] = spec->m * spec->n;
  far[2] = MAX ((GsWide)rows * stride + columns, plan->block_dims == 1 ? plan->threads : 0);
  if (spec->op == GS_OP_MATMUL)
    {
      elements[0] = spec->m * spec->k;
      elements[1] = spec->k * spec->n;
      far[0] = (GsWide)(rows + TILE_SIDE) * spec->k + TILE_SIDE;
      far[1] = (GsWide)(spec->k + TILE_SIDE) * stride + columns;
    }
  else
    {
      elements[0] = elements[1] = elements[2];
      far[0] = far[1] = far[2];
    }
  for (int i = 0; i < 3; i++)
    reach[i] = (gint64)MIN (far[i], G_MAXINT64);

  if (plan->index_bits == 32 && MAX (MAX (reach[0], reach[1]), reach[2]) > G_MAXINT32)
    {
      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
          _ ("With 32-bit indices this launch reaches index %" PRId64
             ", past 2147483647: on a GPU the wrapped index would fault; look at its plan, or use 64 bits."),
          MAX (MAX (reach[0], reach[1]), reach[2]));
      return FALSE;
    }
  for (int i = 0; i < 3; i++)
    {
      floats[i] = MAX (0, reach[i] - elements[i]);
      if (floats[i] <= MAX_PAD_FLOATS)
        continue;
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("This launch reaches %" PRId64 " elements past the end of a matrix, more than the "
                      "%" PRId64 " that are padded for it: on a GPU it would fault; turn the guard on or "
                      "use a smaller grid."),
                   floats[i], MAX_PAD_FLOATS);
      return FALSE;
    }
  return TRUE;
}
