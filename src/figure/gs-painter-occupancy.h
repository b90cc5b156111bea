#pragma once

#include "gs-canvas.h"
#include "gs-occupancy.h"

G_BEGIN_DECLS

typedef struct
{
  const GsLimits *limits;
  int block_threads;   /* the chosen block, marked */
  int registers;       /* per thread */
  gint64 shared_bytes; /* per block */
} GsOccupancyScene;

/* Warps per multiprocessor over block sizes, the chosen one marked, its limiter named. */
void gs_painter_occupancy (GsCanvas *canvas, const GsOccupancyScene *scene);
/* What the figure shows, with device, registers and shared memory. Translated. Free it. */
char *gs_occupancy_title (const GsOccupancyScene *scene);

G_END_DECLS
