#include <string.h>

#include "gs-json.h"
#include "gs-roofs-json.h"
#include "gs-session.h"
#include "gs-test-folder.h"
#include "gs-test-locale.h"

static GsSource *
make_values (gint64 m, gint64 n, float first)
{
  g_autoptr (GsMatrix) matrix = gs_matrix_new (m, n, NULL);
  for (gint64 i = 0; i < m * n; i++)
    matrix->data[i] = first + (float)i / 3;
  return gs_source_new_values (matrix, "pasted");
}

/* A session with a large A (beside the file), a small B (inside), a view and a
 * report of the same inputs. */
static GsSession *
make_session (void)
{
  g_autoptr (GsSource) a = make_values (300, 300, 1), b = make_values (1, 4, 2);
  GsSession *session = gs_session_new ();
  g_autoptr (GsSpec) spec = gs_spec_new ();
  spec->m = spec->n = 300;
  gs_spec_set_a (spec, a);
  g_autoptr (GsReport) report = gs_report_new (spec, gs_plan_new (spec, NULL));
  gs_session_add_report (session, report);
  gs_spec_set_b (spec, b); /* does not fit: in the middle of a change */
  gs_session_set_spec (session, spec);
  g_autoptr (JsonNode) view
      = gs_json_parse ("{\"zoom\":1.5,\"page\":\"coverage\",\"pinned\":[1,2]}", -1, NULL);
  gs_session_set_view (session, view);
  return session;
}

static void
test_save_and_load (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = g_file_get_child (folder, "x.gridscope");
  g_autoptr (GFile) data = g_file_get_child (folder, "x.gridscope.data");
  g_autoptr (GsSession) session = make_session ();
  g_assert_true (gs_session_save (session, file, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (gs_test_folder_count (data), ==, 1); /* the spec and the report share it */

  g_autoptr (GsSession) read = gs_session_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (gs_spec_equal (session->spec, read->spec));
  g_assert_cmpuint (read->reports->len, ==, 1);
  g_assert_true (gs_spec_equal (((GsReport *)session->reports->pdata[0])->spec,
                                ((GsReport *)read->reports->pdata[0])->spec));
  /* What many runs have in common is read and kept once. */
  g_assert_true (read->spec->a->values == ((GsReport *)read->reports->pdata[0])->spec->a->values);
  g_assert_true (json_node_equal (session->view, read->view));
  g_assert_false (read->read_only);
  g_assert_null (read->notice);

  /* Another large matrix, no reports: the old data file goes, after the save. */
  g_autoptr (GsSource) other = make_values (300, 300, 7);
  gs_spec_set_a (read->spec, other);
  g_ptr_array_set_size (read->reports, 0);
  g_assert_true (gs_session_save (read, file, NULL, &error));
  g_assert_cmpuint (gs_test_folder_count (data), ==, 1);
  g_autoptr (GsSession) again = gs_session_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (gs_spec_equal (read->spec, again->spec));

  /* No large matrix: no folder either. */
  g_autoptr (GsSession) small = gs_session_new ();
  g_assert_true (gs_session_save (small, file, NULL, &error));
  g_assert_false (g_file_query_exists (data, NULL));
  gs_test_folder_remove (folder);
}

/* What somebody else put into the folder beside a session is not removed with what the
 * session no longer needs; nor is the folder, then. */
static void
test_others_files_stay (void)
{
  static const char *const names[]
      = { "notes.txt", "matrix-1.npy", "matrix-0123456789abcdef0123456789abcdeg.npy" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = g_file_get_child (folder, "x.gridscope");
  g_autoptr (GFile) data = g_file_get_child (folder, "x.gridscope.data");
  g_autoptr (GsSession) large = make_session (), small = gs_session_new ();

  g_assert_true (gs_session_save (large, file, NULL, &error));
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_object_unref (gs_test_folder_write (data, names[i], "mine", -1));
  g_assert_cmpuint (gs_test_folder_count (data), ==, 1 + G_N_ELEMENTS (names));
  g_assert_true (gs_session_save (small, file, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (gs_test_folder_count (data), ==, G_N_ELEMENTS (names));
  gs_test_folder_remove (data);
  gs_test_folder_remove (folder);
}

/* A sweep with a point, and roofs: both come back as they were. */
static void
test_measured_comes_back (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) roofs_node = gs_json_parse (
      "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[{\"name\":\"a\",\"gpu\":false,\"copy_gbytes_per_s\":12.5,"
      "\"fma_gflops\":100}]}",
      -1, &error);
  g_assert_no_error (error);
  g_autoptr (GsRoofs) roofs = gs_roofs_from_json (roofs_node, &error);
  g_assert_no_error (error);
  g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
  g_autoptr (GsSession) session = gs_session_new ();
  gs_session_set_sweep (session, sweep);
  gs_session_set_roofs (session, roofs);

  g_autoptr (JsonNode) node = gs_session_to_json (session);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_autoptr (GsSession) again = gs_session_from_json (node, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (again->notice);
  g_assert_nonnull (again->sweep);
  g_assert_cmpint (again->sweep->op, ==, GS_OP_MATMUL);
  g_assert_cmpuint (again->roofs->roofs->len, ==, 1);
  g_autoptr (JsonNode) node_again = gs_session_to_json (again);
  g_autofree char *text_again = gs_json_to_text (node_again, FALSE);
  g_assert_cmpstr (text, ==, text_again);
}

/* What was measured and cannot be read is left out, and the rest stays. */
static void
test_bad_measured_does_not_cost_the_rest (void)
{
  static const char *const texts[]
      = { "{\"schema\":\"gridscope.session/1\",\"spec\":{\"n\":9},\"sweep\":{\"op\":7}}",
          "{\"schema\":\"gridscope.session/1\",\"spec\":{\"n\":9},\"roofs\":[]}" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = gs_json_parse (texts[i], -1, &error);
      g_autoptr (GsSession) session = gs_session_from_json (node, NULL, NULL, &error);
      g_assert_no_error (error);
      g_test_message ("%s", session->notice);
      g_assert_nonnull (strstr (session->notice, "left out"));
      g_assert_cmpint (session->spec->n, ==, 9);
      g_assert_true (session->sweep == NULL && session->roofs == NULL);
    }
}

static void
test_unknown_keys_are_kept (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node
      = gs_json_parse ("{\"schema\":\"gridscope.session/"
                       "1\",\"lesson\":{\"step\":3},\"spec\":{},\"view\":{\"x\":[1]},\"z\":null}",
                       -1, NULL);
  g_autoptr (GsSession) session = gs_session_from_json (node, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (JsonNode) written = gs_session_to_json (session);
  JsonObject *object = json_node_get_object (written);
  g_assert_true (json_object_has_member (object, "z"));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "lesson"), "step"), ==,
                   3);
}

static void
test_newer_version_is_read_only (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file
      = gs_test_folder_write (folder, "n.gridscope",
                              "{\"schema\":\"gridscope.session/2\",\"spec\":{\"schema\":\"gridscope.spec/"
                              "2\",\"n\":9,\"warp_drive\":true}}",
                              -1);
  g_autoptr (GsSession) session = gs_session_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (session->read_only);
  g_assert_nonnull (strstr (session->notice, "newer version"));
  g_assert_cmpint (session->spec->n, ==, 9);
  g_assert_false (gs_session_save (session, file, NULL, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_VERSION);
  gs_test_folder_remove (folder);
}

static void
test_bad_report_does_not_cost_the_rest (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse (
      "{\"schema\":\"gridscope.session/1\",\"spec\":{\"n\":5},\"reports\":[{\"schema\":\"x\"}]}", -1, NULL);
  g_autoptr (GsSession) session = gs_session_from_json (node, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (session->spec->n, ==, 5);
  g_assert_cmpuint (session->reports->len, ==, 0);
  g_assert_nonnull (strstr (session->notice, "Run 1 of the session could not be read"));
}

typedef struct
{
  const char *name, *text, *part;
} Refused;

static const Refused refused[] = {
  { "half-written", "{\"schema\":\"gridscope.session/1\",\"spec\":{\"n\"", "line 1, column" },
  { "no-schema", "{}", "schema is missing" },
  { "other-schema", "{\"schema\":\"gridscope.report/1\"}", "it must be “gridscope.session/1”" },
  { "spec", "{\"schema\":\"gridscope.session/1\",\"spec\":{\"blok\":1}}", "did you mean “block”?" },
  { "view", "{\"schema\":\"gridscope.session/1\",\"view\":[]}", "view must be an object" },
  { "npy-path", "{\"schema\":\"gridscope.session/1\",\"spec\":{\"a\":{\"npy\":\"../../etc/passwd\"}}}",
    "names “../../etc/passwd”, which is no matrix" },
  { "npy-disguised",
    "{\"schema\":\"gridscope.session/1\",\"spec\":{\"a\":{\"npy\":\"matrix-0123456789abcdef0123456789abcde/"
    ".npy\"}}}",
    "which is no matrix in the folder" },
  { "npy-missing",
    "{\"schema\":\"gridscope.session/"
    "1\",\"spec\":{\"a\":{\"npy\":\"matrix-0123456789abcdef0123456789abcdef.npy\"}}}",
    "matrix-0123456789abcdef0123456789abcdef.npy" },
};

static void
test_refused (gconstpointer data)
{
  const Refused *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = gs_test_folder_write (folder, "r.gridscope", c->text, -1);
  g_assert_null (gs_session_load (file, NULL, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, c->part) == NULL)
    g_error ("“%s” does not hold “%s”", error->message, c->part);
  gs_test_folder_remove (folder);
}

/* A save that fails leaves the old session whole. */
static void
test_failed_save_keeps_the_old_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = g_file_get_child (folder, "k.gridscope");
  g_autoptr (GsSession) session = gs_session_new ();
  g_assert_true (gs_session_save (session, file, NULL, &error));
  /* A file where the folder of data must be. */
  g_autoptr (GFile) blocked = gs_test_folder_write (folder, "k.gridscope.data", "x", 1);
  g_autoptr (GsSession) large = make_session ();
  g_assert_false (gs_session_save (large, file, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_autoptr (GsSession) read = gs_session_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (gs_spec_equal (session->spec, read->spec));
  gs_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  g_test_add_func ("/session/save-and-load", test_save_and_load);
  g_test_add_func ("/session/others-files-stay", test_others_files_stay);
  g_test_add_func ("/session/measured-comes-back", test_measured_comes_back);
  g_test_add_func ("/session/bad-measured-does-not-cost-the-rest", test_bad_measured_does_not_cost_the_rest);
  g_test_add_func ("/session/unknown-keys-are-kept", test_unknown_keys_are_kept);
  g_test_add_func ("/session/newer-version-is-read-only", test_newer_version_is_read_only);
  g_test_add_func ("/session/bad-report-does-not-cost-the-rest", test_bad_report_does_not_cost_the_rest);
  g_test_add_func ("/session/failed-save-keeps-the-old-file", test_failed_save_keeps_the_old_file);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strconcat ("/session/refused/", refused[i].name, NULL);
      g_test_add_data_func (path, &refused[i], test_refused);
    }
  return g_test_run ();
}
