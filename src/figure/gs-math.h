#pragma once

#include "gs-canvas.h"

G_BEGIN_DECLS

/* Sets one line of mathematics with its baseline at @y, from @x to the right;
 * gives its width. Draws only if @draw. In @text, "_{…}" is set low, "^{…}" high,
 * "\sum{low}{high}" is a sum with its limits, letters stand in italics. */
double gs_math_draw (GsCanvas *canvas, double x, double y, double size, const char *text, gboolean draw);

/* The operation as set by gs_math_draw(): "C_{ij} = A_{ij} · B_{ij}". Static. */
const char *gs_math_for_op (GsOp op);

G_END_DECLS
