#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-export.h"
#include "gs-format.h"
#include "gs-import.h"
#include "gs-session-data.h"
#include "gs-session.h"

#define NAME_PREFIX "matrix-"
#define NAME_SUFFIX ".npy"

enum
{
  HASH_DIGITS = 32,
};

void
gs_session_data_init (GsSessionData *self, GFile *file, GCancellable *cancellable)
{
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autoptr (GFile) parent = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *folder = name != NULL ? g_strconcat (name, ".data", NULL) : NULL;
  self->folder = parent != NULL ? g_file_get_child (parent, folder) : NULL;
  self->used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->names = g_hash_table_new_full (NULL, NULL, (GDestroyNotify)gs_matrix_unref, g_free);
  self->loaded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)gs_matrix_unref);
  self->cancellable = cancellable;
}

void
gs_session_data_clear (GsSessionData *self)
{
  g_clear_object (&self->folder);
  g_clear_pointer (&self->used, g_hash_table_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->loaded, g_hash_table_unref);
}

static gboolean
is_large (const GsSource *source)
{
  return source->values != NULL && gs_matrix_elements (source->values) > GS_SESSION_MAX_INLINE;
}

GsSpec *
gs_session_data_light_spec (const GsSpec *spec)
{
  GsSpec *light = gs_spec_copy (spec);
  g_autoptr (GsSource) stand_in = gs_source_new_generator (GS_SOURCE_ZEROS, 0);
  if (is_large (light->a))
    gs_spec_set_a (light, stand_in);
  if (is_large (light->b))
    gs_spec_set_b (light, stand_in);
  return light;
}

static char *
hashed_name (const GsMatrix *matrix)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gint64 sizes[2] = { GINT64_TO_LE (matrix->m), GINT64_TO_LE (matrix->n) };
  g_checksum_update (checksum, (const guchar *)sizes, sizeof sizes);
  g_checksum_update (checksum, (const guchar *)matrix->data,
                     (gssize)gs_matrix_elements (matrix) * (gssize)sizeof (float));
  return g_strdup_printf (NAME_PREFIX "%.*s" NAME_SUFFIX, HASH_DIGITS, g_checksum_get_string (checksum));
}

static const char *
name_of (GsSessionData *self, GsMatrix *matrix)
{
  const char *name = g_hash_table_lookup (self->names, matrix);

  if (name == NULL)
    {
      char *made = hashed_name (matrix);

      g_hash_table_insert (self->names, gs_matrix_ref (matrix), made);
      name = made;
    }
  return name;
}

/* Only names that this program could have given: no separators, no dots that
 * lead elsewhere. */
static gboolean
is_own_name (const char *name)
{
  if (!g_str_has_prefix (name, NAME_PREFIX))
    return FALSE;
  name += strlen (NAME_PREFIX);
  for (int i = 0; i < HASH_DIGITS; i++, name++)
    if (!g_ascii_isxdigit (*name))
      return FALSE;
  return strcmp (name, NAME_SUFFIX) == 0;
}

static gboolean
make_folder (GsSessionData *self, GError **error)
{
  GError *cause = NULL;
  if (g_file_make_directory (self->folder, self->cancellable, &cause))
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_error_free (cause);
      return TRUE;
    }
  g_propagate_error (error, cause);
  return FALSE;
}

static gboolean
write_source (
    GsSessionData *self, const GsSource *source, const char *key, JsonObject *spec_json, GError **error)
{
  if (!is_large (source))
    return TRUE;
  const char *name = name_of (self, source->values);
  g_autoptr (GFile) file = g_file_get_child (self->folder, name);
  if (!make_folder (self, error)
      || (!g_file_query_exists (file, self->cancellable)
          && !gs_export_file (source->values, file, self->cancellable, error)))
    return FALSE;
  JsonObject *object = json_object_new ();
  if (source->label != NULL)
    json_object_set_string_member (object, "label", source->label);
  json_object_set_string_member (object, "npy", name);
  json_object_set_object_member (spec_json, key, object);
  g_hash_table_add (self->used, g_strdup (name));
  return TRUE;
}

gboolean
gs_session_data_write (GsSessionData *self, const GsSpec *spec, JsonNode *spec_json, GError **error)
{
  JsonObject *object = json_node_get_object (spec_json);
  return write_source (self, spec->a, "a", object, error) && write_source (self, spec->b, "b", object, error);
}

void
gs_session_data_sweep (GsSessionData *self)
{
  g_autoptr (GFileEnumerator) children
      = g_file_enumerate_children (self->folder, G_FILE_ATTRIBUTE_STANDARD_NAME,
                                   G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, self->cancellable, NULL);
  GFileInfo *info;
  GFile *child;
  while (children != NULL && g_file_enumerator_iterate (children, &info, &child, self->cancellable, NULL)
         && info != NULL)
    {
      const char *name = g_file_info_get_name (info);
      if (is_own_name (name) && !g_hash_table_contains (self->used, name))
        g_file_delete (child, self->cancellable, NULL);
    }
  /* Fails, rightly, while there is something in it. */
  if (children != NULL)
    g_file_delete (self->folder, self->cancellable, NULL);
}

/* Owned by @self. */
static GsMatrix *
load (GsSessionData *self, const char *name, GError **error)
{
  GsMatrix *matrix = g_hash_table_lookup (self->loaded, name);
  g_autoptr (GFile) file = NULL;

  if (matrix != NULL)
    return matrix;
  file = g_file_get_child (self->folder, name);
  matrix = gs_import_file (file, NULL, GS_DECIMAL_AUTO, NULL, self->cancellable, error);
  if (matrix != NULL)
    g_hash_table_insert (self->loaded, g_strdup (name), matrix);
  return matrix;
}

static gboolean
read_source (GsSessionData *self, JsonObject *spec_json, const char *key, GsSource **source, GError **error)
{
  JsonNode *node = json_object_get_member (spec_json, key);
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *npy = object != NULL ? json_object_get_member (object, "npy") : NULL;
  if (npy == NULL)
    return TRUE;
  const char *name = JSON_NODE_HOLDS_VALUE (npy) ? json_node_get_string (npy) : NULL;
  if (name == NULL || !is_own_name (name))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("spec.%s names “%.*s”, which is no matrix in the folder of a session"), key,
                   gs_format_cut (name != NULL ? name : "?", 60), name != NULL ? name : "?");
      return FALSE;
    }
  if (self->folder == NULL)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("spec.%s needs “%s” from the folder beside the session file"), key, name);
      return FALSE;
    }
  GsMatrix *matrix = load (self, name, error);
  if (matrix == NULL)
    return FALSE;
  JsonNode *label = json_object_get_member (object, "label");
  *source = gs_source_new_values (
      matrix, label != NULL && JSON_NODE_HOLDS_VALUE (label) ? json_node_get_string (label) : NULL);
  json_object_remove_member (spec_json, key);
  return TRUE;
}

gboolean
gs_session_data_read (GsSessionData *self, JsonNode *spec_json, GsSource **a, GsSource **b, GError **error)
{
  *a = *b = NULL;
  if (!JSON_NODE_HOLDS_OBJECT (spec_json))
    return TRUE;
  JsonObject *object = json_node_get_object (spec_json);
  if (read_source (self, object, "a", a, error) && read_source (self, object, "b", b, error))
    return TRUE;
  g_clear_pointer (a, gs_source_unref);
  return FALSE;
}
