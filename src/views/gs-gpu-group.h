#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* Which GPU of several runs the spec, with what tells it from the others: PCI id
 * and UUID. Of one there is nothing to choose: its name. Without any, and before
 * one knows (gs_experiment_set_gpus()), there is nothing to see. A GPU that the
 * spec names and that is not there stands in the list too, with a sentence about
 * it.
 *
 * Signal: "chosen" (const GsGpu *; NULL: whichever is the first): by a person, here. */
#define GS_TYPE_GPU_GROUP (gs_gpu_group_get_type ())
G_DECLARE_FINAL_TYPE (GsGpuGroup, gs_gpu_group, GS, GPU_GROUP, GsSpecGroup)

G_END_DECLS
