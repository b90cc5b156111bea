#include <string.h>

#include "gs-import-fast.h"
#include "gs-number.h"

typedef struct
{
  const char *at, *end;
  char separator;
  GsConversion conversion;
} Reader;

static void
skip_blanks (Reader *self)
{
  while (self->at < self->end
         && (*self->at == ' ' || (*self->at == '\t' && self->separator != '\t') || *self->at == '\r'))
    self->at++;
}

static gsize
count (const char *from, const char *end, char c)
{
  gsize n = 0;
  while ((from = memchr (from, c, (gsize)(end - from))) != NULL)
    {
      n++;
      from++;
    }
  return n;
}

/* To the first line with something on it; comment lines are passed over. */
static gboolean
enter_row (Reader *self)
{
  for (;;)
    {
      skip_blanks (self);
      if (self->at >= self->end)
        return FALSE;
      if (*self->at == '#')
        {
          const char *line_end = memchr (self->at, '\n', (gsize)(self->end - self->at));
          self->at = line_end != NULL ? line_end : self->end;
        }
      else if (*self->at != '\n')
        return TRUE;
      else
        self->at++;
    }
}

/* Reads the rest of a line into @values, which has room for @room of them; gives
 * their number, or −1. */
static gint64
read_row (Reader *self, float *values, gint64 room)
{
  gint64 n = 0;
  float value;
  for (;;)
    {
      const char *after = gs_number_scan (self->at, self->end, '.', &self->conversion, &value);
      if (after == NULL || n == room)
        return -1;
      values[n++] = value;
      self->at = after;
      skip_blanks (self);
      if (self->at >= self->end || *self->at == '\n')
        return n;
      if (self->separator == ' ')
        {
          /* A number must end where a space begins. */
          if (self->at == after)
            return -1;
          continue;
        }
      if (*self->at != self->separator)
        return -1;
      self->at++;
      skip_blanks (self);
      if (self->at >= self->end || *self->at == '\n')
        return n;
    }
}

GsMatrix *
gs_import_fast (const char *text, gsize length, char separator, GsImportInfo *info)
{
  Reader self = { .at = text, .end = text + length, .separator = separator };
  if (memchr (text, '"', length) != NULL || !enter_row (&self))
    return NULL;

  const char *line_end = memchr (self.at, '\n', (gsize)(self.end - self.at));
  gsize line_length = (gsize)((line_end != NULL ? line_end : self.end) - self.at);
  g_autofree float *first = g_try_new (float, line_length / 2 + 1);
  gint64 columns = first != NULL ? read_row (&self, first, (gint64)line_length / 2 + 1) : -1;
  if (columns <= 0)
    return NULL;
  gint64 rows = 1 + (gint64)count (self.at, self.end, '\n');
  /* Every number takes at least one character and one separator, so a text
   * cannot ask for more than it could fill. */
  if ((guint64)columns > (length + 1) / 2 / (guint64)rows + 1)
    rows = (gint64)((length + 1) / 2 / (guint64)columns) + 1;
  g_autoptr (GsMatrix) matrix = gs_matrix_new_uninitialised (rows, columns, NULL);
  if (matrix == NULL)
    return NULL;
  memcpy (matrix->data, first, (gsize)columns * sizeof (float));
  gint64 n_rows = 1;
  for (; enter_row (&self); n_rows++)
    if (n_rows == rows || read_row (&self, matrix->data + n_rows * columns, columns) != columns)
      return NULL;
  /* Blank lines were counted too; what is past the last row is not looked at. */
  matrix->m = n_rows;
  gs_conversion_tell (&self.conversion, n_rows * columns, info);
  return g_steal_pointer (&matrix);
}
