#pragma once

#include <gtk/gtk.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* How each result compares with the float64 reference, in a row of words and
 * numbers. */
#define GS_TYPE_VERIFY_TABLE (gs_verify_table_get_type ())
G_DECLARE_FINAL_TYPE (GsVerifyTable, gs_verify_table, GS, VERIFY_TABLE, GtkGrid)

void gs_verify_table_set_report (GsVerifyTable *self, const GsReport *report);

G_END_DECLS
