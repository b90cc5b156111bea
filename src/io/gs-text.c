#include <inttypes.h>
#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-text.h"

typedef enum
{
  ENCODING_UTF8,
  ENCODING_UTF16_LE,
  ENCODING_UTF16_BE,
} Encoding;

/* By byte order mark; without one, ASCII in UTF-16 shows as NUL in every other
 * byte. */
static Encoding
find_encoding (const char *text, gsize length)
{
  if (length >= 2 && memcmp (text, "\xff\xfe", 2) == 0)
    return ENCODING_UTF16_LE;
  if (length >= 2 && memcmp (text, "\xfe\xff", 2) == 0)
    return ENCODING_UTF16_BE;
  if (length >= 4 && length % 2 == 0)
    {
      if (text[0] != 0 && text[1] == 0 && text[3] == 0)
        return ENCODING_UTF16_LE;
      if (text[0] == 0 && text[1] != 0 && text[2] == 0)
        return ENCODING_UTF16_BE;
    }
  return ENCODING_UTF8;
}

static char *
from_utf16 (const char *text, gsize length, Encoding encoding, gsize *n_bytes, GError **error)
{
  gsize n = length / 2;
  g_autofree gunichar2 *units = g_new (gunichar2, n + 1);
  glong n_written = 0;
  if (length % 2 != 0)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_TRUNCATED,
                   _ ("the UTF-16 text is cut off at offset %zu, in the middle of a character"), length);
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    {
      guint8 low = (guint8)text[2 * i + (encoding == ENCODING_UTF16_BE)];
      guint8 high = (guint8)text[2 * i + (encoding == ENCODING_UTF16_LE)];
      units[i] = (gunichar2)(high << 8 | low);
    }
  GError *cause = NULL;
  char *utf8 = g_utf16_to_utf8 (units, (glong)n, NULL, &n_written, &cause);
  if (utf8 == NULL)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("the text is not UTF-16: %s"), cause->message);
      g_error_free (cause);
      return NULL;
    }
  *n_bytes = (gsize)n_written;
  return utf8;
}

static gboolean
is_plain (const char *text, gsize length)
{
  /* Written so that the compiler can look at many bytes at once. */
  guchar any = 0;
  for (gsize i = 0; i < length; i++)
    any |= (guchar)text[i];
  return any < 0x80 && memchr (text, '\r', length) == NULL && memchr (text, 0, length) == NULL;
}

static gboolean
is_grouping (const char *text, const char *space, const char *after, const char *end)
{
  if (space == text || !g_ascii_isdigit (space[-1]) || end - after < 3)
    return FALSE;
  for (int i = 0; i < 3; i++)
    if (!g_ascii_isdigit (after[i]))
      return FALSE;
  return end - after == 3 || !g_ascii_isdigit (after[3]);
}

static void
append_character (GString *out, const char *text, const char *at, const char *next, const char *end)
{
  gunichar c = g_utf8_get_char (at);
  switch (c)
    {
    case '\r':
      if (next < end && *next == '\n')
        break;
      g_string_append_c (out, '\n');
      break;
    case 0x2028: /* line and paragraph separator */
    case 0x2029:
    case 0x0085:
      g_string_append_c (out, '\n');
      break;
    case 0x2212: /* minus */
    case 0xff0d: /* full-width */
    case 0x2010: /* hyphens and dashes that word processors put for a minus */
    case 0x2011:
    case 0x2012:
    case 0x2013:
      g_string_append_c (out, '-');
      break;
    case 0x00a0: /* no-break, figure and narrow no-break space */
    case 0x2007:
    case 0x202f:
    case 0x2009: /* thin */
      g_string_append_c (out, is_grouping (text, at, next, end) ? GS_TEXT_GROUP : ' ');
      break;
    case 0xfeff: /* no width: marks of order, of direction, joiners */
    case 0x200b:
    case 0x200c:
    case 0x200d:
    case 0x200e:
    case 0x200f:
    case 0x2060:
      break;
    default:
      if (c >= 0x80 && g_unichar_isspace (c))
        g_string_append_c (out, ' ');
      else
        g_string_append_len (out, at, next - at);
    }
}

const char *
gs_text_decode (const char *text, gsize length, gsize *decoded_length, char **copy, GError **error)
{
  Encoding encoding = find_encoding (text, length);
  g_autofree char *utf8 = NULL;
  const char *bad;

  *copy = NULL;
  *decoded_length = length;
  if (encoding == ENCODING_UTF8 && is_plain (text, length))
    return text;
  if (encoding != ENCODING_UTF8)
    {
      utf8 = from_utf16 (text, length, encoding, &length, error);
      if (utf8 == NULL)
        return NULL;
      text = utf8;
    }
  if (!g_utf8_validate_len (text, length, &bad))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("byte 0x%02x at offset %zu is not text in UTF-8; save the file as UTF-8"),
                   (guint)(guchar)*bad, (gsize)(bad - text));
      return NULL;
    }
  GString *out = g_string_sized_new (length + 1);
  const char *end = text + length;
  for (const char *at = text; at < end;)
    {
      const char *next = g_utf8_next_char (at);
      append_character (out, text, at, next, end);
      at = next;
    }
  *decoded_length = out->len;
  *copy = g_string_free (out, FALSE);
  return *copy;
}
