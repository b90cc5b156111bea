#pragma once

#include "gs-canvas.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* The same launch timed three ways, the launch queue with its knee, and the first
 * call included or not. A result without a pitfall draws nothing. */
void gs_painter_pitfall (GsCanvas *canvas, const GsResult *result);
/* Translated. Free it. */
char *gs_pitfall_verdict (const GsPitfall *pitfall);

G_END_DECLS
