#include "gs-launch-flags.h"

G_STATIC_ASSERT (GS_LAUNCH_BARRIER_1 == (guint)GS_FAULT_BARRIER_1);
G_STATIC_ASSERT (GS_LAUNCH_SWAPPED_AXES == (guint)GS_FAULT_SWAPPED_AXES);

guint
gs_launch_flags (const GsPlan *plan)
{
  guint flags = plan->faults;

  if (!plan->guard)
    flags |= GS_LAUNCH_NO_GUARD;
  if (plan->map == GS_MAP_X_ROW)
    flags |= GS_LAUNCH_X_ROW;
  if (plan->index_bits == 32)
    flags |= GS_LAUNCH_INDEX_32;
  if (plan->block_dims == 2)
    flags |= GS_LAUNCH_2D;
  return flags;
}
