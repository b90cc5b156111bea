#pragma once

#include "gs-json.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* gridscope.plan/1 and gridscope.report/1 of the contract, and what this
 * program adds to them. */
JsonNode *gs_plan_to_json (const GsPlan *plan);

/* In each result: "phases" are the medians of the warm repeats, "phases_first"
 * the cold run; "trace", "schedule", "pitfall" and "overlap" are there when measured.
 * Reading back gives an equal report, so the figures drawn from a saved report
 * are those of the run; outputs of more than 4096 elements are left out. */
JsonNode *gs_report_to_json (const GsReport *report);
/* The same with outputs of up to @max_output elements, beyond 4096 as base64
 * under "f32": for another process that must show them. */
JsonNode *gs_report_to_json_with_outputs (const GsReport *report, gint64 max_output);
/* The plan is worked out again from the spec and the limits in the report: a
 * file cannot claim a coverage that its launch does not have. Keys that are not
 * known are passed over. */
GsReport *gs_report_from_json (JsonNode *node, GError **error);

JsonNode *gs_environment_to_json (const GsEnvironment *environment);
GsEnvironment *gs_environment_from_json (JsonNode *node, GError **error);
/* Keys as the members of GsLimits. */
JsonNode *gs_limits_to_json (const GsLimits *limits);
gboolean gs_limits_from_json (JsonNode *node, GsLimits *limits, GError **error);

GsReport *gs_report_load (GFile *file, GError **error);
gboolean gs_report_save (const GsReport *report, GFile *file, GError **error);

G_END_DECLS
