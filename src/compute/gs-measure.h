#pragma once

#include "gs-backend.h"

G_BEGIN_DECLS

/* One launch of a backend that runs on the host: computes all of the job's C.
 * May return early when the job is cancelled. */
typedef gboolean (*GsLaunchFunc) (gpointer data, GError **error);

/* Measures @launch by the rules of the house and fills first, warm, samples_ns
 * and timed of @result: run 1 apart; then a warm-up of at least 3 launches and
 * 50 ms, cut short when launches are so long that it would pass 1 s; then
 * job->repeats samples, the output poisoned with NaN before each. In another round
 * of the same job one launch and 2 ms warm up. A launch too
 * short for the clock is timed in batches, divided, and a note says so.
 * FALSE with @error when a launch fails or the job is cancelled. */
gboolean gs_measure_host (const GsJob *job,
                          const char *backend,
                          GsLaunchFunc launch,
                          gpointer data,
                          GsResult *result,
                          GError **error);

/* Overwrites all of @matrix with NaN, so that what a launch leaves out cannot
 * pass for its result. */
void gs_poison (GsMatrix *matrix);

G_END_DECLS
