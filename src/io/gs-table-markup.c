#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-table-markup.h"

/* LaTeX environments that hold a matrix; a star is passed over. */
static const char *const environments[] = { "matrix",  "pmatrix",     "bmatrix", "Bmatrix", "vmatrix",
                                            "Vmatrix", "smallmatrix", "array",   "tabular", NULL };

/* |---|:--:| of Markdown, or a row of empty cells: what stands above the rule
 * when a matrix has no names for its columns. */
static gboolean
is_rule (const char *line, const char *end)
{
  gboolean bar = FALSE;
  for (const char *p = line; p < end; p++)
    {
      if (strchr ("|:- \t", *p) == NULL || *p == 0)
        return FALSE;
      bar = bar || *p == '-' || *p == '|';
    }
  return bar;
}

static char *
from_markdown (const char *text, gsize length)
{
  GString *out = g_string_sized_new (length);
  const char *end = text + length;
  for (const char *line = text; line < end;)
    {
      const char *line_end = memchr (line, '\n', (gsize)(end - line));
      const char *next = line_end != NULL ? line_end + 1 : end;
      if (line_end == NULL)
        line_end = end;
      const char *from = line, *to = line_end;
      while (from < to && g_ascii_isspace (*from))
        from++;
      while (to > from && g_ascii_isspace (to[-1]))
        to--;
      if (!is_rule (from, to))
        {
          if (from < to && *from == '|')
            from++;
          if (to > from && to[-1] == '|')
            to--;
          for (const char *p = from; p < to; p++)
            g_string_append_c (out, *p == '|' ? '\t' : *p == '\t' ? ' ' : *p);
          g_string_append_c (out, '\n');
        }
      line = next;
    }
  return g_string_free (out, FALSE);
}

static gboolean
take (const char **at, const char *end, const char *word)
{
  gsize n = strlen (word);
  if ((gsize)(end - *at) < n || strncmp (*at, word, n) != 0)
    return FALSE;
  *at += n;
  return TRUE;
}

/* "[2pt]" or "{cc}" after a command. */
static const char *
skip_argument (const char *at, const char *end, char open, char close)
{
  if (at >= end || *at != open)
    return at;
  const char *p = memchr (at, close, (gsize)(end - at));
  return p != NULL ? p + 1 : at;
}

/* The inside of the first matrix environment; without one, the whole text. */
static void
find_environment (const char **from, const char **to)
{
  const char *end = *to;
  const char *begin = g_strstr_len (*from, end - *from, "\\begin{");
  if (begin == NULL)
    return;
  for (const char *p = begin; p != NULL; p = g_strstr_len (p, end - p, "\\begin{"))
    {
      p += strlen ("\\begin{");
      for (gsize i = 0; environments[i] != NULL; i++)
        {
          const char *at = p;
          if (!take (&at, end, environments[i]))
            continue;
          take (&at, end, "*");
          if (!take (&at, end, "}"))
            continue;
          at = skip_argument (at, end, '[', ']');
          at = skip_argument (at, end, '{', '}');
          const char *close = g_strstr_len (at, end - at, "\\end{");
          *from = at;
          *to = close != NULL ? close : end;
          return;
        }
    }
}

static gboolean
append_command (GString *out, const char **at, const char *end, GError **error)
{
  static const char *const rules[] = { "\\hline", "\\toprule", "\\midrule", "\\bottomrule", NULL };
  static const char *const spaces[]
      = { "\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "\\phantom{-}", "\\left", "\\right", NULL };
  static const char *const elided[] = { "\\cdots", "\\ldots", "\\vdots", "\\ddots", "\\dots", NULL };
  static const char *const infinite[] = { "\\infty", NULL };
  const char *const *sets[] = { rules, spaces, infinite, elided };
  if (take (at, end, "\\\\"))
    {
      *at = skip_argument (*at, end, '[', ']');
      g_string_append_c (out, '\n');
      return TRUE;
    }
  for (gsize set = 0; set < G_N_ELEMENTS (sets); set++)
    for (gsize i = 0; sets[set][i] != NULL; i++)
      {
        if (!take (at, end, sets[set][i]))
          continue;
        if (sets[set] == infinite)
          g_string_append (out, "inf");
        if (sets[set] != elided)
          return TRUE;
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                     _ ("the matrix leaves numbers out (“%s”); give the whole matrix"), elided[i]);
        return FALSE;
      }
  const char *p = *at + 1;
  while (p < end && g_ascii_isalpha (*p))
    p++;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
               _ ("the LaTeX command “%.*s” is not understood; give plain numbers"), (int)MIN (p - *at, 40),
               *at);
  return FALSE;
}

static char *
from_latex (const char *from, const char *to, GError **error)
{
  g_autoptr (GString) out = g_string_sized_new ((gsize)(to - from));
  find_environment (&from, &to);
  while (from < to)
    {
      if (*from == '\\')
        {
          if (!append_command (out, &from, to, error))
            return NULL;
          continue;
        }
      if (*from == '&')
        g_string_append_c (out, '\t');
      else if (*from == '%')
        {
          const char *line_end = memchr (from, '\n', (gsize)(to - from));
          from = line_end != NULL ? line_end : to;
          continue;
        }
      /* Braces group ({-}1, 1{,}5), a dollar changes the mode, and a line end is
       * a space: none of them is a part of a number. */
      else if (strchr ("{}$\n\t", *from) == NULL)
        g_string_append_c (out, *from);
      else if (*from == '\n' || *from == '\t')
        g_string_append_c (out, ' ');
      from++;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* "| 1 | 2 |", or cells parted by | above or below a rule. */
static gboolean
is_markdown (const char *text, const char *end)
{
  if (memchr (text, '|', (gsize)(end - text)) == NULL)
    return FALSE;
  if (*text == '|')
    return TRUE;
  const char *line_end = memchr (text, '\n', (gsize)(end - text));
  if (line_end == NULL || memchr (text, '|', (gsize)(line_end - text)) == NULL)
    return FALSE;
  const char *second_end = memchr (line_end + 1, '\n', (gsize)(end - line_end - 1));
  return is_rule (line_end + 1, second_end != NULL ? second_end : end);
}

gboolean
gs_table_from_markup (const char *text, gsize length, char **tabbed, const char **kind, GError **error)
{
  const char *end = text + length;
  while (text < end && g_ascii_isspace (*text))
    text++;
  if (text == end)
    return TRUE;
  if (is_markdown (text, end))
    {
      *tabbed = from_markdown (text, (gsize)(end - text));
      *kind = _ ("Markdown table");
    }
  else if (memchr (text, '\\', (gsize)(end - text)) == NULL)
    return TRUE;
  else if (g_strstr_len (text, end - text, "\\begin{") != NULL
           || (memchr (text, '&', (gsize)(end - text)) != NULL
               && g_strstr_len (text, end - text, "\\\\") != NULL))
    {
      *tabbed = from_latex (text, end, error);
      *kind = _ ("LaTeX matrix");
      return *tabbed != NULL;
    }
  return TRUE;
}
