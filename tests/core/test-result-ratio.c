#include "gs-result-ratio.h"

/* @n samples evenly over ±@spread of @ns. */
static GsResult *
make_result (double ns, double spread, gsize n)
{
  GsResult *result = gs_result_new ("cpu", "cpu_ijk");

  result->status = GS_STATUS_OK;
  result->timed = TRUE;
  result->samples_ns = g_new0 (double, n);
  result->n_samples = n;
  for (gsize i = 0; i < n; i++)
    result->samples_ns[i] = ns * (1 + spread * (2.0 * (double)((i * 7) % n) / (double)MAX (n - 1, 1) - 1));
  gs_stats_compute (result->samples_ns, n, &result->compute);
  result->warm[GS_PHASE_COMPUTE]
      = (GsPhase){ (gint64)result->compute.median, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->first[GS_PHASE_COMPUTE] = (GsPhase){ (gint64)(3 * ns), GS_CLOCK_HOST, GS_PHASE_MEASURED };
  return result;
}

static void
add_transfers (GsResult *result, double up_ns, double down_ns, gsize n)
{
  result->warm[GS_PHASE_UPLOAD] = (GsPhase){ (gint64)up_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->warm[GS_PHASE_DOWNLOAD] = (GsPhase){ (gint64)down_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->n_transfers = n;
  result->upload_samples_ns = g_new (double, MAX (n, 1));
  result->download_samples_ns = g_new (double, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    {
      result->upload_samples_ns[i] = up_ns * (1 + 0.001 * (double)i);
      result->download_samples_ns[i] = down_ns * (1 - 0.001 * (double)i);
    }
}

static const GsResultRatio *
find (const GArray *ratios, GsSpan span)
{
  for (guint i = 0; i < ratios->len; i++)
    if (g_array_index (ratios, GsResultRatio, i).span == span)
      return &g_array_index (ratios, GsResultRatio, i);
  return NULL;
}

static void
test_apart (void)
{
  static const struct
  {
    const char *name;
    double a_ns, b_ns, spread;
    gsize n;
    GsApart apart;
  } cases[] = {
    { "twice as long", 2000, 1000, 0.05, 20, GS_APART_LONGER },
    { "half as long", 1000, 2000, 0.05, 20, GS_APART_SHORTER },
    { "the same", 1000, 1000, 0.05, 20, GS_APART_NOT },
    { "within the spread", 1050, 1000, 0.3, 20, GS_APART_NOT },
    { "certain, but less than the noise floor", 1010, 1000, 0.0001, 50, GS_APART_NOT },
    { "two samples say nothing", 2000, 1000, 0.05, 2, GS_APART_UNKNOWN },
    { "many samples", 1100, 1000, 0.3, 20000, GS_APART_LONGER },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GsResult *a = make_result (cases[i].a_ns, cases[i].spread, cases[i].n);
      GsResult *b = make_result (cases[i].b_ns, cases[i].spread, cases[i].n);
      g_autoptr (GArray) ratios = gs_result_ratios (a, b);
      const GsResultRatio *compute = find (ratios, GS_SPAN_COMPUTE);

      g_test_message ("%s", cases[i].name);
      g_assert_cmpint (compute->apart, ==, cases[i].apart);
      g_assert_cmpfloat_with_epsilon (compute->ratio, cases[i].a_ns / cases[i].b_ns, 0.01);
      if (cases[i].apart != GS_APART_UNKNOWN)
        {
          g_assert_cmpfloat (compute->low, <=, compute->ratio);
          g_assert_cmpfloat (compute->high, >=, compute->ratio);
        }
      gs_result_free (a);
      gs_result_free (b);
    }
}

/* Of transfers whose samples were not kept, and of the first run, there is one
 * number each: a ratio, and no claim. */
static void
test_single_numbers (void)
{
  GsResult *a = make_result (1000, 0.01, 10), *b = make_result (500, 0.01, 10);
  g_autoptr (GArray) without = NULL, with = NULL;

  add_transfers (a, 4000, 4000, 0);
  add_transfers (b, 4000, 4000, 10);
  without = gs_result_ratios (a, b);
  g_assert_cmpuint (without->len, ==, GS_N_SPANS);
  g_assert_cmpint (find (without, GS_SPAN_UPLOAD)->apart, ==, GS_APART_UNKNOWN);
  g_assert_cmpint (find (without, GS_SPAN_WARM)->apart, ==, GS_APART_UNKNOWN);
  g_assert_cmpfloat_with_epsilon (find (without, GS_SPAN_WARM)->ratio, 9000.0 / 8500, 1e-3);
  g_assert_cmpint (find (without, GS_SPAN_FIRST)->apart, ==, GS_APART_UNKNOWN);
  g_assert_cmpfloat_with_epsilon (find (without, GS_SPAN_FIRST)->ratio, 2, 1e-9);

  g_free (a->upload_samples_ns);
  g_free (a->download_samples_ns);
  add_transfers (a, 4000, 4000, 10);
  with = gs_result_ratios (a, b);
  g_assert_cmpint (find (with, GS_SPAN_UPLOAD)->apart, ==, GS_APART_NOT);
  g_assert_cmpint (find (with, GS_SPAN_WARM)->apart, ==, GS_APART_LONGER);
  g_assert_cmpfloat_with_epsilon (find (with, GS_SPAN_WARM)->ratio, 9000.0 / 8500, 1e-2);
  gs_result_free (a);
  gs_result_free (b);
}

/* What only one of them has is shown without a ratio. */
static void
test_one_sided (void)
{
  GsResult *cpu = make_result (1000, 0.01, 10), *gpu = make_result (10, 0.01, 10);
  g_autoptr (GArray) ratios = NULL;

  add_transfers (gpu, 600, 300, 10);
  ratios = gs_result_ratios (cpu, gpu);
  g_assert_cmpfloat (find (ratios, GS_SPAN_UPLOAD)->a_ns, ==, 0);
  g_assert_cmpfloat (find (ratios, GS_SPAN_UPLOAD)->ratio, ==, 0);
  g_assert_cmpint (find (ratios, GS_SPAN_COMPUTE)->apart, ==, GS_APART_LONGER);
  g_assert_cmpint (find (ratios, GS_SPAN_WARM)->apart, ==, GS_APART_LONGER);
  gs_result_free (cpu);
  gs_result_free (gpu);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/result-ratio/apart", test_apart);
  g_test_add_func ("/core/result-ratio/single-numbers", test_single_numbers);
  g_test_add_func ("/core/result-ratio/one-sided", test_one_sided);
  return g_test_run ();
}
