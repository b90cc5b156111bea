#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-file.h"
#include "gs-format.h"
#include "gs-json-fields.h"
#include "gs-kernel-info.h"
#include "gs-spec-json.h"

static const char *const spec_keys[] = { "schema",
                                         "op",
                                         "m",
                                         "n",
                                         "k",
                                         "a",
                                         "b",
                                         "block",
                                         "grid",
                                         "guard",
                                         "map",
                                         "break",
                                         "kernel",
                                         "backend",
                                         "repeats",
                                         "device",
                                         "cold",
                                         "index_bits",
                                         "threads",
                                         "exact_order",
                                         "host_memory",
                                         "flush_cache",
                                         "sample_blocks",
                                         NULL };

static const char *
op_nick (int i)
{
  return gs_op_nick ((GsOp)i);
}

static const char *
map_nick (int i)
{
  return i == GS_MAP_X_COLUMN ? "x=column" : "x=row";
}

static const char *
host_memory_nick (int i)
{
  return i == GS_HOST_MEMORY_PAGEABLE ? "pageable" : "pinned";
}

const char *const *
gs_spec_json_keys (void)
{
  return spec_keys;
}

static JsonNode *
source_to_json (const GsSource *source)
{
  g_autofree char *word = gs_source_to_word (source);
  if (word != NULL)
    return json_node_init_string (json_node_alloc (), word);
  JsonNode *values = gs_matrix_to_json (source->values, GS_JSON_MAX_INLINE);
  if (source->label == NULL)
    return values;
  JsonObject *object = json_object_new ();
  gs_json_set_string (object, "label", source->label);
  json_object_set_member (object, "values", values);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

static GsSource *
source_from_json (JsonNode *node, GError **error)
{
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return gs_source_parse_generator (json_node_get_string (node), error);
  if (JSON_NODE_HOLDS_VALUE (node) || JSON_NODE_HOLDS_NULL (node))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("a matrix must be a generator (\"random:1\") or rows of numbers ([[1,2],[3,4]])"));
      return NULL;
    }
  JsonNode *values = node;
  const char *label = NULL;
  if (JSON_NODE_HOLDS_OBJECT (node) && json_object_has_member (json_node_get_object (node), "values"))
    {
      static const char *const keys[] = { "label", "values", NULL };
      GsJsonFields fields;
      gs_json_fields_init (&fields, node, "source", error);
      gs_json_fields_check_keys (&fields, keys);
      label = gs_json_fields_string (&fields, "label", NULL);
      values = json_object_get_member (fields.object, "values");
      gs_json_fields_clear (&fields);
      if (!fields.ok)
        return NULL;
    }
  g_autoptr (GsMatrix) matrix = gs_matrix_from_json (values, error);
  return matrix != NULL ? gs_source_new_values (matrix, label) : NULL;
}

static void
set_words (JsonObject *object, const char *key, char **words)
{
  JsonArray *array = json_array_new ();
  for (char **word = words; word != NULL && *word != NULL; word++)
    json_array_add_string_element (array, *word);
  json_object_set_array_member (object, key, array);
}

static void
set_grid (JsonObject *object, const GsSpec *spec)
{
  if (spec->grid_rule == GS_GRID_EXPLICIT)
    gs_json_set_ints (object, "grid", spec->grid, spec->block_dims);
  else
    json_object_set_string_member (object, "grid", spec->grid_rule == GS_GRID_CEIL ? "ceil" : "floor");
}

static void
set_faults (JsonObject *object, guint faults)
{
  JsonArray *array = json_array_new ();
  for (guint bit = 1; bit != 0 && bit <= faults; bit <<= 1)
    if ((faults & bit) != 0 && gs_fault_nick ((GsFault)bit) != NULL)
      json_array_add_string_element (array, gs_fault_nick ((GsFault)bit));
  json_object_set_array_member (object, "break", array);
}

JsonNode *
gs_spec_to_json (const GsSpec *spec)
{
  g_return_val_if_fail (spec != NULL, NULL);

  JsonObject *object = json_object_new ();
  json_object_set_string_member (object, "schema", "gridscope.spec/1");
  json_object_set_string_member (object, "op", gs_op_nick (spec->op));
  json_object_set_int_member (object, "m", spec->m);
  json_object_set_int_member (object, "n", spec->n);
  json_object_set_int_member (object, "k", spec->k);
  json_object_set_member (object, "a", source_to_json (spec->a));
  json_object_set_member (object, "b", source_to_json (spec->b));
  gs_json_set_ints (object, "block", spec->block, spec->block_dims);
  set_grid (object, spec);
  json_object_set_boolean_member (object, "guard", spec->guard);
  json_object_set_string_member (object, "map", map_nick (spec->map));
  json_object_set_int_member (object, "index_bits", spec->index_bits);
  set_faults (object, spec->faults);
  set_words (object, "backend", spec->backends);
  set_words (object, "kernel", spec->kernels);
  json_object_set_int_member (object, "repeats", spec->repeats);
  gs_json_set_string (object, "device", spec->device);
  json_object_set_boolean_member (object, "cold", spec->cold);
  json_object_set_string_member (object, "host_memory", host_memory_nick (spec->host_memory));
  json_object_set_boolean_member (object, "flush_cache", spec->flush_cache);
  json_object_set_int_member (object, "threads", spec->threads);
  json_object_set_boolean_member (object, "exact_order", spec->exact_order);
  json_object_set_int_member (object, "sample_blocks", spec->sample_blocks);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

static void
read_source (GsJsonFields *fields, const char *key, GsSource **place)
{
  if (!gs_json_fields_has (fields, key))
    return;
  g_autoptr (GError) error = NULL;
  GsSource *source = source_from_json (json_object_get_member (fields->object, key), &error);
  if (source == NULL)
    {
      fields->ok = FALSE;
      g_prefix_error (&error, "%s%s", key, gs_join (GS_JOIN_COLON));
      g_propagate_error (fields->error, g_steal_pointer (&error));
      return;
    }
  gs_source_unref (*place);
  *place = source;
}

static void
read_launch (GsJsonFields *fields, GsSpec *spec)
{
  gint64 block[2] = { 0, 1 };
  int n = gs_json_fields_ints (fields, "block", 0, G_MAXINT64, block, 2);
  if (n == 0)
    gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "block", _ ("is empty; write [x] or [x,y]"));
  else if (n > 0)
    {
      spec->block_dims = n;
      spec->block[0] = block[0];
      spec->block[1] = block[1];
    }

  JsonNode *grid
      = gs_json_fields_has (fields, "grid") ? json_object_get_member (fields->object, "grid") : NULL;
  if (grid != NULL && JSON_NODE_HOLDS_ARRAY (grid))
    {
      gint64 size[2] = { 0, 1 };
      n = gs_json_fields_ints (fields, "grid", 0, G_MAXINT64, size, 2);
      if (n == 0 || n > spec->block_dims)
        gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "grid",
                             _ ("has %d numbers where the block has %d; write as many for both"), n,
                             spec->block_dims);
      spec->grid_rule = GS_GRID_EXPLICIT;
      spec->grid[0] = size[0];
      spec->grid[1] = size[1];
    }
  else if (grid != NULL)
    {
      const char *word = gs_json_fields_string (fields, "grid", "ceil");
      if (strcmp (word, "ceil") != 0 && strcmp (word, "floor") != 0)
        gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "grid",
                             _ ("is “%.*s”; write \"ceil\", \"floor\", [x] or [x,y]"),
                             gs_format_cut (word, 40), word);
      spec->grid_rule = strcmp (word, "floor") == 0 ? GS_GRID_FLOOR : GS_GRID_CEIL;
    }
  spec->guard = gs_json_fields_boolean (fields, "guard", spec->guard);
  spec->map = (GsMap)gs_json_fields_nick (fields, "map", map_nick, 2, (int)spec->map);
  spec->index_bits = (int)gs_json_fields_int (fields, "index_bits", 32, 64, spec->index_bits);
  if (spec->index_bits != 32 && spec->index_bits != 64)
    gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "index_bits", _ ("is %d; it must be 32 or 64"),
                         spec->index_bits);
}

/* Passes an error of core on, with the key in front. */
static void
fail_with (GsJsonFields *fields, const char *key, GError *error)
{
  if (fields->ok)
    {
      g_prefix_error (&error, "%s%s", key, gs_join (GS_JOIN_COLON));
      g_propagate_error (fields->error, error);
      fields->ok = FALSE;
    }
  else
    g_error_free (error);
}

static void
read_faults (GsJsonFields *fields, GsSpec *spec)
{
  g_auto (GStrv) words = gs_json_fields_words (fields, "break");
  for (char **word = words; word != NULL && *word != NULL && fields->ok; word++)
    {
      GError *error = NULL;
      GsFault fault;
      if (gs_fault_from_nick (*word, &fault, &error))
        spec->faults |= fault;
      else
        fail_with (fields, "break", error);
    }
}

static void
read_names (GsJsonFields *fields, GsSpec *spec)
{
  char **backends = gs_json_fields_words (fields, "backend");
  if (backends != NULL)
    {
      g_strfreev (spec->backends);
      spec->backends = backends;
    }
  for (char **word = spec->backends; *word != NULL && fields->ok; word++)
    {
      GError *error = NULL;
      if (g_strv_contains (gs_backend_words (), *word))
        continue;
      gs_set_unknown_word_error (&error, _ ("backend"), *word, gs_backend_words ());
      fail_with (fields, "backend", error);
    }

  char **kernels = gs_json_fields_words (fields, "kernel");
  if (kernels != NULL)
    {
      g_strfreev (spec->kernels);
      spec->kernels = kernels;
    }
  for (char **word = spec->kernels; *word != NULL && fields->ok; word++)
    {
      GError *error = NULL;
      if (gs_kernel_info_find (*word, &error) == NULL)
        fail_with (fields, "kernel", error);
    }
}

static void
read_run (GsJsonFields *fields, GsSpec *spec)
{
  spec->repeats = (int)gs_json_fields_int (fields, "repeats", 1, GS_SPEC_MAX_REPEATS, spec->repeats);
  spec->threads = (int)gs_json_fields_int (fields, "threads", 0, GS_SPEC_MAX_THREADS, spec->threads);
  spec->cold = gs_json_fields_boolean (fields, "cold", spec->cold);
  spec->flush_cache = gs_json_fields_boolean (fields, "flush_cache", spec->flush_cache);
  spec->exact_order = gs_json_fields_boolean (fields, "exact_order", spec->exact_order);
  spec->sample_blocks
      = gs_json_fields_int (fields, "sample_blocks", 0, GS_SPEC_MAX_SAMPLE_BLOCKS, spec->sample_blocks);
  spec->host_memory = (GsHostMemory)gs_json_fields_nick (fields, "host_memory", host_memory_nick, 2,
                                                         (int)spec->host_memory);
  if (gs_json_fields_has (fields, "device"))
    {
      g_free (spec->device);
      spec->device = g_strdup (gs_json_fields_string (fields, "device", NULL));
    }
}

static void
read_sizes (GsJsonFields *fields, GsSpec *spec)
{
  gint64 m = gs_json_fields_int (fields, "m", 0, G_MAXINT64, -1);
  gint64 n = gs_json_fields_int (fields, "n", 0, G_MAXINT64, -1);
  gint64 k = gs_json_fields_int (fields, "k", 0, G_MAXINT64, -1);
  gboolean product = spec->op == GS_OP_MATMUL;
  if (!product && k > 0)
    gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "k", _ ("belongs to matmul; leave it out for %s"),
                         gs_op_nick (spec->op));
  if (m >= 0 && n >= 0 && (!product || k >= 0))
    {
      spec->m = m;
      spec->n = n;
      spec->k = product ? k : 0;
      return;
    }
  GError *error = NULL;
  if (fields->ok && !gs_spec_infer_sizes (spec, m, n, product ? k : -1, &error))
    {
      g_propagate_error (fields->error, error);
      fields->ok = FALSE;
    }
}

GsSpec *
gs_spec_from_json (JsonNode *node, GError **error)
{
  g_return_val_if_fail (node != NULL, NULL);

  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsJsonFields fields;
  gs_json_fields_init (&fields, node, "spec", error);
  gs_json_fields_schema (&fields, "gridscope.spec", 1, TRUE);
  gs_json_fields_check_keys (&fields, spec_keys);
  spec->op = (GsOp)gs_json_fields_nick (&fields, "op", op_nick, GS_N_OPS, (int)spec->op);
  read_source (&fields, "a", &spec->a);
  read_source (&fields, "b", &spec->b);
  read_launch (&fields, spec);
  read_faults (&fields, spec);
  read_names (&fields, spec);
  read_run (&fields, spec);
  read_sizes (&fields, spec);
  gs_json_fields_clear (&fields);
  return fields.ok ? g_steal_pointer (&spec) : NULL;
}

GsSpec *
gs_spec_load (GFile *file, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_load (file, error);
  GsSpec *spec = node != NULL ? gs_spec_from_json (node, error) : NULL;
  if (node != NULL && spec == NULL)
    gs_file_prefix_error (file, error);
  return spec;
}

gboolean
gs_spec_save (const GsSpec *spec, GFile *file, GError **error)
{
  g_autoptr (JsonNode) node = gs_spec_to_json (spec);
  return gs_json_save (node, file, error);
}
