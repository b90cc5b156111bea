#include "gs-json-fields.h"
#include "gs-report-json.h"

static const char *const grid_rules[] = { "ceil", "floor", "explicit" };

static const GsJsonMember counts[] = {
  GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, threads),    GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, blocks),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, warps),      GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, active),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, idle),       GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, out_of_bounds),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, aliased),    GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, missed),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPlan, duplicated),
};

static void
set_first_out_of_bounds (JsonObject *object, const GsPlan *plan)
{
  if (!plan->has_first_out_of_bounds)
    {
      json_object_set_null_member (object, "first_out_of_bounds");
      return;
    }
  const GsThreadId *id = &plan->first_out_of_bounds;
  gint64 block[3] = { id->block[0], id->block[1], 0 };
  gint64 thread[3] = { id->thread[0], id->thread[1], 0 };
  JsonObject *first = json_object_new ();
  gs_json_set_ints (first, "block", block, 3);
  gs_json_set_ints (first, "thread", thread, 3);
  json_object_set_int_member (first, "index", plan->first_out_of_bounds_index);
  json_object_set_object_member (object, "first_out_of_bounds", first);
}

static void
set_problems (JsonObject *object, const GsPlan *plan)
{
  JsonArray *problems = json_array_new ();
  for (guint i = 0; i < plan->problems->len; i++)
    {
      const GsProblem *problem = g_ptr_array_index (plan->problems, i);
      JsonObject *entry = json_object_new ();
      gs_json_set_string (entry, "code", problem->code);
      gs_json_set_string (entry, "message", problem->message);
      json_object_set_int_member (entry, "value", problem->value);
      json_object_set_int_member (entry, "limit", problem->limit);
      json_array_add_object_element (problems, entry);
    }
  json_object_set_array_member (object, "problems", problems);
}

JsonNode *
gs_plan_to_json (const GsPlan *plan)
{
  g_return_val_if_fail (plan != NULL, NULL);

  JsonObject *object = json_object_new ();
  json_object_set_string_member (object, "schema", "gridscope.plan/1");
  json_object_set_string_member (object, "op", gs_op_nick (plan->op));
  json_object_set_int_member (object, "m", plan->m);
  json_object_set_int_member (object, "n", plan->n);
  json_object_set_int_member (object, "k", plan->k);
  json_object_set_int_member (object, "elements", plan->elements);
  gs_json_set_ints (object, "block", plan->block, 3);
  gs_json_set_ints (object, "grid", plan->grid, 3);
  json_object_set_string_member (object, "grid_rule", grid_rules[plan->grid_rule]);
  json_object_set_boolean_member (object, "guard", plan->guard);
  json_object_set_string_member (object, "map", plan->map == GS_MAP_X_COLUMN ? "x=column" : "x=row");
  json_object_set_int_member (object, "index_bits", plan->index_bits);
  if (plan->elements_per_thread > 1)
    json_object_set_int_member (object, "elements_per_thread", plan->elements_per_thread);
  gs_json_members_write (object, counts, G_N_ELEMENTS (counts), plan);
  if (gs_plan_unsettled (plan) > 0)
    json_object_set_int_member (object, "unsettled", gs_plan_unsettled (plan));
  if (plan->first_missed >= 0)
    json_object_set_int_member (object, "first_missed", plan->first_missed);
  else
    json_object_set_null_member (object, "first_missed");
  set_first_out_of_bounds (object, plan);
  json_object_set_boolean_member (object, "valid", plan->valid);
  json_object_set_boolean_member (object, "launches", plan->launches);
  set_problems (object, plan);

  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}
