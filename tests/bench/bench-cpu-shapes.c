#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "gs-cpu-kernel.h"
#include "gs-engine.h"
#include "gs-matrix.h"
#include "gs-openblas.h"
#include "gs-source.h"
#include "gs-stats.h"

/* Products of every shape up to 64 × 64 × 64, on every instruction set this machine
 * has, against the better of the naive loop and OpenBLAS with the core for the same
 * instruction set. A ratio is the median of the paired ratios of speed, A B B A in one
 * process on the same buffers: above 1, ours is faster. What looks slow at a first
 * glance is measured again for longer, so that no shape is named for a hiccup. */

#define SIZE_MAX 64
#define N_PAIRS  16   /* at a first glance */
#define N_AGAIN  64   /* pairs, multiples of 4 */
#define TURN_NS  6e3  /* one reading, at a first glance */
#define AGAIN_NS 25e3 /* and at a second one */
#define TARGET   (1 / 1.2)
#define DOUBTFUL 0.9
#define N_WORST  24

static const int sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64 };

#define N_SIZES  G_N_ELEMENTS (sizes)
#define N_SHAPES (N_SIZES * N_SIZES * N_SIZES)

typedef struct
{
  int m, n, k;
  gboolean naive; /* the better one of the others */
  GsRatio ratio;
  double ours_ns;
} Shape;

typedef void (*Run) (const GsCpuCall *call);

static void
run_packed (const GsCpuCall *call)
{
  gs_cpu_packed (call, NULL);
}

static void
run_naive (const GsCpuCall *call)
{
  gs_cpu_ijk (call, NULL);
}

static void
run_openblas (const GsCpuCall *call)
{
  gs_openblas_sgemm (call->m, call->n, call->k, call->a, call->b, call->c);
}

static double
time_turn (Run run, const GsCpuCall *call, int batch)
{
  gint64 start_ns = gs_clock_now_ns ();

  for (int i = 0; i < batch; i++)
    run (call);
  return MAX ((double)(gs_clock_now_ns () - start_ns), 1) / batch;
}

/* The least of a few readings, the first of which fills the caches. */
static double
time_once (Run run, const GsCpuCall *call)
{
  double once_ns = time_turn (run, call, 1), again_ns = time_turn (run, call, 1);
  int batch = (int)CLAMP (TURN_NS / MIN (once_ns, again_ns), 1, 1000);

  once_ns = MIN (once_ns, again_ns);
  for (int i = 0; i < 3; i++)
    {
      double turn_ns = time_turn (run, call, batch);

      once_ns = MIN (once_ns, turn_ns);
    }
  return once_ns;
}

static void
compare (Shape *shape, const GsCpuCall *call, gsize n_pairs, double turn_ns)
{
  Run other = shape->naive ? run_naive : run_openblas;
  double once_ns = time_once (other, call);
  int batch = (int)CLAMP (turn_ns / once_ns, 1, 4000);
  double ours[N_AGAIN], theirs[N_AGAIN];
  GsStats stats;

  for (gsize i = 0; i < n_pairs; i += 2)
    {
      ours[i] = time_turn (run_packed, call, batch);
      theirs[i] = time_turn (other, call, batch);
      theirs[i + 1] = time_turn (other, call, batch);
      ours[i + 1] = time_turn (run_packed, call, batch);
    }
  gs_stats_paired_ratio (theirs, ours, n_pairs, &shape->ratio);
  gs_stats_compute (ours, n_pairs, &stats);
  shape->ours_ns = stats.median;
}

static void
measure (Shape *shape, GsCpuCall *call)
{
  call->m = shape->m;
  call->n = shape->n;
  call->k = shape->k;
  shape->naive = time_once (run_naive, call) < time_once (run_openblas, call);
  compare (shape, call, N_PAIRS, TURN_NS);
  if (shape->ratio.ratio < DOUBTFUL)
    compare (shape, call, N_AGAIN, AGAIN_NS);
}

static int
compare_shapes (gconstpointer a, gconstpointer b)
{
  const Shape *one = a, *two = b;

  return (one->ratio.ratio > two->ratio.ratio) - (one->ratio.ratio < two->ratio.ratio);
}

static void
print_shapes (Shape *shapes)
{
  double sum = 0;
  int n_missed = 0;

  for (gsize i = 0; i < N_SHAPES; i++)
    {
      sum += log (shapes[i].ratio.ratio);
      n_missed += shapes[i].ratio.ratio < TARGET;
    }
  qsort (shapes, N_SHAPES, sizeof *shapes, compare_shapes);
  printf ("  %-22s %8s  %-16s  %5s   %9s\n", "m×n×k", "ratio", "95 %", "pairs", "ours");
  for (gsize i = 0; i < N_WORST; i++)
    {
      const Shape *shape = &shapes[i];
      g_autofree char *name = g_strdup_printf ("%d×%d×%d, %s", shape->m, shape->n, shape->k,
                                               shape->naive ? "naive" : "OpenBLAS");

      printf ("  %-22s %8.3f  [%.3f, %.3f]  %5d   %9.1f ns\n", name, shape->ratio.ratio, shape->ratio.low,
              shape->ratio.high, (int)shape->ratio.n, shape->ours_ns);
    }
  printf ("  %d shapes: geometric mean %.3f, worst %.3f, below %.3f %d\n", (int)N_SHAPES,
          exp (sum / N_SHAPES), shapes[0].ratio.ratio, TARGET, n_missed);
}

static int
run_table (GsIsa isa)
{
  g_autoptr (GsSource) random = gs_source_new_generator (GS_SOURCE_RANDOM, 1);
  g_autoptr (GsMatrix) a = gs_source_realise (random, SIZE_MAX, SIZE_MAX, NULL);
  g_autoptr (GsMatrix) b = gs_source_realise (random, SIZE_MAX, SIZE_MAX, NULL);
  g_autoptr (GsMatrix) c = gs_matrix_new (SIZE_MAX, SIZE_MAX, NULL);
  g_autofree Shape *shapes = g_new0 (Shape, N_SHAPES);
  GsCpuCall call
      = { .op = GS_OP_MATMUL, .a = a->data, .b = b->data, .c = c->data, .n_threads = 1, .isa = isa };

  if (!gs_openblas_load (NULL))
    return 1;
  gs_openblas_set_threads (1);
  printf ("%s against the better of the naive loop and OpenBLAS, core %s (target %.3f)\n", gs_isa_name (isa),
          gs_openblas_core (), TARGET);
  for (gsize i = 0; i < N_SHAPES; i++)
    {
      shapes[i].m = sizes[i / N_SIZES / N_SIZES];
      shapes[i].n = sizes[i / N_SIZES % N_SIZES];
      shapes[i].k = sizes[i % N_SIZES];
      measure (&shapes[i], &call);
    }
  print_shapes (shapes);
  return 0;
}

int
main (int argc, char **argv)
{
  static const char *const cores[GS_N_ISAS] = { "Nehalem", "Haswell", "SkylakeX" };

  setlocale (LC_ALL, "C");
  if (argc > 1)
    return run_table ((GsIsa)atoi (argv[1]));
  for (int isa = GS_ISA_BASE; isa < GS_N_ISAS; isa++)
    {
      char number[] = { (char)('0' + isa), 0 };
      const char *command[] = { argv[0], number, NULL };
      g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "OPENBLAS_CORETYPE", cores[isa], TRUE);

      if (gs_isa_available (isa)
          && !g_spawn_sync (NULL, (char **)command, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                            NULL, NULL))
        return 1;
    }
  return 0;
}
