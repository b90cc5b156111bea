#include <string.h>

#include "gs-document.h"
#include "gs-json.h"
#include "gs-spec-json.h"
#include "gs-sweep-json.h"
#include "gs-report-json.h"
#include "gs-test-folder.h"
#include "gs-test-locale.h"

/* "spec", "report", "sweep" or "session". */
static const char *
kind_of (const GsDocument *document)
{
  g_assert_cmpint ((document->spec != NULL) + (document->report != NULL) + (document->sweep != NULL)
                       + (document->session != NULL),
                   ==, 1);
  return document->spec != NULL     ? "spec"
         : document->report != NULL ? "report"
         : document->sweep != NULL  ? "sweep"
                                    : "session";
}

static char *
make_text (const char *kind)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (JsonNode) node = NULL;

  if (g_str_equal (kind, "spec"))
    {
      node = gs_spec_to_json (spec);
    }
  else if (g_str_equal (kind, "report"))
    {
      g_autoptr (GsReport) report = gs_report_new (spec, gs_plan_new (spec, NULL));

      node = gs_report_to_json (report);
    }
  else if (g_str_equal (kind, "sweep"))
    {
      g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);

      node = gs_sweep_to_json (sweep);
    }
  else
    {
      g_autoptr (GsSession) session = gs_session_new ();

      node = gs_session_to_json (session);
    }
  return gs_json_to_text (node, TRUE);
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *name, *file, *kind;
  } cases[] = {
    { "a spec", "x.json", "spec" },
    { "a spec by a session's name", "x.gridscope", "spec" },
    { "a report", "x.json", "report" },
    { "a sweep", "x.json", "sweep" },
    { "a session", "x.gridscope", "session" },
    { "a session by a plain name", "x.json", "session" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) folder = gs_test_folder_new ();
      g_autofree char *text = make_text (cases[i].kind);
      g_autoptr (GFile) file = gs_test_folder_write (folder, cases[i].file, text, -1);
      g_autoptr (GError) error = NULL;
      g_autoptr (GsDocument) document = gs_document_load (file, NULL, &error);

      g_test_message ("%s", cases[i].name);
      g_assert_no_error (error);
      g_assert_cmpstr (kind_of (document), ==, cases[i].kind);
      gs_test_folder_remove (folder);
    }
}

static void
test_texts (void)
{
  static const struct
  {
    const char *name, *file, *text, *kind;
    const char *said; /* in the message when there is no kind */
  } cases[] = {
    { "a spec may leave its schema out", "x.json", "{\"op\":\"add\",\"n\":5}", "spec", NULL },
    { "a session may not", "x.gridscope", "{\"view\":{}}", NULL, "gridscope.session/1" },
    { "a spec's own fault is named", "x.json", "{\"schema\":\"gridscope.spec/1\",\"blok\":[4]}", NULL,
      "block" },
    { "a spec of later days", "x.json", "{\"schema\":\"gridscope.spec/9\"}", NULL, "gridscope.spec/9" },
    { "a schema of another program", "x.json", "{\"schema\":\"a/1\"}", NULL, "gridscope.session/1" },
    { "a schema that is no text", "x.json", "{\"schema\":7}", NULL, "schema" },
    { "no JSON", "x.json", "[1 2; 3 4]", NULL, "line 1" },
    { "no object", "x.json", "[1,2]", NULL, "object" },
    { "nothing", "x.json", "", NULL, "line 1" },
    { "lines of a sweep without any", "x.jsonl", "", NULL, "x.jsonl" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) folder = gs_test_folder_new ();
      g_autoptr (GFile) file = gs_test_folder_write (folder, cases[i].file, cases[i].text, -1);
      g_autoptr (GError) error = NULL;
      g_autoptr (GsDocument) document = gs_document_load (file, NULL, &error);

      g_test_message ("%s: %s", cases[i].name, error != NULL ? error->message : "read");
      if (cases[i].kind != NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpstr (kind_of (document), ==, cases[i].kind);
        }
      else
        {
          g_assert_null (document);
          g_assert_nonnull (strstr (error->message, cases[i].said));
          /* Whatever it is, its file is named first. */
          g_assert_nonnull (strstr (error->message, cases[i].file));
        }
      gs_test_folder_remove (folder);
    }
}

/* Matrices beside a session are found from the document, too. */
static void
test_data_beside (void)
{
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = g_file_get_child (folder, "x.gridscope");
  g_autoptr (GsMatrix) matrix = gs_matrix_new (300, 300, NULL);
  g_autoptr (GsSource) source = gs_source_new_values (matrix, NULL);
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsSession) session = gs_session_new ();
  g_autoptr (GsDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  for (gint64 i = 0; i < gs_matrix_elements (matrix); i++)
    matrix->data[i] = (float)i / 7;
  gs_spec_set_a (spec, source);
  gs_session_set_spec (session, spec);
  g_assert_true (gs_session_save (session, file, NULL, &error));

  document = gs_document_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (gs_spec_equal (document->session->spec, spec));
  gs_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);

  g_test_add_func ("/document/kinds", test_kinds);
  g_test_add_func ("/document/texts", test_texts);
  g_test_add_func ("/document/data-beside", test_data_beside);

  return g_test_run ();
}
