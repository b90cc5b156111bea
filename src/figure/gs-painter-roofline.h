#pragma once

#include "gs-canvas.h"
#include "gs-roofs.h"

G_BEGIN_DECLS

/* Attainable rate over arithmetic intensity, both axes logarithmic: the slope of
 * memory, the flat roof of arithmetic, the slope of the bus, and real runs. */
void gs_painter_roofline (GsCanvas *canvas, const GsRoofs *roofs);

/* One translated sentence per run: what bounds it, and how near it is. Free it. */
char *gs_roofline_verdict (const GsRoofs *roofs);
/* The sentence of the run that is nearest to its roof; empty without runs. Free it. */
char *gs_roofline_best (const GsRoofs *roofs);

G_END_DECLS
