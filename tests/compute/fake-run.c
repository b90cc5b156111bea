#include "fake-run.h"

#include <string.h>

GsSpec *
fake_run_spec (GsOp op, gint64 m, gint64 n, gint64 k, const char *backend)
{
  GsSpec *spec = gs_spec_new ();
  const char *words[] = { backend, NULL };
  GsSource *a = gs_source_new_generator (GS_SOURCE_RANDOM, 1),
           *b = gs_source_new_generator (GS_SOURCE_RANDOM, 2);

  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)words);
  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = k;
  spec->repeats = 5;
  gs_spec_set_a (spec, a);
  gs_spec_set_b (spec, b);
  gs_source_unref (a);
  gs_source_unref (b);
  return spec;
}

GsReport *
fake_run (const GsSpec *spec, GError **error)
{
  GsReport *report;

  gs_clock_set_fake (fake_cuda_clock);
  report = gs_engine_run (spec, NULL, NULL, NULL, error);
  gs_clock_set_fake (NULL);
  return report;
}

GsReport *
fake_run_well (const GsSpec *spec)
{
  g_autoptr (GError) error = NULL;
  GsReport *report = fake_run (spec, &error);
  const GsResult *result;

  g_assert_no_error (error);
  result = g_ptr_array_index (report->results, 0);
  g_assert_cmpstr (result->message, ==, NULL);
  g_assert_cmpint (result->status, ==, GS_STATUS_OK);
  return report;
}

GsReport *
fake_run_badly (const GsSpec *spec, const GsResult **result)
{
  g_autoptr (GError) error = NULL;
  GsReport *report = fake_run (spec, &error);

  g_assert_no_error (error);
  *result = g_ptr_array_index (report->results, 0);
  g_assert_cmpint ((*result)->status, ==, GS_STATUS_FAILED);
  return report;
}

void
assert_contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” does not name “%s”", text, part);
}

gboolean
fake_run_has_note (const GsResult *result, const char *part)
{
  for (guint i = 0; i < result->notes->len; i++)
    if (strstr (g_ptr_array_index (result->notes, i), part) != NULL)
      return TRUE;
  return FALSE;
}
