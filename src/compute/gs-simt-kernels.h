#pragma once

#include <glib.h>

#include "gs-launch.h"

G_BEGIN_DECLS

typedef void (*GsSimtKernelFunc) (const float *a, const float *b, float *c, GsLaunch launch);

typedef struct
{
  const char *symbol; /* "gs_matmul_k1_naive" */
  GsSimtKernelFunc func;
} GsSimtKernel;

/* A kernel compiled for the emulator, by its name in the source; NULL when there is none. */
const GsSimtKernel *gs_simt_kernel_find (const char *symbol);

G_END_DECLS
