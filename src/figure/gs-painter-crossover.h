#pragma once

#include "gs-canvas.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

typedef struct
{
  const GsSweep *sweep;
  gboolean compute_only; /* leave out the lines with transfers */
} GsCrossoverScene;

/* Time over size, both axes logarithmic; GPU lines with and without transfers;
 * the interval of each crossing shaded, or the words that there is none. */
void gs_painter_crossover (GsCanvas *canvas, const GsCrossoverScene *scene);

/* "the GPU overtakes …": one translated sentence per crossing, newline-separated. Free it. */
char *gs_crossover_verdict (const GsSweep *sweep);
/* Of those sentences the one that decides, without transfers and with them: about the fastest
 * challenger, and the incumbent that holds out longest. Free it. */
char *gs_crossover_summary (const GsSweep *sweep);
/* What a reader of the chart must know, a line each: lines that end and why, sizes that
 * were left out and why; empty when nothing is. Free it. */
char *gs_crossover_gaps (const GsSweep *sweep);
/* What is drawn over what, and on which device. Translated. Free it. */
char *gs_crossover_title (const GsSweep *sweep);

G_END_DECLS
