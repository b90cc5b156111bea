#pragma once

#include <glib-object.h>

#include "gs-report.h"

G_BEGIN_DECLS

typedef enum
{
  GS_RESULT_COLUMN_WHAT,
  GS_RESULT_COLUMN_N,
  GS_RESULT_COLUMN_MIN,
  GS_RESULT_COLUMN_MEDIAN,
  GS_RESULT_COLUMN_MAD,
  GS_RESULT_COLUMN_P95,
  GS_RESULT_COLUMN_RATE,
  GS_RESULT_COLUMN_FLAGS,
  GS_N_RESULT_COLUMNS
} GsResultColumn;

const char *gs_result_column_title (GsResultColumn column); /* translated */

/* One result of a report as a list item; keeps the report. */
#define GS_TYPE_RESULT_ROW (gs_result_row_get_type ())
G_DECLARE_FINAL_TYPE (GsResultRow, gs_result_row, GS, RESULT_ROW, GObject)

GsResultRow *gs_result_row_new (GsReport *report, guint position);
const GsResult *gs_result_row_get_result (GsResultRow *self);
/* What stands in @column, for people; "—" where nothing was measured. Free it. */
char *gs_result_row_get_text (GsResultRow *self, GsResultColumn column);

G_END_DECLS
