#pragma once

#include "gs-sweep.h"
#include "gs-worker-task.h"

G_BEGIN_DECLS

/* Sizes from @low to @high: each @amount times the last, or @amount more. */
typedef struct
{
  gint64 low, high;
  gint64 amount;
  gboolean factor;
} GsSweepRange;

/* One current sweep in a worker process of its own. What came in stays when it is
 * stopped or fails, and a stopped one can go on from there.
 *
 * Signal: "changed" (the sweep has new points, or is another one: what was drawn
 * from the old one must not be used any more). */
#define GS_TYPE_SWEEPER (gs_sweeper_get_type ())
G_DECLARE_FINAL_TYPE (GsSweeper, gs_sweeper, GS, SWEEPER, GsWorkerTask)

/* @prefix: where its workers are, as for gs_worker_client_new(). */
GsSweeper *gs_sweeper_new (const char *const *prefix);

/* NULL before the first. Valid until the next "changed". */
const GsSweep *gs_sweeper_get_sweep (GsSweeper *self);
/* The newest size that is done; 0: none yet. */
gint64 gs_sweeper_get_newest (GsSweeper *self);

/* Whether @spec can be swept over @range; says in a sentence for people what is
 * in the way. The simulated GPU counts and is not timed: it is left out. */
gboolean gs_sweeper_check (const GsSpec *spec, const GsSweepRange *range, GError **error);

/* Starts; a sweep under way is stopped. Only after gs_sweeper_check(). */
void gs_sweeper_start (GsSweeper *self, const GsSpec *spec, const GsSweepRange *range);
/* Shows @sweep (taken), such as a recorded one, in the place of what is there; a
 * sweep under way is stopped. It cannot go on. */
void gs_sweeper_show (GsSweeper *self, GsSweep *sweep);
/* Whether a stopped or failed sweep has sizes left; and doing them. */
gboolean gs_sweeper_can_continue (GsSweeper *self);
void gs_sweeper_continue (GsSweeper *self);

G_END_DECLS
