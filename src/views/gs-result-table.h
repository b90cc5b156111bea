#pragma once

#include <adwaita.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* The results of a report in rows: what ran, and n, minimum, median, MAD and
 * 95th percentile of its warm compute, or why there is none. */
#define GS_TYPE_RESULT_TABLE (gs_result_table_get_type ())
G_DECLARE_FINAL_TYPE (GsResultTable, gs_result_table, GS, RESULT_TABLE, AdwBin)

void gs_result_table_set_report (GsResultTable *self, GsReport *report);

/* Lines of tab-separated values with a heading line; times in ns. Free it. */
char *gs_result_table_to_text (GsResultTable *self);

G_END_DECLS
