#include <locale.h>
#include <math.h>

#include "gs-engine.h"
#include "gs-measure.h"

/* How launches are measured, with a clock that only the launches move. */

static gint64 fake_ns;

static gint64
fake_now (void)
{
  return fake_ns;
}

typedef struct
{
  GsJob job;
  GsSpec *spec;
  GsResult *result;
  GCancellable *cancellable;

  gint64 n_launches;
  gint64 n_poisoned; /* launches that found only NaN in the output */
  gint64 first_ns;   /* what launch 1 takes */
  gint64 launch_ns;  /* what every other takes */
  gint64 growth_ns;  /* how much longer each takes than the one before */
  gint64 fail_at;    /* launch that fails; 0: none */
  gint64 cancel_at;  /* launch during which the run is cancelled; 0: none */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer user_data)
{
  fake_ns = 1000;
  gs_clock_set_fake (fake_now);
  fixture->spec = gs_spec_new ();
  fixture->cancellable = g_cancellable_new ();
  fixture->result = gs_result_new ("cpu", "cpu_scalar");
  fixture->job = (GsJob){
    .spec = fixture->spec,
    .repeats = 9,
    .c = gs_matrix_new (3, 5, NULL),
    .alloc_ns = 77,
    .cancellable = fixture->cancellable,
  };
  fixture->first_ns = fixture->launch_ns = 1000000;
}

static void
tear_down (Fixture *fixture, gconstpointer user_data)
{
  gs_clock_set_fake (NULL);
  gs_matrix_unref (fixture->job.c);
  gs_result_free (fixture->result);
  gs_spec_free (fixture->spec);
  g_object_unref (fixture->cancellable);
}

static gboolean
launch_cb (gpointer data, GError **error)
{
  Fixture *fixture = data;
  gboolean poisoned = TRUE;

  for (gint64 i = 0; i < gs_matrix_elements (fixture->job.c); i++)
    poisoned = poisoned && isnan (fixture->job.c->data[i]);
  fixture->n_poisoned += poisoned;
  gs_matrix_fill (fixture->job.c, 1);

  fixture->n_launches++;
  fake_ns += fixture->n_launches == 1 ? fixture->first_ns : fixture->launch_ns;
  fixture->launch_ns += fixture->growth_ns;
  if (fixture->n_launches == fixture->cancel_at)
    g_cancellable_cancel (fixture->cancellable);
  if (fixture->n_launches == fixture->fail_at)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY, "No memory.");
      return FALSE;
    }
  return TRUE;
}

static void
measure (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gs_measure_host (&fixture->job, "cpu", launch_cb, fixture, fixture->result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->result->n_samples, ==, 9);
  g_assert_true (fixture->result->timed);
}

static gboolean
has_note (const GsResult *result, const char *part)
{
  for (guint i = 0; i < result->notes->len; i++)
    if (strstr (g_ptr_array_index (result->notes, i), part) != NULL)
      return TRUE;
  return FALSE;
}

/* 814 ms the first time, 0.056 ms ever after: the first stays out of the repeats. */
static void
test_cold_apart (Fixture *fixture, gconstpointer user_data)
{
  fixture->first_ns = 814000000;
  fixture->launch_ns = 56000;
  measure (fixture);

  g_assert_cmpint (fixture->result->first[GS_PHASE_COMPUTE].ns, ==, 814000000);
  g_assert_cmpint (fixture->result->first[GS_PHASE_COMPUTE].state, ==, GS_PHASE_MEASURED);
  g_assert_cmpint (fixture->result->first[GS_PHASE_ALLOC].ns, ==, 77);
  g_assert_cmpint (fixture->result->warm[GS_PHASE_ALLOC].state, ==, GS_PHASE_CACHED);
  g_assert_cmpint (fixture->result->warm[GS_PHASE_COMPUTE].ns, ==, 56000);
  g_assert_cmpint (fixture->result->warm[GS_PHASE_UPLOAD].state, ==, GS_PHASE_NOT_APPLICABLE);
  for (gsize i = 0; i < 9; i++)
    g_assert_cmpfloat (fixture->result->samples_ns[i], ==, 56000);
  g_assert_cmpuint (fixture->result->notes->len, ==, 0);
}

/* Another round goes on where one ended: one launch, and what is left of 2 ms. */
static void
test_warm_up_again (Fixture *fixture, gconstpointer user_data)
{
  fixture->job.again = TRUE;
  fixture->first_ns = fixture->launch_ns = 400000;
  measure (fixture);
  g_assert_cmpint (fixture->n_launches, ==, 1 + 4 + 9);
  g_assert_cmpint (fixture->n_poisoned, ==, 9);
}

/* 50 ms of warm-up are 50 launches of 1 ms; 1 cold and 9 timed ones besides. */
static void
test_warm_up (Fixture *fixture, gconstpointer user_data)
{
  measure (fixture);
  g_assert_cmpint (fixture->n_launches, ==, 1 + 50 + 9);
  g_assert_cmpint (fixture->n_poisoned, ==, 9);
}

static void
test_warm_up_three (Fixture *fixture, gconstpointer user_data)
{
  fixture->first_ns = fixture->launch_ns = 200000000;
  measure (fixture);
  g_assert_cmpint (fixture->n_launches, ==, 1 + 3 + 9);
  g_assert_cmpuint (fixture->result->notes->len, ==, 0);
}

/* A launch of 10 s is not made four times before the first sample. */
static void
test_warm_up_bounded (Fixture *fixture, gconstpointer user_data)
{
  fixture->first_ns = fixture->launch_ns = 10000000000;
  measure (fixture);
  g_assert_cmpint (fixture->n_launches, ==, 1 + 9);
  g_assert_true (has_note (fixture->result, "warmed up"));
}

static void
test_batches (Fixture *fixture, gconstpointer user_data)
{
  fixture->first_ns = fixture->launch_ns = 500;
  measure (fixture);
  g_assert_true (has_note (fixture->result, "batch of 40"));
  for (gsize i = 0; i < 9; i++)
    g_assert_cmpfloat (fixture->result->samples_ns[i], ==, 500);
  g_assert_cmpint (fixture->n_poisoned, ==, 9);
}

static void
test_drift (Fixture *fixture, gconstpointer user_data)
{
  GsStats stats;

  fixture->first_ns = fixture->launch_ns = 20000000;
  fixture->growth_ns = 2000000;
  measure (fixture);
  gs_stats_compute (fixture->result->samples_ns, fixture->result->n_samples, &stats);
  g_assert_true (stats.drift);
  g_assert_cmpfloat (stats.min, <, stats.median);
  g_assert_cmpfloat (stats.median, <, stats.p95);
}

static void
test_fails (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;

  fixture->fail_at = GPOINTER_TO_INT (user_data);
  g_assert_false (gs_measure_host (&fixture->job, "cpu", launch_cb, fixture, fixture->result, &error));
  g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY);
  g_assert_cmpint (fixture->n_launches, ==, fixture->fail_at);
  g_assert_false (fixture->result->timed);
}

static void
test_cancelled (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;

  fixture->cancel_at = GPOINTER_TO_INT (user_data);
  g_assert_false (gs_measure_host (&fixture->job, "cpu", launch_cb, fixture, fixture->result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (fixture->n_launches, ==, fixture->cancel_at);
}

/* 35 µs to 45 ms from launch to launch: every sample is kept, and what is said of
 * them is their spread, not one number. */
static void
test_wide_spread (Fixture *fixture, gconstpointer user_data)
{
  fixture->first_ns = fixture->launch_ns = 35000;
  fixture->growth_ns = 30000;
  measure (fixture);

  gs_stats_compute (fixture->result->samples_ns, 9, &fixture->result->compute);
  for (gsize i = 1; i < 9; i++)
    g_assert_cmpfloat (fixture->result->samples_ns[i], >, fixture->result->samples_ns[i - 1]);
  g_assert_cmpfloat (fixture->result->compute.min, ==, fixture->result->samples_ns[0]);
  g_assert_cmpfloat (fixture->result->compute.p95, ==, fixture->result->samples_ns[8]);
  g_assert_cmpfloat (fixture->result->compute.median, ==, fixture->result->samples_ns[4]);
  g_assert_cmpfloat (fixture->result->compute.mad, ==, 2 * 30000);
  g_assert_true (fixture->result->compute.drift);
}

static void
test_real_clock (void)
{
  gint64 before = gs_clock_now_ns (), after = gs_clock_now_ns ();

  g_assert_cmpint (before, >, 0);
  g_assert_cmpint (after, >=, before);
}

#define ADD(path, data, func)                                                                                \
  g_test_add ("/measure/" path, Fixture, GINT_TO_POINTER (data), set_up, func, tear_down)

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

  ADD ("cold-apart", 0, test_cold_apart);
  ADD ("warm-up/50-ms", 0, test_warm_up);
  ADD ("warm-up/again", 0, test_warm_up_again);
  ADD ("warm-up/three", 0, test_warm_up_three);
  ADD ("warm-up/bounded", 0, test_warm_up_bounded);
  ADD ("batches", 0, test_batches);
  ADD ("drift", 0, test_drift);
  ADD ("wide-spread", 0, test_wide_spread);
  ADD ("fails/first", 1, test_fails);
  ADD ("fails/warm-up", 7, test_fails);
  ADD ("fails/sample", 55, test_fails);
  ADD ("cancelled/first", 1, test_cancelled);
  ADD ("cancelled/warm-up", 7, test_cancelled);
  ADD ("cancelled/sample", 55, test_cancelled);
  g_test_add_func ("/measure/real-clock", test_real_clock);
  return g_test_run ();
}
