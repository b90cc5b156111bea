#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-import-literal.h"
#include "gs-literal-frame.h"
#include "gs-literal-number.h"

/* What ended a group of numbers in a list without inner brackets. */
typedef enum
{
  BREAK_LINE,       /* a new line after a number */
  BREAK_COMMA_LINE, /* a new line after a comma */
  BREAK_SEMICOLON,
} BreakKind;

typedef struct
{
  gsize n_values; /* before the break */
  BreakKind kind;
  const char *at;
} Break;

typedef struct
{
  GsLiteralText text;
  gboolean matlab;    /* a semicolon inside the brackets: only MATLAB, Octave and Julia write that */
  gboolean saw_comma; /* between numbers */
  gboolean saw_space; /* between numbers, and nothing else */
  gboolean nested;
  gboolean loose_rows; /* inner lists side by side on one line without a comma */
  gboolean comma_rows; /* inner lists parted by a comma */
  GArray *breaks;      /* of Break */
  GArray *flat;        /* of float */
  GsRows *rows;
} Literal;

static gboolean
fail_elided (const Literal *self, const char *at)
{
  return gs_literal_fail (
      &self->text, at, GS_IO_ERROR_SYNTAX,
      _ ("the text leaves numbers out (“...”), as NumPy does when it prints a long array; print it with "
         "numpy.set_printoptions(threshold=sys.maxsize), or save it as .npy"));
}

/* MATLAB's continuation: three points, then anything up to the end of the line.
 * Only where a semicolon shows that this cannot be NumPy's mark for numbers left
 * out. */
static gboolean
skip_continuation (Literal *self)
{
  const char *p = self->text.at + 3;
  while (p < self->text.end && (*p == ' ' || *p == '\t'))
    p++;
  if (!self->matlab || self->nested || p >= self->text.end || (*p != '\n' && *p != '%'))
    return fail_elided (self, self->text.at);
  const char *line_end = memchr (p, '\n', (gsize)(self->text.end - p));
  self->text.at = line_end != NULL ? line_end + 1 : self->text.end;
  return TRUE;
}

/* Skips spaces and comments; @new_line tells whether a line ended. */
static gboolean
skip_space (Literal *self, gboolean *new_line)
{
  while (self->text.at < self->text.end)
    {
      gsize left = (gsize)(self->text.end - self->text.at);
      if (*self->text.at == '\n')
        *new_line = TRUE;
      if (g_ascii_isspace (*self->text.at))
        self->text.at++;
      else if (*self->text.at == '%' || *self->text.at == '#'
               || (left >= 2 && memcmp (self->text.at, "//", 2) == 0))
        {
          const char *line_end = memchr (self->text.at, '\n', left);
          self->text.at = line_end != NULL ? line_end : self->text.end;
        }
      else if (left >= 2 && memcmp (self->text.at, "/*", 2) == 0)
        {
          const char *close = g_strstr_len (self->text.at + 2, (gssize)left - 2, "*/");
          if (close == NULL)
            return gs_literal_fail (&self->text, self->text.at, GS_IO_ERROR_SYNTAX,
                                    _ ("this comment is never closed by */"));
          self->text.at = close + 2;
        }
      else if (gs_literal_is_elision (&self->text))
        {
          if (*self->text.at != '.' || !skip_continuation (self))
            return *self->text.at == '.' ? FALSE : fail_elided (self, self->text.at);
        }
      else
        break;
    }
  return TRUE;
}

static gboolean
is_open (char c)
{
  return c == '[' || c == '{' || c == '(';
}

static gboolean
is_close (char c)
{
  return c == ']' || c == '}' || c == ')';
}

/* An inner list: one row. */
static gboolean
parse_row (Literal *self)
{
  const char *open = self->text.at++;
  gboolean new_line = FALSE, after_comma = TRUE;
  for (;;)
    {
      const char *before = self->text.at;
      float value;
      if (!skip_space (self, &new_line))
        return FALSE;
      if (self->text.at >= self->text.end)
        return gs_literal_fail (&self->text, open, GS_IO_ERROR_SYNTAX, _ ("this bracket is never closed"));
      if (is_close (*self->text.at))
        break;
      if (*self->text.at == ',')
        {
          if (self->rows->in_row == 0 || after_comma)
            return gs_literal_fail (&self->text, self->text.at, GS_IO_ERROR_SYNTAX,
                                    _ ("a number is missing before this comma"));
          self->saw_comma = TRUE;
          after_comma = TRUE;
          self->text.at++;
          continue;
        }
      if (is_open (*self->text.at))
        return gs_literal_fail (
            &self->text, self->text.at, GS_IO_ERROR_SYNTAX,
            _ ("brackets three deep: an array of three or more dimensions; give a matrix, for example one "
               "slice of it"));
      if (*self->text.at == ';')
        return gs_literal_fail (
            &self->text, self->text.at, GS_IO_ERROR_SYNTAX,
            _ ("“;” inside inner brackets: matrices inside a matrix are not put together; write [1 2; 3 4]"));
      if (!after_comma && self->text.at > before)
        self->saw_space = TRUE;
      if (!gs_literal_take_number (&self->text, &value))
        return FALSE;
      gs_rows_add (self->rows, value);
      after_comma = FALSE;
    }
  self->text.at++;
  return gs_rows_end_row (self->rows, self->text.error);
}

static gboolean
parse_rows (Literal *self, const char *open)
{
  gboolean parted = TRUE;
  self->nested = TRUE;
  for (;;)
    {
      gboolean new_line = FALSE;
      if (!skip_space (self, &new_line))
        return FALSE;
      parted = parted || new_line;
      if (self->text.at >= self->text.end)
        return gs_literal_fail (&self->text, open, GS_IO_ERROR_SYNTAX, _ ("this bracket is never closed"));
      if (is_close (*self->text.at))
        break;
      if (*self->text.at == ',' || *self->text.at == ';')
        {
          self->comma_rows = self->comma_rows || *self->text.at == ',';
          parted = TRUE;
          self->text.at++;
        }
      else if (is_open (*self->text.at))
        {
          self->loose_rows = self->loose_rows || !parted;
          parted = FALSE;
          if (!parse_row (self))
            return FALSE;
        }
      else
        {
          g_autofree char *word = gs_literal_quote (&self->text, self->text.at);
          return gs_literal_fail (&self->text, self->text.at, GS_IO_ERROR_SYNTAX,
                                  _ ("“%s” stands between rows in brackets; put it in brackets too"), word);
        }
    }
  self->text.at++;
  if (self->rows->rows > 1 && self->rows->columns > 1
      && (self->loose_rows || (self->comma_rows && self->saw_space && !self->saw_comma)))
    return gs_literal_fail (
        &self->text, open, GS_IO_ERROR_AMBIGUOUS,
        _ ("these brackets read as %" PRId64 " rows of %" PRId64
           " (Python) or side by side (MATLAB, Julia); write [[1,2],[3,4]] or [1 2; 3 4]"),
        self->rows->rows, self->rows->columns);
  return TRUE;
}

static void
add_break (Literal *self, BreakKind kind, const char *at)
{
  Break mark = { self->flat->len, kind, at };
  Break *last = self->breaks->len > 0 ? &g_array_index (self->breaks, Break, self->breaks->len - 1) : NULL;
  if (last != NULL && last->n_values == mark.n_values)
    last->kind = MAX (last->kind, kind);
  else if (mark.n_values > 0)
    g_array_append_val (self->breaks, mark);
}

static gboolean
parse_flat (Literal *self, const char *open)
{
  gboolean after_comma = TRUE;
  for (;;)
    {
      const char *before = self->text.at;
      gboolean new_line = FALSE;
      float value;
      if (!skip_space (self, &new_line))
        return FALSE;
      if (new_line)
        add_break (self, after_comma && self->flat->len > 0 ? BREAK_COMMA_LINE : BREAK_LINE, before);
      if (self->text.at >= self->text.end)
        return gs_literal_fail (&self->text, open, GS_IO_ERROR_SYNTAX, _ ("this bracket is never closed"));
      if (is_close (*self->text.at))
        break;
      if (*self->text.at == ';')
        {
          add_break (self, BREAK_SEMICOLON, self->text.at++);
          after_comma = FALSE;
        }
      else if (*self->text.at == ',')
        {
          if (after_comma)
            return gs_literal_fail (&self->text, self->text.at, GS_IO_ERROR_SYNTAX,
                                    _ ("a number is missing before this comma"));
          self->saw_comma = after_comma = TRUE;
          self->text.at++;
        }
      else if (is_open (*self->text.at) && self->flat->len > 0 && !self->nested)
        return gs_literal_fail (&self->text, self->text.at, GS_IO_ERROR_SYNTAX,
                                _ ("numbers and inner brackets are mixed; write all rows in brackets"));
      else
        {
          if (!gs_literal_take_number (&self->text, &value))
            return FALSE;
          g_array_append_val (self->flat, value);
          after_comma = FALSE;
        }
    }
  self->text.at++;
  return TRUE;
}

/* NumPy breaks a printed vector where the next number would pass column 75. */
static gboolean
could_be_wrapped (const Literal *self)
{
  enum
  {
    NUMPY_WIDTH = 75,
  };
  const char *line = self->text.start;
  while (line < self->text.end)
    {
      const char *line_end = memchr (line, '\n', (gsize)(self->text.end - line));
      if (line_end == NULL)
        return TRUE;
      const char *next = line_end;
      while (next < self->text.end && g_ascii_isspace (*next))
        next++;
      const char *word_end = next;
      while (word_end < self->text.end && !g_ascii_isspace (*word_end))
        word_end++;
      if (word_end == next)
        return TRUE;
      if ((line_end - line) + 1 + (word_end - next) < NUMPY_WIDTH - 1)
        return FALSE;
      line = line_end + 1;
    }
  return TRUE;
}

static gboolean
lines_are_rows (const Literal *self, gboolean *rows)
{
  gsize first = 0, previous = 0;
  gboolean equal = TRUE;
  for (guint i = 0; i <= self->breaks->len; i++)
    {
      gsize n = i < self->breaks->len ? g_array_index (self->breaks, Break, i).n_values : self->flat->len;
      if (n == previous)
        continue;
      if (first == 0)
        first = n;
      equal = equal && n - previous == first;
      previous = n;
    }
  *rows = !could_be_wrapped (self);
  if (*rows || !equal)
    return TRUE;
  return gs_literal_fail (&self->text, self->text.start, GS_IO_ERROR_AMBIGUOUS,
                          _ ("this reads as rows of %zu"
                             " numbers (MATLAB) or as one row of %u that NumPy wrapped; put “;” "
                             "between rows, or commas between numbers"),
                          first, self->flat->len);
}

/* Splits a flat list into rows at semicolons and, where lines are rows, at line
 * ends. */
static gboolean
settle_flat (Literal *self)
{
  gboolean line_rows = self->matlab;
  guint n_plain = 0;
  for (guint i = 0; i < self->breaks->len; i++)
    {
      const Break *mark = &g_array_index (self->breaks, Break, i);
      n_plain += mark->kind == BREAK_LINE && mark->n_values < self->flat->len;
    }
  if (!self->matlab && n_plain > 0)
    {
      line_rows = TRUE;
      if (!self->saw_comma && !lines_are_rows (self, &line_rows))
        return FALSE;
    }
  guint next = 0;
  for (gsize i = 0; i < self->flat->len; i++)
    {
      for (; next < self->breaks->len && g_array_index (self->breaks, Break, next).n_values <= i; next++)
        if ((line_rows || g_array_index (self->breaks, Break, next).kind == BREAK_SEMICOLON)
            && self->rows->in_row > 0 && !gs_rows_end_row (self->rows, self->text.error))
          return FALSE;
      gs_rows_add (self->rows, g_array_index (self->flat, float, i));
    }
  return self->rows->in_row == 0 || gs_rows_end_row (self->rows, self->text.error);
}

static gboolean
parse_list (Literal *self)
{
  const char *open = self->text.at++;
  gboolean new_line = FALSE;
  if (!skip_space (self, &new_line))
    return FALSE;
  if (self->text.at < self->text.end && is_open (*self->text.at))
    return parse_rows (self, open);
  return parse_flat (self, open) && settle_flat (self);
}

/* C initialisers without inner braces still say their shape: a[2][3] = {…}. */
static void
apply_declared_shape (const GsLiteralFrame *frame, GsRows *rows)
{
  if (rows->rows == 1 && frame->n_dims == 2 && frame->dims[0] > 0 && rows->columns % frame->dims[0] == 0
      && rows->columns / frame->dims[0] == frame->dims[1])
    {
      rows->rows = frame->dims[0];
      rows->columns = frame->dims[1];
    }
}

static char *
describe (const Literal *self, const GsLiteralFrame *frame)
{
  if (frame->call)
    return g_strdup (_ ("NumPy array"));
  if (frame->braces)
    return g_strdup (_ ("C initialiser"));
  if (self->nested)
    return g_strdup (self->saw_comma || self->rows->n_values <= 1 ? _ ("Python list") : _ ("NumPy, printed"));
  if (self->matlab || !self->saw_comma)
    return g_strdup (_ ("MATLAB literal"));
  return g_strdup (_ ("List of numbers"));
}

gboolean
gs_import_looks_like_literal (const char *text, gsize length)
{
  GsLiteralFrame frame;
  return gs_literal_frame_open (text, text + length, &frame);
}

gboolean
gs_import_literal (
    const char *text, gsize length, GsDecimal decimal, GsRows *rows, GsImportInfo *info, GError **error)
{
  GsLiteralFrame frame;
  const char *end = text + length;
  g_return_val_if_fail (gs_literal_frame_open (text, end, &frame), FALSE);

  g_autoptr (GArray) breaks = g_array_new (FALSE, FALSE, sizeof (Break));
  g_autoptr (GArray) flat = g_array_new (FALSE, FALSE, sizeof (float));
  const char *close = gs_literal_frame_close (frame.body, end);
  Literal self = { .text = { .start = text,
                             .at = frame.body,
                             .end = end,
                             .decimal = decimal == GS_DECIMAL_COMMA ? ',' : '.',
                             .conversion = &rows->conversion,
                             .error = error },
                   .matlab = memchr (frame.body, ';', (gsize)(close - frame.body)) != NULL,
                   .breaks = breaks,
                   .flat = flat,
                   .rows = rows };
  if (!parse_list (&self))
    return FALSE;
  const char *bad = gs_literal_frame_skip_tail (&frame, self.text.at, end);
  if (bad != NULL)
    {
      g_autofree char *word = gs_literal_quote (&self.text, bad);
      return gs_literal_fail (&self.text, bad, GS_IO_ERROR_SYNTAX,
                              _ ("“%s” after the matrix is not understood; nothing is evaluated"), word);
    }
  apply_declared_shape (&frame, rows);
  if (info != NULL)
    info->format = describe (&self, &frame);
  return TRUE;
}
