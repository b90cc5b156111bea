#pragma once

#include "gs-figure.h"

G_BEGIN_DECLS

/* Specs, plans and reports with made-up numbers, for pictures in tests. */

GsPlan *sample_plan (GsOp op, gint64 m, gint64 n, int dims, gint64 bx, gint64 by, GsGridRule rule, gboolean guard);
/* Lanes of all kinds: a GPU with all phases, two CPU kernels, the emulator, a
 * backend that is not there and one that failed. */
GsReport *sample_report (void);
GsReport *sample_product_report (void); /* 2×2 with values */
GsSweep *sample_sweep (void);
GsRoofs *sample_roofs (void);

/* Every kind of figure, with something to draw from; what they draw from lives
 * until sample_clear(). NULL past the last. */
const char *sample_input (guint i, GsFigureInput *input);

void sample_clear (void);

G_END_DECLS
