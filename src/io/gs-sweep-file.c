#include "gs-sweep-file.h"

#include <inttypes.h>

#include "gs-file-writer.h"
#include "gs-format.h"
#include "gs-json.h"
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
  g_autoptr (GsFileWriter) writer = NULL;

  if (name != NULL && g_str_has_suffix (name, ".csv"))
    text = to_csv (sweep);
  else
    {
      g_autoptr (JsonNode) node = gs_sweep_to_json (sweep);

      text = gs_json_to_text (node, TRUE);
    }
  writer = gs_file_writer_open (file, NULL, error);
  return writer != NULL && gs_file_writer_add (writer, text, strlen (text), error)
         && gs_file_writer_commit (writer, error);
}
