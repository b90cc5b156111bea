#include <inttypes.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-npy.h"

#define MAGIC "\x93NUMPY"

enum
{
  MAGIC_BYTES = 6,
  MAX_HEADER_BYTES = 65536, /* far more than two sizes and a type need */
  ALIGNMENT = 64,
};

/* The header is a Python dictionary; only its literals are read, nothing is
 * evaluated. */
typedef struct
{
  const char *start, *at, *end;
  gint64 offset; /* of start in the file */
  GError **error;
} Header;

gboolean
gs_npy_is_magic (const void *bytes, gsize n_bytes)
{
  return n_bytes >= MAGIC_BYTES && memcmp (bytes, MAGIC, MAGIC_BYTES) == 0;
}

static gboolean
fail (const Header *self, const char *what)
{
  g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
               _ ("its header is not understood at offset %" PRId64 ": %s"),
               self->offset + (self->at - self->start), what);
  return FALSE;
}

static void
skip_space (Header *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
}

static gboolean
take (Header *self, char c)
{
  skip_space (self);
  if (self->at >= self->end || *self->at != c)
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
take_word (Header *self, const char *word)
{
  skip_space (self);
  gsize n = strlen (word);
  if ((gsize)(self->end - self->at) < n || strncmp (self->at, word, n) != 0)
    return FALSE;
  self->at += n;
  return TRUE;
}

/* A string in either quote; @text has room for @room bytes. */
static gboolean
take_string (Header *self, char *text, gsize room)
{
  skip_space (self);
  char quote = self->at < self->end ? *self->at : 0;
  if (quote != '\'' && quote != '"')
    return fail (self, _ ("a quoted word is expected"));
  const char *close = memchr (self->at + 1, quote, (gsize)(self->end - self->at - 1));
  if (close == NULL || (gsize)(close - self->at) > room)
    return fail (self, _ ("this word is too long or not closed"));
  gsize n = (gsize)(close - self->at - 1);
  memcpy (text, self->at + 1, n);
  text[n] = 0;
  self->at = close + 1;
  return TRUE;
}

typedef struct
{
  char letter;
  const char *name;
} TypeName;

static gboolean
refuse_type (const Header *self, const char *descr, char kind)
{
  static const TypeName names[] = { { 'c', N_ ("complex numbers") },
                                    { 'O', N_ ("Python objects") },
                                    { 'S', N_ ("text") },
                                    { 'a', N_ ("text") },
                                    { 'U', N_ ("text") },
                                    { 'V', N_ ("raw records") },
                                    { 'M', N_ ("dates") },
                                    { 'm', N_ ("time differences") },
                                    { 'f', N_ ("long doubles, whose layout differs between machines") } };
  const char *name = N_ ("a type that is not known");
  g_autofree char *valid = g_utf8_make_valid (descr, -1);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].letter == kind)
      name = names[i].name;
  g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
               _ ("it holds %s (%s); save real numbers instead, for example with a.astype('float32')"),
               _ (name), valid);
  return FALSE;
}

static gboolean
read_descr (Header *self, GsNpyHeader *header)
{
  skip_space (self);
  if (self->at < self->end && *self->at == '[')
    {
      g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
                   _ ("it holds a structured type (named fields); save one field of it as its own array"));
      return FALSE;
    }
  if (!take_string (self, header->descr, sizeof header->descr))
    return FALSE;
  const char *p = header->descr;
  char order = '|';
  if (*p != 0 && strchr ("<>=|", *p) != NULL)
    order = *p++;
  header->kind = *p != 0 ? *p++ : 0;
  if (header->kind == '?')
    header->kind = 'b';
  guint64 item_bytes = 1;
  if (*p != 0 && !g_ascii_string_to_unsigned (p, 10, 0, 1 << 20, &item_bytes, NULL))
    return refuse_type (self, header->descr, header->kind);
  header->item_bytes = (int)item_bytes;
  gboolean known = (header->kind == 'f' && (item_bytes == 2 || item_bytes == 4 || item_bytes == 8))
                   || ((header->kind == 'i' || header->kind == 'u')
                       && (item_bytes == 1 || item_bytes == 2 || item_bytes == 4 || item_bytes == 8))
                   || (header->kind == 'b' && item_bytes == 1);
  if (!known)
    return refuse_type (self, header->descr, header->kind);
  header->swap = item_bytes > 1
                 && ((order == '<' && G_BYTE_ORDER == G_BIG_ENDIAN)
                     || (order == '>' && G_BYTE_ORDER == G_LITTLE_ENDIAN));
  return TRUE;
}

static gboolean
take_size (Header *self, gint64 *size)
{
  skip_space (self);
  guint64 value = 0;
  const char *digits = self->at;
  for (; self->at < self->end && g_ascii_isdigit (*self->at); self->at++)
    if (!g_uint64_checked_mul (&value, value, 10)
        || !g_uint64_checked_add (&value, value, (guint64)(*self->at - '0')) || value > G_MAXINT64)
      return fail (self, _ ("this size does not fit in 64 bits"));
  if (self->at == digits)
    return fail (self, _ ("a size is expected"));
  /* Python 2 wrote long integers with an L. */
  if (self->at < self->end && *self->at == 'L')
    self->at++;
  *size = (gint64)value;
  return TRUE;
}

static gboolean
read_shape (Header *self, GsNpyHeader *header)
{
  gint64 sizes[32];
  int n = 0;
  if (!take (self, '('))
    return fail (self, _ ("“(” of the shape is expected"));
  while (!take (self, ')'))
    {
      if (n == G_N_ELEMENTS (sizes))
        return fail (self, _ ("more than 32 dimensions"));
      if (!take_size (self, &sizes[n++]))
        return FALSE;
      if (!take (self, ',') && (self->at >= self->end || *self->at != ')'))
        return fail (self, _ ("“,” or “)” is expected"));
    }
  /* Leading dimensions of size 1 carry nothing. */
  int first = 0;
  while (n - first > 2 && sizes[first] == 1)
    first++;
  if (n - first > 2)
    {
      GString *shape = g_string_new (NULL);
      for (int i = 0; i < n; i++)
        g_string_append_printf (shape, "%s%" PRId64, i > 0 ? " × " : "", sizes[i]);
      g_set_error (self->error, GS_IO_ERROR, GS_IO_ERROR_TYPE,
                   _ ("it has %d dimensions (%s); save a matrix, for example one slice a[0]"), n, shape->str);
      g_string_free (shape, TRUE);
      return FALSE;
    }
  header->n = n > 0 ? sizes[n - 1] : 1;
  header->m = n - first > 1 ? sizes[n - 2] : 1;
  return TRUE;
}

static gboolean
read_entry (Header *self, GsNpyHeader *header, guint *seen)
{
  char key[32];
  guint bit;
  if (!take_string (self, key, sizeof key))
    return FALSE;
  if (!take (self, ':'))
    return fail (self, _ ("“:” is expected"));
  if (strcmp (key, "descr") == 0)
    {
      bit = 1;
      if (!read_descr (self, header))
        return FALSE;
    }
  else if (strcmp (key, "fortran_order") == 0)
    {
      bit = 2;
      header->fortran = take_word (self, "True");
      if (!header->fortran && !take_word (self, "False"))
        return fail (self, _ ("True or False is expected"));
    }
  else if (strcmp (key, "shape") == 0)
    {
      bit = 4;
      if (!read_shape (self, header))
        return FALSE;
    }
  else
    return fail (self, _ ("only the keys descr, fortran_order and shape are known"));
  if ((*seen & bit) != 0)
    return fail (self, _ ("a key is given twice"));
  *seen |= bit;
  return TRUE;
}

static gboolean
parse_header (Header *self, GsNpyHeader *header)
{
  guint seen = 0;
  if (!take (self, '{'))
    return fail (self, _ ("“{” is expected"));
  while (!take (self, '}'))
    {
      if (!read_entry (self, header, &seen))
        return FALSE;
      if (!take (self, ',') && (self->at >= self->end || *self->at != '}'))
        return fail (self, _ ("“,” or “}” is expected"));
    }
  skip_space (self);
  if (self->at < self->end)
    return fail (self, _ ("nothing may follow the dictionary"));
  return seen == 7 || fail (self, _ ("descr, fortran_order and shape must all be there"));
}

/* The length field has two bytes in version 1.0 and four after it. */
static gboolean
read_length (GsByteSource *source, GsNpyHeader *header, gsize *length, GError **error)
{
  guint8 start[MAGIC_BYTES + 2], bytes[4] = { 0 };
  if (!gs_byte_source_read (source, start, sizeof start, error))
    return FALSE;
  if (!gs_npy_is_magic (start, sizeof start))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("it does not begin like a .npy file (\\x93NUMPY)"));
      return FALSE;
    }
  header->major = start[MAGIC_BYTES];
  header->minor = start[MAGIC_BYTES + 1];
  if (header->major < 1 || header->major > 3)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_VERSION,
                   _ ("it is .npy version %d.%d; versions 1.0 to 3.0 are read"), header->major,
                   header->minor);
      return FALSE;
    }
  if (!gs_byte_source_read (source, bytes, header->major == 1 ? 2 : 4, error))
    return FALSE;
  *length = (gsize)bytes[0] | (gsize)bytes[1] << 8 | (gsize)bytes[2] << 16 | (gsize)bytes[3] << 24;
  if (*length > MAX_HEADER_BYTES)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE, _ ("its header has %zu bytes; at most %d are read"),
                   *length, MAX_HEADER_BYTES);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_whole (const GsByteSource *source, const GsNpyHeader *header, GError **error)
{
  guint64 n_bytes;
  if (!g_uint64_checked_mul (&n_bytes, (guint64)header->m, (guint64)header->n)
      || !g_uint64_checked_mul (&n_bytes, n_bytes, (guint64)header->item_bytes) || n_bytes > G_MAXINT64)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
                   _ ("its header asks for %" PRId64 " × %" PRId64 " elements, more than 2⁶³ bytes"),
                   header->m, header->n);
      return FALSE;
    }
  guint64 left = (guint64)MAX (source->size - source->offset, 0);
  if (left < n_bytes)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TRUNCATED,
                   _ ("it is cut off at offset %" PRId64 ": %" PRId64 " × %" PRId64
                      " elements of %s need %" PRIu64 " more bytes"),
                   source->size, header->m, header->n, header->descr, n_bytes - left);
      return FALSE;
    }
  return TRUE;
}

gboolean
gs_npy_read_header (GsByteSource *source, GsNpyHeader *header, GError **error)
{
  gsize length;
  memset (header, 0, sizeof *header);
  if (!read_length (source, header, &length, error))
    return FALSE;
  Header self = { .offset = source->offset, .error = error };
  g_autofree char *text = g_malloc (length + 1);
  if (!gs_byte_source_read (source, text, length, error))
    return FALSE;
  self.start = self.at = text;
  self.end = text + length;
  return parse_header (&self, header) && check_whole (source, header, error);
}

gsize
gs_npy_write_header (gint64 m, gint64 n, char *buffer)
{
  enum
  {
    PREFIX = MAGIC_BYTES + 2 + 2,
  };
  memcpy (buffer, MAGIC "\x01\x00", MAGIC_BYTES + 2);
  gsize length = (gsize)g_snprintf (
      buffer + PREFIX, 128 - PREFIX,
      "{'descr': '<f4', 'fortran_order': False, 'shape': (%" PRId64 ", %" PRId64 "), }", m, n);
  gsize total = (PREFIX + length + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  memset (buffer + PREFIX + length, ' ', total - PREFIX - length - 1);
  buffer[total - 1] = '\n';
  buffer[MAGIC_BYTES + 2] = (char)((total - PREFIX) & 0xff);
  buffer[MAGIC_BYTES + 3] = (char)((total - PREFIX) >> 8);
  return total;
}
