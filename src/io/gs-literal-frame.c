#include <string.h>

#include "gs-literal-frame.h"

/* Constructors whose only effect is to hold the matrix; modules before them are
 * passed over. Julia's typed literals write the type in front of the bracket. */
static const char *const constructors[]
    = { "array",  "asarray", "matrix",  "mat",     "tensor", "Tensor", "Matrix", "Array",  "float32",
        "double", "Float16", "Float32", "Float64", "Int32",  "Int64",  "Bool",   "single", NULL };

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || (guchar)c >= 0x80;
}

/* "[2]", "[]" or "[N]" of a declaration; NULL when it is something else. */
static const char *
skip_dimension (const char *at, const char *end, GsLiteralFrame *self)
{
  const char *close = memchr (at, ']', (gsize)(end - at));
  if (close == NULL)
    return NULL;
  gint64 size = 0;
  for (const char *p = at + 1; p < close; p++)
    {
      if (!is_word (*p) && *p != ' ')
        return NULL;
      size = g_ascii_isdigit (*p) && size < G_MAXINT32 ? size * 10 + (*p - '0') : 0;
    }
  if (self->n_dims < 2)
    self->dims[self->n_dims] = size;
  self->n_dims++;
  return close + 1;
}

/* The place after "name =" or a declaration and "=", or @at when there is none. */
static const char *
skip_assignment (const char *at, const char *end, GsLiteralFrame *self)
{
  const char *p = skip_space (at, end);
  if (p >= end || !(g_ascii_isalpha (*p) || *p == '_' || (guchar)*p >= 0x80))
    return at;
  while (p < end)
    {
      if (*p == '=' && (p + 1 >= end || p[1] != '='))
        return p + 1;
      if (*p == '[')
        {
          p = skip_dimension (p, end, self);
          if (p == NULL)
            break;
        }
      else if (is_word (*p) || strchr (" \t\n*&:<>,", *p) != NULL)
        p++;
      else
        break;
    }
  self->n_dims = 0;
  return at;
}

static gboolean
is_constructor (const char *name, const char *name_end)
{
  for (const char *p = name; p < name_end; p++)
    if (*p == '.')
      name = p + 1;
  for (gsize i = 0; constructors[i] != NULL; i++)
    if ((gsize)(name_end - name) == strlen (constructors[i])
        && strncmp (name, constructors[i], (gsize)(name_end - name)) == 0)
      return TRUE;
  return FALSE;
}

gboolean
gs_literal_frame_open (const char *text, const char *end, GsLiteralFrame *self)
{
  memset (self, 0, sizeof *self);
  const char *at = skip_space (skip_assignment (text, end, self), end);
  const char *name = at;
  while (at < end && is_word (*at))
    at++;
  if (at > name)
    {
      if (at >= end || !is_constructor (name, at))
        return FALSE;
      /* "array(" holds the matrix; "Float32[" is its own bracket. */
      self->call = *at == '(';
      if (self->call)
        at = skip_space (at + 1, end);
    }
  self->body = at;
  self->braces = at < end && *at == '{';
  return at < end && (*at == '[' || *at == '{' || *at == '(');
}

const char *
gs_literal_frame_close (const char *body, const char *end)
{
  int depth = 0;
  for (const char *p = body; p < end; p++)
    {
      if (strchr ("[{(", *p) != NULL && *p != 0)
        depth++;
      else if (strchr ("]})", *p) != NULL && *p != 0 && --depth <= 0)
        return p + 1;
    }
  return end;
}

const char *
gs_literal_frame_skip_tail (const GsLiteralFrame *self, const char *at, const char *end)
{
  at = skip_space (at, end);
  if (self->call)
    {
      int depth = 1;
      if (at < end && *at != ',' && *at != ')')
        return at;
      /* ", dtype=float32)": names the type and place of what was there, and
       * changes no number that float32 could hold. */
      for (; at < end && depth > 0; at++)
        {
          if (strchr (";[]{}\"\n", *at) != NULL && *at != '\n')
            return at;
          depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        }
      if (depth > 0)
        return end;
      at = skip_space (at, end);
    }
  while (at < end && (*at == ';' || *at == ','))
    at = skip_space (at + 1, end);
  return at < end ? at : NULL;
}
