#pragma once

#include "gs-backend.h"

G_BEGIN_DECLS

/* Plans @spec against the limits of the chosen device, or of a GPU profile
 * named in spec->device, or the common ones. Never fails. */
GsPlan *gs_engine_plan (const GsSpec *spec);

/* Runs @spec on every backend × kernel it names, one after another, verifies
 * each output against the float64 reference and fills statistics and rates.
 * A backend that is missing or fails has that in its result and does not stop
 * the others. NULL with @error only when nothing could be run at all: the spec
 * is wrong, inputs do not fit in memory, the plan is not valid, or cancelled.
 * Blocks; call it off the main loop. */
GsReport *gs_engine_run (const GsSpec *spec,
                         GsProgressFunc progress,
                         gpointer progress_data,
                         GCancellable *cancellable,
                         GError **error);

/* What is on this machine: processor, libraries, GPUs or the reason for none. */
GsEnvironment *gs_engine_describe (void);

/* Steady clock in ns: CLOCK_MONOTONIC_RAW where there is one. All host times
 * come from here; tests replace it with gs_clock_set_fake(). */
gint64 gs_clock_now_ns (void);
void gs_clock_set_fake (gint64 (*now) (void)); /* NULL: the real one */

G_END_DECLS
