#pragma once

#include "gs-canvas.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* The same launch timed three ways, and the launch queue with its knee. */
void gs_painter_pitfall (GsCanvas *canvas, const GsPitfall *pitfall);
/* Translated. Free it. */
char *gs_pitfall_verdict (const GsPitfall *pitfall);

G_END_DECLS
