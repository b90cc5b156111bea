#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* OpenBLAS, opened when first needed: a program that never asks for it starts
 * neither the library nor its threads. */

/* FALSE and one translated sentence in @reason (free it; may be NULL) when there
 * is none. */
gboolean gs_openblas_load (char **reason);

/* "0.3.21", "SkylakeX": what the library says of itself. Loaded only. */
const char *gs_openblas_core (void);

/* "OpenBLAS 0.3.21, core SkylakeX, 2 threads". Loaded only; free it. */
char *gs_openblas_title (int n_threads);

/* One translated sentence when the library's core leaves the best instruction set
 * of this processor unused and another one can be chosen; else NULL. Free it. */
char *gs_openblas_advice (void);

/* C = A · B, row-major and dense, each size below 2³¹. */
void gs_openblas_sgemm (gint64 m, gint64 n, gint64 k, const float *a, const float *b, float *c);

void gs_openblas_set_threads (int n_threads);

/* Ends the library's threads, so that they do not spin beside ours; the next
 * product starts them again. */
void gs_openblas_rest (void);

G_END_DECLS
