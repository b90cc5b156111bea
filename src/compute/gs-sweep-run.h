#pragma once

#include "gs-engine.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* Sizes of a sweep: "64:8192:x2" (from, to, factor), "100:1000:+100" (from, to,
 * step) or a list "64,100,256"; between 1 and 1000 sizes, rising, each at least
 * 1. Array of gint64, or NULL with @error. */
GArray *gs_sweep_sizes_parse (const char *text, GError **error);

/* Each finished size, on the calling thread; @fraction of the sizes done. */
typedef void (*GsSweepReportFunc) (const GsReport *report, double fraction, gpointer data);

/* Whether the operands are generators, which have every size. */
gboolean gs_sweep_check_operands (const GsSpec *spec, GError **error);

/* Runs @spec once per size, in GS_SWEEP_ROUNDS rounds; its operands must be generators. A size that does
 * not fit in memory is skipped and said so; a backend that fails is left out
 * from then on. NULL with @error when nothing can be run or when cancelled.
 * Blocks. */
GsSweep *gs_sweep_run (const GsSpec *spec,
                       const GArray *sizes,
                       GsSweepReportFunc report,
                       gpointer data,
                       GCancellable *cancellable,
                       GError **error);

G_END_DECLS
