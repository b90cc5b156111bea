#pragma once

#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* A finished run as a list item.
 *
 * Properties, notified on change: "title" (string, what a person calls it),
 * "pinned" (boolean: it is kept whatever comes after it). */
#define GS_TYPE_HISTORY_ITEM (gs_history_item_get_type ())
G_DECLARE_FINAL_TYPE (GsHistoryItem, gs_history_item, GS, HISTORY_ITEM, GObject)

GsReport *gs_history_item_get_report (GsHistoryItem *self); /* not a new reference */
/* From 1, in the order in which the runs came: what tells those of the same name apart. */
guint gs_history_item_get_number (GsHistoryItem *self);
const char *gs_history_item_get_title (GsHistoryItem *self); /* "Hadamard 13 × 21" until it is named */
/* NULL or nothing but blanks: the name it had at first. */
void gs_history_item_set_title (GsHistoryItem *self, const char *title);
void gs_history_item_set_pinned (GsHistoryItem *self, gboolean pinned);
/* Translated: the fastest result and its time, "GPU, k1 scalar 24.3 µs"; free it. */
char *gs_history_item_dup_summary (GsHistoryItem *self);

/* Finished runs, newest first; a GListModel of GsHistoryItem. Every run of the
 * session stays, until there are GS_HISTORY_MAX of them, or their outputs take
 * GS_HISTORY_MAX_BYTES: then the oldest that is not pinned goes. */
#define GS_TYPE_HISTORY (gs_history_get_type ())
G_DECLARE_FINAL_TYPE (GsHistory, gs_history, GS, HISTORY, GObject)

#define GS_HISTORY_MAX       500
#define GS_HISTORY_MAX_BYTES (G_GINT64_CONSTANT (1) << 30)

GsHistory *gs_history_new (void);
void gs_history_add (GsHistory *self, GsReport *report); /* takes a new reference */
void gs_history_clear (GsHistory *self);
GsReport *gs_history_latest (GsHistory *self); /* NULL when empty; not a new reference */

/* All runs, newest first; array of GsHistoryEntry, for gs_history_save(). */
GPtrArray *gs_history_list (GsHistory *self);

G_END_DECLS
