#pragma once

#include "gs-kernel-info.h"

G_BEGIN_DECLS

/* Changes of a spec as a person means them: what else has to follow is done
 * here, what does not fit is left as it is for gs_experiment_get_problem() to
 * name. Plain functions on a plain value. */

/* A keeps its size; a product takes k from A's columns. Kernels that do not
 * know @op are dropped, as are faults no kernel for it knows. */
void gs_spec_edit_op (GsSpec *self, GsOp op);

/* Operand 0 (A) or 1 (B) gets @source (a new reference). Values bring their
 * size with them; a generated operand follows, typed values of the other one
 * stay. */
void gs_spec_edit_source (GsSpec *self, int operand, GsSource *source);

/* One of 'm', 'n', 'k'. */
void gs_spec_edit_size (GsSpec *self, char which, gint64 size);
gint64 gs_spec_get_size (const GsSpec *self, char which);
/* FALSE when typed values of A or B fix that size. */
gboolean gs_spec_can_edit_size (const GsSpec *self, char which);

/* @dims 1 or 2. Keeps the threads per block where it can: 256 ↔ 16×16. */
void gs_spec_edit_block_dims (GsSpec *self, int dims);

/* Whether @backend is among the backends, and putting it in or out (in the order
 * of the contract). */
gboolean gs_spec_has_backend (const GsSpec *self, const char *backend);
void gs_spec_edit_backend (GsSpec *self, const char *backend, gboolean on);

/* Whether @kernel (a CPU kernel) runs: named, or the default while none is
 * named; and letting it run or not. Without a CPU kernel the backend goes too. */
gboolean gs_spec_runs_cpu_kernel (const GsSpec *self, const char *kernel);
void gs_spec_edit_cpu_kernel (GsSpec *self, const char *kernel, gboolean on);

/* The GPU kernel a person chose, else the one the plan is about. Not always the
 * same: "matmul/best" has no plan of its own. */
const GsKernelInfo *gs_spec_get_gpu_kernel (const GsSpec *self);

/* Why the GPU kernel cannot be given this launch, in one sentence: because of the
 * faults put into it (@of_faults), or of anything else. NULL: not because of that.
 * Free it. */
char *gs_spec_kernel_trouble (const GsSpec *self, gboolean of_faults);

/* Names @kernel (NULL: none, so the default) as the only GPU kernel, and makes
 * the launch one it can be given: block, axes, guard, grid rule, index width. */
void gs_spec_edit_gpu_kernel (GsSpec *self, const char *kernel);

G_END_DECLS
