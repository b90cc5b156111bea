#include <string.h>

#include "gs-cell.h"
#include "gs-import-fast.h"
#include "gs-number-swift.h"

enum
{
  PART_BYTES = 1 << 18, /* a thread for less than this is not worth its start */
  MAX_PARTS = 64,
  MAX_THREADS = 16,
};

/* A run of whole lines, and where its rows go. */
typedef struct
{
  const char *at, *end;
  char separator;
  gint64 columns, rows;
  float *values;
  GsConversion conversion;
  gboolean done; /* every line was a row of @columns numbers */
} Part;

/* A CR before the line end; one elsewhere is a line end itself, which the careful
 * way knows. */
static inline gboolean
is_blank (const char *at, const char *end)
{
  return *at == ' ' || (*at == '\r' && (at + 1 == end || at[1] == '\n'));
}

static inline void
skip_blanks (Part *self)
{
  while (self->at < self->end && is_blank (self->at, self->end))
    self->at++;
}

static gint64
count_line_ends (const char *from, const char *end)
{
  gint64 n = 0;
  while ((from = memchr (from, '\n', (gsize)(end - from))) != NULL)
    {
      n++;
      from++;
    }
  return n;
}

/* Whether a comment holds what is a line end to gs_text_decode(), or an end of
 * text. */
static gboolean
holds_line_end (const char *at, const char *end)
{
  for (; at < end; at++)
    if (*at == 0 || (*at == '\r' && at + 1 != end) || (end - at > 1 && memcmp (at, "\xc2\x85", 2) == 0)
        || (end - at > 2 && memcmp (at, "\xe2\x80", 2) == 0 && (at[2] == '\xa8' || at[2] == '\xa9')))
      return TRUE;
  return FALSE;
}

/* Past lines with nothing on them and comments. NULL when one of them may end
 * before its line feed. */
static const char *
skip_idle_lines (const char *at, const char *end)
{
  for (;;)
    {
      const char *p = at;
      while (p < end && is_blank (p, end))
        p++;
      if (p == end)
        return end;
      if (*p != '\n' && *p != '#')
        return at;
      const char *line_end = memchr (p, '\n', (gsize)(end - p));
      if (line_end == NULL)
        line_end = end;
      if (holds_line_end (p, line_end))
        return NULL;
      at = line_end < end ? line_end + 1 : end;
    }
}

/* Reads one line into @values, which has room for @room of them; gives their
 * number, or −1. A separator may stand after the last. */
static inline gint64
read_row (Part *self, float *values, gint64 room)
{
  gint64 n = 0;
  skip_blanks (self);
  while (n < room)
    {
      const char *after = gs_number_scan_swiftly (self->at, self->end, '.', &self->conversion, &values[n]);
      if (after == NULL)
        after = gs_number_scan (self->at, self->end, '.', &self->conversion, &values[n]);
      if (after == NULL)
        return -1;
      n++;
      self->at = after;
      if (self->at < self->end && *self->at == self->separator)
        self->at++;
      else if (self->at < self->end && *self->at != '\n')
        {
          skip_blanks (self);
          if (self->at < self->end && *self->at == self->separator)
            self->at++;
          else if (self->at < self->end && *self->at != '\n')
            return -1;
        }
      skip_blanks (self);
      if (self->at >= self->end || *self->at == '\n')
        {
          self->at += self->at < self->end;
          return n;
        }
    }
  return -1;
}

static void
read_part (Part *self)
{
  self->done = FALSE;
  for (gint64 row = 0; row < self->rows; row++)
    if (read_row (self, self->values + row * self->columns, self->columns) != self->columns)
      return;
  self->done = self->at == self->end;
}

/* Parts waiting to be read. Every thread takes the next one when it is done, so
 * that one which the machine holds up does not hold up the others. */
typedef struct
{
  Part *parts;
  int n_parts;
  int next;
} Queue;

static gpointer
read_queue (gpointer data)
{
  Queue *self = data;
  for (int i; (i = g_atomic_int_add (&self->next, 1)) < self->n_parts;)
    read_part (&self->parts[i]);
  return NULL;
}

/* The separator that the first line with something on it speaks for, or 0: see
 * gs_import_delimited(), which asks the whole text. A comma there must not be one
 * that could also be a decimal mark. */
static char
guess_separator (const char *line, const char *line_end, GsDecimal decimal, GsTableHint hint)
{
  gsize n = (gsize)(line_end - line);
  if (decimal == GS_DECIMAL_COMMA || n == 0)
    return 0;
  if (memchr (line, '\t', n) != NULL)
    return '\t';
  if (memchr (line, ';', n) != NULL)
    return ';';
  if (memchr (line, ',', n) == NULL)
    return ' ';
  while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\r'))
    n--;
  for (; n > 0 && *line == ' '; n--)
    line++;
  if (decimal == GS_DECIMAL_AUTO && hint == GS_TABLE_ANY && gs_cell_classify (line, n) != GS_CELL_NOT_NUMBER)
    return 0;
  return ',';
}

/* Cuts @whole at line ends into parts of about the same length and counts their
 * rows; gives the number of parts. */
static int
split (const Part *whole, Part *parts)
{
  gsize length = (gsize)(whole->end - whole->at);
  int n = (int)CLAMP (length / PART_BYTES, 1, MAX_PARTS);
  const char *at = whole->at;
  int n_used = 0;
  for (int i = 0; i < n && at < whole->end; i++)
    {
      const char *end = i + 1 < n ? whole->at + length * (gsize)(i + 1) / (gsize)n : whole->end;
      if (end < at)
        continue;
      const char *line_end = end < whole->end ? memchr (end, '\n', (gsize)(whole->end - end)) : NULL;
      end = line_end != NULL ? line_end + 1 : whole->end;
      parts[n_used] = *whole;
      parts[n_used].at = at;
      parts[n_used].end = end;
      parts[n_used].rows = count_line_ends (at, end) + (end[-1] != '\n');
      n_used++;
      at = end;
    }
  return n_used;
}

static gboolean
read_parts (Part *parts, int n_parts)
{
  Queue queue = { parts, n_parts, 0 };
  GThread *threads[MAX_THREADS] = { NULL };
  int n_threads = (int)MIN (MIN (g_get_num_processors (), MAX_THREADS), (guint)n_parts);
  gboolean done = TRUE;
  /* A thread that cannot be had is not needed: this one reads what is left. */
  for (int i = 1; i < n_threads; i++)
    threads[i] = g_thread_try_new ("import", read_queue, &queue, NULL);
  read_queue (&queue);
  for (int i = 1; i < n_threads; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
  for (int i = 0; i < n_parts; i++)
    done = done && parts[i].done;
  return done;
}

static void
add_conversions (const Part *parts, int n_parts, GsConversion *sum)
{
  for (int i = 0; i < n_parts; i++)
    {
      sum->n_changed += parts[i].conversion.n_changed;
      sum->n_overflow += parts[i].conversion.n_overflow;
      sum->max_change = MAX (sum->max_change, parts[i].conversion.max_change);
    }
}

static GsMatrix *
read_lines (const Part *whole, GsImportInfo *info)
{
  Part parts[MAX_PARTS];
  int n_parts = split (whole, parts);
  guint64 rows = 0;
  for (int i = 0; i < n_parts; i++)
    rows += (guint64)parts[i].rows;
  /* Every number takes a character and a mark after it, so a text cannot ask for
   * more memory than it could fill. */
  if (rows > ((guint64)(whole->end - whole->at) + 1) / 2 / (guint64)whole->columns)
    return NULL;
  g_autoptr (GsMatrix) matrix = gs_matrix_new_uninitialised ((gint64)rows, whole->columns, NULL);
  if (matrix == NULL)
    return NULL;
  gint64 row = 0;
  for (int i = 0; i < n_parts; i++)
    {
      parts[i].values = matrix->data + row * whole->columns;
      row += parts[i].rows;
    }
  if (!read_parts (parts, n_parts))
    return NULL;
  GsConversion conversion = { 0 };
  add_conversions (parts, n_parts, &conversion);
  gs_conversion_tell (&conversion, gs_matrix_elements (matrix), info);
  return g_steal_pointer (&matrix);
}

GsMatrix *
gs_import_fast (
    const char *text, gsize length, GsDecimal decimal, GsTableHint hint, char *separator, GsImportInfo *info)
{
  const char *end = text + length;
  while (end > text && (end[-1] == '\n' || end[-1] == '\r' || end[-1] == ' '))
    end--;
  const char *line = skip_idle_lines (text, end);
  if (line == NULL)
    return NULL;
  const char *line_end = line < end ? memchr (line, '\n', (gsize)(end - line)) : NULL;
  if (line_end == NULL)
    line_end = end;
  Part whole = { .at = line, .end = end };
  whole.separator = *separator = guess_separator (line, line_end, decimal, hint);
  if (whole.separator == 0)
    return NULL;

  /* The first line says how many columns there are. */
  Part first = whole;
  first.end = line_end;
  gint64 room = (gint64)(line_end - line) / 2 + 1;
  g_autofree float *values = g_try_new (float, (gsize)room);
  whole.columns = values != NULL ? read_row (&first, values, room) : -1;
  return whole.columns > 0 ? read_lines (&whole, info) : NULL;
}
