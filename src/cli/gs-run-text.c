#include "gs-run-text.h"

#include <inttypes.h>
#include <math.h>

#include "gs-compare.h"
#include "gs-export.h"
#include "gs-format.h"
#include "gs-text-table.h"
#include "gs-words.h"

/* Larger outputs scroll away what is above them. */
#define MAX_SHOWN_SIDE 8

static char *
describe_verify (const GsResult *result)
{
  if (!result->verified)
    return g_strdup ("—");
  if (!result->verify.pass)
    return g_strdup_printf ("FAILS at (%" PRId64 ", %" PRId64 ")", result->verify.worst_row,
                            result->verify.worst_column);
  if (result->verify.bound_fraction == 0)
    return g_strdup ("ok, exact");
  return g_strdup_printf ("ok, %.2g of the bound", result->verify.bound_fraction);
}

static char *
describe_rate (const GsResult *result, GsOp op)
{
  if (!result->timed || result->gflops <= 0)
    return g_strdup ("—");
  if (op == GS_OP_MATMUL)
    return gs_format_rate (result->gflops * 1e9, "FLOP/s");
  return gs_format_rate (result->gbytes_per_s * 1e9, "B/s");
}

static void
append_results (const GsReport *report, GString *text)
{
  static const char *const headings[]
      = { "backend", "kernel", "status", "median", "MAD", "min", "n", "rate", "against float64", NULL };
  g_autoptr (GsTextTable) table = gs_text_table_new (headings);

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      gboolean timed = result->status == GS_STATUS_OK && result->timed && result->compute.n > 0;

      gs_text_table_add (table, result->backend);
      gs_text_table_add (table, result->kernel != NULL ? result->kernel : "—");
      gs_text_table_add (table, gs_status_nick (result->status));
      gs_text_table_take (table, timed ? gs_format_ns (result->compute.median) : g_strdup ("—"));
      gs_text_table_take (table, timed ? gs_format_ns (result->compute.mad) : g_strdup ("—"));
      gs_text_table_take (table, timed ? gs_format_ns (result->compute.min) : g_strdup ("—"));
      gs_text_table_take (table, timed ? g_strdup_printf ("%" PRId64, result->compute.n) : g_strdup ("—"));
      gs_text_table_take (table, describe_rate (result, report->spec->op));
      gs_text_table_take (table, describe_verify (result));
    }
  gs_text_table_append_to (table, text);
}

static gboolean
has_phases (const GsResult *result)
{
  return result->status == GS_STATUS_OK && result->timed;
}

static void
append_phases (const GsReport *report, GString *text)
{
  const char *headings[GS_N_PHASES + 2] = { "first run" };
  g_autoptr (GsTextTable) table = NULL;
  guint n = 0;

  for (int phase = 0; phase < GS_N_PHASES; phase++)
    headings[phase + 1] = gs_phase_nick ((GsPhaseKind)phase);
  table = gs_text_table_new (headings);
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (!has_phases (result))
        continue;
      n++;
      gs_text_table_add (table, result->kernel != NULL ? result->kernel : result->backend);
      for (int phase = 0; phase < GS_N_PHASES; phase++)
        {
          const GsPhase *at = &result->first[phase];

          if (at->state == GS_PHASE_MEASURED)
            gs_text_table_take (table, gs_format_ns ((double)at->ns));
          else
            gs_text_table_add (table,
                               at->state == GS_PHASE_NOT_APPLICABLE ? "—" : gs_phase_state_nick (at->state));
        }
    }
  if (n == 0)
    return;
  g_string_append_c (text, '\n');
  gs_text_table_append_to (table, text);
}

static void
append_findings (const GsResult *result, GString *text)
{
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    {
      const GArray *list = result->trace->findings[kind];
      gint64 total = result->trace->totals[kind];
      g_autofree char *number = gs_format_count (total);

      if (total == 0)
        continue;
      g_string_append_printf (text, "%s: %s %s", result->kernel, number,
                              gs_finding_nick ((GsFindingKind)kind));
      if (list != NULL && list->len > 0)
        {
          const GsFinding *first = &g_array_index (list, GsFinding, 0);

          g_string_append_printf (text,
                                  ", first: line %d, %s[%" PRId64 "], block (%" PRId64 ", %" PRId64
                                  "), thread (%" PRId64 ", %" PRId64 ")",
                                  first->line, first->buffer, first->index, first->thread.block[0],
                                  first->thread.block[1], first->thread.thread[0], first->thread.thread[1]);
          if (first->has_other)
            g_string_append_printf (
                text, " and block (%" PRId64 ", %" PRId64 "), thread (%" PRId64 ", %" PRId64 ")",
                first->other.block[0], first->other.block[1], first->other.thread[0], first->other.thread[1]);
        }
      g_string_append_c (text, '\n');
    }
}

/* "hadamard/k1_scalar: 6 whole, 6 split, 0 idle warps; x=row instead: 17 sectors per request, not 4" */
static void
append_warps (const GsReport *report, const GsResult *result, GString *text)
{
  const GsTrace *trace = result->trace;

  g_string_append_printf (text, "%s: ", result->kernel);
  for (int kind = 0; kind < GS_N_WARPS; kind++)
    g_string_append_printf (text, "%s%" PRId64 " %s", kind > 0 ? ", " : "", trace->warps[kind],
                            gs_warps_nick ((GsWarpsKind)kind));
  g_string_append (text, " warps");
  if (trace->other_map != NULL)
    {
      g_autofree char *here = gs_format_value (trace->sectors_per_request, 3),
                      *there = gs_format_value (trace->other_map->sectors_per_request, 3);

      g_string_append_printf (text, "; %s %s per request, with x=%s %s", here,
                              gs_format_plural (here) == 1 ? "sector" : "sectors",
                              report->spec->map == GS_MAP_X_ROW ? "column" : "row", there);
    }
  g_string_append_c (text, '\n');
}

/* Reasons, notes and findings, each on its line. */
static void
append_remarks (const GsReport *report, GString *text)
{
  g_autoptr (GString) remarks = g_string_new (NULL);

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->message != NULL)
        g_string_append_printf (remarks, "%s: %s\n", result->backend, result->message);
      for (guint j = 0; j < result->notes->len; j++)
        {
          g_autofree char *line = g_strdup_printf ("%s: %s\n", result->backend,
                                                   (const char *)g_ptr_array_index (result->notes, j));

          /* What holds for every kernel of a backend is said once. */
          if (strstr (remarks->str, line) == NULL)
            g_string_append (remarks, line);
        }
      if (result->trace != NULL)
        {
          append_warps (report, result, remarks);
          append_findings (result, remarks);
        }
    }
  if (remarks->len > 0)
    g_string_append_printf (text, "\n%s", remarks->str);
}

static void
append_output (const GsReport *report, GString *text)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      g_autofree char *literal = NULL, *nan = NULL;

      if (result->output == NULL)
        continue;
      if (result->output->m <= MAX_SHOWN_SIDE && result->output->n <= MAX_SHOWN_SIDE)
        {
          literal = gs_export_literal (result->output);
          g_string_append_printf (text, "\nC (%s) = %s\n", result->backend, literal);
        }
      if (result->verified && result->verify.pass)
        nan = gs_describe_nan (result->verify.nan_count);
      if (nan != NULL)
        g_string_append_printf (text, "%s\n", nan);
      return;
    }
}

char *
gs_report_to_text (const GsReport *report)
{
  GString *text = g_string_new (NULL);
  const GsSpec *spec = report->spec;
  g_autofree char *shape = gs_describe_shape (spec->op, spec->m, spec->n, spec->k);
  g_autofree char *verdict = gs_plan_verdict (report->plan);

  g_string_append_printf (text, "%s, %s\n%s\n\n", gs_op_nick (spec->op), shape, verdict);
  append_results (report, text);
  append_phases (report, text);
  append_output (report, text);
  append_remarks (report, text);
  return g_string_free (text, FALSE);
}
