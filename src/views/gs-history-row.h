#pragma once

#include <gtk/gtk.h>

#include "gs-history.h"

G_BEGIN_DECLS

/* A run in the list of runs: its name, which can be changed in place, its fastest
 * result, whether it is pinned, and whether it is one of the two compared.
 *
 * Signals: "chosen" (guint side: 0 is A, 1 is B), "shown" (the run is to be on
 * screen). */
#define GS_TYPE_HISTORY_ROW (gs_history_row_get_type ())
G_DECLARE_FINAL_TYPE (GsHistoryRow, gs_history_row, GS, HISTORY_ROW, GtkListBoxRow)

/* @groups: the check buttons whose groups those for A and B belong to. */
GtkWidget *gs_history_row_new (GsHistoryItem *item, GtkCheckButton *const groups[2]);
GsHistoryItem *gs_history_row_get_item (GsHistoryRow *self); /* not a new reference */
/* Marks the run as side A or B, without a signal. */
void gs_history_row_choose (GsHistoryRow *self, guint side);

G_END_DECLS
