#pragma once

#include "gs-json-fields.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* What the emulator saw, where blocks ran, and the three readings of a launch,
 * as members of a result. Internal to this layer. Each reader takes the member
 * named at it out of @result; NULL when it is not there. */
JsonNode *gs_trace_to_json (const GsTrace *trace);
GsTrace *gs_trace_from_fields (GsJsonFields *result); /* "trace" */
JsonNode *gs_schedule_to_json (const GsSchedule *schedule);
GsSchedule *gs_schedule_from_fields (GsJsonFields *result); /* "schedule" */
JsonNode *gs_pitfall_to_json (const GsPitfall *pitfall);
JsonNode *gs_overlap_to_json (const GsOverlap *overlap);
void gs_overlap_from_fields (GsJsonFields *result, GsOverlap *overlap); /* "overlap", when there */
GsPitfall *gs_pitfall_from_fields (GsJsonFields *result); /* "pitfall" */

G_END_DECLS
