#pragma once

#include "gs-canvas.h"
#include "gs-report.h"

G_BEGIN_DECLS

typedef struct
{
  const GsPlan *plan;
  const GsResult *transfers; /* whose uploads and downloads are shown; NULL: none measured */
  const GsResult *traced;    /* with a trace of the emulator; NULL: none */
  guint request;             /* index of the warp request laid out below */
} GsMemoryScene;

void gs_memory_scene_init (GsMemoryScene *scene, const GsReport *report);

/* Host and device as two shelves with A, B and C and the transfers between them;
 * sectors per request and bank passes of every source line; one warp request
 * laid out as sectors or banks. */
void gs_painter_memory (GsCanvas *canvas, const GsMemoryScene *scene);

/* Translated. Free it. */
char *gs_memory_verdict (const GsMemoryScene *scene);

/* What one warp request touches: distinct 32-byte sectors, or the largest number
 * of different words in one of 32 banks. */
int gs_warp_request_sectors (const GsWarpRequest *request);
int gs_warp_request_bank_passes (const GsWarpRequest *request);

/* The request alone in the given rectangle: lanes above, sectors or banks below.
 * @label, if not NULL, stands before its title. */
void gs_memory_draw_request (GsCanvas *canvas,
                             const GsTrace *trace,
                             const GsWarpRequest *request,
                             const char *label,
                             double x,
                             double y,
                             double width,
                             double height);

/* Both mappings of one launch, one under the other: the request as it is and as it
 * would be with x along the other axis, each with the sectors of the whole launch. */
void gs_memory_draw_mappings (GsCanvas *canvas,
                              const GsTrace *trace,
                              GsMap map,
                              const GsWarpRequest *request,
                              double x,
                              double y,
                              double width,
                              double height);

G_END_DECLS
