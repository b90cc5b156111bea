#pragma once

#include "gs-spec.h"

G_BEGIN_DECLS

/* A small launch drawn from @rand: any operation and switchable kernel, sizes that
 * are multiples of nothing, every grid rule, guard, mapping, index width and fault
 * the kernel knows; one repeat. Only such as gs_spec_check() allows; a device may
 * still refuse it. */
GsSpec *gs_random_launch (GRand *rand);

/* The launch as options of the command line, to run it again. Free it. */
char *gs_launch_to_options (const GsSpec *spec);

G_END_DECLS
