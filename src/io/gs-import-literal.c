#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-import-literal.h"
#include "gs-literal-frame.h"
#include "gs-number.h"

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
  const char *start, *at, *end;
  char decimal;
  gboolean matlab;    /* a semicolon inside the brackets: only MATLAB, Octave and Julia write that */
  gboolean saw_comma; /* between numbers */
  gboolean saw_space; /* between numbers, and nothing else */
  gboolean nested;
  gboolean loose_rows; /* inner lists side by side on one line without a comma */
  gboolean comma_rows; /* inner lists parted by a comma */
  GArray *breaks;      /* of Break */
  GArray *flat;        /* of float */
  GsRows *rows;
  GError **error;
} Literal;

static int
line_of (const Literal *self, const char *at)
{
  int line = 1;
  for (const char *p = self->start; p < at; p++)
    line += *p == '\n';
  return line;
}

static gboolean fail (const Literal *self, const char *at, int code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static gboolean
fail (const Literal *self, const char *at, int code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  const char *line_start = at;
  while (line_start > self->start && line_start[-1] != '\n')
    line_start--;
  g_set_error (self->error, GS_IO_ERROR, code, "line %d, column %ld: %s", line_of (self, at),
               g_utf8_strlen (line_start, at - line_start) + 1, what);
  return FALSE;
}

/* The word or character at @at, for a message. Free it. */
static char *
quote (const Literal *self, const char *at)
{
  const char *p = at;
  while (p < self->end && !g_ascii_isspace (*p) && strchr (",;[]{}()", *p) == NULL && p - at < 40)
    p = g_utf8_next_char (p);
  if (p == at && p < self->end)
    p = g_utf8_next_char (p);
  return g_strndup (at, (gsize)(MIN (p, self->end) - at));
}

static gboolean
fail_elided (const Literal *self, const char *at)
{
  return fail (
      self, at, GS_IO_ERROR_SYNTAX,
      "the text leaves numbers out (“...”), as NumPy does when it prints a long array; print it with "
      "numpy.set_printoptions(threshold=sys.maxsize), or save it as .npy");
}

/* MATLAB's continuation: three points, then anything up to the end of the line.
 * Only where a semicolon shows that this cannot be NumPy's mark for numbers left
 * out. */
static gboolean
skip_continuation (Literal *self)
{
  const char *p = self->at + 3;
  while (p < self->end && (*p == ' ' || *p == '\t'))
    p++;
  if (!self->matlab || self->nested || p >= self->end || (*p != '\n' && *p != '%'))
    return fail_elided (self, self->at);
  const char *line_end = memchr (p, '\n', (gsize)(self->end - p));
  self->at = line_end != NULL ? line_end + 1 : self->end;
  return TRUE;
}

static gboolean
is_elision (const Literal *self)
{
  static const char *const marks[] = { "...", "…", "⋮", "⋯", "⋱" };
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if ((gsize)(self->end - self->at) >= strlen (marks[i]) && g_str_has_prefix (self->at, marks[i]))
      return TRUE;
  return FALSE;
}

/* Skips spaces and comments; @new_line tells whether a line ended. */
static gboolean
skip_space (Literal *self, gboolean *new_line)
{
  while (self->at < self->end)
    {
      gsize left = (gsize)(self->end - self->at);
      if (*self->at == '\n')
        *new_line = TRUE;
      if (g_ascii_isspace (*self->at))
        self->at++;
      else if (*self->at == '%' || *self->at == '#' || (left >= 2 && memcmp (self->at, "//", 2) == 0))
        {
          const char *line_end = memchr (self->at, '\n', left);
          self->at = line_end != NULL ? line_end : self->end;
        }
      else if (left >= 2 && memcmp (self->at, "/*", 2) == 0)
        {
          const char *close = g_strstr_len (self->at + 2, (gssize)left - 2, "*/");
          if (close == NULL)
            return fail (self, self->at, GS_IO_ERROR_SYNTAX, "this comment is never closed by */");
          self->at = close + 2;
        }
      else if (is_elision (self))
        {
          if (*self->at != '.' || !skip_continuation (self))
            return *self->at == '.' ? FALSE : fail_elided (self, self->at);
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

/* "np.float64(1.5)", as NumPy 2 shows the numbers of a list. Moves past the
 * parenthesis when there is one. */
static gboolean
enter_scalar (Literal *self)
{
  static const char *const types[]
      = { "float16", "float32", "float64", "int8",   "int16",   "int32",   "int64",
          "uint8",   "uint16",  "uint32",  "uint64", "Float16", "Float32", "Float64" };
  const char *name = self->at;
  const char *p = name;
  while (p < self->end && (g_ascii_isalnum (*p) || *p == '_' || *p == '.'))
    {
      if (*p == '.')
        name = p + 1;
      p++;
    }
  if (p >= self->end || *p != '(')
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if ((gsize)(p - name) == strlen (types[i]) && strncmp (name, types[i], (gsize)(p - name)) == 0)
      {
        self->at = p + 1;
        return TRUE;
      }
  return FALSE;
}

static gboolean
take_word (Literal *self, const char *word)
{
  gsize n = strlen (word);
  if ((gsize)(self->end - self->at) < n || strncmp (self->at, word, n) != 0
      || (self->at + n < self->end && (g_ascii_isalnum (self->at[n]) || self->at[n] == '_')))
    return FALSE;
  self->at += n;
  return TRUE;
}

/* "np.nan", "math.inf": the module's name is passed over. */
static void
skip_module (Literal *self)
{
  static const char *const modules[] = { "np.", "numpy.", "math.", "torch.", "jnp." };
  const char *p = self->at;
  if (p < self->end && (*p == '-' || *p == '+'))
    p++;
  for (gsize i = 0; i < G_N_ELEMENTS (modules); i++)
    if ((gsize)(self->end - p) > strlen (modules[i]) && g_str_has_prefix (p, modules[i]))
      {
        /* A sign before the module's name is handled by the caller. */
        if (p == self->at)
          self->at += strlen (modules[i]);
        return;
      }
}

/* What may stand directly after a number without being a part of it: the suffix
 * of a C or Julia float. Anything else is no number. */
static gboolean
take_suffix (Literal *self, const char *number)
{
  if (self->at < self->end && (*self->at == 'f' || *self->at == 'F'))
    self->at++;
  else if (self->at + 1 < self->end && memcmp (self->at, "32", 2) == 0 && g_ascii_isalpha (self->at[-1]))
    self->at += 2; /* Julia's Inf32 and NaN32 */
  if (self->at >= self->end || g_ascii_isspace (*self->at) || strchr (",;[]{}()%#", *self->at) != NULL)
    return TRUE;
  if (*self->at == '/' && self->at + 1 < self->end && (self->at[1] == '/' || self->at[1] == '*'))
    return TRUE;
  if (is_elision (self))
    return TRUE;
  g_autofree char *word = quote (self, number);
  if (strchr ("ijJ", *self->at) != NULL
      || ((*self->at == '+' || *self->at == '-') && strpbrk (word, "ijJ") != NULL))
    return fail (self, number, GS_IO_ERROR_TYPE,
                 "“%s” is a complex number; give real numbers, for example the real part", word);
  return fail (self, number, GS_IO_ERROR_SYNTAX, "“%s” is not a number, and nothing is evaluated", word);
}

/* Julia writes the exponent of a Float32 as 1.5f3. */
static const char *
scan_julia_exponent (Literal *self, const char *number, const char *after, float *value)
{
  const char *p = after;
  if (p + 1 >= self->end || *p != 'f' || !(g_ascii_isdigit (p[1]) || p[1] == '-' || p[1] == '+'))
    return after;
  g_autofree char *text = g_strndup (number, MIN ((gsize)(self->end - number), 64));
  if (after - number >= 63)
    return after;
  text[after - number] = 'e';
  gsize n = strlen (text);
  const char *end = gs_number_scan (text, text + n, self->decimal, &self->rows->conversion, value);
  return end != NULL && end > text + (after - number) ? number + (end - text) : after;
}

static gboolean
parse_number (Literal *self, float *value)
{
  const char *number = self->at;
  gboolean scalar = enter_scalar (self);
  skip_module (self);
  if (take_word (self, "True") || take_word (self, "true"))
    *value = 1;
  else if (take_word (self, "False") || take_word (self, "false"))
    *value = 0;
  else
    {
      gboolean module_negative = FALSE;
      if (self->at + 1 < self->end && *self->at == '-' && g_ascii_isalpha (self->at[1]))
        {
          const char *sign = self->at++;
          skip_module (self);
          module_negative = self->at > sign + 1;
          if (!module_negative)
            self->at = sign;
        }
      const char *begin = self->at;
      const char *after = gs_number_scan (begin, self->end, self->decimal, &self->rows->conversion, value);
      if (after == NULL)
        {
          g_autofree char *word = quote (self, number);
          return fail (self, number, GS_IO_ERROR_SYNTAX, "“%s” is not a number, and nothing is evaluated",
                       word);
        }
      self->at = scan_julia_exponent (self, begin, after, value);
      if (module_negative)
        *value = -*value;
      if (!take_suffix (self, number))
        return FALSE;
    }
  if (scalar)
    {
      if (self->at >= self->end || *self->at != ')')
        return fail (self, self->at, GS_IO_ERROR_SYNTAX, "“)” is expected after the number");
      self->at++;
    }
  return TRUE;
}

/* An inner list: one row. */
static gboolean
parse_row (Literal *self)
{
  const char *open = self->at++;
  gboolean new_line = FALSE, after_comma = TRUE;
  for (;;)
    {
      const char *before = self->at;
      float value;
      if (!skip_space (self, &new_line))
        return FALSE;
      if (self->at >= self->end)
        return fail (self, open, GS_IO_ERROR_SYNTAX, "this bracket is never closed");
      if (is_close (*self->at))
        break;
      if (*self->at == ',')
        {
          if (self->rows->in_row == 0 || after_comma)
            return fail (self, self->at, GS_IO_ERROR_SYNTAX, "a number is missing before this comma");
          self->saw_comma = TRUE;
          after_comma = TRUE;
          self->at++;
          continue;
        }
      if (is_open (*self->at))
        return fail (
            self, self->at, GS_IO_ERROR_SYNTAX,
            "brackets three deep: an array of three or more dimensions; give a matrix, for example one "
            "slice of it");
      if (*self->at == ';')
        return fail (
            self, self->at, GS_IO_ERROR_SYNTAX,
            "“;” inside inner brackets: matrices inside a matrix are not put together; write [1 2; 3 4]");
      if (!after_comma && self->at > before)
        self->saw_space = TRUE;
      if (!parse_number (self, &value))
        return FALSE;
      gs_rows_add (self->rows, value);
      after_comma = FALSE;
    }
  self->at++;
  return gs_rows_end_row (self->rows, self->error);
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
      if (self->at >= self->end)
        return fail (self, open, GS_IO_ERROR_SYNTAX, "this bracket is never closed");
      if (is_close (*self->at))
        break;
      if (*self->at == ',' || *self->at == ';')
        {
          self->comma_rows = self->comma_rows || *self->at == ',';
          parted = TRUE;
          self->at++;
        }
      else if (is_open (*self->at))
        {
          self->loose_rows = self->loose_rows || !parted;
          parted = FALSE;
          if (!parse_row (self))
            return FALSE;
        }
      else
        {
          g_autofree char *word = quote (self, self->at);
          return fail (self, self->at, GS_IO_ERROR_SYNTAX,
                       "“%s” stands between rows in brackets; put it in brackets too", word);
        }
    }
  self->at++;
  if (self->rows->rows > 1 && self->rows->columns > 1
      && (self->loose_rows || (self->comma_rows && self->saw_space && !self->saw_comma)))
    return fail (self, open, GS_IO_ERROR_AMBIGUOUS,
                 "these brackets read as %" G_GINT64_FORMAT " rows of %" G_GINT64_FORMAT
                 " (Python) or side by side (MATLAB, Julia); write [[1,2],[3,4]] or [1 2; 3 4]",
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
      const char *before = self->at;
      gboolean new_line = FALSE;
      float value;
      if (!skip_space (self, &new_line))
        return FALSE;
      if (new_line)
        add_break (self, after_comma && self->flat->len > 0 ? BREAK_COMMA_LINE : BREAK_LINE, before);
      if (self->at >= self->end)
        return fail (self, open, GS_IO_ERROR_SYNTAX, "this bracket is never closed");
      if (is_close (*self->at))
        break;
      if (*self->at == ';')
        {
          add_break (self, BREAK_SEMICOLON, self->at++);
          after_comma = FALSE;
        }
      else if (*self->at == ',')
        {
          if (after_comma)
            return fail (self, self->at, GS_IO_ERROR_SYNTAX, "a number is missing before this comma");
          self->saw_comma = after_comma = TRUE;
          self->at++;
        }
      else if (is_open (*self->at) && self->flat->len > 0 && !self->nested)
        return fail (self, self->at, GS_IO_ERROR_SYNTAX,
                     "numbers and inner brackets are mixed; write all rows in brackets");
      else
        {
          if (!parse_number (self, &value))
            return FALSE;
          g_array_append_val (self->flat, value);
          after_comma = FALSE;
        }
    }
  self->at++;
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
  const char *line = self->start;
  while (line < self->end)
    {
      const char *line_end = memchr (line, '\n', (gsize)(self->end - line));
      if (line_end == NULL)
        return TRUE;
      const char *next = line_end;
      while (next < self->end && g_ascii_isspace (*next))
        next++;
      const char *word_end = next;
      while (word_end < self->end && !g_ascii_isspace (*word_end))
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
  return fail (self, self->start, GS_IO_ERROR_AMBIGUOUS,
               "this reads as rows of %" G_GSIZE_FORMAT
               " numbers (MATLAB) or as one row of %u that NumPy wrapped; put “;” "
               "between rows, or commas between numbers",
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
            && self->rows->in_row > 0 && !gs_rows_end_row (self->rows, self->error))
          return FALSE;
      gs_rows_add (self->rows, g_array_index (self->flat, float, i));
    }
  return self->rows->in_row == 0 || gs_rows_end_row (self->rows, self->error);
}

static gboolean
parse_list (Literal *self)
{
  const char *open = self->at++;
  gboolean new_line = FALSE;
  if (!skip_space (self, &new_line))
    return FALSE;
  if (self->at < self->end && is_open (*self->at))
    return parse_rows (self, open);
  return parse_flat (self, open) && settle_flat (self);
}

/* C initialisers without inner braces still say their shape: a[2][3] = {…}. */
static void
apply_declared_shape (const GsLiteralFrame *frame, GsRows *rows)
{
  if (rows->rows == 1 && frame->n_dims == 2 && frame->dims[0] > 0
      && rows->columns == frame->dims[0] * frame->dims[1])
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
  Literal self
      = { .start = text,
          .at = frame.body,
          .end = end,
          .decimal = decimal == GS_DECIMAL_COMMA ? ',' : '.',
          .matlab
          = memchr (frame.body, ';', (gsize)(gs_literal_frame_close (frame.body, end) - frame.body)) != NULL,
          .breaks = breaks,
          .flat = flat,
          .rows = rows,
          .error = error };
  if (!parse_list (&self))
    return FALSE;
  const char *bad = gs_literal_frame_skip_tail (&frame, self.at, end);
  if (bad != NULL)
    {
      g_autofree char *word = quote (&self, bad);
      return fail (&self, bad, GS_IO_ERROR_SYNTAX,
                   "“%s” after the matrix is not understood; nothing is evaluated", word);
    }
  apply_declared_shape (&frame, rows);
  if (info != NULL)
    info->format = describe (&self, &frame);
  return TRUE;
}
