#pragma once

#include "gs-plain-table.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* What the emulator counted, as rows of a GsPlainTable. */

/* A row per line of the kernel that touched memory. */
void gs_trace_table_set_up_lines (GsPlainTable *table);
/* @text: source of the kernel; may be NULL. */
void gs_trace_table_fill_lines (GsPlainTable *table, const GsTrace *trace, const char *text);

/* A row per finding: what, line, where, who, and who else. */
void gs_trace_table_set_up_findings (GsPlainTable *table);
void gs_trace_table_fill_findings (GsPlainTable *table, const GsTrace *trace);
/* The finding in that row. */
const GsFinding *gs_trace_table_get_finding (const GsTrace *trace, guint row);

/* What a finding is called, for people: "Race". Translated. */
const char *gs_finding_title (GsFindingKind kind);

/* "block (0, 1), thread (3, 0)". Translated. Free it. */
char *gs_thread_id_text (const GsThreadId *id);

/* "384 threads: 273 active, 111 idle; 12 warps: 6 whole, 6 split by the guard, 0 idle": what
 * the guard does to the warps. Translated. Free it. */
char *gs_trace_threads_text (const GsTrace *trace);

G_END_DECLS
