#pragma once

#include <gtk/gtk.h>

#include "gs-plan.h"

G_BEGIN_DECLS

/* The counts of a plan as a table of words and numbers: the twin of the coverage
 * picture for those who do not see it, and its legend in full for those who do. */
#define GS_TYPE_COUNTS_TABLE (gs_counts_table_get_type ())
G_DECLARE_FINAL_TYPE (GsCountsTable, gs_counts_table, GS, COUNTS_TABLE, GtkBox)

/* @veiled: question marks in the place of counts. */
void gs_counts_table_set_plan (GsCountsTable *self, const GsPlan *plan, gboolean veiled);

/* "blocks\t12\nthreads\t384\n…", digits without spaces. Free it. */
char *gs_counts_table_to_text (GsCountsTable *self);

G_END_DECLS
