#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Text in columns for people, two spaces apart. A column is set to the right
 * when every cell of it below the heading begins with a digit, a sign, "—" or
 * nothing. */
typedef struct _GsTextTable GsTextTable;

/* @headings: one per column, ends with NULL. */
GsTextTable *gs_text_table_new (const char *const *headings);
void gs_text_table_free (GsTextTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsTextTable, gs_text_table_free)

/* Appends a cell to the row being filled; a row ends when it has all columns.
 * Takes @text; NULL is an empty cell. */
void gs_text_table_take (GsTextTable *self, char *text);
void gs_text_table_add (GsTextTable *self, const char *text);

void gs_text_table_append_to (const GsTextTable *self, GString *text);

G_END_DECLS
