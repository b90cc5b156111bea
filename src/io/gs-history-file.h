#pragma once

#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* One run of a session. */
typedef struct
{
  char *title;
  gboolean named; /* the title is a person's; else it says in the window's language what ran */
  gboolean pinned;
  GsReport *report;
} GsHistoryEntry;

GsHistoryEntry *gs_history_entry_new (const char *title, gboolean named, gboolean pinned, GsReport *report);
void gs_history_entry_free (GsHistoryEntry *self);

/* Writes @entries (of GsHistoryEntry) by the name's extension: .csv and .tsv have a
 * line for every result (run, operation, sizes, backend, kernel, device, status,
 * and its times in ns), else gridscope.history/1: {"schema","runs":[{"title",
 * "pinned","report"}]} with whole reports. The old file stays until the new one is
 * whole. */
gboolean gs_history_save (const GPtrArray *entries, GFile *file, GError **error);

G_END_DECLS
