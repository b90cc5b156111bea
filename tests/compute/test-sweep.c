#include "gs-error.h"
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compute/sweep/sizes", test_sizes);
  g_test_add_func ("/compute/sweep/wrong-sizes", test_wrong_sizes);
  g_test_add_func ("/compute/sweep/skips-what-does-not-fit", test_skips_what_does_not_fit);
  g_test_add_func ("/compute/sweep/nothing-fits", test_nothing_fits);
  g_test_add_func ("/compute/sweep/cancel", test_cancel);
  return g_test_run ();
}
