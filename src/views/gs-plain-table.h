#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Rows of words and numbers under headings. A row that can be chosen says so by
 * the signals "picked" (guint position: the row is the selected one now) and
 * "activated" (guint position: Enter, or a double click). */
#define GS_TYPE_PLAIN_TABLE (gs_plain_table_get_type ())
G_DECLARE_FINAL_TYPE (GsPlainTable, gs_plain_table, GS, PLAIN_TABLE, AdwBin)

/* Once, before any row. @headings NULL-terminated, translated; bit i of @texts:
 * column i holds words (at its start, in the room that is left), else numbers.
 * @label: what the table shows, for those who hear it. */
void gs_plain_table_set_up (
    GsPlainTable *self, const char *const *headings, guint texts, const char *label, gboolean selectable);

/* What is appended from begin to end takes the place of the rows before: the first rows at once, those after them in the
 * next turns of the main loop, until when none of them can be picked. */
void gs_plain_table_begin (GsPlainTable *self);
/* As many @cells as there are headings; copied. */
void gs_plain_table_append (GsPlainTable *self, const char *const *cells);
void gs_plain_table_end (GsPlainTable *self);
void gs_plain_table_clear (GsPlainTable *self);
/* For a table that is about to go: takes some of its rows off the screen. FALSE: there were none. */
gboolean gs_plain_table_end_rows (GsPlainTable *self);
guint gs_plain_table_get_n_rows (GsPlainTable *self);
/* Chooses a row without a signal, as soon as it is on screen; GTK_INVALID_LIST_POSITION: none. */
void gs_plain_table_select (GsPlainTable *self, guint position);

/* Headings and rows as lines of tab-separated cells. Free it. */
char *gs_plain_table_to_text (GsPlainTable *self);

G_END_DECLS
