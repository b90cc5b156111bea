#include <string.h>

#include "gs-export-private.h"

typedef struct
{
  GHashTable *names; /* id → its place in order of appearance */
  GString *out;
} Tidy;

/* An id such as "surface27" keeps its word and gets a number of this file. */
static void
append_id (Tidy *self, const char *id, gsize length)
{
  g_autofree char *key = g_strndup (id, length);
  gsize word = 0;
  gpointer number = g_hash_table_lookup (self->names, key);

  while (word < length && g_ascii_isalpha (key[word]))
    word++;
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->names) + 1);
      g_hash_table_insert (self->names, g_strdup (key), number);
    }
  g_string_append_len (self->out, key, word);
  g_string_append_printf (self->out, "%u", GPOINTER_TO_UINT (number));
}

/* The ways in which cairo writes an id: id="x", xlink:href="#x", url(#x). */
static const struct
{
  const char *start, *end;
} forms[] = { { " id=\"", "\"" }, { "href=\"#", "\"" }, { "url(#", ")" } };

static void
append_renumbered (Tidy *self, const char *text)
{
  /* Where each form is next, at or after @text; NULL: nowhere. */
  const char *next[G_N_ELEMENTS (forms)];

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    next[i] = strstr (text, forms[i].start);
  while (TRUE)
    {
      guint first = 0;
      const char *id, *end;

      for (guint i = 1; i < G_N_ELEMENTS (forms); i++)
        if (next[i] != NULL && (next[first] == NULL || next[i] < next[first]))
          first = i;
      id = next[first] != NULL ? next[first] + strlen (forms[first].start) : NULL;
      end = id != NULL ? strstr (id, forms[first].end) : NULL;
      if (end == NULL)
        break;
      g_string_append_len (self->out, text, id - text);
      append_id (self, id, (gsize)(end - id));
      text = end;
      next[first] = strstr (text, forms[first].start);
    }
  g_string_append (self->out, text);
}

static void
append_descriptions (GString *out, const char *title, const char *description)
{
  g_autofree char *safe_title = g_markup_escape_text (title, -1);
  g_autofree char *safe_description = g_markup_escape_text (description, -1);

  g_string_append_printf (
      out, "\n<title id=\"figure-title\">%s</title>\n<desc id=\"figure-description\">%s</desc>", safe_title,
      safe_description);
}

void
gs_svg_tidy (
    const GByteArray *raw, const char *title, const char *description, const char *language, GByteArray *tidy)
{
  g_autofree char *text = g_strndup ((const char *)raw->data, raw->len);
  Tidy self = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                g_string_sized_new (raw->len + 1024) };
  char *root = strstr (text, "<svg"), *body = root != NULL ? strchr (root, '>') : NULL;

  if (body != NULL)
    {
      g_string_append_len (self.out, text, root + 4 - text);
      g_string_append (self.out, " role=\"img\" aria-labelledby=\"figure-title figure-description\"");
      if (language != NULL)
        {
          g_autofree char *tag = g_strdelimit (g_strdup (language), "_", '-');

          g_string_append_printf (self.out, " xml:lang=\"%s\"", tag);
        }
      g_string_append_len (self.out, root + 4, body + 1 - root - 4);
      append_descriptions (self.out, title, description);
      append_renumbered (&self, body + 1);
    }
  else
    g_string_append (self.out, text);
  g_byte_array_append (tidy, (const guint8 *)self.out->str, self.out->len);
  g_hash_table_unref (self.names);
  g_string_free (self.out, TRUE);
}
