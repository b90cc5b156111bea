#include "gs-spec-options.h"

#include <inttypes.h>
#include "gs-file.h"
#include "gs-format.h"
#include "gs-report-json.h"
#include "gs-sweep-file.h"
#include "gs-sweep-json.h"
#include "gs-sweep-run.h"
#include "gs-text-table.h"

static const GsOption options[] = {
  { "sizes", 0, "SIZES", "FROM:TO:xFACTOR, FROM:TO:+STEP or a list such as 64,100,256" },
  { "resume", 0, "FILE", "go on from what an earlier sweep --json printed: sizes in it are not run again" },
  { "output", 0, "FILE", "save the whole sweep as .json or .csv" },
  { "json", 0, NULL, "print a gridscope.report/1 line per size, then a gridscope.crossover/1 line" },
  { NULL },
};

typedef struct
{
  const GsSpec *spec;
  const GArray *sizes;
  GArray *left; /* of these, those still to run */
  gboolean json;
  GsSweep *sweep; /* what came in, now or earlier */
  gboolean done;
  GError *error;
  GsExit printed;
  gboolean wrong;
  GCancellable *cancellable;
} Sweep;

static void
report_cb (const GsReport *report, double fraction, gpointer data)
{
  Sweep *self = data;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      self->wrong = self->wrong || (result->verified && !result->verify.pass);
    }
  gs_sweep_add_report (self->sweep, report->spec->n, report);
  if (!self->json || self->printed != GS_EXIT_DONE)
    return;
  self->printed = gs_print_document (gs_report_to_json (report), FALSE);
  /* Nobody reads any more: the other sizes need not be run. */
  if (self->printed != GS_EXIT_DONE)
    g_cancellable_cancel (self->cancellable);
}

static void
work (GCancellable *cancellable, gpointer data)
{
  Sweep *self = data;
  g_autoptr (GsSweep) finished = NULL;

  self->cancellable = cancellable;
  finished = gs_sweep_run (self->spec, self->left, report_cb, self, cancellable, &self->error);
  if (finished == NULL)
    return;
  gs_sweep_take_skipped (self->sweep, finished);
  gs_sweep_find_crossings (self->sweep);
  self->done = TRUE;
}

static char *
series_name (const GsSweepSeries *series)
{
  return g_strdup (series->kernel != NULL && !series->gpu ? series->kernel : series->backend);
}

static void
append_times (const GsSweep *sweep, const GArray *sizes, GString *text)
{
  g_autoptr (GPtrArray) headings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GsTextTable) table = NULL;

  g_ptr_array_add (headings, g_strdup ("size"));
  for (guint i = 0; i < sweep->series->len; i++)
    g_ptr_array_add (headings, series_name (g_ptr_array_index (sweep->series, i)));
  g_ptr_array_add (headings, NULL);
  table = gs_text_table_new ((const char *const *)headings->pdata);
  for (guint row = 0; row < sizes->len; row++)
    {
      gint64 size = g_array_index (sizes, gint64, row);

      gs_text_table_take (table, g_strdup_printf ("%" PRId64, size));
      for (guint i = 0; i < sweep->series->len; i++)
        {
          const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);
          char *cell = NULL;

          for (guint p = 0; p < series->points->len; p++)
            {
              const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, p);

              if (point->size == size)
                cell = gs_format_ns (point->compute_ns);
            }
          gs_text_table_take (table, cell != NULL ? cell : g_strdup ("—"));
        }
    }
  gs_text_table_append_to (table, text);
}

static void
append_crossing (const GsSweep *sweep, const GsCrossing *crossing, GString *text)
{
  g_autofree char *challenger = series_name (g_ptr_array_index (sweep->series, crossing->challenger));
  g_autofree char *incumbent = series_name (g_ptr_array_index (sweep->series, crossing->incumbent));
  const char *how = crossing->with_transfers ? " with transfers" : "";

  switch (crossing->state)
    {
    case GS_CROSSING_FOUND:
      if (crossing->low_open)
        g_string_append_printf (text, "%s overtakes %s%s at %" PRId64 " or below\n", challenger, incumbent,
                                how, crossing->high);
      else
        g_string_append_printf (text, "%s overtakes %s%s between %" PRId64 " and %" PRId64 " (about %.0f)\n",
                                challenger, incumbent, how, crossing->low, crossing->high,
                                crossing->estimate);
      break;
    case GS_CROSSING_ALWAYS:
      g_string_append_printf (text, "%s is faster than %s%s at every size\n", challenger, incumbent, how);
      break;
    case GS_CROSSING_NONE:
      g_string_append_printf (text, "%s does not overtake %s%s in this range\n", challenger, incumbent, how);
      break;
    case GS_CROSSING_UNCLEAR:
      if (crossing->low > 0)
        g_string_append_printf (text,
                                "%s may overtake %s%s above %" PRId64 ": the times are not clearly apart\n",
                                challenger, incumbent, how, crossing->low);
      else
        g_string_append_printf (text, "%s and %s%s are not clearly apart\n", challenger, incumbent, how);
      break;
    }
}

static char *
sweep_to_text (const GsSweep *sweep, const GArray *sizes)
{
  GString *text = g_string_new (NULL);

  append_times (sweep, sizes, text);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < sweep->crossings->len; i++)
    append_crossing (sweep, &g_array_index (sweep->crossings, GsCrossing, i), text);
  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      if (series->ended != NULL)
        g_string_append_printf (text, "%s ends early: %s\n", series->backend, series->ended);
    }
  for (guint i = 0; i < sweep->skipped->len; i++)
    {
      const GsSweepSkip *skip = &g_array_index (sweep->skipped, GsSweepSkip, i);

      g_string_append_printf (text, "%" PRId64 " skipped: %s\n", skip->size, gs_sweep_skip_reason (skip));
    }
  return g_string_free (text, FALSE);
}

/* Before anything is measured for it. */
static gboolean
check_output (const char *path, GError **error)
{
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;

  return file == NULL || gs_file_check_target (file, error);
}

static gboolean
save (const Sweep *self, const char *path, GError **error)
{
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;

  return file == NULL || gs_sweep_save (self->sweep, file, error);
}

/* What was measured is printed first: a full disk must not cost it. */
static GsExit
finish (const Sweep *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  GsExit status;

  if (self->json)
    {
      status = gs_print_document (gs_sweep_to_json (self->sweep), FALSE);
    }
  else
    {
      g_autofree char *text = sweep_to_text (self->sweep, self->sizes);

      status = gs_print (text);
    }
  if (!save (self, path, &error))
    return gs_exit_with_error (error);
  if (status != GS_EXIT_DONE || !self->wrong)
    return status;
  gs_complain ("A result of this sweep failed verification; run that size alone to see where.");
  return GS_EXIT_VERIFICATION;
}

/* The sweep to go on with, and the sizes it lacks. */
static gboolean
begin (Sweep *self, const char *path, GError **error)
{
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;
  const gboolean vector = gs_sweep_takes_vectors (self->spec);

  self->sweep = file != NULL ? gs_sweep_load (file, error) : gs_sweep_new (self->spec->op, vector);
  if (self->sweep == NULL)
    return FALSE;
  if (self->sweep->op != self->spec->op || self->sweep->vector != vector)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "The sweep in “%s” is of %s %s, not of %s %s; resume it with the same options.", path,
                   gs_op_nick (self->sweep->op), self->sweep->vector ? "vectors" : "matrices",
                   gs_op_nick (self->spec->op), vector ? "vectors" : "matrices");
      return FALSE;
    }
  if (self->sweep->recorded != NULL)
    {
      g_set_error (
          error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
          "The sweep in “%s” was recorded %s, on another machine perhaps; one that goes on must be of "
          "this machine alone.",
          path, self->sweep->recorded);
      return FALSE;
    }
  self->left = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < self->sizes->len; i++)
    if (!gs_sweep_has (self->sweep, g_array_index (self->sizes, gint64, i)))
      g_array_append_val (self->left, g_array_index (self->sizes, gint64, i));
  return TRUE;
}

static void
clear (Sweep *self)
{
  g_clear_pointer (&self->sweep, gs_sweep_free);
  g_clear_pointer (&self->left, g_array_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sweep, clear)

static GsExit
run (const GsArguments *arguments)
{
  const char *sizes_text = gs_arguments_get (arguments, "sizes");
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) spec = NULL;
  g_autoptr (GArray) sizes = NULL;
  g_auto (Sweep) self = { .json = gs_arguments_has (arguments, "json") };

  if (sizes_text == NULL)
    {
      gs_complain ("A sweep needs --sizes, for example --sizes 64:8192:x2.");
      return GS_EXIT_USAGE;
    }
  sizes = gs_sweep_sizes_parse (sizes_text, &error);
  spec = sizes != NULL ? gs_spec_from_arguments_sized (arguments, g_array_index (sizes, gint64, 0), &error)
                       : NULL;
  self.spec = spec;
  self.sizes = sizes;
  if (spec == NULL || !gs_spec_check_device_is_used (spec, arguments, &error)
      || !check_output (gs_arguments_get (arguments, "output"), &error)
      || !begin (&self, gs_arguments_get (arguments, "resume"), &error))
    return gs_exit_with_error (error);
  gs_interruptible (work, &self);
  if (self.printed != GS_EXIT_DONE)
    return self.printed;
  return self.done ? finish (&self, gs_arguments_get (arguments, "output")) : gs_exit_with_error (self.error);
}

const GsCommand gs_command_sweep = {
  .name = "sweep",
  .summary = "Run over a range of sizes and find where one backend overtakes another.",
  .details = "Size N is a vector of N for add and hadamard with a 1-D block, else N×N (times N×N).\n"
             "A sweep that was stopped goes on: sweep … --json --resume sweep.jsonl >> sweep.jsonl",
  .examples = "sweep --op matmul --sizes 64:256:x2 --backend cpu,blas",
  .options = options,
  .takes_spec = TRUE,
  .run = run,
};
