#pragma once

#include "gs-cuda-session.h"

G_BEGIN_DECLS

/* Times the session's launch three ways (host clock without waiting, host clock
 * with waiting, events) and, for kernels short enough, how long submitting 1, 2,
 * 4 … 4096 of them takes: fills result->pitfall. */
gboolean gs_cuda_pitfall_measure (GsCudaSession *session, GError **error);

G_END_DECLS
