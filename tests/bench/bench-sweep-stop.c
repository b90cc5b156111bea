/* How long Stop takes in a sweep of 20 sizes with five lines (four kernels of the CPU and
 * OpenBLAS; the simulated GPU is chosen too and left out by the sweeper), from the call
 * until the worker that computed is gone, against the target of 0.3 s. A launch of the
 * naive product takes longer than that at most of these sizes, and Stop comes at another
 * moment each time. */
#include <stdio.h>
#include <unistd.h>

#include "gs-stats.h"
#include "gs-sweeper.h"

enum
{
  REPEATS = 9,
  STEP_MS = 170, /* from one moment to the next */
};

typedef struct
{
  GMainLoop *loop;
  GsSweeper *sweeper;
  guint wait_ms; /* from the first finished size to Stop */
  gint64 stop_us, stopped_us;
} Run;

/* A worker that still computed would keep the processor from what comes next. */
static gboolean
gone_cb (gpointer data)
{
  Run *run = data;
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int)getpid ());
  g_autofree char *children = NULL;

  if (!g_file_get_contents (path, &children, NULL, NULL) || *children != '\0')
    return G_SOURCE_CONTINUE;
  run->stopped_us = g_get_monotonic_time ();
  g_main_loop_quit (run->loop);
  return G_SOURCE_REMOVE;
}

static gboolean
stop_cb (gpointer data)
{
  Run *run = data;

  run->stop_us = g_get_monotonic_time ();
  gs_worker_task_stop (GS_WORKER_TASK (run->sweeper));
  g_timeout_add (1, gone_cb, run);
  return G_SOURCE_REMOVE;
}

/* Only a sweep under way can be stopped. */
static void
changed_cb (Run *run)
{
  if (run->stop_us == 0 && gs_sweeper_get_newest (run->sweeper) > 0)
    {
      run->stop_us = -1;
      g_timeout_add (run->wait_ms, stop_cb, run);
    }
}

static double
measure_s (guint wait_ms)
{
  static const char *const kernels[] = { "cpu_ijk", "cpu_ikj", "cpu_blocked", "cpu_packed", NULL };
  const GsSweepRange range = { .low = 512, .high = 512 + 19 * 64, .amount = 64 };
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GError) error = NULL;
  Run run = { .loop = g_main_loop_new (NULL, FALSE), .sweeper = gs_sweeper_new (NULL), .wait_ms = wait_ms };

  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = spec->k = range.low;
  g_strfreev (spec->kernels);
  spec->kernels = g_strdupv ((char **)kernels);
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("cpu,blas,simt", ",", -1);
  if (!gs_sweeper_check (spec, &range, &error))
    g_error ("%s", error->message);
  g_signal_connect_swapped (run.sweeper, "changed", G_CALLBACK (changed_cb), &run);
  gs_sweeper_start (run.sweeper, spec, &range);
  g_main_loop_run (run.loop);
  g_signal_handlers_disconnect_by_data (run.sweeper, &run);
  g_object_unref (run.sweeper);
  g_main_loop_unref (run.loop);
  return (double)(run.stopped_us - run.stop_us) * 1e-6;
}

int
main (void)
{
  double samples_s[REPEATS];
  GsStats stats;

  for (int i = 0; i < REPEATS; i++)
    samples_s[i] = measure_s (20 + i * STEP_MS);
  gs_stats_compute (samples_s, REPEATS, &stats);
  printf ("Stop in a sweep of 20 sizes × 5 lines: median %.4f s, longest %.4f s; %.3f of the 0.3 s allowed\n",
          stats.median, stats.p95, stats.median / 0.3);
  return stats.p95 <= 0.3 ? 0 : 1;
}
