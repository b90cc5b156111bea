#include "gs-markup-place.h"

#include <string.h>

void
gs_markup_place_init (GsMarkupPlace *self, const char *text, gssize length)
{
  self->start = text;
  self->end = text + (length < 0 ? (gsize)strlen (text) : (gsize)length);
  self->tag = NULL;
}

static gboolean
begins (const GsMarkupPlace *self, const char *at, const char *word)
{
  return (gsize)(self->end - at) >= strlen (word) && strncmp (at, word, strlen (word)) == 0;
}

/* Past what begins at @at and ends in @close. */
static const char *
skip_to (const GsMarkupPlace *self, const char *at, const char *close)
{
  const char *found = g_strstr_len (at, self->end - at, close);

  return found != NULL ? found + strlen (close) : self->end;
}

/* Past the quotation that begins at @at. */
static const char *
skip_quoted (const GsMarkupPlace *self, const char *at)
{
  const char *close = memchr (at + 1, *at, (gsize)(self->end - at - 1));

  return close != NULL ? close + 1 : self->end;
}

static const char *
skip_tag (const GsMarkupPlace *self, const char *at)
{
  while (at < self->end && *at != '>')
    at = *at == '"' || *at == '\'' ? skip_quoted (self, at) : at + 1;
  return at;
}

void
gs_markup_place_next (GsMarkupPlace *self)
{
  const char *at = self->tag != NULL ? skip_tag (self, self->tag) : self->start;

  while ((at = memchr (at, '<', (gsize)(self->end - at))) != NULL)
    {
      if (begins (self, at, "<!--"))
        at = skip_to (self, at + strlen ("<!--"), "-->");
      else if (begins (self, at, "<![CDATA["))
        at = skip_to (self, at, "]]>");
      else if (begins (self, at, "<?"))
        at = skip_to (self, at, "?>");
      else if (begins (self, at, "</") || begins (self, at, "<!"))
        at = skip_to (self, at, ">");
      else
        {
          self->tag = at;
          return;
        }
    }
}

static int
line_of (const GsMarkupPlace *self, const char *at)
{
  int line = 1;

  for (const char *p = self->start; p < at; p++)
    line += *p == '\n';
  return line;
}

int
gs_markup_place_line (const GsMarkupPlace *self)
{
  return line_of (self, self->tag != NULL ? self->tag : self->start);
}

int
gs_markup_place_attribute_line (const GsMarkupPlace *self, const char *name)
{
  const char *at = self->tag;

  while (at != NULL && at < self->end && *at != '>')
    {
      const char *word = at;

      if (*at == '"' || *at == '\'')
        {
          at = skip_quoted (self, at);
          continue;
        }
      while (at < self->end && !g_ascii_isspace (*at) && strchr ("=>\"'/", *at) == NULL)
        at++;
      if ((gsize)(at - word) == strlen (name) && strncmp (word, name, strlen (name)) == 0)
        return line_of (self, word);
      if (at == word)
        at++;
    }
  return gs_markup_place_line (self);
}
