#include <math.h>

#include "gs-backend.h"
#include "gs-error.h"
#include "gs-measure.h"
#include "gs-random.h"
#include "gs-sweep-run.h"

static void
test_sizes (void)
{
  static const struct
  {
    const char *text;
    guint n;
    gint64 last;
  } cases[] = {
    { "64:8192:x2", 8, 8192 },
    { "64:8191:x2", 7, 4096 },
    { "3:20:x3", 2, 9 },
    { "5:5", 1, 5 },
    { "1:8", 4, 8 },
    { "100:1000:+100", 10, 1000 },
    { "100:1050:+100", 10, 1000 },
    { "64,100,256", 3, 256 },
    { " 7 ", 1, 7 },
    { "1:9223372036854775807:x2", 63, (gint64)1 << 62 },
    { "9223372036854775800:9223372036854775807:+7", 2, G_MAXINT64 },
    { "1:1000:+1", 1000, 1000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) sizes = gs_sweep_sizes_parse (cases[i].text, &error);

      g_test_message ("%s", cases[i].text);
      g_assert_no_error (error);
      g_assert_cmpuint (sizes->len, ==, cases[i].n);
      g_assert_cmpint (g_array_index (sizes, gint64, sizes->len - 1), ==, cases[i].last);
    }
}

static void
test_wrong_sizes (void)
{
  static const char *const cases[] = { "",
                                       "a",
                                       "0",
                                       "-1",
                                       "8:4:x2",
                                       "1:4:x1",
                                       "1:4:x0",
                                       "1:4:+0",
                                       "1:4:2",
                                       "1:4:x",
                                       "1::x2",
                                       "1:2:3:4",
                                       "4,2",
                                       "4,4",
                                       "4,,8",
                                       "1:1001:+1",
                                       "1.5",
                                       "1e3",
                                       "99999999999999999999" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i]);
      g_assert_null (gs_sweep_sizes_parse (cases[i], &error));
      g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE);
    }
}

typedef struct
{
  GArray *sizes;
  double last_fraction;
  GCancellable *cancel_after_first;
} Seen;

static void
report_cb (const GsReport *report, double fraction, gpointer data)
{
  Seen *seen = data;

  g_array_append_val (seen->sizes, report->spec->n);
  g_assert_cmpfloat (fraction, >, seen->last_fraction);
  seen->last_fraction = fraction;
  if (seen->cancel_after_first != NULL)
    g_cancellable_cancel (seen->cancel_after_first);
}

static GsSweep *
sweep (const char *sizes_text, const char *backends_text, Seen *seen, GError **error)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GArray) sizes = gs_sweep_sizes_parse (sizes_text, NULL);

  g_strfreev (spec->backends);
  spec->backends = g_strsplit (backends_text, ",", -1);
  spec->block[0] = 256;
  spec->repeats = 2;
  seen->sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
  return gs_sweep_run (spec, sizes, report_cb, seen, seen->cancel_after_first, error);
}

static void
test_skips_what_does_not_fit (void)
{
  Seen seen = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) result = sweep ("4,8,1000000000000,9000000000000000000", "cpu,simt", &seen, &error);
  const GsSweepSeries *cpu;

  g_assert_no_error (error);
  g_assert_cmpuint (seen.sizes->len, ==, 2);
  g_assert_cmpuint (result->skipped->len, ==, 2);
  cpu = g_ptr_array_index (result->series, 0);
  g_assert_cmpuint (cpu->points->len, ==, 2);
  g_array_unref (seen.sizes);
}

static void
test_nothing_fits (void)
{
  Seen seen = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_null (sweep ("9000000000000000000", "cpu", &seen, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (seen.sizes->len, ==, 0);
  g_array_unref (seen.sizes);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Seen seen = { .cancel_after_first = cancellable };
  g_autoptr (GError) error = NULL;

  g_assert_null (sweep ("4,8,16", "cpu", &seen, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (seen.sizes->len, ==, 1);
  g_array_unref (seen.sizes);
}

/* A processor whose times are known, on a clock of its own: naive n³ · a, blocked
 * n³ · b + c, each round slower by a load that both feel and by noise of its own.
 * Size 20 and beyond of "broken" fails. */
static double naive_ns, blocked_ns, blocked_start_ns;
static gint64 broken_from;
static double load, noise; /* at most so much slower */
static GString *order;     /* who was run; NULL: not kept */
static guint64 drawn;
static gint64 now_ns;

static gint64
fake_now (void)
{
  return now_ns;
}

static double
draw_share (void)
{
  return (double)(gs_random_at (gs_random_stream (7), drawn++) >> 11) * 0x1p-53;
}

static gboolean
fake_launch_cb (gpointer data, GError **error)
{
  now_ns += *(gint64 *)data;
  return TRUE;
}

static gboolean
fake_available (char **reason)
{
  return TRUE;
}

static gboolean
fake_supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  return TRUE;
}

static gboolean
fake_run (const GsJob *job, GsResult *result, GError **error)
{
  const double cube = pow ((double)job->spec->n, 3);
  const gboolean naive = g_str_equal (job->kernel->name, "cpu_ijk");
  const double ns = naive ? naive_ns * cube : blocked_ns * cube + blocked_start_ns;
  gint64 launch_ns;

  if (!naive && broken_from > 0 && job->spec->n >= broken_from)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_LAUNCH, "The test breaks at %d.",
                   (int)job->spec->n);
      return FALSE;
    }
  gs_matrix_fill (job->c, 0);
  if (order != NULL)
    g_string_append_c (order, naive ? 'n' : 'b');
  launch_ns = (gint64)(ns * (1 + noise * draw_share ()) * (1 + load * fabs (sin ((double)now_ns * 1e-8))));
  return gs_measure_host (job, "cpu", fake_launch_cb, &launch_ns, result, error);
}

static const GsBackend fake_cpu
    = { .name = "cpu", .available = fake_available, .supports = fake_supports, .run = fake_run };

static GsSweep *
sweep_products (const char *sizes_text, GError **error)
{
  static const char *const kernels[] = { "cpu_ijk", "cpu_blocked", NULL };
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GArray) sizes = gs_sweep_sizes_parse (sizes_text, NULL);
  Seen seen = { .sizes = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  GsSweep *found;

  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = spec->k = g_array_index (sizes, gint64, 0);
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 8;
  spec->repeats = 15;
  g_strfreev (spec->backends);
  spec->backends = g_strsplit ("cpu", ",", -1);
  g_strfreev (spec->kernels);
  spec->kernels = g_strdupv ((char **)kernels);
  gs_backend_replace ("cpu", &fake_cpu);
  gs_clock_set_fake (fake_now);
  found = gs_sweep_run (spec, sizes, report_cb, &seen, NULL, error);
  gs_clock_set_fake (NULL);
  gs_backend_replace ("cpu", NULL);
  g_array_unref (seen.sizes);
  return found;
}

/* Where the two lines truly cross is known: ∛(c / (a − b)). The interval that is
 * found holds it, and the estimate is near, on a quiet machine and on a loaded one. */
static void
test_finds_the_true_crossover (void)
{
  static const struct
  {
    double load, noise;
    gint64 widest;
  } machines[] = { { 0, 0.01, 5 }, { 0, 0.05, 7 }, { 0.5, 0.05, 14 } };

  broken_from = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (machines); i++)
    for (int crossing = 3; crossing < 30; crossing += 2)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (GsSweep) found = NULL;
        const GsCrossing *first;
        const double truth = crossing + 0.3;

        load = machines[i].load;
        noise = machines[i].noise;
        naive_ns = 1500;
        blocked_ns = 500;
        blocked_start_ns = (naive_ns - blocked_ns) * pow (truth, 3);
        found = sweep_products ("2:60:+1", &error);
        g_assert_no_error (error);
        g_assert_cmpuint (found->crossings->len, ==, 1);
        first = &g_array_index (found->crossings, GsCrossing, 0);
        g_assert_cmpint (first->state, ==, GS_CROSSING_FOUND);
        g_test_message ("load %g, noise %g, truth %g: %d to %d", load, noise, truth, (int)first->low,
                        (int)first->high);
        g_assert_cmpfloat (first->low, <=, truth);
        g_assert_cmpfloat (first->high, >=, truth);
        g_assert_cmpint (first->high - first->low, <=, machines[i].widest);
        g_assert_cmpfloat (fabs (first->estimate - truth), <=, machines[i].widest);
      }
  load = noise = 0;
}

/* Five rounds, there and back, each with its part of the repeats. */
static void
test_rounds (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) found = NULL;

  broken_from = 0;
  naive_ns = blocked_ns = 1000;
  blocked_start_ns = 0;
  order = g_string_new (NULL);
  found = sweep_products ("8,9", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (order->str, ==, "nbbnnbbnnbnbbnnbbnnb");
  g_string_free (g_steal_pointer (&order), TRUE);
  for (guint i = 0; i < 2; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (found->series, i);
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, 1);

      g_assert_cmpint (point->n_samples, ==, 15);
      g_assert_cmpint (point->n_rounds, ==, GS_SWEEP_ROUNDS);
      for (int round = 0; round < GS_SWEEP_ROUNDS; round++)
        g_assert_cmpfloat (point->round_ns[round], ==, 729e3);
    }
}

static void
test_no_crossover (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) found = NULL;

  broken_from = 0;
  naive_ns = 1000;
  blocked_ns = 1500;
  blocked_start_ns = 100;
  found = sweep_products ("2:40:+2", &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_array_index (found->crossings, GsCrossing, 0).state, ==, GS_CROSSING_NONE);
}

/* One kernel fails in the middle: its line ends with the reason, the other goes on. */
static void
test_failure_ends_a_line (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) found = NULL;
  const GsSweepSeries *naive, *blocked;

  broken_from = 20;
  naive_ns = blocked_ns = 1000;
  blocked_start_ns = 0;
  found = sweep_products ("8:32:+4", &error);
  g_assert_no_error (error);
  naive = gs_sweep_series (found, "cpu", "cpu_ijk");
  blocked = gs_sweep_series (found, "cpu", "cpu_blocked");
  g_assert_cmpuint (naive->points->len, ==, 7);
  g_assert_null (naive->ended);
  g_assert_cmpuint (blocked->points->len, ==, 3);
  g_assert_cmpstr (blocked->ended, ==, "The test breaks at 20.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compute/sweep/sizes", test_sizes);
  g_test_add_func ("/compute/sweep/wrong-sizes", test_wrong_sizes);
  g_test_add_func ("/compute/sweep/skips-what-does-not-fit", test_skips_what_does_not_fit);
  g_test_add_func ("/compute/sweep/nothing-fits", test_nothing_fits);
  g_test_add_func ("/compute/sweep/cancel", test_cancel);
  g_test_add_func ("/compute/sweep/finds-the-true-crossover", test_finds_the_true_crossover);
  g_test_add_func ("/compute/sweep/rounds", test_rounds);
  g_test_add_func ("/compute/sweep/no-crossover", test_no_crossover);
  g_test_add_func ("/compute/sweep/failure-ends-a-line", test_failure_ends_a_line);
  return g_test_run ();
}
