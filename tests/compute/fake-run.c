#include "fake-run.h"

#include <string.h>

#include "gs-cuda-error.h"

FakeRun
fake_run_begin (GsOp op, gint64 m, gint64 n, gint64 k, const char *backend)
{
  GsSpec *spec = gs_spec_new ();
  const char *words[] = { backend, NULL };
  g_autoptr (GsSource) a = gs_source_new_generator (GS_SOURCE_RANDOM, 1);
  g_autoptr (GsSource) b = gs_source_new_generator (GS_SOURCE_RANDOM, 2);

  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)words);
  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = k;
  spec->repeats = 5;
  gs_spec_set_a (spec, a);
  gs_spec_set_b (spec, b);
  fake_cuda_reset ();
  fake_cuda_install ();
  return (FakeRun){ .spec = spec };
}

void
fake_run_clear (FakeRun *self)
{
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->report, gs_report_unref);
}

static void
run (FakeRun *self, GError **error)
{
  g_clear_pointer (&self->report, gs_report_unref);
  gs_clock_set_fake (fake_cuda_clock);
  self->report = gs_engine_run (self->spec, NULL, NULL, NULL, error);
  gs_clock_set_fake (NULL);
  self->result = self->report != NULL ? g_ptr_array_index (self->report->results, 0) : NULL;
}

static void
assert_nothing_left (void)
{
  g_assert_cmpint (fake_cuda.n_allocated, ==, 0);
  g_assert_cmpint (fake_cuda.n_events, ==, 0);
  g_assert_cmpint (fake_cuda.n_registered, ==, 0);
  g_assert_cmpint (fake_cuda.n_pinned, ==, 0);
}

void
fake_run_well (FakeRun *self)
{
  g_autoptr (GError) error = NULL;

  run (self, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (self->result->message, ==, NULL);
  g_assert_cmpint (self->result->status, ==, GS_STATUS_OK);
  assert_nothing_left ();
}

void
fake_run_badly (FakeRun *self)
{
  g_autoptr (GError) error = NULL;

  run (self, &error);
  g_assert_no_error (error);
  g_assert_cmpint (self->result->status, ==, GS_STATUS_FAILED);
  g_assert_null (self->result->output);
  g_assert_cmpint (self->report->failed, ==, 1);
  /* Of a context that is lost nothing can be freed. */
  if (!gs_cuda_context_is_lost ())
    assert_nothing_left ();
}

void
fake_run_not_at_all (FakeRun *self, GsComputeError code, const char *part)
{
  g_autoptr (GError) error = NULL;

  run (self, &error);
  g_assert_null (self->report);
  g_assert_error (error, GS_COMPUTE_ERROR, (int)code);
  assert_contains (error->message, part);
  g_assert_cmpint (fake_cuda.n_allocs, ==, 0);
}

void
assert_contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” does not name “%s”", text, part);
}

gboolean
fake_run_has_note (const FakeRun *self, const char *part)
{
  for (guint i = 0; i < self->result->notes->len; i++)
    if (strstr (g_ptr_array_index (self->result->notes, i), part) != NULL)
      return TRUE;
  return FALSE;
}
