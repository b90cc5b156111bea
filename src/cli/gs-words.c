#include "gs-words.h"

#include <inttypes.h>
#include <string.h>

#include "gs-cli.h"
#include "gs-error.h"

gboolean
gs_parse_whole (const char *what, const char *text, gint64 least, gint64 most, gint64 *value, GError **error)
{
  /* Digits alone can still be more than an integer holds: then the limit is what
   * the message is about. */
  const gboolean digits_only = text[0] != '\0' && text[strspn (text, "0123456789")] == '\0';

  if (g_ascii_string_to_signed (text, 10, least, most, value, NULL))
    return TRUE;
  if (most == G_MAXINT64 && !digits_only)
    g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                 "%s is “%s”, which is not a whole number from %" PRId64 " on; write digits only.", what,
                 text, least);
  else
    g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                 "%s is “%s”; give a whole number from %" PRId64 " to %" PRId64 ".", what, text, least, most);
  return FALSE;
}

int
gs_parse_pair (const char *what, const char *text, gint64 least, gint64 values[2], GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", -1);
  guint n_parts = g_strv_length (parts);

  values[1] = 1;
  if (n_parts < 1 || n_parts > 2)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "%s is “%s”; write one number, or two such as 16x16.", what, text);
      return 0;
    }
  if (n_parts == 2 && (*parts[0] == '\0' || *parts[1] == '\0'))
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "%s is “%s”, which has a number missing at the x; write two such as 16x16.", what, text);
      return 0;
    }
  for (guint i = 0; i < n_parts; i++)
    {
      if (!gs_parse_whole (what, parts[i], least, G_MAXINT64, &values[i], error))
        return 0;
    }
  return (int)n_parts;
}

char *
gs_describe_shape (GsOp op, gint64 m, gint64 n, gint64 k)
{
  if (op == GS_OP_MATMUL)
    return g_strdup_printf ("%" PRId64 "×%" PRId64 " times %" PRId64 "×%" PRId64, m, k, k, n);
  if (m == 1)
    return g_strdup_printf ("vectors of %" PRId64, n);
  return g_strdup_printf ("%" PRId64 "×%" PRId64, m, n);
}

gboolean
gs_check_language (const char *word, GError **error)
{
  static const char *const languages[] = { "en", "zh_CN", NULL };

  return g_strv_contains (languages, word) || gs_set_unknown_word_error (error, "language", word, languages);
}
