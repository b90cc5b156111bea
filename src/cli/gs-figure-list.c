#include "gs-figure-list.h"

#include <inttypes.h>

#include "gs-error.h"
#include "gs-figure-window.h"
#include "gs-figure.h"
#include "gs-json.h"

#define SCHEMA "gridscope.figures/1"

static void
item_free (gpointer data)
{
  GsFigureItem *item = data;

  g_free (item->place);
  g_free (item->kind);
  g_free (item->output);
  g_free (item->alt);
  g_strfreev (item->options);
  g_free (item);
}

void
gs_figure_list_free (GsFigureList *self)
{
  g_free (self->path);
  g_free (self->directory);
  g_free (self->drawn_with);
  g_ptr_array_unref (self->items);
  g_free (self);
}

/* What the member @key says to the command line; a false one says nothing, but
 * its name is checked all the same. */
static char *
option_new (const char *key, JsonNode *node, GError **error)
{
  GType type = json_node_get_value_type (node);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (JSON_NODE_HOLDS_VALUE (node) && type == G_TYPE_BOOLEAN)
    return g_strconcat ("--", key, NULL);
  if (JSON_NODE_HOLDS_VALUE (node) && type == G_TYPE_STRING)
    return g_strconcat ("--", key, "=", json_node_get_string (node), NULL);
  if (JSON_NODE_HOLDS_VALUE (node) && type == G_TYPE_INT64)
    return g_strdup_printf ("--%s=%" PRId64, key, json_node_get_int (node));
  if (JSON_NODE_HOLDS_VALUE (node) && type == G_TYPE_DOUBLE)
    return g_strconcat ("--", key, "=", g_ascii_dtostr (number, sizeof number, json_node_get_double (node)),
                        NULL);
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
               "“%s” must be text, a number, true or false, such as \"block\": \"8x4\".", key);
  return NULL;
}

static gboolean
is_false (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN
         && !json_node_get_boolean (node);
}

typedef struct
{
  GPtrArray *said;  /* what the figure is drawn with */
  GPtrArray *named; /* the same and what was taken back: to be checked */
} Options;

/* The members of @object as options, without those that @over has too. */
static gboolean
collect_options (JsonObject *object, JsonObject *over, const Options *options, GError **error)
{
  static const char *const own[] = { "figure", "output", "alt", NULL };
  static const char *const of_the_list[] = { "batch", "check", "differences", "save", "help", NULL };
  g_autoptr (GList) keys = json_object_get_members (object);

  for (GList *l = keys; l != NULL; l = l->next)
    {
      const char *key = l->data;
      JsonNode *node = json_object_get_member (object, key);
      g_autofree char *option = NULL;

      if (g_strv_contains (own, key) || (over != NULL && json_object_has_member (over, key)))
        continue;
      if (g_strv_contains (of_the_list, key))
        {
          g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                       "“%s” is not for one figure of a list; leave it out.", key);
          return FALSE;
        }
      option = option_new (key, node, error);
      if (option == NULL)
        return FALSE;
      g_ptr_array_add (options->named, g_strdup (option));
      if (!is_false (node))
        g_ptr_array_add (options->said, g_steal_pointer (&option));
    }
  return TRUE;
}

static gboolean
take_text (JsonObject *object, const char *key, gboolean needed, char **text, GError **error)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL && !needed)
    return TRUE;
  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    {
      *text = json_node_dup_string (node);
      return TRUE;
    }
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE, "“%s” %s, such as \"%s\": \"%s\".", key,
               node == NULL ? "is missing; give it as text" : "must be text", key,
               g_str_equal (key, "figure") ? "coverage" : "images/coverage.png");
  return FALSE;
}

static GPtrArray *
string_array_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

/* Whether the picture is one of the window, so that "figure" names a view. */
static gboolean
is_of_window (JsonObject *object, JsonObject *common)
{
  JsonNode *node = json_object_get_member (object, "window");

  if (node == NULL && common != NULL)
    node = json_object_get_member (common, "window");
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN
         && json_node_get_boolean (node);
}

static gboolean
read_item (JsonNode *node, JsonObject *common, GsFigureItem *item, GError **error)
{
  g_autoptr (GPtrArray) said = string_array_new ();
  g_autoptr (GPtrArray) named = string_array_new ();
  g_autoptr (GsArguments) arguments = NULL;
  Options options = { said, named };
  JsonObject *object;
  GsFigureKind kind;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error_literal (
          error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
          "It must be an object, such as {\"figure\": \"coverage\", \"output\": \"a.png\"}.");
      return FALSE;
    }
  object = json_node_get_object (node);
  if (!take_text (object, "figure", TRUE, &item->kind, error)
      || !take_text (object, "output", TRUE, &item->output, error)
      || !take_text (object, "alt", FALSE, &item->alt, error)
      || !(is_of_window (object, common) ? gs_figure_window_view (item->kind, &kind, error)
                                         : gs_figure_kind_from_nick (item->kind, &kind, error))
      || (common != NULL && !collect_options (common, object, &options, error))
      || !collect_options (object, NULL, &options, error))
    return FALSE;
  arguments = gs_arguments_parse (&gs_command_figure, (int)named->len, (char **)named->pdata, error);
  if (arguments == NULL)
    return FALSE;
  item->of_window = is_of_window (object, common);
  g_ptr_array_add (said, NULL);
  item->options = (char **)g_ptr_array_free (g_steal_pointer (&said), FALSE);
  return TRUE;
}

/* FALSE: the file is in @names already, under whichever name ("a.png", "./a.png"). */
static gboolean
add_name (GHashTable *names, const char *directory, const char *name)
{
  return g_hash_table_add (names, g_canonicalize_filename (name, directory));
}

static gboolean
read_items (GsFigureList *self, JsonArray *array, JsonObject *common, GError **error)
{
  g_autoptr (GHashTable) outputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      GsFigureItem *item = g_new0 (GsFigureItem, 1);

      g_ptr_array_add (self->items, item);
      item->place = g_strdup_printf ("figures[%u]", i);
      if (!read_item (json_array_get_element (array, i), common, item, error))
        {
          g_prefix_error (error, "%s: %s: ", self->path, item->place);
          return FALSE;
        }
      if (!add_name (outputs, self->directory, item->output)
          || (item->alt != NULL && !add_name (outputs, self->directory, item->alt)))
        {
          g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                       "%s: %s: Its files (%s) are named twice in the list; give each a name of its own.",
                       self->path, item->place, item->output);
          return FALSE;
        }
    }
  return TRUE;
}

/* The document's own members; their order is that of the errors. */
static gboolean
read_document (GsFigureList *self, JsonNode *node, GError **error)
{
  static const char *const known[] = { "schema", "drawn_with", "common", "figures", NULL };
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *schema = object != NULL ? gs_json_get_string (object, "schema", NULL) : NULL;
  JsonNode *figures = object != NULL ? json_object_get_member (object, "figures") : NULL;
  JsonNode *common = object != NULL ? json_object_get_member (object, "common") : NULL;
  g_autoptr (GList) keys = object != NULL ? json_object_get_members (object) : NULL;

  if (g_strcmp0 (schema, SCHEMA) != 0)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "%s: It is no list of figures: it must be an object with \"schema\": \"" SCHEMA "\".",
                   self->path);
      return FALSE;
    }
  for (GList *l = keys; l != NULL; l = l->next)
    {
      if (!g_strv_contains (known, l->data))
        {
          gs_set_unknown_word_error (error, "key", l->data, known);
          g_prefix_error (error, "%s: ", self->path);
          return FALSE;
        }
    }
  if (figures == NULL || !JSON_NODE_HOLDS_ARRAY (figures)
      || (common != NULL && !JSON_NODE_HOLDS_OBJECT (common)))
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "%s: “figures” must be an array and “common”, if it is there, an object.", self->path);
      return FALSE;
    }
  if (!take_text (object, "drawn_with", FALSE, &self->drawn_with, error))
    return FALSE;
  return read_items (self, json_node_get_array (figures),
                     common != NULL ? json_node_get_object (common) : NULL, error);
}

GsFigureList *
gs_figure_list_load (const char *path, GError **error)
{
  g_autoptr (GsFigureList) self = g_new0 (GsFigureList, 1);
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (absolute);

  self->path = g_strdup (path);
  self->directory = g_path_get_dirname (absolute);
  self->items = g_ptr_array_new_with_free_func (item_free);
  node = gs_json_load (file, error);
  return node != NULL && read_document (self, node, error) ? g_steal_pointer (&self) : NULL;
}
