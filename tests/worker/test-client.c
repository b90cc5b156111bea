#include <gio/gio.h>
#include <string.h>

#include "gs-spec.h"
#include "gs-worker-client.h"

/* One call of the client, waited for. */
typedef struct
{
  GMainLoop *loop;
  GsReport *report;
  GsEnvironment *environment;
  GsSweep *sweep;
  GError *error;
  guint n_progress, n_reports;
  GCancellable *cancel_on_progress;
} Call;

static void
call_clear (Call *call)
{
  g_main_loop_unref (call->loop);
  g_clear_pointer (&call->report, gs_report_unref);
  g_clear_pointer (&call->environment, gs_environment_free);
  g_clear_pointer (&call->sweep, gs_sweep_free);
  g_clear_error (&call->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static void
devices_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Call *call = data;

  call->environment = gs_worker_client_devices_finish (GS_WORKER_CLIENT (source), result, &call->error);
  g_main_loop_quit (call->loop);
}

static void
run_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Call *call = data;

  call->report = gs_worker_client_run_finish (GS_WORKER_CLIENT (source), result, &call->error);
  g_main_loop_quit (call->loop);
}

static void
sweep_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Call *call = data;

  call->sweep = gs_worker_client_sweep_finish (GS_WORKER_CLIENT (source), result, &call->error);
  g_main_loop_quit (call->loop);
}

static void
progress_cb (GsWorkerClient *client, const char *backend, const char *phase, double fraction, gpointer data)
{
  Call *call = data;

  call->n_progress++;
  if (call->cancel_on_progress != NULL)
    g_cancellable_cancel (call->cancel_on_progress);
}

static void
report_cb (GsWorkerClient *client, const GsReport *report, double fraction, gpointer data)
{
  Call *call = data;

  g_assert_nonnull (report->spec);
  call->n_reports++;
}

static GsWorkerClient *
fake_client (const char *how)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "worker", "fake_worker.py", NULL);
  const char *prefix[] = { "/usr/bin/python3", script, how, NULL };

  return gs_worker_client_new (prefix);
}

static void
ask_devices (GsWorkerClient *client, Call *call, GCancellable *cancellable)
{
  *call = (Call){ .loop = g_main_loop_new (NULL, FALSE), .cancel_on_progress = cancellable };
  if (cancellable != NULL)
    g_signal_connect (client, "progress", G_CALLBACK (progress_cb), call);
  gs_worker_client_devices_async (client, cancellable, devices_cb, call);
  g_main_loop_run (call->loop);
  g_signal_handlers_disconnect_by_data (client, call);
}

static void
ask_run (GsWorkerClient *client, const GsSpec *spec, Call *call, GCancellable *cancel_on_progress)
{
  *call = (Call){ .loop = g_main_loop_new (NULL, FALSE), .cancel_on_progress = cancel_on_progress };
  g_signal_connect (client, "progress", G_CALLBACK (progress_cb), call);
  gs_worker_client_run_async (client, spec, cancel_on_progress, run_cb, call);
  g_main_loop_run (call->loop);
  g_signal_handlers_disconnect_by_data (client, call);
}

/* A worker that dies, babbles or refuses: the error says so, and the client can
 * be asked again. */
static void
test_misbehaviour (void)
{
  static const struct
  {
    const char *how;
    int code;
    const char *message;
  } cases[] = {
    { "kill", GS_WORKER_ERROR_DIED, "was killed by signal 9" },
    { "exit", GS_WORKER_ERROR_DIED, "ended with exit code 3, saying “no route to host”" },
    { "garbage", GS_WORKER_ERROR_PROTOCOL, "could not be read" },
    { "neither", GS_WORKER_ERROR_PROTOCOL, "neither a result nor an error" },
    { "refuse", GS_WORKER_ERROR_REMOTE, "Not like this." },
    { "unread", GS_WORKER_ERROR_PROTOCOL, "The line is too long." },
    { "wordless", GS_WORKER_ERROR_REMOTE, "gave no reason" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsWorkerClient) client = fake_client (cases[i].how);

      g_test_message ("%s", cases[i].how);
      for (int round = 0; round < 2; round++)
        {
          g_auto (Call) call = { 0 };

          ask_devices (client, &call, NULL);
          g_assert_error (call.error, GS_WORKER_ERROR, cases[i].code);
          g_assert_nonnull (strstr (call.error->message, cases[i].message));
        }
    }
}

static void
test_no_program (void)
{
  const char *prefix[] = { "/nonexistent/launcher", NULL };
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (prefix);
  g_auto (Call) call = { 0 };

  ask_devices (client, &call, NULL);
  g_assert_error (call.error, GS_WORKER_ERROR, GS_WORKER_ERROR_DIED);
  g_assert_nonnull (strstr (call.error->message, "/nonexistent/launcher"));
}

static void
test_cancel_obeyed (void)
{
  g_autoptr (GsWorkerClient) client = fake_client ("obedient");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *before = NULL;
  g_auto (Call) call = { 0 };

  ask_devices (client, &call, cancellable);
  g_assert_error (call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* It stays warm. */
  g_assert_nonnull (gs_worker_client_get_process_id (client));
}

static void
test_cancel_ignored (void)
{
  g_autoptr (GsWorkerClient) client = fake_client ("deaf");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Call) call = { 0 };

  ask_devices (client, &call, cancellable);
  g_assert_error (call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (gs_worker_client_get_process_id (client));
}

static void
test_cancelled_before (void)
{
  g_autoptr (GsWorkerClient) client = fake_client ("pid");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Call) call = { 0 };

  g_cancellable_cancel (cancellable);
  ask_devices (client, &call, cancellable);
  g_assert_error (call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (gs_worker_client_get_process_id (client));
}

/* Stopped while its line is still being made: the worker hears of neither. */
static void
test_cancelled_before_sent (void)
{
  g_autoptr (GsWorkerClient) client = fake_client ("counts");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_auto (Call) first = { 0 }, stopped = { 0 }, last = { 0 };

  spec->cold = TRUE;
  ask_devices (client, &first, NULL);
  g_assert_no_error (first.error);
  g_assert_cmpstr (first.environment->cpu, ==, "1");
  stopped.loop = g_main_loop_new (NULL, FALSE);
  gs_worker_client_run_async (client, spec, cancellable, run_cb, &stopped);
  g_cancellable_cancel (cancellable);
  g_main_loop_run (stopped.loop);
  g_assert_error (stopped.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ask_devices (client, &last, NULL);
  g_assert_no_error (last.error);
  g_assert_cmpstr (last.environment->cpu, ==, "2");
}

static void
test_one_at_a_time (void)
{
  g_autoptr (GsWorkerClient) client = fake_client ("pid");
  g_auto (Call) first = { .loop = g_main_loop_new (NULL, FALSE) };
  g_auto (Call) second = { 0 };

  gs_worker_client_devices_async (client, NULL, devices_cb, &first);
  ask_devices (client, &second, NULL);
  g_assert_error (second.error, G_IO_ERROR, G_IO_ERROR_PENDING);
  if (first.environment == NULL)
    g_main_loop_run (first.loop);
  g_assert_no_error (first.error);
}

/* The same process answers until a cold run is asked for, even when it has to be
 * killed for that. */
static void
test_fresh_process (void)
{
  static const char *const hows[] = { "pid", "stays" };

  for (gsize i = 0; i < G_N_ELEMENTS (hows); i++)
    {
      g_autoptr (GsWorkerClient) client = fake_client (hows[i]);
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_auto (Call) first = { 0 };
      g_auto (Call) second = { 0 };
      g_auto (Call) cold = { 0 };
      g_auto (Call) third = { 0 };

      ask_devices (client, &first, NULL);
      ask_devices (client, &second, NULL);
      g_assert_cmpstr (first.environment->cpu, ==, second.environment->cpu);
      spec->cold = TRUE;
      ask_run (client, spec, &cold, NULL);
      g_assert_error (cold.error, GS_WORKER_ERROR, GS_WORKER_ERROR_REMOTE);
      ask_devices (client, &third, NULL);
      g_assert_no_error (third.error);
      g_assert_cmpstr (third.environment->cpu, !=, second.environment->cpu);
    }
}

/* A worker that says it is leaving gets no further request, gone already or not. */
static void
test_leaving (void)
{
  static const char *const hows[] = { "leaves", "leaves-at-once" };

  for (gsize i = 0; i < G_N_ELEMENTS (hows); i++)
    {
      g_autoptr (GsWorkerClient) client = fake_client (hows[i]);
      g_autofree char *last = NULL;

      for (int round = 0; round < 3; round++)
        {
          g_auto (Call) call = { 0 };

          ask_devices (client, &call, NULL);
          g_assert_no_error (call.error);
          g_assert_cmpstr (call.environment->cpu, !=, last);
          g_free (last);
          last = g_strdup (call.environment->cpu);
        }
    }
}

/* The last reference goes while the worker is busy: nothing is left behind. */
static void
test_dropped (void)
{
  GsWorkerClient *client = fake_client ("pid");
  g_auto (Call) call = { 0 };

  ask_devices (client, &call, NULL);
  g_object_add_weak_pointer (G_OBJECT (client), (gpointer *)&client);
  g_object_unref (client);
  g_assert_null (client);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static const float seed_a[] = { 1, 2, 3, 4 }, seed_b[] = { 5, 6, 7, 8 };

static GsSpec *
seed_spec (GsOp op)
{
  GsSpec *spec = gs_spec_new ();
  const char *backends[] = { "cpu", NULL };
  g_autoptr (GsMatrix) a = gs_matrix_new_copy_data (2, 2, seed_a);
  g_autoptr (GsMatrix) b = gs_matrix_new_copy_data (2, 2, seed_b);
  g_autoptr (GsSource) source_a = gs_source_new_values (a, NULL);
  g_autoptr (GsSource) source_b = gs_source_new_values (b, NULL);

  spec->op = op;
  gs_spec_set_a (spec, source_a);
  gs_spec_set_b (spec, source_b);
  g_assert_true (gs_spec_infer_sizes (spec, -1, -1, -1, NULL));
  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)backends);
  return spec;
}

/* The real worker. */
static void
test_seed (void)
{
  static const float expected[2][4] = { { 5, 12, 21, 32 }, { 19, 22, 43, 50 } };
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (NULL);

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GsSpec) spec = seed_spec (i == 0 ? GS_OP_HADAMARD : GS_OP_MATMUL);
      g_auto (Call) call = { 0 };
      const GsResult *result;

      ask_run (client, spec, &call, NULL);
      g_assert_no_error (call.error);
      result = g_ptr_array_index (call.report->results, 0);
      g_assert_cmpmem (result->output->data, sizeof expected[i], expected[i], sizeof expected[i]);
      g_assert_true (gs_spec_equal (spec, call.report->spec));
    }
}

static void
test_engine_error (void)
{
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (NULL);
  g_autoptr (GsSpec) spec = seed_spec (GS_OP_HADAMARD);
  g_auto (Call) wrong = { 0 };
  g_auto (Call) right = { 0 };

  spec->block[0] = 2048;
  ask_run (client, spec, &wrong, NULL);
  g_assert_error (wrong.error, GS_WORKER_ERROR, GS_WORKER_ERROR_REMOTE);
  g_assert_nonnull (strstr (wrong.error->message, "1024"));
  spec->block[0] = 4;
  ask_run (client, spec, &right, NULL);
  g_assert_no_error (right.error);
}

static void
test_cold (void)
{
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (NULL);
  g_autoptr (GsSpec) spec = seed_spec (GS_OP_HADAMARD);
  g_autofree char *warm = NULL;

  for (int round = 0; round < 3; round++)
    {
      g_auto (Call) call = { 0 };

      spec->cold = round == 2;
      ask_run (client, spec, &call, NULL);
      g_assert_no_error (call.error);
      if (round == 1)
        g_assert_cmpstr (gs_worker_client_get_process_id (client), ==, warm);
      if (round == 2)
        g_assert_cmpstr (gs_worker_client_get_process_id (client), !=, warm);
      g_free (warm);
      warm = g_strdup (gs_worker_client_get_process_id (client));
    }
}

static void
test_sweep (void)
{
  g_autoptr (GsWorkerClient) client = gs_worker_client_new (NULL);
  g_autoptr (GsSpec) spec = gs_spec_new ();
  const char *backends[] = { "cpu", NULL };
  const char *kernels[] = { "cpu_scalar", "cpu_vectorised", NULL };
  g_auto (Call) call = { .loop = g_main_loop_new (NULL, FALSE) };
  const GsSweepSeries *series;

  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)backends);
  g_strfreev (spec->kernels);
  spec->kernels = g_strdupv ((char **)kernels);
  spec->repeats = 3;
  g_signal_connect (client, "report", G_CALLBACK (report_cb), &call);
  gs_worker_client_sweep_async (client, spec, "64:256:x2", NULL, sweep_cb, &call);
  g_main_loop_run (call.loop);
  g_assert_no_error (call.error);
  g_assert_cmpuint (call.n_reports, ==, 3);
  g_assert_cmpuint (call.sweep->series->len, ==, 2);
  series = g_ptr_array_index (call.sweep->series, 0);
  g_assert_cmpuint (series->points->len, ==, 3);
  g_assert_cmpuint (call.sweep->crossings->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/client/misbehaviour", test_misbehaviour);
  g_test_add_func ("/worker/client/no-program", test_no_program);
  g_test_add_func ("/worker/client/cancel-obeyed", test_cancel_obeyed);
  g_test_add_func ("/worker/client/cancel-ignored", test_cancel_ignored);
  g_test_add_func ("/worker/client/cancelled-before", test_cancelled_before);
  g_test_add_func ("/worker/client/cancelled-before-sent", test_cancelled_before_sent);
  g_test_add_func ("/worker/client/one-at-a-time", test_one_at_a_time);
  g_test_add_func ("/worker/client/fresh-process", test_fresh_process);
  g_test_add_func ("/worker/client/leaving", test_leaving);
  g_test_add_func ("/worker/client/dropped", test_dropped);
  g_test_add_func ("/worker/client/seed", test_seed);
  g_test_add_func ("/worker/client/engine-error", test_engine_error);
  g_test_add_func ("/worker/client/cold", test_cold);
  g_test_add_func ("/worker/client/sweep", test_sweep);
  return g_test_run ();
}
