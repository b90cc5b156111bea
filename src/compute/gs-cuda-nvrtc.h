#pragma once

#include "gs-backend.h"

G_BEGIN_DECLS

/* Compiles @file of kernels/ for compute capability @capability (90) by NVRTC,
 * which is opened when it is first needed. @phase becomes measured. The machine
 * code, or NULL with @error: GS_COMPUTE_ERROR_UNAVAILABLE when there is no NVRTC,
 * GS_COMPUTE_ERROR_UNSUPPORTED with the first line of its log when it refuses
 * the source. */
GBytes *gs_cuda_nvrtc_compile (const char *file, int capability, GsPhase *phase, GError **error);

G_END_DECLS
