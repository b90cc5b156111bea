#include <glib/gi18n-lib.h>

#include "gs-sweep-json.h"

#include "gs-json.h"

#define SCHEMA "gridscope.crossover/1"

static const char *const states[] = { "none", "always", "found", "unclear" };

static void
add_string (JsonBuilder *builder, const char *key, const char *value)
{
  json_builder_set_member_name (builder, key);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_int (JsonBuilder *builder, const char *key, gint64 value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_int_value (builder, value);
}

static void
add_double (JsonBuilder *builder, const char *key, double value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_double_value (builder, value);
}

static void
add_bool (JsonBuilder *builder, const char *key, gboolean value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_boolean_value (builder, value);
}

static void
add_rounds (JsonBuilder *builder, const GsSweepPoint *point)
{
  if (point->n_rounds == 0)
    return;
  json_builder_set_member_name (builder, "rounds_ns");
  json_builder_begin_array (builder);
  for (int i = 0; i < point->n_rounds; i++)
    json_builder_add_double_value (builder, point->round_ns[i]);
  json_builder_end_array (builder);
}

static void
add_series (JsonBuilder *builder, const GsSweepSeries *series)
{
  json_builder_begin_object (builder);
  add_string (builder, "backend", series->backend);
  add_string (builder, "kernel", series->kernel);
  add_string (builder, "device", series->device);
  add_bool (builder, "gpu", series->gpu);
  add_string (builder, "ended", series->ended);
  json_builder_set_member_name (builder, "points");
  json_builder_begin_array (builder);
  for (guint i = 0; i < series->points->len; i++)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, i);

      json_builder_begin_object (builder);
      add_int (builder, "size", point->size);
      add_int (builder, "n", point->n_samples);
      add_double (builder, "compute_ns", point->compute_ns);
      add_double (builder, "mad_ns", point->compute_mad_ns);
      add_double (builder, "total_ns", point->total_ns);
      add_rounds (builder, point);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_name (JsonBuilder *builder, const char *key, const GsSweepSeries *series)
{
  g_autofree char *name = g_strconcat (series->backend, series->kernel != NULL ? " " : "",
                                       series->kernel != NULL ? series->kernel : "", NULL);

  add_string (builder, key, name);
}

static void
add_crossing (JsonBuilder *builder, const GsSweep *sweep, const GsCrossing *crossing)
{
  json_builder_begin_object (builder);
  add_int (builder, "challenger", crossing->challenger);
  add_int (builder, "incumbent", crossing->incumbent);
  add_name (builder, "challenger_name", g_ptr_array_index (sweep->series, crossing->challenger));
  add_name (builder, "incumbent_name", g_ptr_array_index (sweep->series, crossing->incumbent));
  add_bool (builder, "with_transfers", crossing->with_transfers);
  add_string (builder, "state", states[crossing->state]);
  json_builder_set_member_name (builder, "interval");
  if (crossing->state == GS_CROSSING_FOUND)
    {
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, crossing->low);
      json_builder_add_int_value (builder, crossing->high);
      json_builder_end_array (builder);
      add_bool (builder, "low_open", crossing->low_open);
      add_double (builder, "estimate", crossing->estimate);
    }
  else
    {
      json_builder_add_null_value (builder);
    }
  json_builder_end_object (builder);
}

JsonNode *
gs_sweep_to_json (const GsSweep *sweep)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_string (builder, "schema", SCHEMA);
  add_string (builder, "op", gs_op_nick (sweep->op));
  add_string (builder, "shape", sweep->vector ? "vector" : "square");
  if (sweep->recorded != NULL)
    add_string (builder, "recorded", sweep->recorded);
  json_builder_set_member_name (builder, "series");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sweep->series->len; i++)
    add_series (builder, g_ptr_array_index (sweep->series, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "crossings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sweep->crossings->len; i++)
    add_crossing (builder, sweep, &g_array_index (sweep->crossings, GsCrossing, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "skipped");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sweep->skipped->len; i++)
    {
      const GsSweepSkip *skip = &g_array_index (sweep->skipped, GsSweepSkip, i);

      json_builder_begin_object (builder);
      add_int (builder, "size", skip->size);
      /* A sentence in the place of one that nobody gave would be of the language of
       * whoever saves. */
      if (skip->reason != NULL)
        add_string (builder, "reason", skip->reason);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

/* The object's members, read with defaults; a wrong type is as good as absent,
 * and what must be there is asked for by name. */
static JsonNode *
member (JsonObject *object, const char *key, JsonNodeType type)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && json_node_get_node_type (node) == type ? node : NULL;
}

static double
get_number (JsonObject *object, const char *key)
{
  JsonNode *node = member (object, key, JSON_NODE_VALUE);

  return node != NULL ? json_node_get_double (node) : 0;
}

static gint64
get_int (JsonObject *object, const char *key)
{
  JsonNode *node = member (object, key, JSON_NODE_VALUE);

  return node != NULL ? json_node_get_int (node) : 0;
}

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("This is no %s document: %s."), SCHEMA, what);
  return FALSE;
}

/* Those who read the lines take their points by size, each once. */
static gboolean
sort_points (GsSweepSeries *series, GError **error)
{
  gs_sweep_series_sort (series);
  for (guint i = 1; i < series->points->len; i++)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, i);

      if (point[-1].size == point->size)
        return refuse (error, _ ("a series has two points of one size"));
    }
  return TRUE;
}

static gboolean
read_rounds (JsonObject *object, GsSweepPoint *point, GError **error)
{
  JsonNode *node = member (object, "rounds_ns", JSON_NODE_ARRAY);
  JsonArray *rounds = node != NULL ? json_node_get_array (node) : NULL;

  if (rounds == NULL)
    return TRUE;
  if (json_array_get_length (rounds) > GS_SWEEP_ROUNDS)
    return refuse (error, _ ("a point has more rounds than a sweep"));
  point->n_rounds = (int)json_array_get_length (rounds);
  for (int i = 0; i < point->n_rounds; i++)
    {
      JsonNode *item = json_array_get_element (rounds, (guint)i);

      point->round_ns[i] = JSON_NODE_HOLDS_VALUE (item) ? json_node_get_double (item) : 0;
      if (!(point->round_ns[i] > 0))
        return refuse (error, _ ("a round has a time that is not above 0"));
    }
  return TRUE;
}

static gboolean
read_series (GsSweep *sweep, JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *points = object != NULL ? member (object, "points", JSON_NODE_ARRAY) : NULL;
  GsSweepSeries *series;

  if (points == NULL || gs_json_get_string (object, "backend", NULL) == NULL)
    return refuse (error, _ ("a series has no backend or no points"));
  series = gs_sweep_series (sweep, gs_json_get_string (object, "backend", NULL),
                            gs_json_get_string (object, "kernel", NULL));
  g_free (series->device);
  series->device = g_strdup (gs_json_get_string (object, "device", NULL));
  g_free (series->ended);
  series->ended = g_strdup (gs_json_get_string (object, "ended", NULL));
  for (guint i = 0; i < json_array_get_length (json_node_get_array (points)); i++)
    {
      JsonNode *item = json_array_get_element (json_node_get_array (points), i);
      GsSweepPoint point = { 0 };

      if (!JSON_NODE_HOLDS_OBJECT (item))
        return refuse (error, _ ("a point is not an object"));
      object = json_node_get_object (item);
      point.size = get_int (object, "size");
      point.n_samples = get_int (object, "n");
      point.compute_ns = get_number (object, "compute_ns");
      point.compute_mad_ns = get_number (object, "mad_ns");
      point.total_ns = get_number (object, "total_ns");
      if (point.size < 1 || !(point.compute_ns > 0) || !(point.total_ns > 0))
        return refuse (error, _ ("a point has a size or a time that is not above 0"));
      if (!read_rounds (object, &point, error))
        return FALSE;
      g_array_append_val (series->points, point);
    }
  return sort_points (series, error);
}

static void
read_skipped (GsSweep *sweep, JsonObject *object)
{
  JsonNode *skipped = member (object, "skipped", JSON_NODE_ARRAY);

  for (guint i = 0; skipped != NULL && i < json_array_get_length (json_node_get_array (skipped)); i++)
    {
      JsonNode *item = json_array_get_element (json_node_get_array (skipped), i);
      JsonObject *skip = JSON_NODE_HOLDS_OBJECT (item) ? json_node_get_object (item) : NULL;

      if (skip != NULL)
        gs_sweep_skip (sweep, get_int (skip, "size"), gs_json_get_string (skip, "reason", NULL));
    }
}

GsSweep *
gs_sweep_from_json (JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GsSweep) sweep = NULL;
  JsonNode *series;
  GsOp op;

  if (object == NULL || g_strcmp0 (gs_json_get_string (object, "schema", NULL), SCHEMA) != 0)
    {
      refuse (error, _ ("it does not name that schema"));
      return NULL;
    }
  if (gs_json_get_string (object, "op", NULL) == NULL)
    {
      refuse (error, _ ("it names no operation"));
      return NULL;
    }
  if (!gs_op_from_nick (gs_json_get_string (object, "op", NULL), &op, error))
    return NULL;
  series = member (object, "series", JSON_NODE_ARRAY);
  if (series == NULL)
    {
      refuse (error, _ ("it has no series"));
      return NULL;
    }
  sweep = gs_sweep_new (op, g_strcmp0 (gs_json_get_string (object, "shape", NULL), "vector") == 0);
  sweep->recorded = g_strdup (gs_json_get_string (object, "recorded", NULL));
  for (guint i = 0; i < json_array_get_length (json_node_get_array (series)); i++)
    {
      if (!read_series (sweep, json_array_get_element (json_node_get_array (series), i), error))
        return NULL;
    }
  read_skipped (sweep, object);
  /* The crossings follow from the points; they are not taken on trust. */
  gs_sweep_find_crossings (sweep);
  return g_steal_pointer (&sweep);
}
