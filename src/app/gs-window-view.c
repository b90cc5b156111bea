#include "gs-window-private.h"

#include "gs-cell-texts-json.h"
#include "gs-history-file.h"
#include "gs-json.h"

/* What is looked at, as the "view" of a session. What is missing or of another
 * shape there leaves things as they are. */

static void
add_thread (JsonObject *view, const GsThreadId *thread)
{
  const gint64 parts[] = { thread->block[0], thread->block[1], thread->thread[0], thread->thread[1] };
  JsonArray *array = json_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    json_array_add_int_element (array, parts[i]);
  json_object_set_array_member (view, "thread", array);
}

/* "thread": [block x, block y, thread x, thread y] of what is pinned. */
static void
pin_thread (GsWindow *self, JsonObject *view)
{
  JsonNode *node = json_object_get_member (view, "thread");
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  GsThreadId thread = { 0 };

  if (array == NULL || json_array_get_length (array) != 4)
    return;
  for (guint i = 0; i < 4; i++)
    if (!JSON_NODE_HOLDS_VALUE (json_array_get_element (array, i)))
      return;
  for (guint i = 0; i < 2; i++)
    {
      thread.block[i] = json_array_get_int_element (array, i);
      thread.thread[i] = json_array_get_int_element (array, 2 + i);
    }
  gs_coverage_page_set_pinned (self->coverage_page, &thread);
}

/* "runs": [{"title", "pinned"}], oldest first like the reports. A title that nobody
 * gave is made anew, in the language of whoever opens the session. */
static void
add_runs (GsWindow *self, JsonObject *view)
{
  g_autoptr (GPtrArray) entries = gs_history_list (self->history);
  JsonArray *runs = json_array_new ();

  for (guint i = entries->len; i > 0; i--)
    {
      const GsHistoryEntry *entry = g_ptr_array_index (entries, i - 1);
      JsonObject *run = json_object_new ();

      if (entry->named)
        json_object_set_string_member (run, "title", entry->title);
      json_object_set_boolean_member (run, "pinned", entry->pinned);
      json_array_add_object_element (runs, run);
    }
  json_object_set_array_member (view, "runs", runs);
}

/* Names and pins, if they are of these very runs. */
static void
name_runs (GsWindow *self, JsonObject *view)
{
  JsonNode *node = json_object_get_member (view, "runs");
  JsonArray *runs = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->history));

  if (runs == NULL || json_array_get_length (runs) != n)
    return;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *run = json_array_get_element (runs, n - 1 - i);
      g_autoptr (GsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->history), i);

      if (!JSON_NODE_HOLDS_OBJECT (run))
        continue;
      gs_history_item_set_title (item, gs_json_get_string (json_node_get_object (run), "title", NULL));
      gs_history_item_set_pinned (item, gs_json_get_boolean (json_node_get_object (run), "pinned", FALSE));
    }
}

static const char *const operands[] = { "a", "b" };

/* "texts": {"a", "b"}: what was typed into their cells and is no number. */
static void
add_texts (GsWindow *self, JsonObject *view)
{
  JsonObject *texts = json_object_new ();

  for (int i = 0; i < 2; i++)
    if (gs_experiment_get_texts (self->experiment, i) != NULL)
      json_object_set_member (texts, operands[i],
                              gs_cell_texts_to_json (gs_experiment_get_texts (self->experiment, i)));
  if (json_object_get_size (texts) > 0)
    json_object_set_object_member (view, "texts", texts);
  else
    json_object_unref (texts);
}

GsCellTexts *
gs_window_view_read_texts (const GsSession *session, int operand)
{
  JsonObject *view = session->view != NULL ? json_node_get_object (session->view) : NULL;
  JsonNode *node = view != NULL ? json_object_get_member (view, "texts") : NULL;
  gint64 rows, columns;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  gs_spec_operand_size (session->spec, operand, &rows, &columns);
  return gs_cell_texts_from_json (json_object_get_member (json_node_get_object (node), operands[operand]),
                                  rows, columns);
}

/* "range": {"low", "high", "amount", "factor"} of the next sweep. */
static void
add_range (GsWindow *self, JsonObject *view)
{
  JsonObject *object;
  GsSweepRange range;

  if (!gs_crossover_page_get_range (self->crossover_page, &range))
    return;
  object = json_object_new ();
  json_object_set_int_member (object, "low", range.low);
  json_object_set_int_member (object, "high", range.high);
  json_object_set_int_member (object, "amount", range.amount);
  json_object_set_boolean_member (object, "factor", range.factor);
  json_object_set_object_member (view, "range", object);
}

static void
set_range (GsWindow *self, JsonObject *view)
{
  JsonNode *node = json_object_get_member (view, "range");
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  GsSweepRange range;

  if (object == NULL)
    return;
  range.low = gs_json_get_int (object, "low", 0);
  range.high = gs_json_get_int (object, "high", 0);
  range.amount = gs_json_get_int (object, "amount", 0);
  range.factor = gs_json_get_boolean (object, "factor", TRUE);
  if (range.low > 0 && range.high > 0 && range.amount > 0)
    gs_crossover_page_set_range (self->crossover_page, &range);
}

JsonNode *
gs_window_view_to_json (GsWindow *self)
{
  g_autoptr (JsonObject) view = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  GsThreadId thread;

  json_object_set_string_member (view, "page", gtk_stack_get_visible_child_name (self->stack));
  json_object_set_boolean_member (view, "pane",
                                  adw_flap_get_folded (self->flap) || gs_window_has_pane (self));
  if (gs_coverage_page_get_pinned (self->coverage_page, &thread))
    add_thread (view, &thread);
  add_runs (self, view);
  add_texts (self, view);
  add_range (self, view);
  json_node_set_object (node, view);
  return node;
}

void
gs_window_view_show_json (GsWindow *self, JsonNode *node)
{
  JsonObject *view = node != NULL ? json_node_get_object (node) : NULL;
  const char *page;

  if (view == NULL)
    return;
  page = gs_json_get_string (view, "page", NULL);
  if (page != NULL)
    gs_window_set_view (self, page);
  /* Folded it would lie over what is to be looked at. */
  if (!adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, gs_json_get_boolean (view, "pane", TRUE));
  pin_thread (self, view);
  name_runs (self, view);
  set_range (self, view);
}
