#pragma once

#include "gs-sweep.h"

G_BEGIN_DECLS

/* Where @challenger overtakes @incumbent, over the sizes both have; reads
 * with_transfers and fills state, low, high and estimate of @crossing. At one
 * size a series is clearly faster when the 95 % interval of the ratio of the
 * medians does not reach 1; the standard error of a median is taken as
 * 1.2533 · 1.4826 · MAD / √n (normal samples), and differences under 2 % are
 * never clear. */
void
gs_crossover_find (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, GsCrossing *crossing);

G_END_DECLS
