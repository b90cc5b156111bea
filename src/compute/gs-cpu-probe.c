#include "gs-cpu-probe.h"

#include <glib/gi18n-lib.h>

#include "gs-cpu-kernel.h"
#include "gs-cpu-micro.h"
#include "gs-engine.h"
#include "gs-matrix.h"
#include "gs-pool.h"

#define N_ELEMENTS (1 << 25) /* 128 MiB each */
#define PART_NS    4e8       /* time for each of the two roofs, and at least three rounds */
#define PEAK_STEPS 200000    /* some milliseconds of arithmetic */

typedef void (*RoundFunc) (gpointer data);

/* The shortest of the rounds: a roof is what the machine can do, not what it does
 * while others use it. 0 when cancelled. */
static double
shortest_round_ns (RoundFunc round, gpointer data, GCancellable *cancellable, GError **error)
{
  gint64 start_ns = gs_clock_now_ns ();
  double shortest_ns = G_MAXDOUBLE;

  for (int i = 0; i < 3 || (double)(gs_clock_now_ns () - start_ns) < PART_NS; i++)
    {
      gint64 round_ns = gs_clock_now_ns ();

      round (data);
      shortest_ns = MIN (shortest_ns, (double)(gs_clock_now_ns () - round_ns));
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return 0;
    }
  return MAX (shortest_ns, 1);
}

static void
triad_cb (gpointer data)
{
  gs_cpu_triad (data);
}

static void
peak_thread (int thread, int n_threads, gpointer data)
{
  volatile float sink = gs_cpu_micro (((const GsCpuCall *)data)->isa)->peak (PEAK_STEPS);

  (void)sink;
}

static void
peak_cb (gpointer data)
{
  gs_pool_run (((const GsCpuCall *)data)->n_threads, peak_thread, data);
}

gboolean
gs_cpu_probe (int threads, GsCpuRoofs *roofs, GCancellable *cancellable, GError **error)
{
  g_autoptr (GsMatrix) a = NULL;
  g_autoptr (GsMatrix) b = NULL;
  g_autoptr (GsMatrix) c = NULL;
  GsCpuCall call = {
    .op = GS_OP_ADD,
    .m = 1,
    .n = N_ELEMENTS,
    .n_threads = gs_cpu_threads (threads, NULL),
    .isa = gs_isa_current (),
    .cancellable = cancellable,
  };
  double ns;

  if (!gs_memory_check (3 * sizeof (float) * (guint64)N_ELEMENTS, _ ("The arrays of the bandwidth probe"),
                        error)
      || (a = gs_matrix_new_uninitialised (1, N_ELEMENTS, error)) == NULL
      || (b = gs_matrix_new_uninitialised (1, N_ELEMENTS, error)) == NULL
      || (c = gs_matrix_new_uninitialised (1, N_ELEMENTS, error)) == NULL)
    return FALSE;
  gs_matrix_fill (a, 1);
  gs_matrix_fill (b, 2);
  call.a = a->data;
  call.b = b->data;
  call.c = c->data;

  ns = shortest_round_ns (triad_cb, &call, cancellable, error);
  if (ns == 0)
    return FALSE;
  roofs->triad_gbytes_per_s = 3.0 * sizeof (float) * N_ELEMENTS / ns;

  ns = shortest_round_ns (peak_cb, &call, cancellable, error);
  if (ns == 0)
    return FALSE;
  roofs->fma_gflops = (double)gs_cpu_micro (call.isa)->flops_per_step * PEAK_STEPS * call.n_threads / ns;
  roofs->n_threads = call.n_threads;
  return TRUE;
}
