#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-profile-io.h"
#include "gs-profiles-resource.h"
#include "gs-report-json.h"

#define PREFIX "/org/gridscope/profiles"
#define SUFFIX ".json"

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static char **
list_words (void)
{
  gs_profiles_register_resource ();
  char **files = g_resource_enumerate_children (gs_profiles_get_resource (), PREFIX,
                                                G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_val_if_fail (files != NULL, g_new0 (char *, 1));
  for (char **file = files; *file != NULL; file++)
    (*file)[strlen (*file) - strlen (SUFFIX)] = 0;
  qsort (files, g_strv_length (files), sizeof *files, compare_words);
  return files;
}

const char *const *
gs_profile_words (void)
{
  static char **words;
  if (g_once_init_enter (&words))
    g_once_init_leave (&words, list_words ());
  return (const char *const *)words;
}

gboolean
gs_profile_find (const char *word, GsLimits *limits, GError **error)
{
  g_return_val_if_fail (word != NULL && limits != NULL, FALSE);

  if (!g_strv_contains (gs_profile_words (), word))
    {
      const char *nearest = gs_nearest_word (word, gs_profile_words ());
      g_autofree char *all = g_strjoinv (", ", (char **)gs_profile_words ());
      if (nearest != NULL)
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                     _ ("there is no device profile “%.*s”; did you mean “%s”?"), gs_format_cut (word, 60),
                     word, nearest);
      else
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                     _ ("there is no device profile “%.*s”; there are %s"), gs_format_cut (word, 60), word,
                     all);
      return FALSE;
    }
  g_autofree char *path = g_strconcat (PREFIX "/", word, SUFFIX, NULL);
  g_autoptr (GBytes) bytes
      = g_resource_lookup_data (gs_profiles_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (bytes == NULL)
    return FALSE;
  gsize n_bytes;
  const char *text = g_bytes_get_data (bytes, &n_bytes);
  g_autoptr (JsonNode) node = gs_json_parse (text, (gssize)n_bytes, error);
  return node != NULL && gs_limits_from_json (node, limits, error);
}
