#include "gs-trace-table.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-kernel-text.h"

enum
{
  LINE_NUMBER,
  LINE_SOURCE,
  LINE_GLOBAL,
  LINE_REQUESTS,
  LINE_SECTORS,
  LINE_SHARED,
  LINE_PASSES,
  LINE_IDLE,
  N_LINE_COLUMNS
};

enum
{
  FINDING_KIND,
  FINDING_LINE,
  FINDING_WHERE,
  FINDING_THREAD,
  FINDING_OTHER,
  N_FINDING_COLUMNS
};

const char *
gs_finding_title (GsFindingKind kind)
{
  static const char *const titles[GS_N_FINDINGS] = {
    [GS_FINDING_OUT_OF_BOUNDS] = N_ ("Out of bounds"),
    [GS_FINDING_RACE] = N_ ("Race"),
    [GS_FINDING_UNINITIALISED_READ] = N_ ("Read before it was written"),
    [GS_FINDING_DIVERGENT_BARRIER] = N_ ("Barrier not reached by all"),
    [GS_FINDING_UNWRITTEN] = N_ ("Never written"),
    [GS_FINDING_WRITTEN_TWICE] = N_ ("Written twice"),
  };

  g_return_val_if_fail (kind < GS_N_FINDINGS, NULL);
  return _ (titles[kind]);
}

char *
gs_thread_id_text (const GsThreadId *id)
{
  /* Translators: blockIdx (x, y) and threadIdx (x, y). */
  return g_strdup_printf (_ ("block (%" PRId64 ", %" PRId64 "), thread (%" PRId64 ", %" PRId64 ")"),
                          id->block[0], id->block[1], id->thread[0], id->thread[1]);
}

void
gs_trace_table_set_up_lines (GsPlainTable *table)
{
  const char *const headings[N_LINE_COLUMNS + 1] = {
    [LINE_NUMBER] = _ ("Line"),
    [LINE_SOURCE] = _ ("Source"),
    [LINE_GLOBAL] = _ ("Accesses"),
    [LINE_REQUESTS] = _ ("Requests"),
    [LINE_SECTORS] = _ ("Sectors/request"),
    [LINE_SHARED] = _ ("Shared requests"),
    [LINE_PASSES] = _ ("Passes/request"),
    [LINE_IDLE] = _ ("Idle lanes"),
  };

  gs_plain_table_set_up (table, headings, 1 << LINE_SOURCE, _ ("Memory accesses by source line"), FALSE);
}

static char *
format_share (gint64 amount, gint64 requests)
{
  return requests > 0 ? gs_format_value ((double)amount / (double)requests, 3) : g_strdup ("—");
}

static char *
format_number (gint64 count)
{
  return count > 0 ? gs_format_count (count) : g_strdup ("—");
}

void
gs_trace_table_fill_lines (GsPlainTable *table, const GsTrace *trace, const char *text)
{
  gs_plain_table_begin (table);
  for (guint i = 0; i < trace->lines->len; i++)
    {
      const GsLineTrace *line = &g_array_index (trace->lines, GsLineTrace, i);
      const gint64 accesses
          = line->global_reads + line->global_writes + line->shared_reads + line->shared_writes;
      g_autofree char *number = g_strdup_printf ("%d", line->line);
      g_autofree char *source = text != NULL ? gs_kernel_text_line (text, line->line) : g_strdup ("");
      g_autofree char *all = gs_format_count (accesses);
      g_autofree char *requests = format_number (line->requests);
      g_autofree char *sectors = format_share (line->sectors, line->requests);
      g_autofree char *shared = format_number (line->shared_requests);
      g_autofree char *passes = format_share (line->bank_passes, line->shared_requests);
      g_autofree char *idle = gs_format_count (line->idle_lanes);
      const char *const cells[N_LINE_COLUMNS + 1] = {
        [LINE_NUMBER] = number,   [LINE_SOURCE] = source, [LINE_GLOBAL] = all,    [LINE_REQUESTS] = requests,
        [LINE_SECTORS] = sectors, [LINE_SHARED] = shared, [LINE_PASSES] = passes, [LINE_IDLE] = idle,
      };

      if (accesses > 0)
        gs_plain_table_append (table, cells);
    }
  gs_plain_table_end (table);
}

void
gs_trace_table_set_up_findings (GsPlainTable *table)
{
  const char *const headings[N_FINDING_COLUMNS + 1] = {
    [FINDING_KIND] = _ ("Finding"),  [FINDING_LINE] = _ ("Line"),          [FINDING_WHERE] = _ ("Where"),
    [FINDING_THREAD] = _ ("Thread"), [FINDING_OTHER] = _ ("Other thread"),
  };

  gs_plain_table_set_up (table, headings,
                         1 << FINDING_KIND | 1 << FINDING_WHERE | 1 << FINDING_THREAD | 1 << FINDING_OTHER,
                         _ ("Findings of the simulated GPU"), TRUE);
}

/* "C[13] = C[1, 5]": as the kernel counts and as a person does. */
static char *
format_where (const GsFinding *finding, GsFindingKind kind)
{
  if (kind == GS_FINDING_DIVERGENT_BARRIER || finding->buffer[0] == '\0')
    return g_strdup ("—");
  if (finding->row >= 0 && finding->column >= 0)
    return g_strdup_printf ("%s[%" PRId64 "] = %s[%" PRId64 ", %" PRId64 "]", finding->buffer, finding->index,
                            finding->buffer, finding->row, finding->column);
  return g_strdup_printf ("%s[%" PRId64 "]", finding->buffer, finding->index);
}

static void
append_finding (GsPlainTable *table, const GsFinding *finding, GsFindingKind kind)
{
  g_autofree char *line = finding->line > 0 ? g_strdup_printf ("%d", finding->line) : g_strdup ("—");
  g_autofree char *where = format_where (finding, kind);
  /* No thread wrote what was never written. */
  g_autofree char *thread
      = kind == GS_FINDING_UNWRITTEN ? g_strdup ("—") : gs_thread_id_text (&finding->thread);
  g_autofree char *other_id = finding->has_other ? gs_thread_id_text (&finding->other) : NULL;
  g_autofree char *other = NULL;

  if (other_id != NULL && finding->other_line > 0)
    /* Translators: a thread, and the source line it was at. */
    other = g_strdup_printf (_ ("%s, line %d"), other_id, finding->other_line);
  else
    other = g_strdup (other_id != NULL ? other_id : "—");
  gs_plain_table_append (table,
                         (const char *const[]){ gs_finding_title (kind), line, where, thread, other, NULL });
}

void
gs_trace_table_fill_findings (GsPlainTable *table, const GsTrace *trace)
{
  gs_plain_table_begin (table);
  for (GsFindingKind kind = 0; kind < GS_N_FINDINGS; kind++)
    for (guint i = 0; i < trace->findings[kind]->len; i++)
      append_finding (table, &g_array_index (trace->findings[kind], GsFinding, i), kind);
  gs_plain_table_end (table);
}

const GsFinding *
gs_trace_table_get_finding (const GsTrace *trace, guint row)
{
  for (GsFindingKind kind = 0; kind < GS_N_FINDINGS; kind++)
    {
      if (row < trace->findings[kind]->len)
        return &g_array_index (trace->findings[kind], GsFinding, row);
      row -= trace->findings[kind]->len;
    }
  return NULL;
}

/* Appends "273 active" to a list. */
static void
append_count (GString *text, const char *title, gint64 count)
{
  g_autofree char *number = gs_format_count (count);

  if (text->len > 0)
    g_string_append (text, gs_join (GS_JOIN_COMMA));
  g_string_append_printf (text, "%s %s", number, title);
}

char *
gs_trace_threads_text (const GsTrace *trace)
{
  static const char *const warps[GS_N_WARPS] = {
    [GS_WARPS_WHOLE] = N_ ("whole"),
    [GS_WARPS_SPLIT] = N_ ("split by the guard"),
    [GS_WARPS_IDLE] = N_ ("idle"),
  };
  g_autoptr (GString) threads = g_string_new (NULL), kinds = g_string_new (NULL);
  g_autofree char *lanes = NULL;

  g_return_val_if_fail (trace != NULL, NULL);

  for (GsFate fate = 0; fate < GS_N_FATES; fate++)
    if (trace->threads[fate] > 0)
      append_count (threads, gs_fate_title (fate), trace->threads[fate]);
  for (GsWarpsKind kind = 0; kind < GS_N_WARPS; kind++)
    append_count (kinds, _ (warps[kind]), trace->warps[kind]);
  lanes = gs_format_count (trace->idle_lanes);
  /* Translators: lists of counts of threads and of warps; a number. */
  return g_strdup_printf (_ ("Threads: %s. Warps: %s. Lanes that stood idle in a request: %s."), threads->str,
                          kinds->str, lanes);
}
