#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-cell.h"
#include "gs-format.h"
#include "gs-import-delimited.h"
#include "gs-import-fast.h"
#include "gs-number.h"
#include "gs-table-markup.h"
#include "gs-table.h"
#include "gs-text.h"

/* A table being read: first every cell says how numbers are written, then they
 * are read. */
typedef struct
{
  const char *text;
  gsize length;
  char separator;
  char decimal; /* 0 while it is not known */
  gboolean header;
  const char *kind; /* for people */
  GError **error;
} Table;

/* Where a kind of evidence was first seen. */
typedef struct
{
  char *cell;
  gint64 row, column;
} Place;

static gboolean
has (const char *text, gsize length, char c)
{
  return memchr (text, c, length) != NULL;
}

static void
keep_place (Place *place, const GsTableCursor *cursor, const GsTableCell *cell)
{
  if (place->cell != NULL)
    return;
  place->cell = g_strndup (cell->text, MIN (cell->length, 40));
  place->row = cursor->row;
  place->column = cursor->column;
}

/* A first row of words only is a header. */
static gboolean
find_header (const Table *self)
{
  GsTableCursor cursor;
  GsTableCell cell;
  GsTableStep step;
  gint64 n_words = 0;
  gs_table_cursor_init (&cursor, self->text, self->length, self->separator);
  while ((step = gs_table_cursor_next (&cursor, &cell)) == GS_TABLE_CELL)
    {
      /* A word begins with a letter: "1,2x" is a number gone wrong. */
      gunichar first = cell.length > 0 ? g_utf8_get_char (cell.text) : 0;
      if (gs_cell_classify (cell.text, cell.length) != GS_CELL_NOT_NUMBER
          || !(g_unichar_isalpha (first) || first == '_'))
        return FALSE;
      n_words++;
    }
  return n_words > 0 && gs_table_cursor_next (&cursor, &cell) == GS_TABLE_CELL;
}

static gboolean
fail_cell (const Table *self, const GsTableCursor *cursor, const GsTableCell *cell)
{
  /* As the rows and columns of the sheet. */
  const gint64 row = cursor->row - self->header - 1, column = cursor->column - 1;
  if (cell->length == 0)
    g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                 _ ("row %" PRId64 ", column %" PRId64 " (counted from 0) is empty; write a number there"),
                 row, column);
  else
    {
      /* Bytes were decoded as UTF-8, and a cut must not leave half a character. */
      g_autofree char *cut = g_strndup (cell->text, MIN (cell->length, 40));
      g_autofree char *shown = g_utf8_make_valid (cut, -1);
      gboolean elided = strstr (shown, "...") != NULL || strstr (shown, "…") != NULL
                        || strstr (shown, "⋮") != NULL || strstr (shown, "⋯") != NULL;
      gboolean complex_number
          = g_ascii_isdigit (*cell->text) && strchr ("ijJ", cell->text[cell->length - 1]) != NULL;
      if (complex_number)
        g_set_error (
            self->error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
            _ ("row %" PRId64 ", column %" PRId64
               " (counted from 0): “%s” is a complex number; give real numbers, for example the real part"),
            row, column, shown);
      else
        g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                     elided
                         ? _ ("row %" PRId64 ", column %" PRId64
                              " (counted from 0): “%s” stands for numbers left out; give the whole matrix")
                         : _ ("row %" PRId64 ", column %" PRId64 " (counted from 0): “%s” is not a number"),
                     row, column, shown);
    }
  return FALSE;
}

/* A number so long that the comma was cut off with its end. */
static gboolean
fail_long_comma (const Table *self, const Place *place)
{
  g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
               _ ("the comma in “%s…” can be a decimal mark or part two numbers; choose the decimal mark"),
               place->cell);
  return FALSE;
}

static gboolean
fail_two_readings (const Table *self, const Place *place)
{
  if (strchr (place->cell, ',') == NULL)
    return fail_long_comma (self, place);
  g_autofree char *point = g_strdup (place->cell), *plain = g_strdup (place->cell);
  char *comma = strchr (point, ',');
  *comma = '.';
  comma = strchr (plain, ',');
  memmove (comma, comma + 1, strlen (comma));
  g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
               _ ("row %" PRId64 ", column %" PRId64 " (counted from 0): “%s” can mean %s (decimal comma) or "
                  "%s (digits in groups); choose the decimal mark, or "
                  "write it as one "
                  "of these"),
               place->row - self->header - 1, place->column - 1, place->cell, point, plain);
  return FALSE;
}

static gboolean
fail_mixed (const Table *self, const Place *point, const Place *comma)
{
  g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
               _ ("“%s” (row %" PRId64 ", column %" PRId64 ") has a decimal point and “%s” (row %" PRId64
                  ", column %" PRId64 ") a decimal comma; write all numbers one way (counted from 0)"),
               point->cell, point->row - self->header - 1, point->column - 1, comma->cell,
               comma->row - self->header - 1, comma->column - 1);
  return FALSE;
}

/* Lets every cell say how numbers are written. */
static gboolean
find_decimal (Table *self)
{
  GsTableCursor cursor;
  GsTableCell cell;
  Place places[GS_CELL_NOT_NUMBER + 1] = { 0 };
  gboolean done = TRUE;
  gs_table_cursor_init (&cursor, self->text, self->length, self->separator);
  for (GsTableStep step; (step = gs_table_cursor_next (&cursor, &cell)) != GS_TABLE_END && done;)
    {
      if (step != GS_TABLE_CELL || (self->header && cursor.row == 1))
        continue;
      GsCellKind kind = gs_cell_classify (cell.text, cell.length);
      if (kind == GS_CELL_NOT_NUMBER || kind == GS_CELL_EMPTY)
        done = fail_cell (self, &cursor, &cell);
      else if (kind != GS_CELL_PLAIN)
        keep_place (&places[kind], &cursor, &cell);
    }
  const Place *point = &places[GS_CELL_POINT], *comma = &places[GS_CELL_COMMA];
  if (done && point->cell != NULL && comma->cell != NULL)
    done = fail_mixed (self, point, comma);
  else if (done && places[GS_CELL_AMBIGUOUS].cell != NULL && point->cell == NULL && comma->cell == NULL)
    done = fail_two_readings (self, &places[GS_CELL_AMBIGUOUS]);
  self->decimal = comma->cell != NULL ? ',' : '.';
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    g_free (places[i].cell);
  return done;
}

static gboolean
read_cells (Table *self, GsRows *rows)
{
  GsTableCursor cursor;
  GsTableCell cell;
  float value;
  gs_table_cursor_init (&cursor, self->text, self->length, self->separator);
  for (GsTableStep step; (step = gs_table_cursor_next (&cursor, &cell)) != GS_TABLE_END;)
    {
      if (self->header && cursor.row == 1)
        continue;
      if (step == GS_TABLE_ROW_END)
        {
          if (!gs_rows_end_row (rows, self->error))
            return FALSE;
        }
      else if (!gs_cell_parse (cell.text, cell.length, self->decimal, &rows->conversion, &value))
        return fail_cell (self, &cursor, &cell);
      else
        gs_rows_add (rows, value);
    }
  return TRUE;
}

/* "1, 2; 3, 4" and "1 2; 3 4": rows parted by semicolons, as in MATLAB without
 * the brackets. A cell with a space inside is no number of a table. */
static gboolean
is_bare_literal (const char *text, gsize length)
{
  GsTableCursor cursor;
  GsTableCell cell;
  gs_table_cursor_init (&cursor, text, length, ';');
  for (GsTableStep step; (step = gs_table_cursor_next (&cursor, &cell)) != GS_TABLE_END;)
    if (step == GS_TABLE_CELL && !cell.quoted && has (cell.text, cell.length, ' ')
        && (g_ascii_isdigit (*cell.text) || strchr ("+-.", *cell.text) != NULL))
      return TRUE;
  return FALSE;
}

/* Whether every line could be one number with a comma in it, so that the comma
 * may not separate at all. Stops at the first line that cannot. */
static gboolean
lines_are_numbers (const char *text, gsize length, Place *first)
{
  GsTableCursor cursor;
  GsTableCell cell;
  gs_table_cursor_init (&cursor, text, length, GS_TABLE_WHOLE_LINES);
  for (GsTableStep step; (step = gs_table_cursor_next (&cursor, &cell)) != GS_TABLE_END;)
    {
      if (step != GS_TABLE_CELL)
        continue;
      GsCellKind kind = gs_cell_classify (cell.text, cell.length);
      if (cell.quoted || (kind != GS_CELL_COMMA && kind != GS_CELL_AMBIGUOUS && kind != GS_CELL_POINT))
        return FALSE;
      if (!has (cell.text, cell.length, ','))
        return FALSE;
      keep_place (first, &cursor, &cell);
    }
  return first->cell != NULL;
}

static gboolean
fail_comma (const Table *self, const Place *place)
{
  const char *comma = strchr (place->cell, ',');
  if (comma == NULL)
    return fail_long_comma (self, place);
  g_autofree char *point = g_strdup (place->cell);
  g_autofree char *left = g_strndup (place->cell, (gsize)(comma - place->cell));
  point[comma - place->cell] = '.';
  if (strchr (comma + 1, ',') != NULL || strchr (left, '.') != NULL || strchr (comma + 1, '.') != NULL)
    g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
                 _ ("“%s” can mean one number with grouped digits, or several numbers parted by commas; "
                    "write it without "
                    "groups, or with spaces between the numbers"),
                 place->cell);
  else if (gs_cell_classify (place->cell, strlen (place->cell)) == GS_CELL_AMBIGUOUS)
    g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
                 _ ("“%s” can mean %s (decimal comma), %s%s (digits in groups) or the two numbers %s and %s; "
                    "write one of "
                    "these, or [%s, %s]"),
                 place->cell, point, left, comma + 1, left, comma + 1, left, comma + 1);
  else
    g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
                 _ ("“%s” can mean %s (decimal comma) or the two numbers %s and %s; write %s or [%s, %s]"),
                 place->cell, point, left, comma + 1, point, left, comma + 1);
  return FALSE;
}

/* Whether commas stand only inside words that spaces part: "1,5 2,5". */
static gboolean
commas_are_inside_words (const char *text, gsize length)
{
  gboolean spaced = FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == ',')
        {
          if (i == 0 || i + 1 == length || !g_ascii_isdigit (text[i - 1]) || !g_ascii_isdigit (text[i + 1]))
            return FALSE;
        }
      else if (text[i] == ' ' && i > 0 && i + 1 < length && g_ascii_isdigit (text[i - 1])
               && (g_ascii_isdigit (text[i + 1]) || text[i + 1] == '-'))
        spaced = TRUE;
      else if (text[i] == '"')
        return FALSE;
    }
  return spaced;
}

static gboolean
choose_comma (Table *self, GsDecimal decimal, GsTableHint hint)
{
  Place first = { 0 };
  self->separator = ',';
  if (decimal == GS_DECIMAL_COMMA
      || (hint == GS_TABLE_ANY && commas_are_inside_words (self->text, self->length)))
    {
      self->separator = ' ';
      return TRUE;
    }
  if (decimal == GS_DECIMAL_POINT || hint == GS_TABLE_COMMA)
    return TRUE;
  gboolean sure = !lines_are_numbers (self->text, self->length, &first) || fail_comma (self, &first);
  g_free (first.cell);
  return sure;
}

static const char *
kind_of (char separator)
{
  switch (separator)
    {
    case '\t':
      return _ ("TSV");
    case ';':
      return _ ("CSV, semicolon");
    case ',':
      return _ ("CSV");
    default:
      return _ ("Numbers parted by spaces");
    }
}

/* The separator: a tab wins over a semicolon, that over a comma, that over
 * spaces. */
static gboolean
choose_separator (Table *self, GsDecimal decimal, GsTableHint hint)
{
  if (self->separator != 0)
    return TRUE;
  if (has (self->text, self->length, '\t'))
    self->separator = '\t';
  else if (has (self->text, self->length, ';'))
    self->separator = ';';
  else if (!has (self->text, self->length, ','))
    self->separator = ' ';
  else if (!choose_comma (self, decimal, hint))
    return FALSE;
  self->kind = kind_of (self->separator);
  return TRUE;
}

static gboolean
check_groups (const Table *self)
{
  const char *end = self->text + self->length;
  const char *mark = self->separator == ' ' ? self->text : NULL;
  while (mark != NULL && (mark = memchr (mark, GS_TEXT_GROUP, (gsize)(end - mark))) != NULL)
    {
      if (mark > self->text && mark + 1 < end && g_ascii_isdigit (mark[-1]) && g_ascii_isdigit (mark[1]))
        break;
      mark++;
    }
  if (mark == NULL)
    return TRUE;
  g_set_error (
      self->error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
      _ ("a no-break space can part two numbers or group the digits of one; put tabs or semicolons between "
         "the numbers"));
  return FALSE;
}

static GsMatrix *
read_table (Table *self, GsDecimal decimal, GsImportInfo *info)
{
  GsRows rows = { 0 };
  if (decimal != GS_DECIMAL_AUTO)
    self->decimal = decimal == GS_DECIMAL_COMMA ? ',' : '.';
  else if (self->separator == ',' && !has (self->text, self->length, '"'))
    self->decimal = '.';
  self->header = find_header (self);
  if (self->decimal == 0 && !find_decimal (self))
    return NULL;
  GsMatrix *matrix = NULL;
  if (read_cells (self, &rows))
    {
      if (rows.rows > 0)
        matrix = gs_rows_take (&rows, info, self->error);
      else
        g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("there is no number in the text"));
    }
  gs_rows_clear (&rows);
  return matrix;
}

static void
describe (const Table *self, GsImportInfo *info)
{
  if (info == NULL)
    return;
  GString *text = g_string_new (self->kind);
  if (self->decimal == ',')
    g_string_append_printf (text, "%s%s", gs_join (GS_JOIN_COMMA), _ ("decimal comma"));
  if (self->header)
    g_string_append_printf (text, "%s%s", gs_join (GS_JOIN_COMMA), _ ("first row taken as names"));
  info->format = g_string_free (text, FALSE);
}

/* "1 2; 3 4" gets its brackets. */
static GsMatrix *
read_bare_literal (const Table *self, GsDecimal decimal, GsImportInfo *info)
{
  GsTableHint any = GS_TABLE_ANY;
  g_autofree char *lines = g_strndup (self->text, self->length);
  for (char *p = lines; *p != 0; p++)
    if (*p == ';')
      *p = '\n';
  return gs_import_delimited (lines, self->length, decimal, any, info, self->error);
}

/* A copy whose comments are blank, so that no comma or tab in them counts; NULL
 * when there is none. */
static char *
blank_comments (const char *text, gsize length)
{
  char *copy = NULL;
  const char *end = text + length;
  for (const char *line = text; line < end;)
    {
      const char *line_end = memchr (line, '\n', (gsize)(end - line));
      if (line_end == NULL)
        line_end = end;
      const char *p = line;
      while (p < line_end && g_ascii_isspace (*p))
        p++;
      if (p < line_end && *p == '#')
        {
          if (copy == NULL)
            copy = memcpy (g_malloc (length + 1), text, length);
          memset (copy + (p - text), ' ', (gsize)(line_end - p));
        }
      line = MIN (line_end + 1, end);
    }
  if (copy != NULL)
    copy[length] = 0;
  return copy;
}

GsMatrix *
gs_import_delimited (
    const char *text, gsize length, GsDecimal decimal, GsTableHint hint, GsImportInfo *info, GError **error)
{
  g_autofree char *uncommented = blank_comments (text, length);
  if (uncommented != NULL)
    text = uncommented;
  Table self = { .text = text, .length = length, .error = error };
  g_autofree char *tabbed = NULL;
  if (!gs_table_from_markup (text, length, &tabbed, &self.kind, error))
    return NULL;
  if (tabbed != NULL)
    {
      self.text = tabbed;
      self.length = strlen (tabbed);
      self.separator = '\t';
    }
  if (!choose_separator (&self, decimal, hint))
    return NULL;
  if (self.separator == ';' && is_bare_literal (self.text, self.length))
    return read_bare_literal (&self, decimal, info);
  if (!check_groups (&self))
    return NULL;

  GsMatrix *matrix = read_table (&self, decimal, info);
  if (matrix != NULL)
    describe (&self, info);
  return matrix;
}

GsMatrix *
gs_import_plain (const char *text, gsize length, GsDecimal decimal, GsTableHint hint, GsImportInfo *info)
{
  Table self = { .decimal = '.' };
  GsMatrix *matrix = gs_import_fast (text, length, decimal, hint, &self.separator, info);
  self.kind = kind_of (self.separator);
  if (matrix != NULL)
    describe (&self, info);
  return matrix;
}
