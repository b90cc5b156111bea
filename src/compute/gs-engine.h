#pragma once

#include "gs-backend.h"

G_BEGIN_DECLS

/* Plans @spec against the limits of the device it names, of the first device
 * when it asks for a real GPU and names none, or of a GPU profile of the name in
 * spec->device; else against the common ones. Never fails. */
GsPlan *gs_engine_plan (const GsSpec *spec);

/* Profiles are files and so belong to a layer this one does not know: whoever
 * can read them says here how. @lookup fills @limits and gives TRUE when there is
 * a profile of that name. NULL: none. */
typedef gboolean (*GsProfileFunc) (const char *name, GsLimits *limits);
void gs_engine_set_profiles (GsProfileFunc lookup);

/* Runs @spec on every backend × kernel it names, one after another, verifies
 * each output against the float64 reference and fills statistics and rates.
 * A backend that is missing or fails has that in its result and does not stop
 * the others. NULL with @error only when nothing could be run at all: the spec
 * is wrong (GS_CORE_ERROR), inputs and outputs do not fit in memory, the plan is
 * not valid (GS_COMPUTE_ERROR_UNSUPPORTED), the only backend asked for is not
 * available (GS_COMPUTE_ERROR_UNAVAILABLE) or cannot do it
 * (GS_COMPUTE_ERROR_UNSUPPORTED), or cancelled (G_IO_ERROR_CANCELLED).
 * Blocks; call it off the main loop. */
GsReport *gs_engine_run (const GsSpec *spec,
                         GsProgressFunc progress,
                         gpointer progress_data,
                         GCancellable *cancellable,
                         GError **error);

/* The same with the repeats in @n_rounds rounds, in which the backends on the host
 * take turns there and back (A B, B A, …), so that they share whatever else the
 * machine does: for times that are to be compared. Each round has as many repeats
 * as the others, at least three. GPUs and the emulator run in the first round only.
 * A result of several rounds says so in n_rounds. */
GsReport *gs_engine_run_rounds (const GsSpec *spec,
                                int n_rounds,
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
