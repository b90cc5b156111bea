#include <string.h>

#include "gs-table.h"

void
gs_table_cursor_init (GsTableCursor *self, const char *text, gsize length, char separator)
{
  memset (self, 0, sizeof *self);
  self->at = text;
  self->end = text + length;
  self->separator = separator;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static void
skip_blanks (GsTableCursor *self)
{
  while (self->at < self->end && is_blank (*self->at) && *self->at != self->separator)
    self->at++;
  if (self->separator == ' ')
    while (self->at < self->end && is_blank (*self->at))
      self->at++;
}

/* To the first line with something on it. */
static gboolean
enter_row (GsTableCursor *self)
{
  while (self->at < self->end)
    {
      const char *p = self->at;
      while (p < self->end && is_blank (*p))
        p++;
      if (p < self->end && *p != '\n' && *p != '#')
        return TRUE;
      const char *line_end = memchr (p, '\n', (gsize)(self->end - p));
      self->at = line_end != NULL ? line_end + 1 : self->end;
    }
  return FALSE;
}

/* After the closing quote; a quote inside is doubled. */
static const char *
close_quote (const char *open, const char *end)
{
  for (const char *p = open + 1; p < end; p++)
    {
      if (*p != '"')
        continue;
      if (p + 1 >= end || p[1] != '"')
        return p;
      p++;
    }
  return NULL;
}

static void
trim (GsTableCell *cell)
{
  while (cell->length > 0 && is_blank (cell->text[0]))
    {
      cell->text++;
      cell->length--;
    }
  while (cell->length > 0 && is_blank (cell->text[cell->length - 1]))
    cell->length--;
}

/* A quote that closes before the cell has ended is a part of the cell like any other
 * character: "1"5 is neither 1 nor 15. */
static void
take_cell (GsTableCursor *self, GsTableCell *cell)
{
  const char *begin = self->at;
  const char *quote_end = begin < self->end && *begin == '"' ? close_quote (begin, self->end) : NULL;
  cell->quoted = quote_end != NULL;
  if (cell->quoted)
    {
      cell->text = begin + 1;
      cell->length = (gsize)(quote_end - begin - 1);
      self->at = quote_end + 1;
    }
  for (; self->at < self->end && *self->at != '\n' && *self->at != self->separator
         && !(self->separator == ' ' && is_blank (*self->at));
       self->at++)
    cell->quoted = cell->quoted && is_blank (*self->at);
  if (!cell->quoted)
    {
      cell->text = begin;
      cell->length = (gsize)(self->at - begin);
    }
  trim (cell);
}

GsTableStep
gs_table_cursor_next (GsTableCursor *self, GsTableCell *cell)
{
  if (!self->in_row)
    {
      if (!enter_row (self))
        return GS_TABLE_END;
      self->in_row = TRUE;
      self->row++;
      self->column = 0;
    }
  skip_blanks (self);
  gboolean at_line_end = self->at >= self->end || *self->at == '\n';
  /* After a last separator, or after the last of cells parted by spaces. */
  if (at_line_end && self->column > 0)
    {
      if (self->at < self->end)
        self->at++;
      self->in_row = FALSE;
      return GS_TABLE_ROW_END;
    }
  take_cell (self, cell);
  self->column++;
  skip_blanks (self);
  if (self->at < self->end && *self->at == self->separator)
    self->at++;
  return GS_TABLE_CELL;
}
