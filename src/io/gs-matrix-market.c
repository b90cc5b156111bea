#include <inttypes.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-matrix-market.h"
#include "gs-number.h"

#define BANNER "%%MatrixMarket"

typedef enum
{
  SYMMETRY_GENERAL,
  SYMMETRY_SYMMETRIC,
  SYMMETRY_SKEW,
} Symmetry;

typedef struct
{
  const char *at, *end;
  int line;             /* of the words in @words, from 1 */
  const char *words[8]; /* of the line read last */
  gsize lengths[8];
  int n_words; /* may be more than fit */
  gboolean coordinate, pattern;
  Symmetry symmetry;
  gint64 m, n, entries;
  GsConversion conversion;
  GError **error;
} Reader;

gboolean
gs_matrix_market_is_banner (const char *text, gsize length)
{
  while (length > 0 && g_ascii_isspace (*text))
    {
      text++;
      length--;
    }
  return length >= strlen (BANNER) && g_ascii_strncasecmp (text, BANNER, strlen (BANNER)) == 0;
}

static gboolean fail (const Reader *self, int code, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (const Reader *self, int code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (self->error, GS_IO_ERROR, code, _ ("line %d: %s"), self->line, what);
  return FALSE;
}

/* Splits the next line into words; FALSE at the end of the text. */
static gboolean
next_line (Reader *self)
{
  if (self->at >= self->end)
    return FALSE;
  const char *line_end = memchr (self->at, '\n', (gsize)(self->end - self->at));
  if (line_end == NULL)
    line_end = self->end;
  self->line++;
  self->n_words = 0;
  for (const char *p = self->at; p < line_end;)
    {
      while (p < line_end && g_ascii_isspace (*p))
        p++;
      const char *word = p;
      while (p < line_end && !g_ascii_isspace (*p))
        p++;
      if (p == word)
        break;
      if (self->n_words < (int)G_N_ELEMENTS (self->words))
        {
          self->words[self->n_words] = word;
          self->lengths[self->n_words] = (gsize)(p - word);
        }
      self->n_words++;
    }
  self->at = line_end < self->end ? line_end + 1 : self->end;
  return TRUE;
}

/* Passes over blank lines and comments. */
static gboolean
next_data_line (Reader *self)
{
  while (next_line (self))
    if (self->n_words > 0 && self->words[0][0] != '%')
      return TRUE;
  return FALSE;
}

static int
choose (Reader *self, int word, const char *what, const char *const *known)
{
  g_autofree char *text = g_ascii_strdown (self->words[word], (gssize)self->lengths[word]);
  for (int i = 0; known[i] != NULL; i++)
    if (strcmp (text, known[i]) == 0)
      return i;
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *nearest = gs_nearest_word (valid, known);
  g_autofree char *all = g_strjoinv (", ", (char **)known);
  if (nearest != NULL)
    fail (self, GS_IO_ERROR_SYNTAX, _ ("unknown %s “%.*s”; did you mean “%s”?"), what,
          gs_format_cut (valid, 40), valid, nearest);
  else
    fail (self, GS_IO_ERROR_SYNTAX, _ ("unknown %s “%.*s”; it must be one of %s"), what,
          gs_format_cut (valid, 40), valid, all);
  return -1;
}

static gboolean
read_banner (Reader *self)
{
  static const char *const objects[] = { "matrix", NULL };
  static const char *const formats[] = { "coordinate", "array", NULL };
  static const char *const fields[] = { "real", "double", "integer", "pattern", "complex", NULL };
  static const char *const symmetries[] = { "general", "symmetric", "skew-symmetric", "hermitian", NULL };
  while (next_line (self) && self->n_words == 0)
    ;
  if (self->n_words < 5)
    return fail (self, GS_IO_ERROR_SYNTAX,
                 _ ("the first line must be “%s matrix coordinate|array real|integer|pattern "
                    "general|symmetric|skew-symmetric”"),
                 BANNER);
  int object = choose (self, 1, _ ("object"), objects);
  int format = object < 0 ? -1 : choose (self, 2, _ ("format"), formats);
  int field = format < 0 ? -1 : choose (self, 3, _ ("field"), fields);
  int symmetry = field < 0 ? -1 : choose (self, 4, _ ("symmetry"), symmetries);
  if (symmetry < 0)
    return FALSE;
  if (field == 4 || symmetry == 3)
    return fail (self, GS_IO_ERROR_TYPE, _ ("it holds complex numbers (%s); save the real part"),
                 field == 4 ? "complex" : "hermitian");
  self->coordinate = format == 0;
  self->pattern = field == 3;
  self->symmetry = (Symmetry)symmetry;
  if (self->pattern && !self->coordinate)
    return fail (self, GS_IO_ERROR_SYNTAX, _ ("pattern goes with coordinate only, not with array"));
  return TRUE;
}

static gboolean
word_to_size (Reader *self, int word, gint64 *size)
{
  g_autofree char *text = g_strndup (self->words[word], MIN (self->lengths[word], 40));
  guint64 value;
  if (self->lengths[word] > 20 || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &value, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);
      return fail (self, GS_IO_ERROR_SYNTAX, _ ("“%s” is not a whole number from 0 on"), valid);
    }
  *size = (gint64)value;
  return TRUE;
}

/* How many numbers an array of this symmetry lists. */
static gboolean
count_array (Reader *self)
{
  guint64 all;
  if (!g_uint64_checked_mul (&all, (guint64)self->m, (guint64)self->n) || all > G_MAXINT64)
    return fail (self, GS_IO_ERROR_SIZE, _ ("%" PRId64 " × %" PRId64 " is more than 2⁶³ elements"), self->m,
                 self->n);
  self->entries = (gint64)all;
  if (self->symmetry != SYMMETRY_GENERAL)
    self->entries = ((gint64)all + (self->symmetry == SYMMETRY_SYMMETRIC ? self->m : -self->m)) / 2;
  return TRUE;
}

static gboolean
read_sizes (Reader *self)
{
  int n_words = self->coordinate ? 3 : 2;
  if (!next_data_line (self))
    return fail (self, GS_IO_ERROR_TRUNCATED, _ ("the file ends before the line of sizes"));
  if (self->n_words != n_words)
    return fail (self, GS_IO_ERROR_SYNTAX, _ ("%d words where the line of sizes has %d (%s)"), self->n_words,
                 n_words, self->coordinate ? _ ("rows, columns, entries") : _ ("rows, columns"));
  if (!word_to_size (self, 0, &self->m) || !word_to_size (self, 1, &self->n)
      || (self->coordinate && !word_to_size (self, 2, &self->entries)))
    return FALSE;
  if (self->symmetry != SYMMETRY_GENERAL && self->m != self->n)
    return fail (self, GS_IO_ERROR_SYNTAX,
                 _ ("%" PRId64 " × %" PRId64 " is not square, so it is not symmetric"), self->m, self->n);
  if (!self->coordinate && !count_array (self))
    return FALSE;
  /* Every entry takes a digit and a line end. */
  if (self->entries > (self->end - self->at + 1) / 2)
    return fail (self, GS_IO_ERROR_TRUNCATED,
                 _ ("%" PRId64 " entries are announced, but the %zu"
                    " bytes that follow cannot hold them"),
                 self->entries, (gsize)(self->end - self->at));
  guint64 all;
  if (!g_uint64_checked_mul (&all, (guint64)self->m, (guint64)self->n)
      || all > (guint64)MAX (gs_import_get_max_expanded (), self->coordinate ? 0 : 2 * self->entries))
    return fail (self, GS_IO_ERROR_SIZE,
                 _ ("%" PRId64 " × %" PRId64 " elements; a sparse file may stand for at most %" PRId64),
                 self->m, self->n, gs_import_get_max_expanded ());
  return TRUE;
}

static gboolean
word_to_value (Reader *self, int word, float *value)
{
  const char *end = self->words[word] + self->lengths[word];
  if (gs_number_scan (self->words[word], end, '.', &self->conversion, value) == end)
    return TRUE;
  g_autofree char *text = g_strndup (self->words[word], MIN (self->lengths[word], 40));
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  return fail (self, GS_IO_ERROR_SYNTAX, _ ("“%s” is not a number"), valid);
}

/* The first entry of a place is put, not added: 0 + −0 would lose the sign. */
static void
add_to (float *place, float value)
{
  *place = *place == 0 ? value : *place + value;
}

static void
put (const Reader *self, GsMatrix *matrix, gint64 row, gint64 column, float value)
{
  add_to (&matrix->data[row * self->n + column], value);
  if (row != column && self->symmetry != SYMMETRY_GENERAL)
    add_to (&matrix->data[column * self->n + row], self->symmetry == SYMMETRY_SKEW ? -value : value);
}

static gboolean
read_coordinate (Reader *self, GsMatrix *matrix)
{
  gint64 row, column;
  float value = 1;
  int n_words = self->pattern ? 2 : 3;
  if (self->n_words != n_words)
    return fail (self, GS_IO_ERROR_SYNTAX, _ ("%d words where an entry has %d (%s)"), self->n_words, n_words,
                 self->pattern ? _ ("row, column") : _ ("row, column, value"));
  if (!word_to_size (self, 0, &row) || !word_to_size (self, 1, &column))
    return FALSE;
  if (row < 1 || row > self->m || column < 1 || column > self->n)
    return fail (
        self, GS_IO_ERROR_SYNTAX,
        _ ("row %" PRId64 ", column %" PRId64 " lies outside of %" PRId64 " × %" PRId64 " (counted from 1)"),
        row, column, self->m, self->n);
  if (self->symmetry == SYMMETRY_SKEW && row == column)
    return fail (self, GS_IO_ERROR_SYNTAX, _ ("an entry on the diagonal of a skew-symmetric matrix"));
  if (!self->pattern && !word_to_value (self, 2, &value))
    return FALSE;
  put (self, matrix, row - 1, column - 1, value);
  return TRUE;
}

static gboolean
read_entries (Reader *self, GsMatrix *matrix)
{
  /* The array format runs down the columns; of a symmetric matrix it lists the
   * lower triangle, of a skew one without the diagonal. */
  gint64 skew = self->symmetry == SYMMETRY_SKEW;
  gint64 row = skew, column = 0;
  for (gint64 i = 0; i < self->entries; i++)
    {
      float value;
      if (!next_data_line (self))
        return fail (self, GS_IO_ERROR_TRUNCATED,
                     _ ("the file ends after %" PRId64 " of %" PRId64 " entries"), i, self->entries);
      if (self->coordinate)
        {
          if (!read_coordinate (self, matrix))
            return FALSE;
          continue;
        }
      if (self->n_words != 1)
        return fail (self, GS_IO_ERROR_SYNTAX, _ ("%d words where the array format has one number"),
                     self->n_words);
      if (!word_to_value (self, 0, &value))
        return FALSE;
      put (self, matrix, row, column, value);
      if (++row == self->m)
        {
          column++;
          row = self->symmetry == SYMMETRY_GENERAL ? 0 : column + skew;
        }
    }
  if (next_data_line (self))
    return fail (self, GS_IO_ERROR_SYNTAX, _ ("an entry more than the %" PRId64 " that were announced"),
                 self->entries);
  return TRUE;
}

GsMatrix *
gs_matrix_market_read (const char *text, gsize length, GsImportInfo *info, GError **error)
{
  Reader self = { .at = text, .end = text + length, .error = error };
  if (!read_banner (&self) || !read_sizes (&self))
    return NULL;
  g_autoptr (GsMatrix) matrix = gs_matrix_new (self.m, self.n, error);
  if (matrix == NULL || !read_entries (&self, matrix))
    return NULL;
  if (info != NULL)
    {
      static const char *const symmetries[] = { "general", "symmetric", "skew-symmetric" };
      gs_conversion_tell (&self.conversion, self.entries, info);
      info->format = g_strdup_printf ("Matrix Market, %s, %s", self.coordinate ? "coordinate" : "array",
                                      symmetries[self.symmetry]);
    }
  return g_steal_pointer (&matrix);
}
