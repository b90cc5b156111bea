#pragma once

#include "gs-cuda-session.h"

G_BEGIN_DECLS

/* Times the job from host memory to host memory with everything overlapped: the
 * rows are taken in slices, and while one is computed the next is uploaded and the
 * one before downloaded. From pinned memory the card reads the matrices themselves;
 * from ordinary memory several threads copy slices to and from pinned buffers that
 * were made before. Fills result->overlap, and the output once more. Does nothing
 * for a launch that is small, not the usual one (without its guard, say), or has a
 * single row. After gs_cuda_session_measure(). */
gboolean gs_cuda_overlap_measure (GsCudaSession *session, GError **error);

G_END_DECLS
