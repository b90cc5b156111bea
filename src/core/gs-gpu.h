#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* Which GPU is meant, where there are several. Numbers differ between tools and
 * change when cards are added or hidden; a UUID stays with its card. */

/* Whether @backend runs on a GPU, not a simulated one. */
gboolean gs_gpu_runs (const char *backend);

/* Whether @word names the GPU with this number, UUID and PCI id (each may be
 * NULL): its number, its UUID or the start of one from "GPU-" and 4 digits on, or
 * its PCI id with or without domain. */
gboolean gs_gpu_is_called (const char *word, int number, const char *uuid, const char *pci);

/* The one of @gpus (of GsGpu, in the order of their numbers) that @word names;
 * NULL: the first. NULL when there is none. */
const GsGpu *gs_gpu_find (const GPtrArray *gpus, const char *word);

/* "NVIDIA H200 (0000:3b:00.0)": what tells it from others of the same name. Free it. */
char *gs_gpu_title (const GsGpu *gpu);

/* The GPU that the results of @report came from, if any of them is of a GPU; NULL:
 * it is not told. */
const GsGpu *gs_report_get_gpu (const GsReport *report);

G_END_DECLS
