#include "gs-spec-actions.h"

#include <glib/gi18n-lib.h>

#include "gs-spec-input.h"

static void
op_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_autoptr (GsSpec) spec = gs_spec_input_begin (data);
  GsOp op;

  if (!gs_op_from_nick (g_variant_get_string (value, NULL), &op, NULL))
    return;
  gs_spec_edit_op (spec, op);
  gs_experiment_change (data, g_steal_pointer (&spec), _ ("Change Operation"));
}

static void
dims_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpec *spec = gs_spec_input_begin (data);

  gs_spec_edit_block_dims (spec, g_str_equal (g_variant_get_string (value, NULL), "1") ? 1 : 2);
  gs_experiment_change (data, spec, _ ("Change Launch"));
}

static void
guard_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpec *spec = gs_spec_input_begin (data);

  spec->guard = g_variant_get_boolean (value);
  gs_experiment_change (data, spec, spec->guard ? _ ("Turn Guard On") : _ ("Turn Guard Off"));
}

static void
map_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpec *spec = gs_spec_input_begin (data);

  spec->map = g_str_equal (g_variant_get_string (value, NULL), "x=row") ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
  gs_experiment_change (data, spec, _ ("Change Mapping"));
}

static void
bits_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpec *spec = gs_spec_input_begin (data);

  spec->index_bits = g_str_equal (g_variant_get_string (value, NULL), "32") ? 32 : 64;
  gs_experiment_change (data, spec, _ ("Change Index Width"));
}

static const char *const grid_words[] = { "ceil", "floor", "own" };

static void
grid_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpec *spec = gs_spec_input_begin (data);
  const GsPlan *plan = gs_experiment_get_plan (data);

  for (guint rule = 0; rule < G_N_ELEMENTS (grid_words); rule++)
    if (g_str_equal (g_variant_get_string (value, NULL), grid_words[rule]))
      spec->grid_rule = rule;
  /* One's own grid starts from the one that was there. */
  if (spec->grid_rule == GS_GRID_EXPLICIT)
    {
      spec->grid[0] = MAX (plan->grid[0], 0);
      spec->grid[1] = spec->block_dims == 2 ? MAX (plan->grid[1], 0) : 1;
    }
  gs_experiment_change (data, spec, _ ("Change Grid Rule"));
}

static void
block_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpec *spec = gs_spec_input_begin (data);
  const char *text = g_variant_get_string (value, NULL);
  char *end;

  spec->block[0] = g_ascii_strtoll (text, &end, 10);
  spec->block_dims = *end == 'x' ? 2 : 1;
  spec->block[1] = *end == 'x' ? g_ascii_strtoll (end + 1, NULL, 10) : 1;
  gs_experiment_change (data, spec, _ ("Change Block"));
}

/* What was typed last and means nothing goes first. */
static void
undo_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  GsSpecPane *pane = g_object_get_data (G_OBJECT (action), "gs-pane");

  if (pane == NULL || !gs_spec_pane_restore (pane))
    gs_experiment_undo (data);
}

static void
redo_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  gs_experiment_redo (data);
}

static void
set_state (GActionMap *map, const char *name, GVariant *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (map, name)), state);
}

static void
set_enabled (GActionMap *map, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, name)), enabled);
}

static void
changed_cb (GsExperiment *experiment, GActionMap *map)
{
  const GsSpec *spec = gs_experiment_get_spec (experiment);

  set_state (map, "op", g_variant_new_string (gs_op_nick (spec->op)));
  set_state (map, "dims", g_variant_new_string (spec->block_dims == 1 ? "1" : "2"));
  set_state (map, "guard", g_variant_new_boolean (spec->guard));
  set_state (map, "grid", g_variant_new_string (grid_words[spec->grid_rule]));
  set_state (map, "bits", g_variant_new_string (spec->index_bits == 32 ? "32" : "64"));
  set_state (map, "map", g_variant_new_string (spec->map == GS_MAP_X_ROW ? "x=row" : "x=column"));
}

static void
steps_cb (GsExperiment *experiment, GParamSpec *pspec, GActionMap *map)
{
  set_enabled (map, "undo", gs_experiment_get_undo_name (experiment) != NULL);
  set_enabled (map, "redo", gs_experiment_get_redo_name (experiment) != NULL);
}

GActionGroup *
gs_spec_actions_new (GsExperiment *experiment, GsSpecPane *pane)
{
  static const GActionEntry entries[] = {
    { .name = "op", .parameter_type = "s", .state = "'hadamard'", .change_state = op_cb },
    { .name = "dims", .parameter_type = "s", .state = "'1'", .change_state = dims_cb },
    { .name = "guard", .state = "true", .change_state = guard_cb },
    { .name = "map", .parameter_type = "s", .state = "'x=column'", .change_state = map_cb },
    { .name = "grid", .parameter_type = "s", .state = "'ceil'", .change_state = grid_cb },
    { .name = "bits", .parameter_type = "s", .state = "'64'", .change_state = bits_cb },
    { .name = "block", .activate = block_cb, .parameter_type = "s" },
    { .name = "undo", .activate = undo_cb },
    { .name = "redo", .activate = redo_cb },
  };
  GSimpleActionGroup *group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), experiment);
  if (pane != NULL)
    g_object_set_data_full (G_OBJECT (g_action_map_lookup_action (G_ACTION_MAP (group), "undo")), "gs-pane",
                            g_object_ref (pane), g_object_unref);
  g_object_set_data_full (G_OBJECT (group), "gs-experiment", g_object_ref (experiment), g_object_unref);
  g_signal_connect_object (experiment, "changed", G_CALLBACK (changed_cb), group, 0);
  g_signal_connect_object (experiment, "notify::undo-name", G_CALLBACK (steps_cb), group, 0);
  changed_cb (experiment, G_ACTION_MAP (group));
  steps_cb (experiment, NULL, G_ACTION_MAP (group));
  return G_ACTION_GROUP (group);
}
