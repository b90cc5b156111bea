#include "gs-cli.h"

#include <inttypes.h>
#include "gs-engine.h"
#include "gs-export.h"
#include "gs-file.h"
#include "gs-report-json.h"
#include "gs-roofs-run.h"
#include "gs-run-text.h"
#include "gs-spec-options.h"

static const GsOption options[] = {
  { "json", 0, NULL, "print a gridscope.report/1 document" },
  { "report", 0, "FILE", "save the report as JSON too" },
  { "roofs", 0, NULL,
    "measure the roofs of the processors too, for figure roofline; they stay in the report" },
  { "output", 0, "FILE", "write the first result to a .npy, .csv, .tsv, .mtx or .txt file" },
  { NULL },
};

typedef struct
{
  const GsSpec *spec;
  gboolean roofs;
  GsReport *report;
  GError *error;
} Run;

static void
work (GCancellable *cancellable, gpointer data)
{
  Run *run = data;

  run->report = gs_engine_run (run->spec, NULL, NULL, cancellable, &run->error);
  if (run->report == NULL || !run->roofs)
    return;
  run->report->environment->roofs
      = gs_roofs_run (run->spec->threads, run->spec->device, cancellable, &run->error);
  if (run->report->environment->roofs == NULL)
    g_clear_pointer (&run->report, gs_report_unref);
}

static gboolean
any_done (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    if (((const GsResult *)g_ptr_array_index (report->results, i))->status == GS_STATUS_OK)
      return TRUE;
  return FALSE;
}

/* The first result with a whole output. */
static const GsResult *
first_whole (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->output != NULL)
        return result;
    }
  return NULL;
}

/* Before anything is computed for them. */
static gboolean
check_files (const GsArguments *arguments, GError **error)
{
  const char *report_path = gs_arguments_get (arguments, "report");
  const char *output_path = gs_arguments_get (arguments, "output");
  g_autoptr (GFile) report = report_path != NULL ? g_file_new_for_commandline_arg (report_path) : NULL;
  g_autoptr (GFile) output = output_path != NULL ? g_file_new_for_commandline_arg (output_path) : NULL;

  return (report == NULL || gs_file_check_target (report, error))
         && (output == NULL || gs_export_check_file (output, error));
}

static gboolean
write_files (const GsArguments *arguments, const GsReport *report, GError **error)
{
  const char *report_path = gs_arguments_get (arguments, "report");
  const char *output_path = gs_arguments_get (arguments, "output");
  const GsResult *whole = first_whole (report);

  if (report_path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (report_path);

      if (!gs_report_save (report, file, error))
        return FALSE;
    }
  if (output_path != NULL && whole != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (output_path);

      return gs_export_file (whole->output, file, NULL, error);
    }
  if (output_path != NULL && any_done (report))
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "--output names %s, but only a sample of the blocks was run, which gives no whole result; "
                   "leave out --output or --sample-blocks, or add --backend cpu.",
                   output_path);
      return FALSE;
    }
  return TRUE;
}

/* What the results mean for the exit code, the worst first; says it on standard
 * error. */
static GsExit
judge (const GsReport *report)
{
  const GsResult *wrong = NULL, *failed = NULL, *missing = NULL;
  g_autofree char *sentence = NULL;
  GsExit status;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->verified && !result->verify.pass)
        wrong = wrong != NULL ? wrong : result;
      else if (result->status == GS_STATUS_FAILED)
        failed = failed != NULL ? failed : result;
      else if (result->status != GS_STATUS_OK)
        missing = missing != NULL ? missing : result;
    }
  if (wrong != NULL)
    {
      const GsVerify *verify = &wrong->verify;

      sentence = g_strdup_printf ("The result of %s is wrong in %" PRId64
                                  " elements, the worst at row %" PRId64 ", column %" PRId64
                                  "; see what the plan and the emulator say about this launch.",
                                  wrong->kernel != NULL ? wrong->kernel : wrong->backend, verify->failures,
                                  verify->worst_row, verify->worst_column);
      status = GS_EXIT_VERIFICATION;
    }
  else if (failed != NULL)
    {
      sentence = g_strdup_printf ("%s failed: %s", failed->backend, failed->message);
      status = GS_EXIT_FAILED;
    }
  else if (missing != NULL && !any_done (report))
    {
      sentence = g_strdup (missing->message);
      status = missing->status == GS_STATUS_UNAVAILABLE ? GS_EXIT_UNAVAILABLE : GS_EXIT_USAGE;
    }
  else
    {
      return GS_EXIT_DONE;
    }
  gs_complain (sentence);
  return status;
}

/* What was computed is printed first: a full disk must not cost it. */
static GsExit
finish (const GsArguments *arguments, const GsReport *report)
{
  g_autoptr (GError) error = NULL;
  GsExit status;

  if (gs_arguments_has (arguments, "json"))
    {
      status = gs_print_document (gs_report_to_json (report), TRUE);
    }
  else
    {
      g_autofree char *text = gs_report_to_text (report);

      status = gs_print (text);
    }
  if (!write_files (arguments, report, &error))
    return gs_exit_with_error (error);
  return status != GS_EXIT_DONE ? status : judge (report);
}

static GsExit
run_run (const GsArguments *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) spec = gs_spec_from_arguments (arguments, &error);
  g_autoptr (GsReport) report = NULL;
  Run run = { .spec = spec, .roofs = gs_arguments_has (arguments, "roofs") };

  /* The roofs are those of the GPU too, whatever runs. */
  if (spec == NULL || (!run.roofs && !gs_spec_check_device_is_used (spec, arguments, &error))
      || !check_files (arguments, &error))
    return gs_exit_with_error (error);
  gs_interruptible (work, &run);
  report = run.report;
  error = run.error;
  if (report == NULL)
    return gs_exit_with_error (error);
  return finish (arguments, report);
}

const GsCommand gs_command_run = {
  .name = "run",
  .summary = "Run it on every backend named, hold the results against float64, and time it.",
  .details
  = "Every run of this command is a cold one: its process is new. With several backends one that is\n"
    "not available is reported and does not fail the run.",
  .examples = "run --op matmul --a \"[1 2; 3 4]\" --b \"[5 6; 7 8]\" --backend all\n"
              "run --n 1000000 --backend cpu --report run.json",
  .options = options,
  .takes_spec = TRUE,
  .run = run_run,
};
