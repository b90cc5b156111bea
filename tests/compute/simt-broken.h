#pragma once

#include "gs-simt-kernels.h"

/* A kernel of simt-broken.c by name. */
const GsSimtKernel *simt_broken_find (const char *symbol);
