#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "gs-cpu-kernel.h"
#include "gs-cpu-probe.h"
#include "gs-engine.h"
#include "gs-matrix.h"
#include "gs-openblas.h"
#include "gs-source.h"
#include "gs-stats.h"

/* The CPU kernels against OpenBLAS, a triad and the naive loop. Both sides run in
 * one process on the same buffers, in the order A B B A; a line is the median of
 * the paired ratios with its 95 % bootstrap interval, so that what else goes on on
 * the machine meets both. Ratios are speeds: above 1, ours is faster.
 *
 * OpenBLAS chooses its core when it is loaded, so every core is measured in a
 * process of its own, this program once more. */

typedef struct
{
  const char *name;
  void (*run) (gpointer data);
  gpointer data;
  void (*rest) (void); /* ends threads that would spin beside the other side's; may be NULL */
} Side;

typedef struct
{
  GsMatrix *a, *b, *c;
  GsCpuCall call;
} Problem;

static void
problem_init (Problem *problem, GsOp op, gint64 m, gint64 n, gint64 k, int n_threads)
{
  g_autoptr (GsSource) one = gs_source_new_generator (GS_SOURCE_RANDOM, 1);
  g_autoptr (GsSource) two = gs_source_new_generator (GS_SOURCE_RANDOM, 2);
  g_autoptr (GError) error = NULL;
  gboolean product = op == GS_OP_MATMUL;

  problem->a = gs_source_realise (one, m, product ? k : n, &error);
  problem->b = problem->a != NULL ? gs_source_realise (two, product ? k : m, n, &error) : NULL;
  problem->c = problem->b != NULL ? gs_matrix_new (m, n, &error) : NULL;
  if (problem->c == NULL)
    g_error ("%s", error->message);
  problem->call = (GsCpuCall){
    .op = op,
    .m = m,
    .n = n,
    .k = product ? k : 0,
    .a = problem->a->data,
    .b = problem->b->data,
    .c = problem->c->data,
    .n_threads = n_threads,
    .isa = gs_isa_current (),
  };
}

static void
problem_clear (Problem *problem)
{
  gs_matrix_unref (problem->a);
  gs_matrix_unref (problem->b);
  gs_matrix_unref (problem->c);
}

static void
run_packed (gpointer data)
{
  gs_cpu_packed (&((Problem *)data)->call, NULL);
}

static void
run_naive (gpointer data)
{
  gs_cpu_ijk (&((Problem *)data)->call, NULL);
}

static void
run_openblas (gpointer data)
{
  const GsCpuCall *call = &((Problem *)data)->call;

  gs_openblas_sgemm (call->m, call->n, call->k, call->a, call->b, call->c);
}

static void
run_streaming (gpointer data)
{
  gs_cpu_streaming (&((Problem *)data)->call, NULL);
}

static void
run_triad (gpointer data)
{
  gs_cpu_triad (&((Problem *)data)->call);
}

static double
time_side (const Side *side, int batch)
{
  gint64 start_ns = gs_clock_now_ns ();

  for (int i = 0; i < batch; i++)
    side->run (side->data);
  return (double)(gs_clock_now_ns () - start_ns) / batch;
}

/* Two readings of a side, after one that wakes its threads. */
static void
time_turn (const Side *side, int batch, double times[2])
{
  time_side (side, 1);
  times[0] = time_side (side, batch);
  times[1] = time_side (side, batch);
  if (side->rest != NULL)
    side->rest ();
}

/* Interleaves @ours and @theirs for about @budget_ns and gives theirs / ours. The
 * turns are AA BB BB AA, so that each side has warm threads when it is timed and
 * the other's are asleep. @medians: of both, in ns. */
static GsRatio
compare (const Side *ours, const Side *theirs, double budget_ns, double medians[2])
{
  double once_ns = MAX (MAX (time_side (ours, 1), time_side (theirs, 1)), 1);
  int batch = (int)CLAMP (20000 / once_ns, 1, 10000);
  gsize n_rounds = (gsize)CLAMP (budget_ns / (12 * batch * once_ns), 2, 30), n = 4 * n_rounds;
  double *times[2] = { g_new (double, n), g_new (double, n) };
  GsStats stats;
  GsRatio ratio;

  for (gsize i = 0; i < n_rounds; i++)
    {
      time_turn (ours, batch, times[0] + 4 * i);
      time_turn (theirs, batch, times[1] + 4 * i);
      time_turn (theirs, batch, times[1] + 4 * i + 2);
      time_turn (ours, batch, times[0] + 4 * i + 2);
    }
  gs_stats_paired_ratio (times[1], times[0], n, &ratio);
  for (int i = 0; i < 2; i++)
    {
      gs_stats_compute (times[i], n, &stats);
      medians[i] = stats.median;
      g_free (times[i]);
    }
  return ratio;
}

static void
print_line (const char *what, const GsRatio *ratio, const double medians[2], double work, const char *unit)
{
  printf ("  %-22s %8.3f  [%.3f, %.3f]  n %3d   %9.2f %9.2f %s\n", what, ratio->ratio, ratio->low,
          ratio->high, (int)ratio->n, work / medians[0], work / medians[1], unit);
  fflush (stdout);
}

static const gint64 large[][3] = {
  { 256, 256, 256 },   { 512, 512, 512 }, { 1024, 1024, 1024 }, { 2048, 2048, 2048 }, { 4096, 4096, 4096 },
  { 1000, 1003, 997 }, { 300, 500, 700 }, { 257, 1031, 513 },   { 2047, 511, 1025 },  { 1111, 333, 2222 },
};
static const gint64 skinny[][3] = {
  { 1, 4096, 4096 },  { 8, 4096, 4096 }, { 32, 4096, 4096 }, { 4096, 1, 4096 }, { 4096, 8, 4096 },
  { 4096, 32, 4096 }, { 64, 64, 65536 }, { 4096, 4096, 8 },  { 1024, 1024, 3 },
};
static const gint64 small[][3] = {
  { 1, 1, 1 },    { 2, 2, 2 },    { 3, 3, 3 },    { 4, 4, 4 },    { 8, 8, 8 },    { 13, 13, 13 },
  { 16, 16, 16 }, { 24, 24, 24 }, { 32, 32, 32 }, { 33, 33, 33 }, { 48, 48, 48 }, { 63, 63, 63 },
  { 64, 64, 64 }, { 1, 8, 8 },    { 1, 16, 16 },  { 1, 32, 32 },  { 1, 64, 64 },  { 2, 64, 64 },
  { 3, 64, 64 },  { 8, 1, 8 },    { 16, 1, 16 },  { 32, 1, 32 },  { 64, 1, 64 },  { 64, 2, 64 },
  { 63, 2, 32 },  { 48, 1, 2 },   { 1, 1, 64 },   { 64, 64, 1 },  { 1, 64, 1 },   { 7, 5, 3 },
};

#define PRODUCT_NS 1e9 /* for the comparison of one size */

/* Leaves out what takes more than @max_flops operations. */
static void
bench_products (const char *what, const gint64 (*sizes)[3], guint n_sizes, int n_threads, double max_flops)
{
  double sum = 0, worst = G_MAXDOUBLE;
  int n_done = 0;

  printf ("%s, %d thread(s): cpu_packed against OpenBLAS (core %s)\n", what, n_threads, gs_openblas_core ());
  printf ("  %-22s %8s  %-16s  %5s   %9s %9s\n", "m×n×k", "ratio", "95 %", "pairs", "ours", "theirs");
  gs_openblas_set_threads (n_threads);
  for (guint i = 0; i < n_sizes; i++)
    {
      const gint64 *size = sizes[i];
      g_autofree char *name = g_strdup_printf ("%d×%d×%d", (int)size[0], (int)size[1], (int)size[2]);
      Problem problem;
      double medians[2];
      GsRatio ratio;

      if (gs_op_flops (GS_OP_MATMUL, size[0], size[1], size[2]) > max_flops)
        continue;
      n_done++;
      problem_init (&problem, GS_OP_MATMUL, size[0], size[1], size[2], n_threads);
      ratio = compare (&(Side){ "ours", run_packed, &problem },
                       &(Side){ "OpenBLAS", run_openblas, &problem, gs_openblas_rest }, PRODUCT_NS, medians);
      print_line (name, &ratio, medians, gs_op_flops (GS_OP_MATMUL, size[0], size[1], size[2]), "GFLOP/s");
      sum += log (ratio.ratio);
      worst = MIN (worst, ratio.ratio);
      problem_clear (&problem);
    }
  printf ("  geometric mean         %8.3f, worst %.3f\n", exp (sum / MAX (n_done, 1)), worst);
  gs_openblas_rest ();
}

static int
bench_small (void)
{
  double worst = G_MAXDOUBLE;

  if (!gs_openblas_load (NULL))
    return 1;
  printf ("Small products, 1 thread: cpu_packed against the better of naive and OpenBLAS (target 1/1.2 = "
          "0.833)\n");
  gs_openblas_set_threads (1);
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    {
      const gint64 *size = small[i];
      g_autofree char *what = NULL;
      Problem problem;
      double medians[2], naive_ns, openblas_ns;
      Side naive = { "naive", run_naive, &problem },
           openblas = { "OpenBLAS", run_openblas, &problem, gs_openblas_rest };
      GsRatio ratio;

      problem_init (&problem, GS_OP_MATMUL, size[0], size[1], size[2], 1);
      compare (&naive, &openblas, 2e7, medians);
      naive_ns = medians[0];
      openblas_ns = medians[1];
      ratio = compare (&(Side){ "ours", run_packed, &problem }, naive_ns < openblas_ns ? &naive : &openblas,
                       1e8, medians);
      what = g_strdup_printf ("%d×%d×%d, %s", (int)size[0], (int)size[1], (int)size[2],
                              naive_ns < openblas_ns ? naive.name : openblas.name);
      print_line (what, &ratio, medians, gs_op_flops (GS_OP_MATMUL, size[0], size[1], size[2]), "GFLOP/s");
      worst = MIN (worst, ratio.ratio);
      problem_clear (&problem);
    }
  printf ("  worst %.3f\n", worst);
  return 0;
}

static void
bench_elementwise (int n_threads)
{
  const gint64 n = 1 << 26;
  Problem problem;
  double medians[2];
  GsRatio ratio;

  problem_init (&problem, GS_OP_HADAMARD, 1, n, 0, n_threads);
  printf ("Elementwise product of 2²⁶, %d thread(s): cpu_streaming against a triad\n", n_threads);
  ratio = compare (&(Side){ "ours", run_streaming, &problem }, &(Side){ "triad", run_triad, &problem }, 3e9,
                   medians);
  print_line ("Hadamard / triad", &ratio, medians, 12.0 * n, "GB/s");
  problem_clear (&problem);
}

static void
bench_noise (void)
{
  Problem problem;
  Side side = { "ours", run_packed, &problem };
  double medians[2];
  GsRatio ratio;

  problem_init (&problem, GS_OP_MATMUL, 512, 512, 512, 1);
  printf ("Noise floor: the same against itself; no claim inside it\n");
  ratio = compare (&side, &side, 5e8, medians);
  print_line ("A/A 512³", &ratio, medians, gs_op_flops (GS_OP_MATMUL, 512, 512, 512), "GFLOP/s");
  problem_clear (&problem);
}

static void
bench_roofs (void)
{
  GsCpuRoofs roofs;

  for (int n_threads = 1; n_threads >= 0; n_threads--)
    if (gs_cpu_probe (n_threads, &roofs, NULL, NULL))
      printf ("Roofs, %d thread(s): triad %.1f GB/s, multiply-adds %.1f GFLOP/s (%s)\n", roofs.n_threads,
              roofs.triad_gbytes_per_s, roofs.fma_gflops, gs_isa_name (gs_isa_current ()));
}

/* @max_flops: a core that is not the best one is not worth minutes of waiting. */
static int
run_table (double max_flops)
{
  int all = (int)g_get_num_processors ();
  g_autofree char *title = NULL;

  if (!gs_openblas_load (NULL))
    return 1;
  title = gs_openblas_title (all);
  printf ("\n%s\n", title);
  bench_noise ();
  for (int n_threads = 1; n_threads <= all; n_threads += MAX (all - 1, 1))
    {
      bench_products ("Product", large, G_N_ELEMENTS (large), n_threads, max_flops);
      bench_products ("Few rows, columns or steps", skinny, G_N_ELEMENTS (skinny), n_threads, max_flops);
    }
  return bench_small ();
}

/* The core in use and its speed at 1024³ on one thread, for the parent. */
static int
run_speed (void)
{
  Problem problem;
  Side side = { "OpenBLAS", run_openblas, &problem, gs_openblas_rest };
  double best_ns = G_MAXDOUBLE;

  if (!gs_openblas_load (NULL))
    return 1;
  gs_openblas_set_threads (1);
  problem_init (&problem, GS_OP_MATMUL, 1024, 1024, 1024, 1);
  for (int i = 0; i < 12; i++)
    best_ns = MIN (best_ns, time_side (&side, 1));
  printf ("%s %.1f\n", gs_openblas_core (), 2 * 1073741824.0 / best_ns);
  problem_clear (&problem);
  return 0;
}

/* What a product needs beyond its operands, by the process's own high-water mark. */
static int
run_memory (void)
{
  struct rusage before, after;
  Problem problem;

  problem_init (&problem, GS_OP_MATMUL, 4096, 4096, 4096, (int)g_get_num_processors ());
  gs_matrix_fill (problem.c, 0);
  getrusage (RUSAGE_SELF, &before);
  run_packed (&problem);
  getrusage (RUSAGE_SELF, &after);
  printf ("Memory of cpu_packed at 4096³ beyond inputs and output: %.1f MiB (target 64)\n",
          (double)(after.ru_maxrss - before.ru_maxrss) / 1024);
  problem_clear (&problem);
  gs_cpu_packed_release ();
  return 0;
}

static char *
run_again (const char *self, const char *mode, const char *core, gboolean capture)
{
  const char *argv[] = { self, mode, NULL };
  g_auto (GStrv) environment = g_get_environ ();
  char *output = NULL;
  int status;

  if (core != NULL)
    environment = g_environ_setenv (environment, "OPENBLAS_CORETYPE", core, TRUE);
  else
    environment = g_environ_unsetenv (environment, "OPENBLAS_CORETYPE");
  fflush (stdout);
  if (!g_spawn_sync (NULL, (char **)argv, environment, G_SPAWN_DEFAULT, NULL, NULL, capture ? &output : NULL,
                     NULL, &status, NULL)
      || !g_spawn_check_wait_status (status, NULL))
    g_clear_pointer (&output, g_free);
  return output;
}

/* Asks each core for its speed; gives the best one's name. */
static char *
find_best_core (const char *self, char **default_core)
{
  static const char *const cores[]
      = { NULL, "Haswell", "Zen", "SkylakeX", "Cooperlake", "Sapphirerapids", "NeoverseN1" };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  double best = 0;
  char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cores); i++)
    {
      g_autofree char *output = run_again (self, "--speed", cores[i], TRUE);
      g_auto (GStrv) words = g_strsplit (output != NULL ? g_strchomp (output) : "", " ", 2);
      double speed;

      if (g_strv_length (words) != 2)
        continue;
      speed = g_ascii_strtod (words[1], NULL);
      if (cores[i] == NULL)
        *default_core = g_strdup (words[0]);
      if (!g_hash_table_add (seen, g_strdup (words[0])))
        continue;
      printf ("OpenBLAS core %-14s %7.1f GFLOP/s at 1024³, 1 thread%s\n", words[0], speed,
              cores[i] == NULL ? " (its own pick)" : "");
      if (speed > best)
        {
          best = speed;
          g_free (name);
          name = g_strdup (words[0]);
        }
    }
  return name;
}

int
main (int argc, char **argv)
{
  g_autofree char *default_core = NULL;
  g_autofree char *best_core = NULL;
  GsEnvironment *environment;

  setlocale (LC_ALL, "C");
  if (argc > 1 && g_str_equal (argv[1], "--speed"))
    return run_speed ();
  if (argc > 1 && g_str_equal (argv[1], "--table"))
    return run_table (G_MAXDOUBLE);
  if (argc > 1 && g_str_equal (argv[1], "--short-table"))
    return run_table (3e9);
  if (argc > 1 && g_str_equal (argv[1], "--small"))
    return bench_small ();
  if (argc > 1 && g_str_equal (argv[1], "--memory"))
    return run_memory ();

  environment = gs_engine_describe ();
  printf ("%s, %d thread(s), %s\n", environment->cpu, environment->cpu_threads,
          gs_isa_name (gs_isa_current ()));
  gs_environment_free (environment);
  bench_roofs ();
  bench_elementwise (1);
  if (g_get_num_processors () > 1)
    bench_elementwise ((int)g_get_num_processors ());
  g_free (run_again (argv[0], "--memory", NULL, FALSE));

  best_core = find_best_core (argv[0], &default_core);
  if (best_core == NULL)
    {
      puts ("OpenBLAS is not installed: nothing to hold the product against.");
      return 0;
    }
  g_free (run_again (argv[0], "--table", best_core, FALSE));
  if (!g_str_equal (best_core, default_core))
    g_free (run_again (argv[0], "--short-table", default_core, FALSE));
  return 0;
}
