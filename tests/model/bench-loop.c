/* How long one turn of the main loop takes while a run is under way and its
 * report comes in: a window that waits longer than 16 ms misses a frame. */

#include <stdio.h>

#include "gs-runner.h"

typedef struct
{
  GMainLoop *loop;
  gboolean failed;
} Run;

static GPollFunc poll_func;
static gint64 awake_since_us, longest_us;

/* The time between two polls is the time of one turn. */
static int
timed_poll (GPollFD *fds, guint n_fds, int timeout_ms)
{
  int n_ready;

  if (awake_since_us != 0)
    longest_us = MAX (longest_us, g_get_monotonic_time () - awake_since_us);
  n_ready = poll_func (fds, n_fds, timeout_ms);
  awake_since_us = g_get_monotonic_time ();
  return n_ready;
}

static void
finished_cb (GsRunner *runner, GsReport *report, Run *run)
{
  g_main_loop_quit (run->loop);
}

static void
failed_cb (GsRunner *runner, const char *sentence, gboolean died, Run *run)
{
  fprintf (stderr, "%s\n", sentence);
  run->failed = TRUE;
  g_main_loop_quit (run->loop);
}

static gboolean
measure (GsOp op, gint64 size)
{
  Run run = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsWorkerClient *client = gs_worker_client_new (NULL);
  GsRunner *runner = gs_runner_new (client);

  spec->op = op;
  spec->m = spec->n = size;
  spec->k = op == GS_OP_MATMUL ? size : 0;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 16;
  g_signal_connect (runner, "finished", G_CALLBACK (finished_cb), &run);
  g_signal_connect (runner, "failed", G_CALLBACK (failed_cb), &run);

  awake_since_us = longest_us = 0;
  gs_runner_start (runner, spec);
  g_main_loop_run (run.loop);
  printf ("%-8s %5" G_GINT64_FORMAT "²: longest turn of the main loop %.2f ms\n", gs_op_nick (op), size,
          (double)longest_us / 1000.0);

  g_object_unref (runner);
  g_object_unref (client);
  g_main_loop_unref (run.loop);
  return !run.failed;
}

int
main (void)
{
  gboolean done;

  poll_func = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, timed_poll);
  done = measure (GS_OP_HADAMARD, 512);
  done = measure (GS_OP_MATMUL, 512) && done;
  done = measure (GS_OP_HADAMARD, 2048) && done;
  return done ? 0 : 1;
}
