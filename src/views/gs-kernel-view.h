#pragma once

#include <gtksourceview/gtksource.h>

#include "gs-kernel-info.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* The source of a kernel's file, read only and highlighted, with counters in its
 * gutter and marks at the lines that have findings. Follows the theme. */
#define GS_TYPE_KERNEL_VIEW (gs_kernel_view_get_type ())
G_DECLARE_FINAL_TYPE (GsKernelView, gs_kernel_view, GS, KERNEL_VIEW, GtkSourceView)

/* Shows the file of @info from the kernel's own line on. FALSE, and empty, when
 * it has no source of ours (a library, a CPU kernel). */
gboolean gs_kernel_view_set_kernel (GsKernelView *self, const GsKernelInfo *info);

/* Counters and marks; NULL: none. @trace is not kept. */
void gs_kernel_view_set_trace (GsKernelView *self, const GsTrace *trace);

/* Puts the cursor on @line (from 1) and brings it into view. */
void gs_kernel_view_go_to (GsKernelView *self, int line);

/* Marks the line that a lesson points at and brings it into view; 0: none. */
void gs_kernel_view_light (GsKernelView *self, int line);

G_END_DECLS
