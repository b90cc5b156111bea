#include "gs-history-file.h"

#include <inttypes.h>
#include <string.h>

#include "gs-file-writer.h"
#include "gs-format.h"
#include "gs-json.h"
#include "gs-report-json.h"

GsHistoryEntry *
gs_history_entry_new (const char *title, gboolean named, gboolean pinned, GsReport *report)
{
  GsHistoryEntry *self = g_new0 (GsHistoryEntry, 1);

  self->title = g_strdup (title);
  self->named = named;
  self->pinned = pinned;
  self->report = gs_report_ref (report);
  return self;
}

void
gs_history_entry_free (GsHistoryEntry *self)
{
  g_free (self->title);
  gs_report_unref (self->report);
  g_free (self);
}

/* A cell as RFC 4180 has it; in a TSV, where nothing is quoted, a name keeps its
 * words and loses its tabs and line ends. */
static void
append_text (GString *text, const char *cell, char separator)
{
  g_autofree char *plain = g_strdup (cell != NULL ? cell : "");

  if (separator == ',' && strpbrk (plain, ",\"\r\n") != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (plain, "\"", -1);
      g_autofree char *quoted = g_strjoinv ("\"\"", parts);

      g_string_append_printf (text, "\"%s\"", quoted);
    }
  else
    g_string_append (text, g_strdelimit (plain, "\t\r\n", ' '));
  g_string_append_c (text, separator);
}

/* Empty when it was not measured. */
static void
append_ns (GString *text, gboolean measured, double ns, char end)
{
  g_autofree char *number = measured ? gs_format_double (ns) : g_strdup ("");

  g_string_append_printf (text, "%s%c", number, end);
}

static void
append_result (GString *text, const GsHistoryEntry *entry, const GsResult *result, char separator)
{
  const GsSpec *spec = entry->report->spec;
  const gboolean timed = result->timed && result->compute.n > 0;
  const GsPhaseKind phases[] = { GS_PHASE_UPLOAD, GS_PHASE_DOWNLOAD };

  append_text (text, entry->title, separator);
  append_text (text, gs_op_nick (spec->op), separator);
  g_string_append_printf (text, "%" PRId64 "%c%" PRId64 "%c%" PRId64 "%c", spec->m, separator, spec->n,
                          separator, spec->k, separator);
  append_text (text, result->backend, separator);
  append_text (text, result->kernel, separator);
  append_text (text, result->device, separator);
  append_text (text, gs_status_nick (result->status), separator);
  append_text (text, entry->report->environment->recorded, separator);
  g_string_append_printf (text, "%" PRId64 "%c", timed ? result->compute.n : 0, separator);
  append_ns (text, timed, result->compute.min, separator);
  append_ns (text, timed, result->compute.median, separator);
  append_ns (text, timed, result->compute.mad, separator);
  append_ns (text, timed, result->compute.p95, separator);
  for (gsize i = 0; i < G_N_ELEMENTS (phases); i++)
    append_ns (text, result->warm[phases[i]].state == GS_PHASE_MEASURED, (double)result->warm[phases[i]].ns,
               separator);
  append_ns (text, result->first[GS_PHASE_COMPUTE].state == GS_PHASE_MEASURED,
             (double)result->first[GS_PHASE_COMPUTE].ns, '\n');
}

static char *
to_table (const GPtrArray *entries, char separator)
{
  static const char *const headings[]
      = { "run",       "op",     "m",      "n",         "k",           "backend",
          "kernel",    "device", "status", "recorded",  "samples",     "min_ns",
          "median_ns", "mad_ns", "p95_ns", "upload_ns", "download_ns", "first_compute_ns" };
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (headings); i++)
    g_string_append_printf (text, "%s%c", headings[i], i + 1 < G_N_ELEMENTS (headings) ? separator : '\n');
  for (guint i = 0; i < entries->len; i++)
    {
      const GsHistoryEntry *entry = g_ptr_array_index (entries, i);

      for (guint r = 0; r < entry->report->results->len; r++)
        append_result (text, entry, g_ptr_array_index (entry->report->results, r), separator);
    }
  return g_string_free (text, FALSE);
}

static char *
to_json (const GPtrArray *entries)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *runs = json_array_new ();

  for (guint i = 0; i < entries->len; i++)
    {
      const GsHistoryEntry *entry = g_ptr_array_index (entries, i);
      JsonObject *run = json_object_new ();

      json_object_set_string_member (run, "title", entry->title);
      json_object_set_boolean_member (run, "pinned", entry->pinned);
      json_object_set_member (run, "report", gs_report_to_json (entry->report));
      json_array_add_object_element (runs, run);
    }
  json_object_set_string_member (object, "schema", "gridscope.history/1");
  json_object_set_array_member (object, "runs", runs);
  json_node_take_object (node, object);
  return gs_json_to_text (node, TRUE);
}

gboolean
gs_history_save (const GPtrArray *entries, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;

  if (name != NULL && g_str_has_suffix (name, ".csv"))
    text = to_table (entries, ',');
  else if (name != NULL && g_str_has_suffix (name, ".tsv"))
    text = to_table (entries, '\t');
  else
    text = to_json (entries);
  return gs_file_save (file, text, strlen (text), NULL, error);
}
