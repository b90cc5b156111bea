#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The roofs of this machine's processor, measured on it with all the threads
 * asked for and the best instruction set it has. */
typedef struct
{
  int n_threads;
  double triad_gbytes_per_s; /* bytes read + written by C = A + s · B on arrays larger than the caches */
  double fma_gflops;         /* float32 multiply-adds, two operations each */
} GsCpuRoofs;

/* Takes about a second; @threads as in GsSpec. FALSE with @error when there is no
 * memory for the arrays (384 MiB) or when cancelled. */
gboolean gs_cpu_probe (int threads, GsCpuRoofs *roofs, GCancellable *cancellable, GError **error);

G_END_DECLS
