#pragma once

#include <gio/gio.h>

#include "gs-isa.h"
#include "gs-kernel-info.h"

G_BEGIN_DECLS

/* One call of a CPU kernel: C[m×n] = A op B, all row-major and dense. */
typedef struct
{
  GsOp op;
  gint64 m, n, k; /* k is 0 unless op is GS_OP_MATMUL */
  const float *a, *b;
  float *c;             /* 64-byte aligned */
  int n_threads;        /* at most; small calls use fewer */
  gboolean exact_order; /* products add in the order of k, with separate multiply and add */
  GsIsa isa;
  GCancellable *cancellable; /* may be NULL */
} GsCpuCall;

/* Computes all of C. When cancelled it returns early and C is undefined. FALSE
 * with @error only when there is no memory for its workspace. */
typedef gboolean (*GsCpuFunc) (const GsCpuCall *call, GError **error);

/* The kernels by the names of the catalogue; NULL when @name is unknown. */
GsCpuFunc gs_cpu_kernel_find (const char *name);

/* Threads a call may use: @asked, or all the machine has when that is 0. More
 * than the machine has is cut to that, and *@note then says so (translated;
 * free it). */
int gs_cpu_threads (int asked, char **note);

/* Polled by kernels once per some 10⁷ operations, so that a cancelled run ends
 * within milliseconds. */
static inline gboolean
gs_cpu_call_cancelled (const GsCpuCall *call)
{
  return call->cancellable != NULL && g_cancellable_is_cancelled (call->cancellable);
}

/* Elementwise. */
gboolean gs_cpu_scalar (const GsCpuCall *call, GError **error);
gboolean gs_cpu_vectorised (const GsCpuCall *call, GError **error);
gboolean gs_cpu_streaming (const GsCpuCall *call, GError **error);

/* C = A + 3 · B with the stores of gs_cpu_streaming(): the yardstick of memory
 * bandwidth. The number of elements is a multiple of 16; op is not looked at. */
void gs_cpu_triad (const GsCpuCall *call);

/* Products. Each but gs_cpu_packed() always adds in the order of k. */
gboolean gs_cpu_ijk (const GsCpuCall *call, GError **error);
gboolean gs_cpu_ikj (const GsCpuCall *call, GError **error);
gboolean gs_cpu_blocked (const GsCpuCall *call, GError **error);
gboolean gs_cpu_packed (const GsCpuCall *call, GError **error);

/* gs_cpu_packed() keeps its workspace (less than 64 MiB) for the next call;
 * this gives it back. */
void gs_cpu_packed_release (void);

G_END_DECLS
