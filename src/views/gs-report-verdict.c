#include "gs-report-verdict.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-compare.h"
#include "gs-format.h"
#include "gs-painter-timing.h"
#include "gs-result-ratio.h"

static gboolean
is_timed (const GsResult *result)
{
  return result->status == GS_STATUS_OK && result->timed && result->compute.n > 0;
}

static double
measured_ns (const GsPhase phases[GS_N_PHASES], GsPhaseKind kind)
{
  return phases[kind].state == GS_PHASE_MEASURED ? (double)phases[kind].ns : 0.0;
}

/* What a user waits for, warm. */
static double
warm_ns (const GsResult *result)
{
  double sum = 0;

  for (int kind = 0; kind < GS_N_PHASES; kind++)
    sum += measured_ns (result->warm, kind);
  return sum > 0 ? sum : result->compute.median;
}

static const GsResult *
find_extreme (const GsReport *report, gboolean slowest)
{
  const GsResult *best = NULL;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (is_timed (result)
          && (best == NULL
              || (slowest ? warm_ns (result) > warm_ns (best) : warm_ns (result) < warm_ns (best))))
        best = result;
    }
  return best;
}

/* What a user waits for, in every repeat: the samples are of the kernel alone,
 * and what moves the data, which is steady, comes on top. */
static double *
warm_samples (const GsResult *result)
{
  const double moving = warm_ns (result) - result->compute.median;
  double *samples = g_new (double, MAX (result->n_samples, 1));

  for (gsize i = 0; i < result->n_samples; i++)
    samples[i] = result->samples_ns[i] + moving;
  return samples;
}

/* Whether the samples show that @fast is faster than @slow. */
static gboolean
is_faster (const GsResult *fast, const GsResult *slow)
{
  g_autofree double *of_slow = warm_samples (slow), *of_fast = warm_samples (fast);
  GsRatio ratio;

  gs_stats_ratio (of_slow, slow->n_samples, of_fast, fast->n_samples, &ratio);
  return gs_ratio_apart (&ratio) == GS_APART_LONGER;
}

/* The fastest but for @first; NULL when there is no other. */
static const GsResult *
find_second (const GsReport *report, const GsResult *first)
{
  const GsResult *second = NULL;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result != first && is_timed (result) && (second == NULL || warm_ns (result) < warm_ns (second)))
        second = result;
    }
  return second;
}

static char *
compare (const GsReport *report, const GsResult *fast, const GsResult *slow)
{
  const GsResult *second = find_second (report, fast);
  g_autofree char *fast_title = gs_kernel_title (fast->backend, fast->kernel);
  g_autofree char *slow_title = gs_kernel_title (slow->backend, slow->kernel);
  g_autofree char *second_title = gs_kernel_title (second->backend, second->kernel);
  g_autofree char *fast_text = gs_format_ns (warm_ns (fast));
  g_autofree char *slow_text = gs_format_ns (warm_ns (slow));
  g_autofree char *second_text = gs_format_ns (warm_ns (second));
  g_autofree char *factor = gs_format_value (warm_ns (slow) / warm_ns (fast), 3);

  if (!is_faster (fast, slow))
    return g_strdup_printf (_ ("%s needs %s and %s %s: no difference beyond the spread of the samples."),
                            fast_title, fast_text, slow_title, slow_text);
  if (second != slow && !is_faster (fast, second))
    return g_strdup_printf (_ ("%s (%s) and %s (%s) are the fastest, without a difference beyond the spread; "
                               "%s needs %s, %s times as long."),
                            fast_title, fast_text, second_title, second_text, slow_title, slow_text, factor);
  return g_strdup_printf (_ ("%s is the fastest with %s; %s needs %s, %s times as long."), fast_title,
                          fast_text, slow_title, slow_text, factor);
}

static gboolean
any_drifts (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (is_timed (result) && result->compute.drift)
        return TRUE;
    }
  return FALSE;
}

static gboolean
any_noisy (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (is_timed (result) && gs_stats_is_noisy (&result->compute))
        return TRUE;
    }
  return FALSE;
}

/* A recording cannot be run again here. */
static void
append_doubts (GString *text, const GsReport *report)
{
  const gboolean recorded = report->environment != NULL && report->environment->recorded != NULL;

  if (any_drifts (report))
    gs_append_sentence (text, recorded ? _ ("Its samples drift by more than 5 %.")
                                       : _ ("Samples drift by more than 5 %: run again."));
  else if (any_noisy (report))
    gs_append_sentence (text,
                        recorded ? _ ("Its samples spread by more than 5 %: something else was busy.")
                                 : _ ("Samples spread by more than 5 %: something else is busy, run again."));
}

/* Why no result of @report was timed. */
static char *
describe_untimed (const GsReport *report)
{
  const char *reason = NULL;
  GString *text;

  if (report->spec->m == 0 || report->spec->n == 0)
    return g_strdup (_ ("Nothing was timed: there are no elements to compute."));
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->status == GS_STATUS_OK)
        return g_strdup (_ (
            "Nothing was timed: the simulated GPU counts accesses, and its time says nothing about a GPU."));
      if (reason == NULL)
        reason = result->message;
    }
  text = g_string_new (_ ("Nothing was timed."));
  if (reason != NULL)
    gs_append_sentence (text, reason);
  return g_string_free (text, FALSE);
}

char *
gs_report_timing_verdict (const GsReport *report)
{
  const GsResult *fast, *slow;
  GString *text = g_string_new (NULL);
  g_autofree char *about_gpu = NULL;
  g_autofree char *sentence = NULL;

  g_return_val_if_fail (report != NULL, NULL);

  about_gpu = gs_timing_gpu_sentence (report);
  fast = find_extreme (report, FALSE);
  slow = find_extreme (report, TRUE);
  if (about_gpu != NULL)
    gs_append_sentence (text, about_gpu);
  if (fast == NULL)
    sentence = describe_untimed (report);
  else if (fast == slow)
    {
      g_autofree char *title = gs_kernel_title (fast->backend, fast->kernel);
      g_autofree char *time = gs_format_ns (fast->compute.median);
      g_autofree char *mad = gs_format_ns (fast->compute.mad);

      if (fast->compute.n == 1)
        sentence = g_strdup_printf (_ ("%s needs %s, measured once."), title, time);
      else
        sentence = g_strdup_printf (_ ("%s needs %s (median of %" PRId64 " repeats, MAD %s)."), title, time,
                                    fast->compute.n, mad);
    }
  else
    sentence = compare (report, fast, slow);
  gs_append_sentence (text, sentence);
  append_doubts (text, report);
  return g_string_free (text, FALSE);
}

static char *
describe_wrong (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      g_autofree char *title = gs_kernel_title (result->backend, result->kernel);

      if (result->status == GS_STATUS_FAILED)
        return g_strdup_printf (_ ("%s failed: %s"), title, result->message);
      if (result->status == GS_STATUS_OK && result->verified && !result->verify.pass)
        return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                             "%s is wrong in %" PRId64 " element, the worst at row %" PRId64
                                             ", column %" PRId64 ".",
                                             "%s is wrong in %" PRId64 " elements, the worst at row %" PRId64
                                             ", column %" PRId64 ".",
                                             (gulong)result->verify.failures),
                                title, result->verify.failures, result->verify.worst_row,
                                result->verify.worst_column);
    }
  return NULL;
}

/* That a result is of some blocks only, whose output is not shown. */
static char *
describe_sample (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsTrace *trace = ((const GsResult *)g_ptr_array_index (report->results, i))->trace;

      if (trace != NULL && trace->blocks_run < trace->blocks)
        return gs_trace_sample_text (trace);
    }
  return NULL;
}

static char *
describe_right (const GsReport *report, guint n_right, double worst)
{
  g_autofree char *percent = gs_format_value (100.0 * worst, 2);

  if (gs_op_is_elementwise (report->spec->op))
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u result, bit for bit what float32 arithmetic gives.",
                     "%u results, all bit for bit what float32 arithmetic gives.", n_right),
        n_right);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u result, within the rounding bound: it uses %s %% of it at most.",
                   "%u results, all within the rounding bound: they use %s %% of it at most.", n_right),
      n_right, percent);
}

/* Right numbers out of a launch that is not: another run may end otherwise. */
static char *
describe_luck (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsTrace *trace = ((const GsResult *)g_ptr_array_index (report->results, i))->trace;
      gint64 n_findings = 0;

      for (int kind = 0; trace != NULL && kind < GS_N_FINDINGS; kind++)
        n_findings += trace->totals[kind];
      if (n_findings > 0)
        return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                             "But that is luck: the simulated GPU saw %" PRId64
                                             " fault in this launch, which Kernel shows.",
                                             "But that is luck: the simulated GPU saw %" PRId64
                                             " faults in this launch, which Kernel shows.",
                                             (gulong)n_findings),
                                n_findings);
    }
  return NULL;
}

char *
gs_report_numbers_verdict (const GsReport *report)
{
  GString *text;
  char *wrong;
  guint n_right = 0;
  double worst = 0;
  gint64 n_nan = 0;
  g_autofree char *right = NULL, *luck = NULL, *nan = NULL, *sample = NULL;

  g_return_val_if_fail (report != NULL, NULL);

  wrong = describe_wrong (report);
  if (wrong != NULL)
    return wrong;
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->status != GS_STATUS_OK || !result->verified)
        continue;
      n_right++;
      worst = MAX (worst, result->verify.bound_fraction);
      n_nan = MAX (n_nan, result->verify.nan_count);
    }
  if (n_right == 0)
    return g_strdup (_ ("Nothing was computed."));
  right = describe_right (report, n_right, worst);
  luck = describe_luck (report);
  nan = gs_describe_nan (n_nan);
  sample = describe_sample (report);
  text = g_string_new (right);
  if (luck != NULL)
    gs_append_sentence (text, luck);
  if (nan != NULL)
    gs_append_sentence (text, nan);
  if (sample != NULL)
    gs_append_sentence (text, sample);
  return g_string_free (text, FALSE);
}
