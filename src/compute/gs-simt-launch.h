#pragma once

#include "gs-backend.h"
#include "gs-simt-kernels.h"

G_BEGIN_DECLS

/* A launch on the simulated GPU. Plain values; nothing is owned. */
typedef struct
{
  const GsSimtKernel *kernel;
  GsLaunch launch;              /* sizes and switches, as the kernel gets them */
  GsKernelLayout layout;        /* how its threads own elements */
  gboolean several;             /* a thread owns several elements */
  gint64 grid[2];               /* blocks; both ≥ 1 */
  int block[2];                 /* threads; product 1 to 1024 */
  gint64 rows[3], columns[3];   /* of A, B and C */
  const float *a, *b;           /* NULL: zeros, without taking memory */
  float *c;                     /* in: what is there before the launch; out: the result. NULL: as a and b */
  const gint64 *blocks;         /* run only these: numbers in launch order, rising; NULL: all */
  gint64 n_blocks;              /* of blocks */
  gint64 trace_every;           /* ≥ 1: of the blocks that are run every so many-th is traced in full */
  guint32 step_limit;           /* accesses and barriers one thread may make; 0: enough for any product */
  int n_workers;                /* OS threads; 0: one per processor. Nothing but the time depends on it */
  void (*progress) (double fraction, gpointer data); /* may be NULL; called from the calling thread */
  gpointer progress_data;
  GCancellable *cancellable; /* may be NULL */
} GsSimtLaunch;

/* Accesses that a launch will make, roughly and not too few: what decides
 * whether it is small enough. */
double gs_simt_launch_estimate (GsOp op, gint64 m, gint64 n, gint64 k, gint64 n_threads);

/* Runs it and gives what was seen. An access outside every array is recorded and
 * harms nothing: it goes ahead inside reserved addresses, or its thread is
 * stopped. NULL with @error: GS_COMPUTE_ERROR_MEMORY, GS_COMPUTE_ERROR_TIMEOUT
 * (a thread passed the step limit), GS_COMPUTE_ERROR_UNSUPPORTED (too many
 * threads, too much shared memory) or G_IO_ERROR_CANCELLED; c is then as before. */
GsTrace *gs_simt_launch_run (const GsSimtLaunch *launch, GError **error);

G_END_DECLS
