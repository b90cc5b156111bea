#include <math.h>

#include "gs-crossover.h"
#include "gs-random.h"

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
  gboolean low_open;
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
  { "not clear at the end", { 1, 10, 100, -1 }, { 20, 21, 99, -1 }, 0, GS_CROSSING_UNCLEAR, 2, -1 },
  { "not clear at the beginning",
    { 100, 100, 100, -1 },
    { 101, 50, 10, -1 },
    0,
    GS_CROSSING_FOUND,
    1,
    2,
    TRUE },
  { "clear but at the end", { 100, 100, -1 }, { 50, 100, -1 }, 0, GS_CROSSING_UNCLEAR, -1, -1 },
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
      g_assert_cmpint (crossing.low_open, ==, c->low_open);
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

/* One line at a size against a flat one, by the times of its rounds. */
static void
add_rounds (GsSweep *sweep, gint64 size, const double ratios[GS_SWEEP_ROUNDS])
{
  GsSweepPoint slow = { .size = size, .n_rounds = GS_SWEEP_ROUNDS, .n_samples = 10 }, flat = slow;
  GsStats stats;

  for (int i = 0; i < GS_SWEEP_ROUNDS; i++)
    {
      flat.round_ns[i] = 100;
      slow.round_ns[i] = 100 * ratios[i];
    }
  gs_stats_compute (slow.round_ns, GS_SWEEP_ROUNDS, &stats);
  slow.compute_ns = slow.total_ns = stats.median;
  flat.compute_ns = flat.total_ns = 100;
  g_array_append_val (((GsSweepSeries *)g_ptr_array_index (sweep->series, 0))->points, slow);
  g_array_append_val (((GsSweepSeries *)g_ptr_array_index (sweep->series, 1))->points, flat);
}

/* What rounds say about the last size, after others whose rounds differ by so much:
 * whether the flat line is clearly the faster one. */
static void
test_rounds (void)
{
  static const struct
  {
    const char *name;
    double others, rounds[GS_SWEEP_ROUNDS];
    gboolean clear;
  } table[] = {
    { "all alike", 0, { 2, 2, 2, 2, 2 }, TRUE },
    { "one was interrupted", 0, { 2, 2, 2, 2, 0.05 }, TRUE },
    { "two were interrupted", 0, { 2, 2, 2, 0.05, 0.05 }, FALSE },
    { "far apart, but each above the floor", 0, { 1.15, 1.2, 3, 9, 30 }, TRUE },
    { "far apart, and one below the floor", 0, { 1.05, 1.2, 3, 9, 30 }, FALSE },
    { "alike, as the others are", 0.001, { 1.13, 1.13, 1.13, 1.13, 1.05 }, TRUE },
    { "alike by luck", 0.3, { 1.13, 1.13, 1.13, 1.13, 1.05 }, FALSE },
    { "below the floor", 0, { 1.09, 1.09, 1.09, 1.09, 1.09 }, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GsSweep) sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);
      GsCrossing crossing = { .with_transfers = FALSE };

      g_test_message ("%s", table[i].name);
      gs_sweep_series (sweep, "cpu", "cpu_ijk");
      gs_sweep_series (sweep, "cpu", "cpu_packed");
      for (gint64 size = 1; size <= 4; size++)
        {
          double rounds[GS_SWEEP_ROUNDS];

          for (int round = 0; round < GS_SWEEP_ROUNDS; round++)
            rounds[round] = 1 + table[i].others * (round - 2);
          add_rounds (sweep, size, rounds);
        }
      add_rounds (sweep, 5, table[i].rounds);
      gs_crossover_find (g_ptr_array_index (sweep->series, 1), g_ptr_array_index (sweep->series, 0),
                         &crossing);
      g_assert_cmpint (crossing.state, ==, table[i].clear ? GS_CROSSING_FOUND : GS_CROSSING_UNCLEAR);
    }
}

/* A machine on which other things run. Times are powers of the size, and noise is
 * drawn for every round. */
typedef struct
{
  const char *name;
  double factor;   /* from size to size; 0: every size */
  double common;   /* σ of what slows both lines in a round alike */
  double own;      /* σ of what slows one of them */
  double outliers; /* share of the rounds in which one of them takes half as long again */
  int widest;      /* sizes between the ends of the interval, in the median of the sweeps */
} Noise;

static const Noise noises[] = {
  { "quiet", 0, 0, 0.005, 0, 4 },
  { "quiet, few sizes", 2, 0, 0.005, 0, 1 },
  { "load that both feel", 0, 0.4, 0.01, 0, 4 },
  { "load that one feels", 0, 0.2, 0.1, 0, 6 },
  { "load that one feels, few sizes", 2, 0.2, 0.1, 0, 1 },
  { "much noise", 0, 0.2, 0.15, 0, 18 },
  { "outliers", 0, 0.1, 0.03, 0.1, 14 },
};

enum
{
  SEEDS = 1000,
  SMALLEST = 3,
  LARGEST = 48,
};

typedef struct
{
  guint64 stream, drawn;
} Dice;

static double
draw_share (Dice *dice)
{
  return ((double)(gs_random_at (dice->stream, dice->drawn++) >> 11) + 0.5) * 0x1p-53;
}

static double
draw_normal (Dice *dice)
{
  double radius = sqrt (-2 * log (draw_share (dice)));

  return radius * cos (2 * G_PI * draw_share (dice));
}

static void
add_noisy (
    GsSweepSeries *series, gint64 size, double ns, const double *common, const Noise *noise, Dice *dice)
{
  GsSweepPoint point = { .size = size, .n_rounds = GS_SWEEP_ROUNDS, .n_samples = 10 };
  GsStats stats;

  for (int i = 0; i < GS_SWEEP_ROUNDS; i++)
    {
      point.round_ns[i] = ns * exp (common[i] + noise->own * draw_normal (dice));
      if (draw_share (dice) < noise->outliers)
        point.round_ns[i] *= 1.5;
    }
  gs_stats_compute (point.round_ns, GS_SWEEP_ROUNDS, &stats);
  point.compute_ns = point.total_ns = stats.median;
  point.compute_mad_ns = stats.mad;
  g_array_append_val (series->points, point);
}

/* A sweep over lines that cross at @truth, n³ and ½ n³ + ½ truth³. */
static GsSweep *
make_noisy (double truth, const Noise *noise, Dice *dice)
{
  GsSweep *sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);

  gs_sweep_series (sweep, "cpu", "cpu_ijk");
  gs_sweep_series (sweep, "cpu", "cpu_blocked");
  for (gint64 size = SMALLEST; size <= LARGEST;
       size = noise->factor > 0 ? (gint64)((double)size * noise->factor) : size + 1)
    {
      const double cube = pow ((double)size, 3);
      double common[GS_SWEEP_ROUNDS];

      for (int i = 0; i < GS_SWEEP_ROUNDS; i++)
        common[i] = fabs (noise->common * draw_normal (dice));
      add_noisy (g_ptr_array_index (sweep->series, 0), size, cube, common, noise, dice);
      add_noisy (g_ptr_array_index (sweep->series, 1), size, 0.5 * (cube + pow (truth, 3)), common, noise,
                 dice);
    }
  gs_sweep_find_crossings (sweep);
  return sweep;
}

static int
count_between (const GsSweep *sweep, const GsCrossing *crossing)
{
  const GsSweepSeries *series = g_ptr_array_index (sweep->series, 0);
  int n = 0;

  for (guint i = 0; i < series->points->len; i++)
    {
      const gint64 size = g_array_index (series->points, GsSweepPoint, i).size;

      n += size > crossing->low && size <= crossing->high;
    }
  return n;
}

/* An interval of 95 % holds the truth in 95 of 100 sweeps at least. No claim is
 * no mistake, but a method that claims nothing is of no use, nor one that claims
 * the whole range. */
static void
test_interval_covers (gconstpointer data)
{
  const Noise *noise = data;
  int widths[LARGEST + 1] = { 0 }, n_wrong = 0, n_found = 0, width = 0;

  for (guint64 seed = 1; seed <= SEEDS; seed++)
    {
      Dice dice = { .stream = gs_random_stream (seed) };
      const double truth = 6 + 24 * draw_share (&dice);
      g_autoptr (GsSweep) sweep = make_noisy (truth, noise, &dice);
      const GsCrossing *crossing = &g_array_index (sweep->crossings, GsCrossing, 0);

      if (crossing->state == GS_CROSSING_UNCLEAR)
        continue;
      n_found += crossing->state == GS_CROSSING_FOUND;
      n_wrong += crossing->state != GS_CROSSING_FOUND || (double)crossing->high < truth
                 || (!crossing->low_open && (double)crossing->low > truth);
      if (crossing->state == GS_CROSSING_FOUND)
        widths[count_between (sweep, crossing)]++;
    }
  for (int seen = widths[0]; 2 * seen < n_found; seen += widths[width])
    width++;
  g_test_message ("%d wrong, %d found of %d; median width %d sizes", n_wrong, n_found, SEEDS, width);
  g_assert_cmpint (n_wrong, <=, SEEDS / 20);
  g_assert_cmpint (n_found, >=, SEEDS * 9 / 10);
  g_assert_cmpint (width, <=, noise->widest);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/crossover/states", test_states);
  g_test_add_func ("/core/crossover/estimate", test_estimate);
  g_test_add_func ("/core/crossover/pairs", test_pairs);
  g_test_add_func ("/core/crossover/transfers-count", test_transfers_count);
  g_test_add_func ("/core/crossover/rounds", test_rounds);
  for (gsize i = 0; i < G_N_ELEMENTS (noises); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/crossover/covers/%s", noises[i].name);

      g_test_add_data_func (path, &noises[i], test_interval_covers);
    }
  return g_test_run ();
}
