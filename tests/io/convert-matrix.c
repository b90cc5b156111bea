/* Reads a matrix and writes it again, for tests that hold both against NumPy:
 * convert-matrix IN OUT [ARRAY]. Prints what was understood as one JSON line; an
 * error goes to stderr with exit status 2. */
#include <glib/gprintf.h>

#include "gs-export.h"
#include "gs-import.h"
#include "gs-json.h"
#include "gs-test-locale.h"

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  GsImportInfo info;
  gs_test_use_locale ();
  if (argc < 3)
    return 1;
  g_autoptr (GFile) in = g_file_new_for_commandline_arg (argv[1]);
  g_autoptr (GFile) out = g_file_new_for_commandline_arg (argv[2]);
  g_autoptr (GsMatrix) matrix = gs_import_file (in, argv[3], GS_DECIMAL_AUTO, &info, NULL, &error);
  if (matrix == NULL || !gs_export_file (matrix, out, NULL, &error))
    {
      g_fprintf (stderr, "%s\n", error->message);
      gs_import_info_clear (&info);
      return 2;
    }
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), json_object_new ());
  JsonObject *object = json_node_get_object (node);
  json_object_set_string_member (object, "format", info.format);
  json_object_set_string_member (object, "notice", info.notice != NULL ? info.notice : "");
  json_object_set_int_member (object, "n_changed", info.n_changed);
  json_object_set_double_member (object, "max_change", info.max_change);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_printf ("%s\n", text);
  gs_import_info_clear (&info);
  json_object_unref (object);
  return 0;
}
