#pragma once

#include "gs-cuda-context.h"
#include "gs-launch.h"

G_BEGIN_DECLS

/* A kernel ready to be launched: which function of which file, and how. A product
 * may need others around it: copies of A and B before, whose rows begin on 16
 * bytes, and the sum of the parts it was split into after. */
typedef struct
{
  const char *file; /* of kernels/ */
  const char *symbol;
  guint grid[3], block[3];
  guint shared_bytes; /* dynamic */
  GsLaunch arguments;
  gsize workspace_bytes; /* in all: parts, then the copy of A, then that of B */
  gsize counter_bytes;   /* at its start, zero before the first launch and after each */
  gsize copy_offset[2];  /* bytes; of A and B, where copied */
  gboolean copied[2];
  const char *sum_symbol; /* of the same file; else NULL */
  guint sum_grid, sum_block;
  char *note; /* what a reader should know of the choice; may be NULL; owned */
  GsCuFunction function, copy, sum;
} GsCudaLaunch;

/* Works out the launch of the job's kernel, "matmul/best" included, on a device
 * with these limits. */
gboolean gs_cuda_launch_plan (const GsSpec *spec,
                              const GsPlan *plan,
                              const GsKernelInfo *kernel,
                              const GsLimits *limits,
                              GsCudaLaunch *launch,
                              GError **error);
void gs_cuda_launch_clear (GsCudaLaunch *launch);

/* Finds the functions of the kernels around the main one, and lets the main one
 * (launch->function, found by the caller) have its shared memory. */
gboolean gs_cuda_launch_prepare (GsCudaLaunch *launch,
                                 GsCudaContext *context,
                                 const GsCudaDriver *driver,
                                 GError **error);

/* Puts all of it into @stream. @workspace: launch->workspace_bytes of memory. */
gboolean gs_cuda_launch_enqueue (const GsCudaLaunch *launch,
                                 const GsCudaDriver *driver,
                                 GsCuStream stream,
                                 const GsCuPointer matrices[3],
                                 GsCuPointer workspace,
                                 GError **error);

/* Floats past the end of A (0), B (1) or C (2) that the launch may touch,
 * because its guard is off or one of its lines is taken out. An error when the
 * launch would reach farther than can be padded: it would fault. */
gboolean gs_cuda_launch_overrun (const GsSpec *spec, const GsPlan *plan, gint64 floats[3], GError **error);

G_END_DECLS
