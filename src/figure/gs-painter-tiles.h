#pragma once

#include "gs-canvas.h"
#include "gs-tile-play.h"

G_BEGIN_DECLS

typedef struct
{
  const GsPlan *plan;
  gboolean has_focus;
  GsThreadId focus;       /* whose block is played and whose sum is shown; else the first thread */
  const GsSpec *inputs;   /* has the values of A and B; NULL: cells and sums without them */
  gint64 play;            /* steps done */
} GsTilesScene;

/* Whether @plan is one that this painter can play: a tiled product that launches. */
gboolean gs_tiles_can_draw (const GsPlan *plan);

/* The tiled product while it is played: A, B and C with the tiles that the block
 * works on and the row and column of the thread in focus; both tiles in shared
 * memory with what each cell holds; every warp's way through loads, barriers and
 * k-loop; the partial sum as it grows. */
void gs_painter_tiles (GsCanvas *canvas, const GsTilesScene *scene);

/* "tile 2 of 3: barrier 1", for the step of @scene. Translated. Free it. */
char *gs_tiles_step_text (const GsTilesScene *scene);
/* "C[0][5] = 1.5 + 0.5·2 = 2.5 after 7 of 9 terms", or why nobody can tell. Translated. Free it. */
char *gs_tiles_sum_text (const GsTilesScene *scene);

G_END_DECLS
