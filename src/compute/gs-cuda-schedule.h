#pragma once

#include "gs-cuda-launch.h"
#include "gs-cuda-session.h"

G_BEGIN_DECLS

/* Runs the instrumented twin of the kernel and fills result->schedule: where and
 * when each block ran, how often each element was written, and what the
 * instruments cost beside the plain kernel. Kernels without a twin, and
 * launches of more blocks than can be listed whole, leave it NULL or listed up
 * to GS_SCHEDULE_MAX_BLOCKS. FALSE with @error when the twin fails. */
gboolean gs_cuda_schedule_measure (GsCudaSession *session, const GsCudaLaunch *launch, GError **error);

G_END_DECLS
