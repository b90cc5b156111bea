#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-trace-json.h"

static const GsJsonMember trace_members[] = {
  GS_JSON_MEMBER (GS_JSON_DOUBLE, GsTrace, sectors_per_request),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, bank_conflicts),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, blocks),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, blocks_run),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, blocks_traced),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, steps),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, idle_lanes),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, warp_instructions),
};

static const GsJsonMember access_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, global_reads),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, global_writes),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, shared_reads),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTrace, shared_writes),
};

static const GsJsonMember finding_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT, GsFinding, line),      GS_JSON_MEMBER_ARRAY (GS_JSON_CHARS, GsFinding, buffer),
  GS_JSON_MEMBER (GS_JSON_BOOLEAN, GsFinding, write), GS_JSON_MEMBER (GS_JSON_INT64, GsFinding, index),
  GS_JSON_MEMBER (GS_JSON_INT64, GsFinding, row),     GS_JSON_MEMBER (GS_JSON_INT64, GsFinding, column),
};

static const GsJsonMember line_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT, GsLineTrace, line),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, global_reads),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, global_writes),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, shared_reads),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, shared_writes),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, requests),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, sectors),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, shared_requests),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, bank_passes),
  GS_JSON_MEMBER (GS_JSON_INT64, GsLineTrace, idle_lanes),
};

static const GsJsonMember request_members[] = {
  GS_JSON_MEMBER (GS_JSON_INT, GsWarpRequest, line),
  GS_JSON_MEMBER (GS_JSON_INT, GsWarpRequest, buffer),
  GS_JSON_MEMBER (GS_JSON_BOOLEAN, GsWarpRequest, shared),
  GS_JSON_MEMBER (GS_JSON_BOOLEAN, GsWarpRequest, write),
  GS_JSON_MEMBER_ARRAY (GS_JSON_INTS, GsWarpRequest, block),
  GS_JSON_MEMBER (GS_JSON_INT64, GsWarpRequest, warp),
  GS_JSON_MEMBER (GS_JSON_INT64, GsWarpRequest, occurrence),
};

static const GsJsonMember buffer_members[] = {
  GS_JSON_MEMBER_ARRAY (GS_JSON_CHARS, GsTraceBuffer, name),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTraceBuffer, n_bytes),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTraceBuffer, rows),
  GS_JSON_MEMBER (GS_JSON_INT64, GsTraceBuffer, columns),
  GS_JSON_MEMBER (GS_JSON_BOOLEAN, GsTraceBuffer, shared),
};

/* The number of arrays of records a trace holds is small, but lines may be
 * many: a kernel source has at most this many that are read back. */
enum
{
  MAX_LINES = 65536,
  MAX_BUFFERS = 256,
};

static void
set_thread (JsonObject *object, const GsThreadId *id)
{
  gint64 block[3] = { id->block[0], id->block[1], 0 };
  gint64 thread[3] = { id->thread[0], id->thread[1], 0 };
  gs_json_set_ints (object, "block", block, 3);
  gs_json_set_ints (object, "thread", thread, 3);
}

static void
read_thread (GsJsonFields *fields, GsThreadId *id)
{
  gint64 block[3] = { 0 }, thread[3] = { 0 };
  gs_json_fields_ints (fields, "block", 0, G_MAXINT64, block, 3);
  gs_json_fields_ints (fields, "thread", 0, G_MAXINT64, thread, 3);
  memcpy (id->block, block, sizeof id->block);
  memcpy (id->thread, thread, sizeof id->thread);
}

static JsonObject *
finding_to_json (const GsFinding *finding)
{
  JsonObject *object = json_object_new ();
  gs_json_members_write (object, finding_members, G_N_ELEMENTS (finding_members), finding);
  set_thread (object, &finding->thread);
  if (finding->has_other)
    {
      JsonObject *other = json_object_new ();
      json_object_set_int_member (other, "line", finding->other_line);
      set_thread (other, &finding->other);
      json_object_set_object_member (object, "other", other);
    }
  return object;
}

static JsonObject *
findings_to_json (const GsTrace *trace, int kind)
{
  JsonObject *object = json_object_new ();
  JsonArray *entries = json_array_new ();
  json_object_set_int_member (object, "total", trace->totals[kind]);
  for (guint i = 0; i < trace->findings[kind]->len; i++)
    json_array_add_object_element (entries,
                                   finding_to_json (&g_array_index (trace->findings[kind], GsFinding, i)));
  json_object_set_array_member (object, "entries", entries);
  return object;
}

static JsonObject *
request_to_json (const GsWarpRequest *request)
{
  JsonObject *object = json_object_new ();
  gint64 addresses[32];
  int n = 0;
  gs_json_members_write (object, request_members, G_N_ELEMENTS (request_members), request);
  json_object_set_int_member (object, "lanes", request->lanes);
  for (int lane = 0; lane < 32; lane++)
    if ((request->lanes >> lane & 1) != 0)
      addresses[n++] = request->address[lane];
  gs_json_set_ints (object, "address", addresses, n);
  return object;
}

static void
set_records (JsonObject *object, const char *key, const GArray *records, const GsJsonMember *members, gsize n)
{
  JsonArray *array = json_array_new ();
  gsize size = g_array_get_element_size ((GArray *)records);
  for (guint i = 0; i < records->len; i++)
    {
      JsonObject *entry = json_object_new ();
      gs_json_members_write (entry, members, n, records->data + i * size);
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, key, array);
}

/* {"active":…,"idle":…,…}: one count under each nick. */
static void
set_counts (JsonObject *object, const char *key, const gint64 *counts, int n, const char *(*nick) (guint i))
{
  JsonObject *members = json_object_new ();

  for (int i = 0; i < n; i++)
    json_object_set_int_member (members, nick ((guint)i), counts[i]);
  json_object_set_object_member (object, key, members);
}

static void
read_counts (GsJsonFields *parent, const char *key, gint64 *counts, int n, const char *(*nick) (guint i))
{
  GsJsonFields fields;

  if (!gs_json_fields_has (parent, key))
    return;
  gs_json_fields_open (&fields, parent, key, -1);
  for (int i = 0; i < n; i++)
    counts[i] = gs_json_fields_int (&fields, nick ((guint)i), 0, G_MAXINT64, 0);
  gs_json_fields_close (&fields, parent);
}

static const char *
fate_nick (guint i)
{
  return gs_fate_nick ((GsFate)i);
}

static const char *
warps_nick (guint i)
{
  return gs_warps_nick ((GsWarpsKind)i);
}

static JsonObject *
to_object (const GsTrace *trace)
{
  JsonObject *object = json_object_new ();
  JsonObject *accesses = json_object_new ();
  gs_json_members_write (accesses, access_members, G_N_ELEMENTS (access_members), trace);
  json_object_set_object_member (object, "accesses", accesses);
  gs_json_members_write (object, trace_members, G_N_ELEMENTS (trace_members), trace);
  set_counts (object, "threads", trace->threads, GS_N_FATES, fate_nick);
  set_counts (object, "warps", trace->warps, GS_N_WARPS, warps_nick);
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    json_object_set_object_member (object, gs_finding_nick ((GsFindingKind)kind),
                                   findings_to_json (trace, kind));
  set_records (object, "lines", trace->lines, line_members, G_N_ELEMENTS (line_members));
  set_records (object, "buffers", trace->buffers, buffer_members, G_N_ELEMENTS (buffer_members));
  JsonArray *requests = json_array_new ();
  for (guint i = 0; i < trace->requests->len; i++)
    json_array_add_object_element (requests,
                                   request_to_json (&g_array_index (trace->requests, GsWarpRequest, i)));
  json_object_set_array_member (object, "requests", requests);
  if (trace->writers != NULL)
    gs_json_set_base64 (object, "writers", trace->writers, (gsize)trace->n_writers);
  return object;
}

JsonNode *
gs_trace_to_json (const GsTrace *trace)
{
  JsonObject *object = to_object (trace);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  if (trace->other_map != NULL)
    json_object_set_object_member (object, "other_map", to_object (trace->other_map));
  json_node_take_object (node, object);
  return node;
}

/* Length of the array under @key, an error past @max. */
static guint
count_records (GsJsonFields *fields, const char *key, guint max)
{
  JsonArray *array = gs_json_fields_array (fields, key);
  guint n = array != NULL ? json_array_get_length (array) : 0;
  if (n > max)
    gs_json_fields_fail (fields, GS_IO_ERROR_SIZE, key, _ ("has %u entries; at most %u are read"), n, max);
  return fields->ok ? n : 0;
}

static void
read_records (GsJsonFields *parent,
              const char *key,
              GArray *records,
              const GsJsonMember *members,
              gsize n_members,
              guint max)
{
  guint n = count_records (parent, key, max);
  gsize size = g_array_get_element_size (records);
  g_array_set_size (records, n);
  for (guint i = 0; i < n && parent->ok; i++)
    {
      GsJsonFields fields;
      gs_json_fields_open (&fields, parent, key, (int)i);
      gs_json_members_read (&fields, members, n_members, records->data + i * size);
      gs_json_fields_close (&fields, parent);
    }
}

static void
read_finding (GsJsonFields *parent, int i, GsFinding *finding)
{
  GsJsonFields fields;
  gs_json_fields_open (&fields, parent, "entries", i);
  gs_json_members_read (&fields, finding_members, G_N_ELEMENTS (finding_members), finding);
  read_thread (&fields, &finding->thread);
  finding->has_other = gs_json_fields_has (&fields, "other");
  if (finding->has_other)
    {
      GsJsonFields other;
      gs_json_fields_open (&other, &fields, "other", -1);
      finding->other_line = (int)gs_json_fields_int (&other, "line", G_MININT, G_MAXINT, 0);
      read_thread (&other, &finding->other);
      gs_json_fields_close (&other, &fields);
    }
  gs_json_fields_close (&fields, parent);
}

static void
read_findings (GsJsonFields *parent, int kind, GsTrace *trace)
{
  const char *key = gs_finding_nick ((GsFindingKind)kind);
  if (!gs_json_fields_has (parent, key))
    return;
  GsJsonFields fields;
  gs_json_fields_open (&fields, parent, key, -1);
  trace->totals[kind] = gs_json_fields_int (&fields, "total", 0, G_MAXINT64, 0);
  guint n = count_records (&fields, "entries", GS_TRACE_MAX_FINDINGS);
  g_array_set_size (trace->findings[kind], n);
  for (guint i = 0; i < n && fields.ok; i++)
    read_finding (&fields, (int)i, &g_array_index (trace->findings[kind], GsFinding, i));
  gs_json_fields_close (&fields, parent);
}

static void
read_request (GsJsonFields *parent, int i, GsWarpRequest *request, int n_buffers)
{
  GsJsonFields fields;
  gint64 addresses[32];
  gs_json_fields_open (&fields, parent, "requests", i);
  gs_json_members_read (&fields, request_members, G_N_ELEMENTS (request_members), request);
  if (request->buffer < -1 || request->buffer >= n_buffers)
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "buffer", _ ("is %d; there are %d buffers"),
                         request->buffer, n_buffers);
  request->lanes = (guint32)gs_json_fields_int (&fields, "lanes", 0, G_MAXUINT32, 0);
  int n = gs_json_fields_ints (&fields, "address", G_MININT64, G_MAXINT64, addresses, 32);
  int used = 0;
  for (int lane = 0; lane < 32; lane++)
    if ((request->lanes >> lane & 1) != 0 && used < n)
      request->address[lane] = addresses[used++];
  if (fields.ok && (used != n || __builtin_popcount (request->lanes) != n))
    gs_json_fields_fail (&fields, GS_IO_ERROR_SYNTAX, "address",
                         _ ("must have one entry for each bit of lanes"));
  gs_json_fields_close (&fields, parent);
}

static GsTrace *
read_trace (GsJsonFields *parent, const char *key)
{
  GsJsonFields fields, accesses;
  GsTrace *trace = gs_trace_new ();
  gs_json_fields_open (&fields, parent, key, -1);
  gs_json_members_read (&fields, trace_members, G_N_ELEMENTS (trace_members), trace);
  gs_json_fields_open (&accesses, &fields, "accesses", -1);
  gs_json_members_read (&accesses, access_members, G_N_ELEMENTS (access_members), trace);
  gs_json_fields_close (&accesses, &fields);
  read_counts (&fields, "threads", trace->threads, GS_N_FATES, fate_nick);
  read_counts (&fields, "warps", trace->warps, GS_N_WARPS, warps_nick);
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    read_findings (&fields, kind, trace);
  read_records (&fields, "lines", trace->lines, line_members, G_N_ELEMENTS (line_members), MAX_LINES);
  read_records (&fields, "buffers", trace->buffers, buffer_members, G_N_ELEMENTS (buffer_members),
                MAX_BUFFERS);
  guint n = count_records (&fields, "requests", GS_TRACE_MAX_REQUESTS);
  g_array_set_size (trace->requests, n);
  for (guint i = 0; i < n && fields.ok; i++)
    read_request (&fields, (int)i, &g_array_index (trace->requests, GsWarpRequest, i),
                  (int)trace->buffers->len);
  gsize n_writers = 0;
  trace->writers = gs_json_fields_base64 (&fields, "writers", -1, &n_writers);
  trace->n_writers = (gint64)n_writers;
  /* One deep: the other mapping has no other of its own. */
  if (g_str_equal (key, "trace") && gs_json_fields_has (&fields, "other_map"))
    trace->other_map = read_trace (&fields, "other_map");
  gs_json_fields_close (&fields, parent);
  return trace;
}

GsTrace *
gs_trace_from_fields (GsJsonFields *result)
{
  return gs_json_fields_has (result, "trace") ? read_trace (result, "trace") : NULL;
}
