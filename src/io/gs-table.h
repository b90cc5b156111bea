#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A separator that no text has: every line is one cell. */
#define GS_TABLE_WHOLE_LINES '\001'

/* Walks through the cells of a table. Blank lines and lines that begin with #
 * are passed over; cells are trimmed and freed of their quotes; one empty cell
 * at the end of a row, after a last separator, does not count. Internal to this
 * layer. */
typedef struct
{
  const char *at, *end;
  char separator;     /* ' ' stands for any run of spaces, or GS_TABLE_WHOLE_LINES */
  gint64 row, column; /* of the cell given last, from 1 */
  gboolean in_row;
} GsTableCursor;

typedef enum
{
  GS_TABLE_CELL,
  GS_TABLE_ROW_END,
  GS_TABLE_END,
} GsTableStep;

typedef struct
{
  const char *text;
  gsize length;
  gboolean quoted;
} GsTableCell;

void gs_table_cursor_init (GsTableCursor *self, const char *text, gsize length, char separator);
GsTableStep gs_table_cursor_next (GsTableCursor *self, GsTableCell *cell);

G_END_DECLS
