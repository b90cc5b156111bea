#pragma once

#include "gs-painter-timing.h"

G_BEGIN_DECLS

typedef struct
{
  const GsResult *result;
  const GsPhase *phases; /* first or warm; NULL: the lane says why there is no time */
  gboolean first;
  double total_ns;
} GsTimingLane;

GArray *gs_timing_lanes (const GsTimingScene *scene); /* of GsTimingLane */
double gs_timing_total_ns (const GsTimingScene *scene, const GsPhase *phases);
/* Whether the phase took time and is shown. */
gboolean gs_timing_phase_counts (const GsTimingScene *scene, const GsPhase *phases, int kind);
/* The first result that has one; NULL: none. */
const GsResult *gs_timing_find_pitfall (const GsReport *report);
/* "GPU, first run". Translated. Free it. */
char *gs_timing_lane_name (const GsTimingLane *lane);

/* Cards: every sample of the warm compute, one launch read three ways, the launch
 * queue with its knee, and what an average with the first call in it says. */
void gs_timing_draw_samples (GsCanvas *canvas, const GsReport *report, double x, double y, double width, double height);
void gs_timing_draw_readings (GsCanvas *canvas, const GsPitfall *pitfall, double x, double y, double width, double height);
void gs_timing_draw_queue (GsCanvas *canvas, const GsPitfall *pitfall, double x, double y, double width, double height);
void gs_timing_draw_first_call (GsCanvas *canvas, const GsTimingScene *scene, const GsResult *result, double x, double y,
                                double width, double height);

G_END_DECLS
