#pragma once

#include "gs-sweep.h"

G_BEGIN_DECLS

/* What the ratio of two kernels can differ by from one measurement to the next,
 * however well each was sampled: neighbours on the same core slow one kernel more
 * than another, and a matrix at another address is another matrix to the caches. The
 * naive and the blocked product of the CPU at one size moved by up to 9 % about their
 * middle when the same process measured them again. A crossing is a statement about
 * the machine, not about one measurement. */
#define GS_CROSSING_FLOOR 0.10

/* Where @challenger overtakes @incumbent, over the sizes both have; reads
 * with_transfers and fills state, low, high, low_open and estimate of @crossing.
 *
 * At one size the lines are compared by the mean of ln (incumbent / challenger)
 * over the rounds, without the least and the greatest, and by the standard error of
 * that mean (Tukey and McLaughlin 1963): what slows both in a round cancels, what
 * differs from round to round, as load on the machine does, is in the error, and one
 * interrupted round is neither. Points without rounds are compared by their medians, with
 * 1.2533 · 1.4826 · MAD / √n as the standard error of one (normal samples), which
 * sees only what differs within milliseconds. No error is taken to be less than the
 * median of the errors at all sizes.
 *
 * The lines are clearly apart at a size when the ratio differs from 1 by more than
 * three standard errors and by more than GS_CROSSING_FLOOR, or when it does so by
 * more than that in every single round, however far the rounds are apart. Three, because every
 * size near the crossing can be misjudged: with 20 of them less than 3 sweeps in 100
 * would misjudge one. The interval goes from the last size at which the incumbent is
 * clearly faster to the first from which on the challenger is, so it holds every
 * size that is not clear, and every change of sign among them. */
void
gs_crossover_find (const GsSweepSeries *challenger, const GsSweepSeries *incumbent, GsCrossing *crossing);

G_END_DECLS
