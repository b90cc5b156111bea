#pragma once

#include "gs-cuda-context.h"
#include "gs-launch.h"

G_BEGIN_DECLS

/* A kernel ready to be launched: which function of which file, and how. */
typedef struct
{
  const char *file; /* of kernels/ */
  const char *symbol;
  guint grid[3], block[3];
  guint shared_bytes; /* dynamic */
  GsLaunch arguments;
  gsize workspace_bytes;                   /* parts of a product that is split along k; else 0 */
  const char *reduce_file, *reduce_symbol; /* the second kernel, which adds them; else NULL */
  guint reduce_grid, reduce_block;
  GsLaunch reduce_arguments;
  char *note; /* what a reader should know of the choice; may be NULL; owned */
  GsCuFunction function, reduce;
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

/* Floats past the end of A (0), B (1) or C (2) that the launch may touch,
 * because its guard is off or one of its lines is taken out. An error when the
 * launch would reach farther than can be padded: it would fault. */
gboolean gs_cuda_launch_overrun (const GsSpec *spec, const GsPlan *plan, gint64 floats[3], GError **error);

G_END_DECLS
