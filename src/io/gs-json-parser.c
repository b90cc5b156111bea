#include <inttypes.h>
#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-json.h"

/* json-glib's own parser reads more than JSON (comments, bare words, single
 * quotes) and wraps big integers silently, so text from outside goes through
 * this one and json-glib only holds the tree. */
typedef struct
{
  const char *start, *at, *end;
  int depth;
  gint64 n_values;
  GError **error;
} Parser;

static JsonNode *parse_value (Parser *self);

static gboolean
fail (Parser *self, const char *where, int code, const char *what)
{
  int line = 1;
  const char *line_start = self->start;
  for (const char *p = self->start; p < where; p++)
    if (*p == '\n')
      {
        line++;
        line_start = p + 1;
      }
  glong column = 1;
  for (const char *p = line_start; p < where; p++)
    column += (*p & 0xc0) != 0x80;
  g_set_error (self->error, GS_IO_ERROR, code, _ ("line %d, column %ld: %s"), line, column, what);
  return FALSE;
}

/* @what: what should be there, as a clause in the language of the reader. */
static gboolean
fail_here (Parser *self, const char *what)
{
  if (self->at >= self->end)
    {
      g_autofree char *text = g_strdup_printf (_ ("the text ends where %s"), what);
      return fail (self, self->end, GS_IO_ERROR_SYNTAX, text);
    }
  const char *next = g_utf8_find_next_char (self->at, self->end);
  int n = (int)((next != NULL ? next : self->end) - self->at);
  g_autofree char *text = (guchar)*self->at < 0x20
                              ? g_strdup_printf (_ ("found a control character where %s"), what)
                              : g_strdup_printf (_ ("found “%.*s” where %s"), n, self->at, what);
  return fail (self, self->at, GS_IO_ERROR_SYNTAX, text);
}

static void
skip_space (Parser *self)
{
  while (self->at < self->end
         && (*self->at == ' ' || *self->at == '\t' || *self->at == '\n' || *self->at == '\r'))
    self->at++;
}

static gboolean
parse_hex4 (Parser *self, guint *unit)
{
  *unit = 0;
  for (int i = 0; i < 4; i++)
    {
      int digit = self->at < self->end ? g_ascii_xdigit_value (*self->at) : -1;
      if (digit < 0)
        return fail_here (self, _ ("four hexadecimal digits must follow \\u"));
      *unit = *unit * 16 + (guint)digit;
      self->at++;
    }
  return TRUE;
}

static gboolean
parse_unicode_escape (Parser *self, GString *out)
{
  const char *where = self->at - 2;
  guint unit;
  if (!parse_hex4 (self, &unit))
    return FALSE;
  gunichar c = unit;
  if (unit >= 0xd800 && unit < 0xdc00)
    {
      guint low = 0;
      if (self->end - self->at < 2 || self->at[0] != '\\' || self->at[1] != 'u')
        return fail (self, where, GS_IO_ERROR_SYNTAX, _ ("half of a surrogate pair; write both halves"));
      self->at += 2;
      if (!parse_hex4 (self, &low))
        return FALSE;
      if (low < 0xdc00 || low > 0xdfff)
        return fail (self, where, GS_IO_ERROR_SYNTAX, _ ("half of a surrogate pair; write both halves"));
      c = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
  else if (unit >= 0xdc00 && unit <= 0xdfff)
    return fail (self, where, GS_IO_ERROR_SYNTAX, _ ("half of a surrogate pair; write both halves"));
  if (c == 0)
    return fail (self, where, GS_IO_ERROR_SYNTAX, _ ("a string must not hold the character NUL"));
  g_string_append_unichar (out, c);
  return TRUE;
}

static gboolean
parse_escape (Parser *self, GString *out)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  if (self->at >= self->end)
    return fail_here (self, _ ("a string must be closed by \""));
  const char *known = *self->at != 0 ? strchr (from, *self->at) : NULL;
  if (known != NULL)
    {
      g_string_append_c (out, to[known - from]);
      self->at++;
      return TRUE;
    }
  if (*self->at != 'u')
    return fail_here (self, _ ("one of \" \\ / b f n r t u must follow \\"));
  self->at++;
  return parse_unicode_escape (self, out);
}

static char *
parse_string (Parser *self)
{
  const char *open = self->at++;
  g_autoptr (GString) out = g_string_new (NULL);
  for (;;)
    {
      const char *run = self->at;
      while (self->at < self->end && *self->at != '"' && *self->at != '\\' && (guchar)*self->at >= 0x20)
        self->at++;
      g_string_append_len (out, run, self->at - run);
      if (self->at >= self->end)
        {
          fail (self, open, GS_IO_ERROR_SYNTAX, _ ("this string is never closed by \""));
          return NULL;
        }
      char c = *self->at;
      if (c == '"')
        break;
      if (c == '\n' || c == '\r')
        {
          fail (self, open, GS_IO_ERROR_SYNTAX,
                _ ("this string is never closed by \"; a line break in a string is written \\n"));
          return NULL;
        }
      if (c != '\\')
        {
          fail (self, self->at, GS_IO_ERROR_SYNTAX,
                _ ("a control character inside a string; write \\n, \\t or \\u"));
          return NULL;
        }
      self->at++;
      if (!parse_escape (self, out))
        return NULL;
    }
  self->at++;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* @what is looked up in the catalogue only when it has to be said: numbers come by the million. */
static gboolean
scan_digits (Parser *self, const char *what)
{
  if (self->at >= self->end || !g_ascii_isdigit (*self->at))
    return fail_here (self, _ (what));
  while (self->at < self->end && g_ascii_isdigit (*self->at))
    self->at++;
  return TRUE;
}

static JsonNode *
parse_number (Parser *self)
{
  const char *begin = self->at;
  gboolean integral = TRUE;
  if (*self->at == '-')
    self->at++;
  const char *first = self->at;
  if (!scan_digits (self, N_ ("a number, an array, an object, a string, true, false or null is expected")))
    return NULL;
  if (*first == '0' && self->at - first > 1)
    {
      fail (self, first, GS_IO_ERROR_SYNTAX, _ ("a number must not begin with a zero before other digits"));
      return NULL;
    }
  if (self->at < self->end && *self->at == '.')
    {
      integral = FALSE;
      self->at++;
      if (!scan_digits (self, N_ ("a digit must follow the decimal point")))
        return NULL;
    }
  if (self->at < self->end && (*self->at == 'e' || *self->at == 'E'))
    {
      integral = FALSE;
      self->at++;
      if (self->at < self->end && (*self->at == '+' || *self->at == '-'))
        self->at++;
      if (!scan_digits (self, N_ ("a digit must follow the exponent")))
        return NULL;
    }

  g_autofree char *text = g_strndup (begin, self->at - begin);
  if (integral && strcmp (text, "-0") != 0)
    {
      errno = 0;
      gint64 value = g_ascii_strtoll (text, NULL, 10);
      if (errno == 0)
        return json_node_init_int (json_node_alloc (), value);
    }
  double value = g_ascii_strtod (text, NULL);
  if (value - value != 0)
    {
      fail (self, begin, GS_IO_ERROR_SYNTAX,
            _ ("this number is larger than a double holds; write \"Infinity\" if that is meant"));
      return NULL;
    }
  return json_node_init_double (json_node_alloc (), value);
}

static JsonNode *
parse_array (Parser *self)
{
  g_autoptr (JsonArray) array = json_array_new ();
  self->at++;
  skip_space (self);
  if (self->at < self->end && *self->at == ']')
    {
      self->at++;
      return json_node_init_array (json_node_alloc (), array);
    }
  for (;;)
    {
      JsonNode *element = parse_value (self);
      if (element == NULL)
        return NULL;
      json_array_add_element (array, element);
      skip_space (self);
      if (self->at < self->end && *self->at == ']')
        break;
      if (self->at >= self->end || *self->at != ',')
        {
          fail_here (self, _ ("“,” or “]” is expected"));
          return NULL;
        }
      self->at++;
    }
  self->at++;
  return json_node_init_array (json_node_alloc (), array);
}

static gboolean
parse_member (Parser *self, JsonObject *object)
{
  skip_space (self);
  if (self->at >= self->end || *self->at != '"')
    return fail_here (self, _ ("a key in double quotes is expected"));
  const char *where = self->at;
  g_autofree char *key = parse_string (self);
  if (key == NULL)
    return FALSE;
  if (json_object_has_member (object, key))
    {
      g_autofree char *what = g_strdup_printf (_ ("the key “%s” is given twice in one object"), key);
      return fail (self, where, GS_IO_ERROR_SYNTAX, what);
    }
  skip_space (self);
  if (self->at >= self->end || *self->at != ':')
    return fail_here (self, _ ("“:” is expected"));
  self->at++;
  JsonNode *value = parse_value (self);
  if (value == NULL)
    return FALSE;
  json_object_set_member (object, key, value);
  return TRUE;
}

static JsonNode *
parse_object (Parser *self)
{
  g_autoptr (JsonObject) object = json_object_new ();
  self->at++;
  skip_space (self);
  if (self->at < self->end && *self->at == '}')
    {
      self->at++;
      return json_node_init_object (json_node_alloc (), object);
    }
  for (;;)
    {
      if (!parse_member (self, object))
        return NULL;
      skip_space (self);
      if (self->at < self->end && *self->at == '}')
        break;
      if (self->at >= self->end || *self->at != ',')
        {
          fail_here (self, _ ("“,” or “}” is expected"));
          return NULL;
        }
      self->at++;
    }
  self->at++;
  return json_node_init_object (json_node_alloc (), object);
}

static gboolean
take_word (Parser *self, const char *word)
{
  gsize n = strlen (word);
  if ((gsize)(self->end - self->at) < n || memcmp (self->at, word, n) != 0)
    return FALSE;
  self->at += n;
  return TRUE;
}

static JsonNode *
parse_nested (Parser *self)
{
  if (self->depth >= GS_JSON_MAX_DEPTH)
    {
      g_autofree char *what
          = g_strdup_printf (_ ("arrays and objects are nested more than %d deep"), GS_JSON_MAX_DEPTH);
      fail (self, self->at, GS_IO_ERROR_SIZE, what);
      return NULL;
    }
  self->depth++;
  JsonNode *node = *self->at == '[' ? parse_array (self) : parse_object (self);
  self->depth--;
  return node;
}

static JsonNode *
parse_value (Parser *self)
{
  skip_space (self);
  if (++self->n_values > GS_JSON_MAX_VALUES)
    {
      g_autofree char *what
          = g_strdup_printf (_ ("more than %" PRId64 " values in one document"), GS_JSON_MAX_VALUES);
      fail (self, self->at, GS_IO_ERROR_SIZE, what);
      return NULL;
    }
  char c = self->at < self->end ? *self->at : 0;
  if (c == '[' || c == '{')
    return parse_nested (self);
  if (c == '"')
    {
      g_autofree char *text = parse_string (self);
      return text != NULL ? json_node_init_string (json_node_alloc (), text) : NULL;
    }
  if (c == '-' || g_ascii_isdigit (c))
    return parse_number (self);
  if (take_word (self, "true"))
    return json_node_init_boolean (json_node_alloc (), TRUE);
  if (take_word (self, "false"))
    return json_node_init_boolean (json_node_alloc (), FALSE);
  if (take_word (self, "null"))
    return json_node_init_null (json_node_alloc ());
  fail_here (self, _ ("a number, an array, an object, a string, true, false or null is expected"));
  return NULL;
}

JsonNode *
gs_json_parse (const char *text, gssize length, GError **error)
{
  g_return_val_if_fail (text != NULL || length == 0, NULL);

  gsize n = length < 0 ? strlen (text) : (gsize)length;
  Parser self = { .start = text, .at = text, .end = text + n, .error = error };
  if (n > (gsize)GS_JSON_MAX_BYTES)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE,
                   _ ("the document has %zu bytes; at most %" PRId64 " are read"), n, GS_JSON_MAX_BYTES);
      return NULL;
    }
  const char *bad;
  if (!g_utf8_validate_len (text, n, &bad))
    {
      fail (&self, bad, GS_IO_ERROR_SYNTAX, _ ("a byte that is not UTF-8; save the text as UTF-8"));
      return NULL;
    }
  /* Some editors put a byte order mark in front of UTF-8. */
  take_word (&self, "\xef\xbb\xbf");
  g_autoptr (JsonNode) node = parse_value (&self);
  if (node == NULL)
    return NULL;
  skip_space (&self);
  if (self.at < self.end)
    {
      fail_here (&self, _ ("the document must end"));
      return NULL;
    }
  return g_steal_pointer (&node);
}
