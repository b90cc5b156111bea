#pragma once

#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* A finished run as a list item. */
#define GS_TYPE_HISTORY_ITEM (gs_history_item_get_type ())
G_DECLARE_FINAL_TYPE (GsHistoryItem, gs_history_item, GS, HISTORY_ITEM, GObject)

GsReport *gs_history_item_get_report (GsHistoryItem *self);  /* not a new reference */
const char *gs_history_item_get_title (GsHistoryItem *self); /* "Hadamard 13 × 21" */

/* Finished runs, newest first; a GListModel of GsHistoryItem. Bounded: reports
 * hold whole outputs. */
#define GS_TYPE_HISTORY (gs_history_get_type ())
G_DECLARE_FINAL_TYPE (GsHistory, gs_history, GS, HISTORY, GObject)

#define GS_HISTORY_MAX 32

GsHistory *gs_history_new (void);
void gs_history_add (GsHistory *self, GsReport *report); /* takes a new reference */
void gs_history_clear (GsHistory *self);
GsReport *gs_history_latest (GsHistory *self);           /* NULL when empty; not a new reference */

G_END_DECLS
