#pragma once

#include <adwaita.h>

#include "gs-experiment.h"
#include "gs-page.h"

G_BEGIN_DECLS

/* The source of the chosen kernel, with what the simulated GPU counted and found
 * on its lines in the last run.
 *
 * Signal "thread-picked" (const GsThreadId *, gboolean go): a finding was chosen;
 * @go: show its thread. */
#define GS_TYPE_KERNEL_PAGE (gs_kernel_page_get_type ())
G_DECLARE_FINAL_TYPE (GsKernelPage, gs_kernel_page, GS, KERNEL_PAGE, AdwBin)

void gs_kernel_page_set_experiment (GsKernelPage *self, GsExperiment *experiment);
/* Whether something of a run stands beside the source. */
gboolean gs_kernel_page_has_run (GsKernelPage *self);

G_END_DECLS
