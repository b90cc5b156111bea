#include "gs-sweep-file.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "gs-file.h"
#include "gs-file-writer.h"
#include "gs-format.h"
#include "gs-json.h"
#include "gs-report-json.h"
#include "gs-sweep-json.h"

static char *
to_csv (const GsSweep *sweep)
{
  GString *text = g_string_new ("backend,kernel,size,compute_ns,compute_mad_ns,total_ns,n\n");

  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      for (guint j = 0; j < series->points->len; j++)
        {
          const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, j);
          g_autofree char *compute = gs_format_double (point->compute_ns);
          g_autofree char *mad = gs_format_double (point->compute_mad_ns);
          g_autofree char *total = gs_format_double (point->total_ns);

          g_string_append_printf (text, "%s,%s,%" PRId64 ",%s,%s,%s,%" PRId64 "\n", series->backend,
                                  series->kernel != NULL ? series->kernel : "", point->size, compute, mad,
                                  total, point->n_samples);
        }
    }
  return g_string_free (text, FALSE);
}

gboolean
gs_sweep_save (const GsSweep *sweep, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;

  if (name == NULL || !g_str_has_suffix (name, ".csv"))
    {
      g_autoptr (JsonNode) node = gs_sweep_to_json (sweep);

      return gs_json_save (node, file, error);
    }
  text = to_csv (sweep);
  return gs_file_save (file, text, strlen (text), NULL, error);
}

static gboolean
add_report (GsSweep **sweep, JsonNode *node, GError **error)
{
  g_autoptr (GsReport) report = gs_report_from_json (node, error);
  const gboolean vector = report != NULL && gs_sweep_takes_vectors (report->spec);

  if (report == NULL)
    return FALSE;
  if (*sweep == NULL)
    *sweep = gs_sweep_new (report->spec->op, vector);
  if ((*sweep)->op != report->spec->op || (*sweep)->vector != vector)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("The lines are of different sweeps: %s comes after %s; keep one in a file."),
                   gs_op_nick (report->spec->op), gs_op_nick ((*sweep)->op));
      return FALSE;
    }
  if ((*sweep)->recorded == NULL)
    (*sweep)->recorded = g_strdup (report->environment->recorded);
  gs_sweep_add_report (*sweep, report->spec->n, report);
  return TRUE;
}

static gboolean
add_document (GsSweep **sweep, JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *schema = object != NULL ? gs_json_get_string (object, "schema", "") : "";
  GsSweep *whole;

  if (g_str_has_prefix (schema, "gridscope.report/"))
    return add_report (sweep, node, error);
  whole = gs_sweep_from_json (node, error);
  if (whole == NULL)
    return FALSE;
  gs_sweep_free (*sweep);
  *sweep = whole;
  return TRUE;
}

/* Lines of documents. The last is whole only with its line end. */
static GsSweep *
read_lines (const char *text, GError **error)
{
  g_autoptr (GsSweep) sweep = NULL;

  for (int line = 1; *text != '\0'; line++)
    {
      const char *end = strchr (text, '\n');
      g_autoptr (JsonNode) node = NULL;

      if (end == NULL)
        break;
      node = gs_json_parse (text, end - text, error);
      if (node == NULL || !add_document (&sweep, node, error))
        {
          g_prefix_error (error, _ ("Line %d: "), line);
          return NULL;
        }
      text = end + 1;
    }
  if (sweep == NULL)
    g_set_error_literal (
        error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
        _ ("There is no whole line of a sweep in it; it should be what “sweep --json” printed."));
  else
    gs_sweep_find_crossings (sweep);
  return g_steal_pointer (&sweep);
}

GsSweep *
gs_sweep_load (GFile *file, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  GsSweep *sweep = NULL;
  gsize length;

  if (!gs_file_load (file, GS_JSON_MAX_BYTES, NULL, &text, &length, error))
    return NULL;
  /* Pretty documents go over many lines, those of a sweep stand on one each. */
  node = gs_json_parse (text, (gssize)length, NULL);
  if (node == NULL)
    sweep = read_lines (text, error);
  else if (add_document (&sweep, node, error))
    gs_sweep_find_crossings (sweep);
  if (sweep == NULL)
    gs_file_prefix_error (file, error);
  return sweep;
}
