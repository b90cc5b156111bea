#pragma once

#include "gs-backend.h"
#include "gs-cuda-driver.h"

G_BEGIN_DECLS

/* TRUE when @result is success. Else sets @error to one sentence with the
 * device call, the phase, the driver's name for the error and its text, in the
 * code of GsComputeError that fits, and remembers whether the context is lost. */
gboolean gs_cuda_check (
    const GsCudaDriver *driver, GsCuResult result, const char *call, GsPhaseKind phase, GError **error);

/* Whether an error has poisoned the context: every later call of this process
 * would fail, so that the worker has to end and be started anew. */
gboolean gs_cuda_context_is_lost (void);
void gs_cuda_context_lose (void);        /* a kernel that never ends is left behind */
void gs_cuda_context_forget_loss (void); /* with a new driver or context */

G_END_DECLS
