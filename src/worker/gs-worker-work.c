#include "gs-worker-work.h"

#include <glib/gi18n-lib.h>

#include "gs-roofs-json.h"
#include "gs-roofs-run.h"
#include "gs-sweep-json.h"
#include "gs-engine.h"
#include "gs-gpu.h"
#include "gs-protocol.h"
#include "gs-report-json.h"
#include "gs-spec-json.h"

/* Outputs of up to so many elements (64 MiB of float32) come back with a report:
 * what a window can show. */
#define MAX_OUTPUT ((gint64)1 << 24)

static GsSpec *
spec_from_params (JsonNode *params, GError **error)
{
  if (params == NULL)
    return gs_spec_new ();
  return gs_spec_from_json (params, error);
}

/* A failed launch may have poisoned the whole CUDA context: every later call
 * would fail too. Which failures do so is not for certain, so all count. */
static gboolean
report_lost_device (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->status == GS_STATUS_FAILED && gs_gpu_runs (result->backend))
        return TRUE;
    }
  return FALSE;
}

static JsonNode *
do_plan (GsWork *work, GError **error)
{
  g_autoptr (GsSpec) spec = spec_from_params (work->params, error);
  g_autoptr (GsPlan) plan = NULL;

  if (spec == NULL || !gs_spec_check (spec, error))
    return NULL;
  plan = gs_engine_plan (spec);
  return gs_plan_to_json (plan);
}

static JsonNode *
do_run (GsWork *work, GError **error)
{
  g_autoptr (GsSpec) spec = spec_from_params (work->params, error);
  g_autoptr (GsReport) report = NULL;

  if (spec == NULL)
    return NULL;
  report = gs_engine_run (spec, work->progress, work->data, work->cancellable, error);
  if (report == NULL)
    return NULL;
  work->lost_device = report_lost_device (report);
  return gs_report_to_json_with_outputs (report, MAX_OUTPUT);
}

static void
watch_report_cb (const GsReport *report, double fraction, gpointer data)
{
  GsWork *work = data;

  work->lost_device = work->lost_device || report_lost_device (report);
  work->report (report, fraction, work->data);
}

/* The params of a sweep are those of a run and "sizes" beside them. */
static JsonNode *
do_sweep (GsWork *work, GError **error)
{
  g_autoptr (GsSpec) spec = NULL;
  g_autoptr (GArray) sizes = NULL;
  g_autoptr (GsSweep) sweep = NULL;
  JsonObject *object = work->params != NULL ? json_node_get_object (work->params) : NULL;
  JsonNode *node = object != NULL ? json_object_get_member (object, "sizes") : NULL;
  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    {
      g_set_error_literal (error, GS_WORKER_ERROR, GS_WORKER_ERROR_PROTOCOL,
                           _ ("A sweep needs \"sizes\" beside the spec, such as \"64:8192:x2\"."));
      return NULL;
    }
  sizes = gs_sweep_sizes_parse (json_node_get_string (node), error);
  if (sizes == NULL)
    return NULL;
  json_object_remove_member (object, "sizes");
  spec = spec_from_params (work->params, error);
  if (spec == NULL)
    return NULL;
  sweep = gs_sweep_run (spec, sizes, watch_report_cb, work, work->cancellable, error);
  return sweep != NULL ? gs_sweep_to_json (sweep) : NULL;
}

static JsonNode *
do_devices (void)
{
  GsEnvironment *environment = gs_engine_describe ();
  JsonNode *node = gs_environment_to_json (environment);

  gs_environment_free (environment);
  return node;
}

static JsonNode *
do_roofs (GsWork *work, GError **error)
{
  g_autoptr (GsSpec) spec = spec_from_params (work->params, error);
  g_autoptr (GsRoofs) roofs = NULL;

  if (spec == NULL)
    return NULL;
  roofs = gs_roofs_run (spec->threads, spec->device, work->cancellable, error);
  return roofs != NULL ? gs_roofs_to_json (roofs) : NULL;
}

JsonNode *
gs_work_do (GsWork *work, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (work->cancellable, error))
    return NULL;
  if (g_str_equal (work->method, "plan"))
    return do_plan (work, error);
  if (g_str_equal (work->method, "run"))
    return do_run (work, error);
  if (g_str_equal (work->method, "sweep"))
    return do_sweep (work, error);
  if (g_str_equal (work->method, "roofs"))
    return do_roofs (work, error);
  return do_devices ();
}
