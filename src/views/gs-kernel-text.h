#pragma once

#include <glib.h>

#include "gs-kernel-info.h"

G_BEGIN_DECLS

/* The source of @info's file; NULL for kernels that have none. Free it. */
char *gs_kernel_text (const GsKernelInfo *info);

/* Line @line (from 1) of @text without the space around it; "" past its end.
 * Free it. */
char *gs_kernel_text_line (const char *text, int line);

/* The line (from 1) on which @symbol is defined; 0 when it is not there. */
int gs_kernel_text_find (const char *text, const char *symbol);

/* The first line (from 1) that contains @code of the kernel that is defined as
 * @symbol; 0: there is none. */
int gs_kernel_text_find_code (const char *text, const char *symbol, const char *code);

G_END_DECLS
