#pragma once

#include <json-glib/json-glib.h>

#include "gs-io-error.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* gridscope.plan/1 and gridscope.report/1 of the contract, and what this
 * program adds to them. Reading back gives an equal report: the figures drawn
 * from a saved report are those of the run. */
JsonNode *gs_plan_to_json (const GsPlan *plan);
JsonNode *gs_report_to_json (const GsReport *report);
GsReport *gs_report_from_json (JsonNode *node, GError **error);
JsonNode *gs_environment_to_json (const GsEnvironment *environment);
GsEnvironment *gs_environment_from_json (JsonNode *node, GError **error);
JsonNode *gs_gpu_to_json (const GsGpu *gpu);

GsReport *gs_report_load (GFile *file, GError **error);
gboolean gs_report_save (const GsReport *report, GFile *file, GError **error);

G_END_DECLS
