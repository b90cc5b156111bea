#include <math.h>

#include "gs-crossover.h"

/* A series of times at the sizes 1, 2, 4, …; 0 leaves a size out. */
static GsSweepSeries *
add_series (
    GsSweep *sweep, const char *backend, const char *kernel, const double *times_ns, double relative_mad)
{
  GsSweepSeries *series = gs_sweep_series (sweep, backend, kernel);

  for (int i = 0; times_ns[i] >= 0; i++)
    {
      GsSweepPoint point = { .size = (gint64)1 << i, .n_samples = 25 };

      if (times_ns[i] == 0)
        continue;
      point.compute_ns = times_ns[i];
      point.compute_mad_ns = relative_mad * times_ns[i];
      point.total_ns = times_ns[i] + (series->gpu ? 100 : 0);
      g_array_append_val (series->points, point);
    }
  return series;
}

typedef struct
{
  const char *name;
  double cpu[8], gpu[8]; /* end with −1 */
  double relative_mad;
  GsCrossingState state;
  gint64 low, high;
} Case;

static const Case cases[] = {
  { "clean crossing", { 1, 10, 100, 1000, -1 }, { 20, 21, 22, 23, -1 }, 0, GS_CROSSING_FOUND, 2, 4 },
  { "never", { 1, 2, 3, -1 }, { 10, 20, 30, -1 }, 0, GS_CROSSING_NONE, -1, -1 },
  { "always", { 10, 20, 30, -1 }, { 1, 2, 3, -1 }, 0, GS_CROSSING_ALWAYS, -1, -1 },
  { "equal throughout", { 10, 20, 30, -1 }, { 10, 20, 30, -1 }, 0, GS_CROSSING_UNCLEAR, -1, -1 },
  { "within the noise floor", { 100, 100, -1 }, { 101, 99, -1 }, 0, GS_CROSSING_UNCLEAR, -1, -1 },
  { "spread widens the interval",
    { 1, 10, 100, 1000, -1 },
    { 20, 11, 90, 100, -1 },
    0.3,
    GS_CROSSING_FOUND,
    1,
    8 },
  { "overtakes, falls back, overtakes",
    { 1, 9, 9, 90, -1 },
    { 3, 3, 30, 30, -1 },
    0,
    GS_CROSSING_FOUND,
    4,
    8 },
  { "overtakes and falls back", { 1, 9, 9, -1 }, { 3, 3, 30, -1 }, 0, GS_CROSSING_NONE, -1, -1 },
  { "sizes that one of them lacks", { 1, 0, 100, -1 }, { 20, 21, 22, -1 }, 0, GS_CROSSING_FOUND, 1, 4 },
  { "no common size", { 1, 0, -1 }, { 0, 1, -1 }, 0, GS_CROSSING_UNCLEAR, -1, -1 },
};

static void
test_states (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
      const GsSweepSeries *cpu = add_series (sweep, "cpu", "cpu_ijk", c->cpu, c->relative_mad);
      const GsSweepSeries *gpu = add_series (sweep, "cuda", "matmul/k1_naive", c->gpu, c->relative_mad);
      GsCrossing crossing = { .with_transfers = FALSE };

      g_test_message ("%s", c->name);
      gs_crossover_find (gpu, cpu, &crossing);
      g_assert_cmpint (crossing.state, ==, c->state);
      g_assert_cmpint (crossing.low, ==, c->low);
      g_assert_cmpint (crossing.high, ==, c->high);
      if (c->state == GS_CROSSING_FOUND)
        {
          g_assert_cmpfloat (crossing.estimate, >=, (double)c->low);
          g_assert_cmpfloat (crossing.estimate, <=, (double)c->high);
        }
    }
}

/* Power laws t = a·N^p cross where their logarithms do; the interpolation is
 * exact for them. */
static void
test_estimate (void)
{
  g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
  double slow[6], fast[6];
  const GsSweepSeries *incumbent, *challenger;
  GsCrossing crossing = { 0 };

  for (int i = 0; i < 5; i++)
    {
      slow[i] = pow (2, 3.0 * i);
      fast[i] = 30 * pow (2, 1.0 * i);
    }
  slow[5] = fast[5] = -1;
  incumbent = add_series (sweep, "cpu", "cpu_ijk", slow, 0);
  challenger = add_series (sweep, "cpu", "cpu_packed", fast, 0);
  gs_crossover_find (challenger, incumbent, &crossing);
  g_assert_cmpint (crossing.state, ==, GS_CROSSING_FOUND);
  g_assert_cmpfloat_with_epsilon (crossing.estimate, sqrt (30), 1e-9);
}

/* Which pairs are compared: GPU against CPU twice, CPU against earlier CPU once. */
static void
test_pairs (void)
{
  static const double times[] = { 1, 2, -1 };
  g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
  GString *seen = g_string_new (NULL);

  add_series (sweep, "cpu", "cpu_ijk", times, 0);
  add_series (sweep, "cpu", "cpu_packed", times, 0);
  add_series (sweep, "cuda", "matmul/k1_naive", times, 0);
  gs_sweep_find_crossings (sweep);
  gs_sweep_find_crossings (sweep);
  for (guint i = 0; i < sweep->crossings->len; i++)
    {
      const GsCrossing *crossing = &g_array_index (sweep->crossings, GsCrossing, i);

      g_string_append_printf (seen, "%u>%u%s ", crossing->challenger, crossing->incumbent,
                              crossing->with_transfers ? "t" : "");
    }
  g_assert_cmpstr (seen->str, ==, "1>0 2>0 2>0t 2>1 2>1t ");
  g_string_free (seen, TRUE);
}

static void
test_transfers_count (void)
{
  static const double cpu_ns[] = { 50, 50, -1 }, gpu_ns[] = { 10, 10, -1 };
  g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
  const GsSweepSeries *cpu = add_series (sweep, "cpu", "cpu_ijk", cpu_ns, 0);
  const GsSweepSeries *gpu = add_series (sweep, "cuda", "matmul/k1_naive", gpu_ns, 0);
  GsCrossing bare = { .with_transfers = FALSE }, whole = { .with_transfers = TRUE };

  gs_crossover_find (gpu, cpu, &bare);
  gs_crossover_find (gpu, cpu, &whole);
  g_assert_cmpint (bare.state, ==, GS_CROSSING_ALWAYS);
  g_assert_cmpint (whole.state, ==, GS_CROSSING_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/crossover/states", test_states);
  g_test_add_func ("/core/crossover/estimate", test_estimate);
  g_test_add_func ("/core/crossover/pairs", test_pairs);
  g_test_add_func ("/core/crossover/transfers-count", test_transfers_count);
  return g_test_run ();
}
