#include <glib/gi18n-lib.h>

#include "gs-json-fields.h"
#include "gs-report-json.h"
#include "gs-roofs-fields.h"

static const GsJsonMember limits_members[] = {
  GS_JSON_MEMBER_ARRAY (GS_JSON_CHARS, GsLimits, name),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, compute_capability),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLimits, max_threads_per_block),
  GS_JSON_MEMBER_ARRAY (GS_JSON_INTS, GsLimits, max_block),
  GS_JSON_MEMBER_ARRAY (GS_JSON_INTS, GsLimits, max_grid),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, warp_size),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, multiprocessors),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, max_threads_per_sm),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, max_blocks_per_sm),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, registers_per_sm),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, registers_per_block),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, max_registers_per_thread),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, register_allocation_unit),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, warp_allocation_granularity),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLimits, shared_per_block),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLimits, shared_per_block_optin),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLimits, shared_per_sm),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLimits, shared_reserved_per_block),
  GS_JSON_MEMBER (GS_JSON_INT, GsLimits, shared_allocation_unit),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLimits, memory_bytes),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsLimits, memory_gbytes_per_s),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsLimits, fp32_gflops),
};

static const GsJsonMember gpu_members[] = {
  GS_JSON_MEMBER (GS_JSON_STRING, GsGpu, name),    GS_JSON_MEMBER (GS_JSON_STRING, GsGpu, uuid),
  GS_JSON_MEMBER (GS_JSON_STRING, GsGpu, pci),     GS_JSON_MEMBER (GS_JSON_STRING, GsGpu, driver),
  GS_JSON_MEMBER (GS_JSON_STRING, GsGpu, runtime),
};

static const GsJsonMember environment_members[] = {
  GS_JSON_MEMBER (GS_JSON_STRING, GsEnvironment, cpu),
  GS_JSON_MEMBER (GS_JSON_INT, GsEnvironment, cpu_threads),
  GS_JSON_MEMBER (GS_JSON_STRING, GsEnvironment, blas),
  GS_JSON_MEMBER (GS_JSON_STRING, GsEnvironment, version),
  GS_JSON_MEMBER (GS_JSON_STRING, GsEnvironment, no_gpu),
  GS_JSON_MEMBER (GS_JSON_STRING, GsEnvironment, recorded),
};

static JsonNode *
take_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

JsonNode *
gs_limits_to_json (const GsLimits *limits)
{
  g_return_val_if_fail (limits != NULL, NULL);

  JsonObject *object = json_object_new ();
  gs_json_members_write (object, limits_members, G_N_ELEMENTS (limits_members), limits);
  return take_object (object);
}

static gboolean
is_count (gint64 value)
{
  return value >= 1 && value <= G_MAXINT32;
}

/* Limits that a plan divides by or counts with must not be nonsense. */
static void
check_limits (GsJsonFields *fields, const GsLimits *limits)
{
  gboolean sound = is_count (limits->max_threads_per_block) && is_count (limits->warp_size);
  for (int axis = 0; axis < 3; axis++)
    sound = sound && is_count (limits->max_block[axis]) && is_count (limits->max_grid[axis]);
  if (!sound)
    gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "max_threads_per_block",
                         _ ("and warp_size, max_block and max_grid must be from 1 to %d"), G_MAXINT32);
}

gboolean
gs_limits_from_json (JsonNode *node, GsLimits *limits, GError **error)
{
  GsLimits read = { 0 };
  GsJsonFields fields;
  gs_json_fields_init (&fields, node, "limits", error);
  gs_json_members_read (&fields, limits_members, G_N_ELEMENTS (limits_members), &read);
  check_limits (&fields, &read);
  gs_json_fields_clear (&fields);
  if (fields.ok)
    *limits = read;
  return fields.ok;
}

static JsonNode *
gpu_to_json (const GsGpu *gpu)
{
  JsonObject *object = json_object_new ();
  gs_json_members_write (object, gpu_members, G_N_ELEMENTS (gpu_members), gpu);
  json_object_set_member (object, "limits", gs_limits_to_json (&gpu->limits));
  return take_object (object);
}

JsonNode *
gs_environment_to_json (const GsEnvironment *environment)
{
  g_return_val_if_fail (environment != NULL, NULL);

  JsonObject *object = json_object_new ();
  gs_json_members_write (object, environment_members, G_N_ELEMENTS (environment_members), environment);
  JsonArray *gpus = json_array_new ();
  for (guint i = 0; i < environment->gpus->len; i++)
    json_array_add_element (gpus, gpu_to_json (g_ptr_array_index (environment->gpus, i)));
  json_object_set_array_member (object, "gpus", gpus);
  if (environment->roofs != NULL)
    json_object_set_array_member (object, "roofs", gs_roofs_to_array (environment->roofs));
  return take_object (object);
}

static void
read_gpu (GsJsonFields *parent, int i, GPtrArray *gpus)
{
  GsJsonFields fields;
  gs_json_fields_open (&fields, parent, "gpus", i);
  if (fields.ok)
    {
      GsGpu *gpu = g_new0 (GsGpu, 1);
      g_ptr_array_add (gpus, gpu);
      gs_json_members_read (&fields, gpu_members, G_N_ELEMENTS (gpu_members), gpu);
      GsJsonFields limits;
      gs_json_fields_open (&limits, &fields, "limits", -1);
      gs_json_members_read (&limits, limits_members, G_N_ELEMENTS (limits_members), &gpu->limits);
      check_limits (&limits, &gpu->limits);
      gs_json_fields_close (&limits, &fields);
    }
  gs_json_fields_close (&fields, parent);
}

GsEnvironment *
gs_environment_from_json (JsonNode *node, GError **error)
{
  GsJsonFields fields;
  GsEnvironment *environment = gs_environment_new ();
  gs_json_fields_init (&fields, node, "environment", error);
  gs_json_members_read (&fields, environment_members, G_N_ELEMENTS (environment_members), environment);
  JsonArray *gpus = gs_json_fields_array (&fields, "gpus");
  guint n = gpus != NULL ? json_array_get_length (gpus) : 0;
  for (guint i = 0; i < n && fields.ok; i++)
    read_gpu (&fields, (int)i, environment->gpus);
  if (fields.ok)
    environment->roofs = gs_roofs_from_fields (&fields);
  gs_json_fields_clear (&fields);
  if (!fields.ok)
    g_clear_pointer (&environment, gs_environment_free);
  return environment;
}
