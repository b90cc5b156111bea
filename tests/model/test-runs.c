#include "gs-runner.h"

#include <glib/gstdio.h>

#include "gs-spec-edit.h"
#include "gs-sweeper.h"

/* Runner and sweeper with the real worker. */

typedef struct
{
  guint n_finished, n_failed, n_stopped, n_changed;
  gint64 last_n;
} Seen;

static void
finished_cb (GsRunner *runner, GsReport *report, Seen *seen)
{
  seen->n_finished++;
  seen->last_n = report->spec->n;
}

static void
failed_cb (GsRunner *runner, const char *sentence, gboolean died, Seen *seen)
{
  g_test_message ("failed: %s", sentence);
  seen->n_failed++;
}

static void
count_cb (GObject *object, guint *n)
{
  (*n)++;
}

static GsSpec *
make_spec (gint64 n, int repeats)
{
  GsSpec *spec = gs_spec_new ();
  const char *backends[] = { "cpu", NULL };

  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)backends);
  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = spec->k = n;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 8;
  spec->repeats = repeats;
  return spec;
}

static void
connect (GsRunner *runner, Seen *seen)
{
  g_signal_connect (runner, "finished", G_CALLBACK (finished_cb), seen);
  g_signal_connect (runner, "failed", G_CALLBACK (failed_cb), seen);
  g_signal_connect (runner, "stopped", G_CALLBACK (count_cb), &seen->n_stopped);
}

/* A run started while another is under way takes its place, and so does a third. */
static void
test_replaced_run (void)
{
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (NULL);
  g_autoptr (GsRunner) runner = gs_runner_new (client);
  g_autoptr (GsSpec) forever = make_spec (700, 100000), second = make_spec (9, 1), third = make_spec (7, 1);
  Seen seen = { 0 };

  connect (runner, &seen);
  gs_runner_start (runner, forever);
  /* Until the worker has begun: progress comes of a run only. */
  while (gs_worker_task_get_fraction (GS_WORKER_TASK (runner)) == 0)
    g_main_context_iteration (NULL, TRUE);
  gs_runner_start (runner, second);
  g_assert_true (gs_worker_task_get_running (GS_WORKER_TASK (runner)));
  gs_runner_start (runner, third);
  while (gs_worker_task_get_running (GS_WORKER_TASK (runner)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (seen.n_failed, ==, 0);
  g_assert_cmpuint (seen.n_finished, ==, 1);
  g_assert_cmpuint (seen.n_stopped, ==, 2);
  g_assert_cmpint (seen.last_n, ==, 7);

  /* Stopped before the worker was free: nothing runs, and the next run does. */
  gs_runner_start (runner, forever);
  while (gs_worker_task_get_fraction (GS_WORKER_TASK (runner)) == 0)
    g_main_context_iteration (NULL, TRUE);
  gs_runner_start (runner, second);
  gs_worker_task_stop (GS_WORKER_TASK (runner));
  g_assert_false (gs_worker_task_get_running (GS_WORKER_TASK (runner)));
  gs_runner_start (runner, second);
  while (gs_worker_task_get_running (GS_WORKER_TASK (runner)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (seen.n_failed, ==, 0);
  g_assert_cmpuint (seen.n_finished, ==, 2);
  g_assert_cmpint (seen.last_n, ==, 9);
}

static guint
count_points (const GsSweep *sweep)
{
  guint n = 0;

  for (guint i = 0; i < sweep->series->len; i++)
    n += ((const GsSweepSeries *)g_ptr_array_index (sweep->series, i))->points->len;
  return n;
}

/* Twenty sizes of five kernels: stopping is done at once, whatever the worker does;
 * what came in stays, nothing comes after it, and it goes on from there. */
static void
test_stopped_sweep (void)
{
  static const char *const kernels[] = { "cpu_ijk", "cpu_ikj", "cpu_blocked", "cpu_packed", NULL };
  const GsSweepRange range = { .low = 4, .high = 80, .amount = 4, .factor = FALSE };
  g_autoptr (GsSweeper) sweeper = gs_sweeper_new (NULL);
  g_autoptr (GsSpec) spec = make_spec (4, 3);
  Seen seen = { 0 };
  guint n_points, n_changed;

  gs_spec_edit_backend (spec, "blas", TRUE);
  g_strfreev (spec->kernels);
  spec->kernels = g_strdupv ((char **)kernels);
  g_assert_true (gs_sweeper_check (spec, &range, NULL));
  g_signal_connect (sweeper, "changed", G_CALLBACK (count_cb), &seen.n_changed);
  g_signal_connect (sweeper, "stopped", G_CALLBACK (count_cb), &seen.n_stopped);
  gs_sweeper_start (sweeper, spec, &range);
  while (gs_sweeper_get_newest (sweeper) == 0)
    g_main_context_iteration (NULL, TRUE);
  gs_worker_task_stop (GS_WORKER_TASK (sweeper));
  g_assert_false (gs_worker_task_get_running (GS_WORKER_TASK (sweeper)));
  g_assert_cmpuint (seen.n_stopped, ==, 1);
  n_points = count_points (gs_sweeper_get_sweep (sweeper));
  n_changed = seen.n_changed;
  g_assert_cmpuint (n_points, >, 0);
  for (int i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (seen.n_changed, ==, n_changed);
  g_assert_true (gs_sweeper_can_continue (sweeper));
  gs_sweeper_continue (sweeper);
  while (gs_worker_task_get_running (GS_WORKER_TASK (sweeper)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (gs_sweeper_get_newest (sweeper), ==, 80);
  g_assert_cmpuint (count_points (gs_sweeper_get_sweep (sweeper)), >=, 4 * 20);
  g_assert_false (gs_sweeper_can_continue (sweeper));
}

/* Through the words before its command, as runs are: they may lead to another machine. */
static void
test_sweep_elsewhere (void)
{
  const GsSweepRange range = { .low = 4, .high = 8, .amount = 2, .factor = TRUE };
  g_autofree char *mark = g_build_filename (g_get_tmp_dir (), "gs-sweep-elsewhere-XXXXXX", NULL);
  const char *prefix[]
      = { "sh", "-c", "echo here > \"$0\" && shift && exec \"$GRIDSCOPE_CLI\" \"$@\"", mark, NULL };
  g_autoptr (GsSpec) spec = make_spec (4, 3);
  g_autofree char *text = NULL;
  g_autoptr (GsSweeper) sweeper = NULL;

  g_close (g_mkstemp (mark), NULL);
  sweeper = gs_sweeper_new (prefix);
  gs_sweeper_start (sweeper, spec, &range);
  while (gs_worker_task_get_running (GS_WORKER_TASK (sweeper)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (count_points (gs_sweeper_get_sweep (sweeper)), ==, 2);
  g_assert_true (g_file_get_contents (mark, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "here\n");
  g_unlink (mark);
}

static void
status_cb (GsRunner *runner, GParamSpec *pspec, GPtrArray *said)
{
  if (gs_runner_get_status (runner) != NULL)
    g_ptr_array_add (said, g_strdup (gs_runner_get_status (runner)));
}

/* Parts of the work by their titles, which are translated, and never of the run that was stopped. */
static void
test_status (void)
{
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (NULL);
  g_autoptr (GsRunner) runner = gs_runner_new (client);
  g_autoptr (GsSpec) forever = make_spec (700, 100000), second = make_spec (9, 1);
  g_autoptr (GPtrArray) said = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *title = g_strdup_printf ("CPU: %s", gs_phase_title (GS_PHASE_COMPUTE));

  g_signal_connect (runner, "notify::status", G_CALLBACK (status_cb), said);
  gs_runner_start (runner, forever);
  while (gs_worker_task_get_fraction (GS_WORKER_TASK (runner)) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (said->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (said, 1), ==, title);
  gs_spec_edit_backend (second, "simt", TRUE);
  gs_spec_edit_backend (second, "cpu", FALSE);
  g_ptr_array_set_size (said, 0);
  gs_runner_start (runner, second);
  while (gs_worker_task_get_running (GS_WORKER_TASK (runner)))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < said->len; i++)
    g_assert_false (g_str_has_prefix (g_ptr_array_index (said, i), "CPU"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/runs/replaced", test_replaced_run);
  g_test_add_func ("/model/runs/stopped-sweep", test_stopped_sweep);
  g_test_add_func ("/model/runs/sweep-elsewhere", test_sweep_elsewhere);
  g_test_add_func ("/model/runs/status", test_status);
  return g_test_run ();
}
