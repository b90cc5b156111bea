#include <glib/gstdio.h>

#include "gs-history.h"
#include "gs-history-file.h"

static GsReport *
make_report (gint64 n, double ns)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsReport *report;
  GsResult *result;

  spec->n = n;
  report = gs_report_new (spec, gs_plan_new (spec, NULL));
  result = gs_result_new ("cpu", "cpu_scalar");
  result->status = GS_STATUS_OK;
  result->timed = TRUE;
  result->compute.n = 3;
  result->compute.median = result->compute.min = ns;
  g_ptr_array_add (report->results, result);
  return report;
}

static GsHistory *
make_history (guint n)
{
  GsHistory *history = gs_history_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GsReport) report = make_report (i + 1, 100 * (i + 1));

      gs_history_add (history, report);
    }
  return history;
}

static GsHistoryItem *
nth (GsHistory *history, guint i)
{
  GsHistoryItem *item = g_list_model_get_item (G_LIST_MODEL (history), i);

  g_object_unref (item); /* the list holds it */
  return item;
}

/* What a list model must say of every change, for a list on screen to be right. */
static void
items_changed_cb (GListModel *model, guint position, guint removed, guint added, guint *n_known)
{
  g_assert_cmpuint (position + removed, <=, *n_known);
  *n_known = *n_known - removed + added;
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, *n_known);
}

static void
test_order_and_names (void)
{
  g_autoptr (GsHistory) history = make_history (3);
  GsHistoryItem *newest = nth (history, 0);
  g_autofree char *summary = gs_history_item_dup_summary (newest);

  g_assert_cmpstr (gs_history_item_get_title (newest), ==, "Hadamard product 1 × 3");
  g_assert_cmpstr (summary, ==, "CPU naive 300\u202fns");
  gs_history_item_set_title (newest, "  the fast one ");
  g_assert_cmpstr (gs_history_item_get_title (newest), ==, "the fast one");
  gs_history_item_set_title (newest, "  ");
  g_assert_cmpstr (gs_history_item_get_title (newest), ==, "Hadamard product 1 × 3");
  g_assert_true (gs_history_latest (history) == gs_history_item_get_report (newest));
}

/* The oldest go when there are too many, and those that are pinned stay. */
static void
test_pinned_runs_stay (void)
{
  g_autoptr (GsHistory) history = make_history (2);
  GsHistoryItem *pinned = nth (history, 1);
  guint n_known = 2;

  gs_history_item_set_pinned (pinned, TRUE);
  g_signal_connect (history, "items-changed", G_CALLBACK (items_changed_cb), &n_known);
  for (guint i = 0; i < GS_HISTORY_MAX + 5; i++)
    {
      g_autoptr (GsReport) report = make_report (1000 + i, 1);

      gs_history_add (history, report);
    }
  g_assert_cmpuint (n_known, ==, GS_HISTORY_MAX);
  g_assert_true (nth (history, GS_HISTORY_MAX - 1) == pinned);
  g_assert_cmpint (gs_history_item_get_report (nth (history, GS_HISTORY_MAX - 2))->spec->n, ==, 1000 + 6);
  gs_history_clear (history);
  g_assert_cmpuint (n_known, ==, 0);
}

/* Where all others are pinned the newest run, which is on screen, stays beyond the bound. */
static void
test_newest_run_stays (void)
{
  g_autoptr (GsHistory) history = make_history (GS_HISTORY_MAX);
  g_autoptr (GsReport) first = make_report (1001, 1), second = make_report (1002, 1);

  for (guint i = 0; i < GS_HISTORY_MAX; i++)
    gs_history_item_set_pinned (nth (history, i), TRUE);
  gs_history_add (history, first);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (history)), ==, GS_HISTORY_MAX + 1);
  g_assert_true (gs_history_latest (history) == first);
  gs_history_add (history, second);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (history)), ==, GS_HISTORY_MAX + 1);
  g_assert_true (gs_history_latest (history) == second);
}

/* Only what a person wrote is a name that other languages keep. */
static void
test_names_of_a_person (void)
{
  static const struct
  {
    const char *title;
    gboolean named;
  } steps[] = {
    { NULL, FALSE },          { "the fast one", TRUE }, { "Hadamard product 1 × 1", FALSE },
    { "the slow one", TRUE }, { " ", FALSE },
  };
  g_autoptr (GsHistory) history = make_history (1);

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GPtrArray) entries = NULL;
      const GsHistoryEntry *entry;

      g_test_message ("%s", steps[i].title != NULL ? steps[i].title : "none");
      gs_history_item_set_title (nth (history, 0), steps[i].title);
      entries = gs_history_list (history);
      entry = g_ptr_array_index (entries, 0);
      g_assert_cmpint (entry->named, ==, steps[i].named);
      g_assert_cmpstr (entry->title, ==, steps[i].named ? steps[i].title : "Hadamard product 1 × 1");
    }
}

static void
test_export (void)
{
  static const struct
  {
    const char *name, *part;
  } cases[] = {
    { "runs.csv", "run,op,m,n,k,backend,kernel,device,status,recorded,samples,min_ns,median_ns" },
    { "runs.csv", "\"a, \"\"b\"\"\",hadamard,1,2,0,cpu,cpu_scalar,,ok,,3,200,200" },
    { "runs.tsv", "a, \"b\"\thadamard\t1\t2\t0\tcpu\tcpu_scalar\t\tok\t\t3\t200\t200" },
    { "runs.json", "\"schema\": \"gridscope.history/1\"" },
    { "runs.json", "\"title\": \"a, \\\"b\\\"\"" },
    { "runs.json", "\"pinned\": true" },
  };
  g_autofree char *folder = g_dir_make_tmp ("gs-history-XXXXXX", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsHistory) history = make_history (2);
      g_autoptr (GPtrArray) entries = NULL;
      g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      gs_history_item_set_title (nth (history, 0), "a, \"b\"");
      gs_history_item_set_pinned (nth (history, 0), TRUE);
      entries = gs_history_list (history);
      g_assert_true (gs_history_save (entries, file, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
      g_test_message ("%s: %s", cases[i].name, cases[i].part);
      g_assert_nonnull (strstr (text, cases[i].part));
      g_file_delete (file, NULL, NULL);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/history/order-and-names", test_order_and_names);
  g_test_add_func ("/model/history/pinned-runs-stay", test_pinned_runs_stay);
  g_test_add_func ("/model/history/newest-run-stays", test_newest_run_stays);
  g_test_add_func ("/model/history/names-of-a-person", test_names_of_a_person);
  g_test_add_func ("/model/history/export", test_export);
  return g_test_run ();
}
