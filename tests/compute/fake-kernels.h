#pragma once

#include <glib.h>

/* Does what the kernel of this name would, one element after the other. @arguments:
 * as cuLaunchKernel() gets them. */
void fake_kernel_run (const char *name, void **arguments, gint64 n_blocks, gint64 block);
