#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-literal-number.h"
#include "gs-number.h"

static int
line_of (const GsLiteralText *self, const char *at)
{
  int line = 1;
  for (const char *p = self->start; p < at; p++)
    line += *p == '\n';
  return line;
}

gboolean
gs_literal_fail (const GsLiteralText *self, const char *at, int code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  const char *line_start = at;
  while (line_start > self->start && line_start[-1] != '\n')
    line_start--;
  g_set_error (self->error, GS_IO_ERROR, code, _ ("line %d, column %ld: %s"), line_of (self, at),
               g_utf8_strlen (line_start, at - line_start) + 1, what);
  return FALSE;
}

char *
gs_literal_quote (const GsLiteralText *self, const char *at)
{
  const char *p = at;
  while (p < self->end && !g_ascii_isspace (*p) && strchr (",;[]{}()", *p) == NULL && p - at < 40)
    p = g_utf8_next_char (p);
  if (p == at && p < self->end)
    p = g_utf8_next_char (p);
  return g_strndup (at, (gsize)(MIN (p, self->end) - at));
}

gboolean
gs_literal_is_elision (const GsLiteralText *self)
{
  static const char *const marks[] = { "...", "…", "⋮", "⋯", "⋱" };
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if ((gsize)(self->end - self->at) >= strlen (marks[i]) && g_str_has_prefix (self->at, marks[i]))
      return TRUE;
  return FALSE;
}

/* "np.float64(1.5)", as NumPy 2 shows the numbers of a list. Moves past the
 * parenthesis when there is one. */
static gboolean
enter_scalar (GsLiteralText *self)
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
take_word (GsLiteralText *self, const char *word)
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
skip_module (GsLiteralText *self)
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
take_suffix (GsLiteralText *self, const char *number)
{
  if (self->at < self->end && (*self->at == 'f' || *self->at == 'F'))
    self->at++;
  else if (self->at + 1 < self->end && memcmp (self->at, "32", 2) == 0 && g_ascii_isalpha (self->at[-1]))
    self->at += 2; /* Julia's Inf32 and NaN32 */
  if (self->at >= self->end || g_ascii_isspace (*self->at) || strchr (",;[]{}()%#", *self->at) != NULL)
    return TRUE;
  if (*self->at == '/' && self->at + 1 < self->end && (self->at[1] == '/' || self->at[1] == '*'))
    return TRUE;
  if (gs_literal_is_elision (self))
    return TRUE;
  g_autofree char *word = gs_literal_quote (self, number);
  if (strchr ("ijJ", *self->at) != NULL
      || ((*self->at == '+' || *self->at == '-') && strpbrk (word, "ijJ") != NULL))
    return gs_literal_fail (self, number, GS_IO_ERROR_TYPE,
                            _ ("“%s” is a complex number; give real numbers, for example the real part"),
                            word);
  return gs_literal_fail (self, number, GS_IO_ERROR_SYNTAX,
                          _ ("“%s” is not a number, and nothing is evaluated"), word);
}

/* Julia writes the exponent of a Float32 as 1.5f3. What was noted of the number without it
 * is taken back to @before. */
static const char *
scan_julia_exponent (
    GsLiteralText *self, const char *number, const char *after, const GsConversion *before, float *value)
{
  const char *p = after;
  if (p + 1 >= self->end || *p != 'f' || !(g_ascii_isdigit (p[1]) || p[1] == '-' || p[1] == '+'))
    return after;
  g_autofree char *text = g_strndup (number, MIN ((gsize)(self->end - number), 64));
  if (after - number >= 63)
    return after;
  text[after - number] = 'e';
  *self->conversion = *before;
  gsize n = strlen (text);
  const char *end = gs_number_scan (text, text + n, self->decimal, self->conversion, value);
  return end != NULL && end > text + (after - number) ? number + (end - text) : after;
}

gboolean
gs_literal_take_number (GsLiteralText *self, float *value)
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
      const GsConversion before = *self->conversion;
      const char *after = gs_number_scan (begin, self->end, self->decimal, self->conversion, value);
      if (after == NULL)
        {
          g_autofree char *word = gs_literal_quote (self, number);
          return gs_literal_fail (self, number, GS_IO_ERROR_SYNTAX,
                                  _ ("“%s” is not a number, and nothing is evaluated"), word);
        }
      self->at = scan_julia_exponent (self, begin, after, &before, value);
      if (module_negative)
        *value = -*value;
      if (!take_suffix (self, number))
        return FALSE;
    }
  if (scalar)
    {
      if (self->at >= self->end || *self->at != ')')
        return gs_literal_fail (self, self->at, GS_IO_ERROR_SYNTAX, _ ("“)” is expected after the number"));
      self->at++;
    }
  return TRUE;
}
