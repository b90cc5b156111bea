#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-file.h"
#include "gs-report-json.h"
#include "gs-spec-json.h"
#include "gs-trace-json.h"

static const GsJsonMember stats_members[] = {
  { "n", GS_JSON_INT64, G_STRUCT_OFFSET (GsStats, n), 0 },
  { "min_ns", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsStats, min), 0 },
  { "median_ns", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsStats, median), 0 },
  { "mad_ns", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsStats, mad), 0 },
  { "p95_ns", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsStats, p95), 0 },
  { "drift", GS_JSON_BOOLEAN, G_STRUCT_OFFSET (GsStats, drift), 0 },
};

static const GsJsonMember rate_members[] = {
  { "gflops", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsResult, gflops), 0 },
  { "gbytes_per_s", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsResult, gbytes_per_s), 0 },
};

static const GsJsonMember verify_members[] = {
  { "pass", GS_JSON_BOOLEAN, G_STRUCT_OFFSET (GsVerify, pass), 0 },
  { "max_abs", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsVerify, max_abs), 0 },
  { "bound_fraction", GS_JSON_DOUBLE, G_STRUCT_OFFSET (GsVerify, bound_fraction), 0 },
  { "max_ulp", GS_JSON_INT64, G_STRUCT_OFFSET (GsVerify, max_ulp), 0 },
  { "nan", GS_JSON_INT64, G_STRUCT_OFFSET (GsVerify, nan_count), 0 },
  { "failures", GS_JSON_INT64, G_STRUCT_OFFSET (GsVerify, failures), 0 },
};

static const char *
status_nick (int i)
{
  return gs_status_nick ((GsStatus)i);
}

static const char *
phase_nick (int i)
{
  return gs_phase_nick ((GsPhaseKind)i);
}

static const char *
phase_state_nick (int i)
{
  return gs_phase_state_nick ((GsPhaseState)i);
}

static const char *
clock_nick (int i)
{
  return i == GS_CLOCK_HOST ? "host" : "event";
}

static void
set_phases (JsonObject *object, const char *key, const GsPhase *phases)
{
  JsonArray *array = json_array_new ();
  for (int i = 0; i < GS_N_PHASES; i++)
    {
      JsonObject *phase = json_object_new ();
      json_object_set_string_member (phase, "name", phase_nick (i));
      /* What was not measured has no time, not the time 0. */
      if (phases[i].state == GS_PHASE_MEASURED)
        json_object_set_int_member (phase, "ns", phases[i].ns);
      else
        json_object_set_null_member (phase, "ns");
      json_object_set_string_member (phase, "clock", clock_nick ((int)phases[i].clock));
      json_object_set_string_member (phase, "state", phase_state_nick ((int)phases[i].state));
      json_array_add_object_element (array, phase);
    }
  json_object_set_array_member (object, key, array);
}

static void
set_samples (JsonObject *object, const char *key, const double *samples_ns, gsize n)
{
  JsonArray *samples = json_array_new ();
  for (gsize i = 0; i < n; i++)
    json_array_add_element (samples, gs_json_node_new_double (samples_ns[i]));
  json_object_set_array_member (object, key, samples);
}

static void
set_compute (JsonObject *object, const GsResult *result)
{
  JsonObject *compute = json_object_new ();
  gs_json_members_write (compute, stats_members, G_N_ELEMENTS (stats_members), &result->compute);
  set_samples (compute, "samples_ns", result->samples_ns, result->n_samples);
  if (result->n_rounds > 1)
    json_object_set_int_member (compute, "rounds", (gint64)result->n_rounds);
  json_object_set_object_member (object, "compute", compute);

  if (result->n_transfers > 0)
    {
      JsonObject *transfers = json_object_new ();
      set_samples (transfers, "upload_ns", result->upload_samples_ns, result->n_transfers);
      set_samples (transfers, "download_ns", result->download_samples_ns, result->n_transfers);
      json_object_set_object_member (object, "transfers", transfers);
    }

  JsonObject *rates = json_object_new ();
  gs_json_members_write (rates, rate_members, G_N_ELEMENTS (rate_members), result);
  json_object_set_object_member (object, "rates", rates);
}

static void
set_verify (JsonObject *object, const GsResult *result)
{
  JsonObject *verify = json_object_new ();
  json_object_set_string_member (verify, "reference", "float64");
  gs_json_members_write (verify, verify_members, G_N_ELEMENTS (verify_members), &result->verify);
  gint64 worst[2] = { result->verify.worst_row, result->verify.worst_column };
  gs_json_set_ints (verify, "worst", worst, 2);
  json_object_set_int_member (verify, "checked", result->verified_elements);
  json_object_set_object_member (object, "verify", verify);
}

static void
set_output (JsonObject *object, const GsMatrix *output, gint64 max_output)
{
  gint64 n_elements = gs_matrix_elements (output);
  JsonObject *entry;
  if (n_elements > GS_JSON_MAX_INLINE && n_elements <= max_output)
    {
      JsonNode *node = gs_matrix_to_json (output, GS_JSON_MAX_INLINE);
      json_object_set_member (object, "output", node);
      return;
    }
  entry = json_object_new ();
  json_object_set_int_member (entry, "m", output->m);
  json_object_set_int_member (entry, "n", output->n);
  if (n_elements == 0)
    {
      JsonArray *rows = json_array_new ();
      for (gint64 row = 0; row < MIN (output->m, GS_JSON_MAX_INLINE); row++)
        json_array_add_array_element (rows, json_array_new ());
      json_object_set_array_member (entry, "values", rows);
    }
  else if (n_elements <= GS_JSON_MAX_INLINE)
    json_object_set_member (entry, "values", gs_matrix_to_json (output, GS_JSON_MAX_INLINE));
  json_object_set_object_member (object, "output", entry);
}

static JsonObject *
result_to_json (const GsResult *result, gint64 max_output)
{
  JsonObject *object = json_object_new ();
  gs_json_set_string (object, "backend", result->backend);
  gs_json_set_string (object, "kernel", result->kernel);
  gs_json_set_string (object, "device", result->device);
  json_object_set_string_member (object, "status", status_nick ((int)result->status));
  if (result->message != NULL)
    gs_json_set_string (object, result->status == GS_STATUS_UNAVAILABLE ? "reason" : "error",
                        result->message);
  set_phases (object, "phases", result->warm);
  set_phases (object, "phases_first", result->first);
  json_object_set_boolean_member (object, "timed", result->timed);
  set_compute (object, result);
  if (result->verified)
    set_verify (object, result);
  if (result->output != NULL)
    set_output (object, result->output, max_output);
  if (result->trace != NULL)
    json_object_set_member (object, "trace", gs_trace_to_json (result->trace));
  if (result->schedule != NULL)
    json_object_set_member (object, "schedule", gs_schedule_to_json (result->schedule));
  if (result->pitfall != NULL)
    json_object_set_member (object, "pitfall", gs_pitfall_to_json (result->pitfall));
  if (result->overlap.slices > 0)
    json_object_set_member (object, "overlap", gs_overlap_to_json (&result->overlap));
  JsonArray *notes = json_array_new ();
  for (guint i = 0; i < result->notes->len; i++)
    {
      g_autofree char *note = g_utf8_make_valid (g_ptr_array_index (result->notes, i), -1);
      json_array_add_string_element (notes, note);
    }
  json_object_set_array_member (object, "notes", notes);
  return object;
}

JsonNode *
gs_report_to_json_with_outputs (const GsReport *report, gint64 max_output)
{
  g_return_val_if_fail (report != NULL, NULL);

  JsonObject *object = json_object_new ();
  JsonArray *results = json_array_new ();
  json_object_set_string_member (object, "schema", "gridscope.report/1");
  json_object_set_member (object, "spec", gs_spec_to_json (report->spec));
  json_object_set_member (object, "plan", gs_plan_to_json (report->plan));
  json_object_set_member (object, "limits", gs_limits_to_json (&report->plan->limits));
  json_object_set_member (object, "environment", gs_environment_to_json (report->environment));
  for (guint i = 0; i < report->results->len; i++)
    json_array_add_object_element (results,
                                   result_to_json (g_ptr_array_index (report->results, i), max_output));
  json_object_set_array_member (object, "results", results);
  json_object_set_int_member (object, "failed", report->failed);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

JsonNode *
gs_report_to_json (const GsReport *report)
{
  return gs_report_to_json_with_outputs (report, GS_JSON_MAX_INLINE);
}

static void
read_phases (GsJsonFields *parent, const char *key, GsPhase *phases)
{
  JsonArray *array = gs_json_fields_array (parent, key);
  guint n = array != NULL ? json_array_get_length (array) : 0;
  for (guint i = 0; i < n && parent->ok; i++)
    {
      GsJsonFields fields;
      gs_json_fields_open (&fields, parent, key, (int)i);
      int kind = gs_json_fields_nick (&fields, "name", phase_nick, GS_N_PHASES, -1);
      if (kind < 0)
        gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "name", _ ("is missing"));
      else
        {
          phases[kind].ns = gs_json_fields_int (&fields, "ns", G_MININT64, G_MAXINT64, 0);
          phases[kind].clock = (GsClock)gs_json_fields_nick (&fields, "clock", clock_nick, 2, GS_CLOCK_HOST);
          phases[kind].state = (GsPhaseState)gs_json_fields_nick (
              &fields, "state", phase_state_nick, GS_PHASE_PREBUILT + 1, GS_PHASE_NOT_APPLICABLE);
        }
      gs_json_fields_close (&fields, parent);
    }
}

static double *
read_samples (GsJsonFields *fields, const char *key, gsize *n_samples)
{
  JsonArray *array = gs_json_fields_array (fields, key);
  guint n = array != NULL ? json_array_get_length (array) : 0;
  double *samples = n > 0 ? g_new0 (double, n) : NULL;
  *n_samples = n;
  for (guint i = 0; i < n; i++)
    if (!gs_json_node_to_double (json_array_get_element (array, i), &samples[i]) || !isfinite (samples[i])
        || samples[i] < 0)
      {
        gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, key, _ ("must hold times only: numbers from 0 on"));
        break;
      }
  return samples;
}

static void
read_transfers (GsJsonFields *parent, GsResult *result)
{
  GsJsonFields fields;
  gsize n_download = 0;
  if (!gs_json_fields_has (parent, "transfers"))
    return;
  gs_json_fields_open (&fields, parent, "transfers", -1);
  result->upload_samples_ns = read_samples (&fields, "upload_ns", &result->n_transfers);
  result->download_samples_ns = read_samples (&fields, "download_ns", &n_download);
  if (fields.ok && n_download != result->n_transfers)
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "download_ns", _ ("must be as long as upload_ns"));
  gs_json_fields_close (&fields, parent);
}

static void
read_compute (GsJsonFields *parent, GsResult *result)
{
  GsJsonFields fields;
  if (gs_json_fields_has (parent, "compute"))
    {
      gs_json_fields_open (&fields, parent, "compute", -1);
      gs_json_members_read (&fields, stats_members, G_N_ELEMENTS (stats_members), &result->compute);
      result->samples_ns = read_samples (&fields, "samples_ns", &result->n_samples);
      result->n_rounds = (gsize)gs_json_fields_int (&fields, "rounds", 1, G_MAXINT32, 1);
      gs_json_fields_close (&fields, parent);
    }
  read_transfers (parent, result);
  if (gs_json_fields_has (parent, "rates"))
    {
      gs_json_fields_open (&fields, parent, "rates", -1);
      gs_json_members_read (&fields, rate_members, G_N_ELEMENTS (rate_members), result);
      gs_json_fields_close (&fields, parent);
    }
}

static void
read_verify (GsJsonFields *parent, GsResult *result)
{
  GsJsonFields fields;
  gint64 worst[2] = { -1, -1 };
  result->verified = gs_json_fields_has (parent, "verify");
  if (!result->verified)
    return;
  gs_json_fields_open (&fields, parent, "verify", -1);
  gs_json_members_read (&fields, verify_members, G_N_ELEMENTS (verify_members), &result->verify);
  gs_json_fields_ints (&fields, "worst", -1, G_MAXINT64, worst, 2);
  result->verify.worst_row = worst[0];
  result->verify.worst_column = worst[1];
  result->verified_elements = gs_json_fields_int (&fields, "checked", 0, G_MAXINT64, 0);
  gs_json_fields_close (&fields, parent);
}

/* The output of an empty product still has its sizes, so they are read beside
 * the values. */
static GsMatrix *
matrix_of_output (GsJsonFields *fields, JsonNode *node, GError **error)
{
  if (gs_json_fields_has (fields, "f32"))
    return gs_matrix_from_json (node, error);
  gint64 m = gs_json_fields_int (fields, "m", 0, G_MAXINT64, 0);
  gint64 n = gs_json_fields_int (fields, "n", 0, G_MAXINT64, 0);
  if (!gs_json_fields_has (fields, "values"))
    return NULL;
  if (m == 0 || n == 0)
    return gs_matrix_new (m, n, error);
  g_autoptr (GsMatrix) matrix
      = gs_matrix_from_json (json_object_get_member (fields->object, "values"), error);
  if (matrix != NULL && (matrix->m != m || matrix->n != n))
    {
      gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "values", _ ("must be %" PRId64 " × %" PRId64), m, n);
      return NULL;
    }
  return g_steal_pointer (&matrix);
}

static void
read_output (GsJsonFields *parent, const GsPlan *plan, GsResult *result)
{
  GsJsonFields fields;
  GError *error = NULL;
  if (!gs_json_fields_has (parent, "output"))
    return;
  gs_json_fields_open (&fields, parent, "output", -1);
  if (fields.ok)
    result->output = matrix_of_output (&fields, json_object_get_member (parent->object, "output"), &error);
  if (error != NULL)
    {
      gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "values", _ ("cannot be read: %s"), error->message);
      g_error_free (error);
    }
  if (result->output != NULL && (result->output->m != plan->m || result->output->n != plan->n))
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "m", _ ("and n are not those of the spec"));
  gs_json_fields_close (&fields, parent);
}

static void
read_notes (GsJsonFields *fields, GsResult *result)
{
  g_auto (GStrv) notes = gs_json_fields_words (fields, "notes");
  for (char **note = notes; note != NULL && *note != NULL; note++)
    g_ptr_array_add (result->notes, g_strdup (*note));
}

static void
read_result (GsJsonFields *parent, int i, GsReport *report)
{
  GsJsonFields fields;
  gs_json_fields_open (&fields, parent, "results", i);
  const char *backend = gs_json_fields_string (&fields, "backend", NULL);
  if (backend == NULL)
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "backend", _ ("is missing"));
  GsResult *result
      = gs_result_new (backend != NULL ? backend : "", gs_json_fields_string (&fields, "kernel", NULL));
  g_ptr_array_add (report->results, result);
  result->device = g_strdup (gs_json_fields_string (&fields, "device", NULL));
  result->status = (GsStatus)gs_json_fields_nick (&fields, "status", status_nick, GS_STATUS_NOT_COMPUTED + 1,
                                                  GS_STATUS_NOT_COMPUTED);
  result->message
      = g_strdup (gs_json_fields_string (&fields, "reason", gs_json_fields_string (&fields, "error", NULL)));
  read_phases (&fields, "phases", result->warm);
  read_phases (&fields, "phases_first", result->first);
  result->timed = gs_json_fields_boolean (&fields, "timed", FALSE);
  read_compute (&fields, result);
  read_verify (&fields, result);
  read_output (&fields, report->plan, result);
  result->trace = gs_trace_from_fields (&fields);
  result->schedule = gs_schedule_from_fields (&fields);
  result->pitfall = gs_pitfall_from_fields (&fields);
  gs_overlap_from_fields (&fields, &result->overlap);
  read_notes (&fields, result);
  gs_json_fields_close (&fields, parent);
}

/* The spec, the limits and, from both, the plan. */
static GsReport *
open_report (GsJsonFields *fields, GError **error)
{
  GsLimits limits = *gs_limits_common ();
  if (!gs_json_fields_has (fields, "spec"))
    {
      gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "spec", _ ("is missing"));
      return NULL;
    }
  g_autoptr (GsSpec) spec = gs_spec_from_json (json_object_get_member (fields->object, "spec"), error);
  if (spec == NULL)
    return NULL;
  if (gs_json_fields_has (fields, "limits")
      && !gs_limits_from_json (json_object_get_member (fields->object, "limits"), &limits, error))
    return NULL;
  GsReport *report = gs_report_new (spec, gs_plan_new (spec, &limits));
  if (gs_json_fields_has (fields, "environment"))
    {
      GsEnvironment *environment
          = gs_environment_from_json (json_object_get_member (fields->object, "environment"), error);
      if (environment == NULL)
        {
          gs_report_unref (report);
          return NULL;
        }
      gs_environment_free (report->environment);
      report->environment = environment;
    }
  return report;
}

GsReport *
gs_report_from_json (JsonNode *node, GError **error)
{
  g_return_val_if_fail (node != NULL, NULL);

  GsJsonFields fields;
  g_autoptr (GsReport) report = NULL;
  gs_json_fields_init (&fields, node, "", error);
  gs_json_fields_schema (&fields, "gridscope.report", 1, FALSE);
  if (fields.ok)
    report = open_report (&fields, error);
  JsonArray *results = report != NULL ? gs_json_fields_array (&fields, "results") : NULL;
  guint n = results != NULL ? json_array_get_length (results) : 0;
  for (guint i = 0; i < n && fields.ok; i++)
    read_result (&fields, (int)i, report);
  if (report != NULL)
    report->failed = (int)gs_json_fields_int (&fields, "failed", 0, G_MAXINT, 0);
  gs_json_fields_clear (&fields);
  return fields.ok ? g_steal_pointer (&report) : NULL;
}

GsReport *
gs_report_load (GFile *file, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_load (file, error);
  GsReport *report = node != NULL ? gs_report_from_json (node, error) : NULL;
  if (node != NULL && report == NULL)
    gs_file_prefix_error (file, error);
  return report;
}

gboolean
gs_report_save (const GsReport *report, GFile *file, GError **error)
{
  g_autoptr (JsonNode) node = gs_report_to_json (report);
  return gs_json_save (node, file, error);
}
