#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-trace-json.h"

static const GsJsonMember schedule_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT64, GsSchedule, n_blocks),
  GS_JSON_MEMBER (GS_JSON_INT, GsSchedule, multiprocessors),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsSchedule, twin_ns),
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsSchedule, plain_ns),
  GS_JSON_MEMBER (GS_JSON_INT, GsSchedule, tick_ns),
  GS_JSON_MEMBER (GS_JSON_INT64, GsSchedule, writers_active),
  GS_JSON_MEMBER (GS_JSON_INT64, GsSchedule, writers_missed),
  GS_JSON_MEMBER (GS_JSON_INT64, GsSchedule, writers_duplicated),
  GS_JSON_MEMBER (GS_JSON_INT64, GsSchedule, canary_hits),
};

static const GsJsonMember pitfall_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT64, GsPitfall, no_sync_ns),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPitfall, sync_ns),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPitfall, event_ns),
  GS_JSON_MEMBER (GS_JSON_INT64, GsPitfall, knee),
};

enum
{
  BLOCK_FIELDS = 5, /* block x, block y, SM, start, end: one short array per block */
  MAX_QUEUE = 256,
};

JsonNode *
gs_schedule_to_json (const GsSchedule *schedule)
{
  JsonObject *object = json_object_new ();
  JsonArray *blocks = json_array_new ();
  gs_json_members_write (object, schedule_members, G_N_ELEMENTS (schedule_members), schedule);
  for (guint i = 0; i < schedule->blocks->len; i++)
    {
      const GsBlockTime *time = &g_array_index (schedule->blocks, GsBlockTime, i);
      JsonArray *entry = json_array_new ();
      json_array_add_int_element (entry, time->block[0]);
      json_array_add_int_element (entry, time->block[1]);
      json_array_add_int_element (entry, time->sm);
      json_array_add_int_element (entry, time->start_ns);
      json_array_add_int_element (entry, time->end_ns);
      json_array_add_array_element (blocks, entry);
    }
  json_object_set_array_member (object, "blocks", blocks);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

static gboolean
read_block (JsonNode *node, GsBlockTime *time)
{
  JsonArray *entry = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  gint64 values[BLOCK_FIELDS];
  if (entry == NULL || json_array_get_length (entry) != BLOCK_FIELDS)
    return FALSE;
  for (guint i = 0; i < BLOCK_FIELDS; i++)
    {
      JsonNode *value = json_array_get_element (entry, i);
      if (!JSON_NODE_HOLDS_VALUE (value) || json_node_get_value_type (value) != G_TYPE_INT64)
        return FALSE;
      values[i] = json_node_get_int (value);
    }
  time->block[0] = values[0];
  time->block[1] = values[1];
  time->sm = (int)values[2];
  time->start_ns = values[3];
  time->end_ns = values[4];
  return values[0] >= 0 && values[1] >= 0 && values[2] >= 0 && values[2] <= G_MAXINT && values[3] >= 0
         && values[4] >= values[3];
}

GsSchedule *
gs_schedule_from_fields (GsJsonFields *result)
{
  GsJsonFields fields;
  if (!gs_json_fields_has (result, "schedule"))
    return NULL;
  GsSchedule *schedule = gs_schedule_new ();
  gs_json_fields_open (&fields, result, "schedule", -1);
  gs_json_members_read (&fields, schedule_members, G_N_ELEMENTS (schedule_members), schedule);
  JsonArray *blocks = gs_json_fields_array (&fields, "blocks");
  guint n = blocks != NULL ? json_array_get_length (blocks) : 0;
  if (n > GS_SCHEDULE_MAX_BLOCKS)
    gs_json_fields_fail (&fields, GS_IO_ERROR_SIZE, "blocks", _ ("has %u entries; at most %d are read"), n,
                         GS_SCHEDULE_MAX_BLOCKS);
  for (guint i = 0; i < n && fields.ok; i++)
    {
      GsBlockTime time = { 0 };
      if (read_block (json_array_get_element (blocks, i), &time))
        g_array_append_val (schedule->blocks, time);
      else
        gs_json_fields_fail (
            &fields, GS_IO_ERROR_SYNTAX, "blocks",
            _ ("entry %u must be [block x, block y, multiprocessor, start, end] without a number below 0, "
               "the end not before the start"),
            i);
    }
  gs_json_fields_close (&fields, result);
  return schedule;
}

static const GsJsonMember overlap_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT64, GsOverlap, slices), GS_JSON_MEMBER (GS_JSON_BOOLEAN, GsOverlap, staged),
  GS_JSON_MEMBER (GS_JSON_INT64, GsOverlap, ns),     GS_JSON_MEMBER (GS_JSON_INT64, GsOverlap, serial_ns),
  GS_JSON_MEMBER (GS_JSON_INT64, GsOverlap, bus_ns),
};

JsonNode *
gs_overlap_to_json (const GsOverlap *overlap)
{
  JsonObject *object = json_object_new ();
  gs_json_members_write (object, overlap_members, G_N_ELEMENTS (overlap_members), overlap);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

void
gs_overlap_from_fields (GsJsonFields *result, GsOverlap *overlap)
{
  GsJsonFields fields;
  if (!gs_json_fields_has (result, "overlap"))
    return;
  gs_json_fields_open (&fields, result, "overlap", -1);
  gs_json_members_read (&fields, overlap_members, G_N_ELEMENTS (overlap_members), overlap);
  gs_json_fields_close (&fields, result);
}

JsonNode *
gs_pitfall_to_json (const GsPitfall *pitfall)
{
  JsonObject *object = json_object_new ();
  gs_json_members_write (object, pitfall_members, G_N_ELEMENTS (pitfall_members), pitfall);
  gs_json_set_ints (object, "queue_launches", (const gint64 *)(void *)pitfall->queue_launches->data,
                    (int)pitfall->queue_launches->len);
  gs_json_set_ints (object, "queue_ns", (const gint64 *)(void *)pitfall->queue_ns->data,
                    (int)pitfall->queue_ns->len);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

GsPitfall *
gs_pitfall_from_fields (GsJsonFields *result)
{
  GsJsonFields fields;
  gint64 launches[MAX_QUEUE], times[MAX_QUEUE];
  if (!gs_json_fields_has (result, "pitfall"))
    return NULL;
  GsPitfall *pitfall = gs_pitfall_new ();
  gs_json_fields_open (&fields, result, "pitfall", -1);
  gs_json_members_read (&fields, pitfall_members, G_N_ELEMENTS (pitfall_members), pitfall);
  int n = gs_json_fields_ints (&fields, "queue_launches", 0, G_MAXINT64, launches, MAX_QUEUE);
  int n_times = gs_json_fields_ints (&fields, "queue_ns", 0, G_MAXINT64, times, MAX_QUEUE);
  if (n != n_times)
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "queue_ns", _ ("must be as long as queue_launches"));
  if (fields.ok && n > 0)
    {
      g_array_append_vals (pitfall->queue_launches, launches, (guint)n);
      g_array_append_vals (pitfall->queue_ns, times, (guint)n);
    }
  gs_json_fields_close (&fields, result);
  return pitfall;
}
