#pragma once

#include "gs-isa.h"

G_BEGIN_DECLS

/* OpenBLAS picks a core, a set of kernels for one kind of processor, when it is
 * loaded; it takes an old one for a processor newer than itself. The name of a core
 * that makes use of @isa, when @core does not; else NULL. */
const char *gs_openblas_better_core (const char *core, GsIsa isa);

G_END_DECLS
