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
char *gs_timing_lane_name (const GsTimingLane *lane);

/* Cards: every sample of the warm compute, and one launch read three ways. */
void gs_timing_draw_samples (GsCanvas *canvas, const GsReport *report, double x, double y, double width, double height);
void gs_timing_draw_readings (GsCanvas *canvas, const GsPitfall *pitfall, double x, double y, double width, double height);

G_END_DECLS
