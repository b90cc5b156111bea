#include "gs-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-format.h"

G_DEFINE_QUARK (gs - core - error - quark, gs_core_error)

enum
{
  MAX_WORD = 64, /* longer words are no slip of the finger for any of ours */
};

static gboolean
same_letter (char a, char b)
{
  return g_ascii_tolower (a) == g_ascii_tolower (b);
}

/* Levenshtein distance in bytes, neighbours swapped counting as one, upper and
 * lower case as the same. */
static gsize
edit_distance (const char *a, gsize n_a, const char *b, gsize n_b)
{
  gsize rows[3][MAX_WORD + 1];
  gsize *before = rows[0], *last = rows[1], *row = rows[2];

  for (gsize j = 0; j <= n_b; j++)
    last[j] = j;
  for (gsize i = 1; i <= n_a; i++)
    {
      gsize *spare = before;

      row[0] = i;
      for (gsize j = 1; j <= n_b; j++)
        {
          gsize best = MIN (last[j], row[j - 1]) + 1;

          best = MIN (best, last[j - 1] + !same_letter (a[i - 1], b[j - 1]));
          if (i > 1 && j > 1 && same_letter (a[i - 1], b[j - 2]) && same_letter (a[i - 2], b[j - 1]))
            best = MIN (best, before[j - 2] + 1);
          row[j] = best;
        }
      before = last;
      last = row;
      row = spare;
    }
  return last[n_b];
}

const char *
gs_nearest_word (const char *word, const char *const *known)
{
  const char *nearest = NULL;
  gsize length, least;

  g_return_val_if_fail (word != NULL, NULL);
  g_return_val_if_fail (known != NULL, NULL);

  length = strlen (word);
  if (length > MAX_WORD)
    return NULL;
  least = length / 2 + 1;
  for (; *known != NULL; known++)
    {
      gsize distance;

      if (strlen (*known) > MAX_WORD)
        continue;
      distance = edit_distance (word, length, *known, strlen (*known));
      if (distance < least)
        {
          least = distance;
          nearest = *known;
        }
    }
  return nearest;
}

gboolean
gs_set_unknown_word_error (GError **error, const char *what, const char *word, const char *const *known)
{
  const char *nearest = gs_nearest_word (word, known);
  g_autofree char *shown = gs_format_excerpt (word, GS_FORMAT_QUOTED_BYTES);

  if (nearest != NULL)
    g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_NAME, _ ("Unknown %s “%s”; did you mean “%s”?"), what,
                 shown, nearest);
  else
    {
      g_autofree char *all = g_strjoinv (", ", (char **)known);

      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_NAME, _ ("Unknown %s “%s”; known are %s."), what,
                   shown, all);
    }
  return FALSE;
}
