#include "gs-result-ratio.h"

#define LEAST_SAMPLES 3

GsApart
gs_ratio_apart (const GsRatio *ratio)
{
  if (ratio->n < LEAST_SAMPLES || !(ratio->ratio > 0))
    return GS_APART_UNKNOWN;
  if (ratio->high < 1 && ratio->ratio < 1 / (1 + GS_NOISE_FLOOR))
    return GS_APART_SHORTER;
  if (ratio->low > 1 && ratio->ratio > 1 + GS_NOISE_FLOOR)
    return GS_APART_LONGER;
  return GS_APART_NOT;
}

gboolean
gs_result_is_timed (const GsResult *self)
{
  return self->status == GS_STATUS_OK && self->timed && self->compute.n > 0;
}

static double
phase_ns (const GsPhase *phases, GsPhaseKind kind)
{
  return phases[kind].state == GS_PHASE_MEASURED ? (double)phases[kind].ns : 0;
}

static double
sum_ns (const GsPhase *phases)
{
  double sum = 0;

  for (int kind = 0; kind < GS_N_PHASES; kind++)
    sum += phase_ns (phases, (GsPhaseKind)kind);
  return sum;
}

static double
span_ns (const GsResult *result, GsSpan span)
{
  switch (span)
    {
    case GS_SPAN_COMPUTE:
      return result->compute.median;
    case GS_SPAN_UPLOAD:
      return phase_ns (result->warm, GS_PHASE_UPLOAD);
    case GS_SPAN_DOWNLOAD:
      return phase_ns (result->warm, GS_PHASE_DOWNLOAD);
    case GS_SPAN_WARM:
      return sum_ns (result->warm);
    default:
      return sum_ns (result->first);
    }
}

/* Every repeat of a stretch; NULL with @n 0 where one number is all there is. A
 * warm repeat is the i-th upload, compute and download together. Free it. */
static double *
span_samples (const GsResult *result, GsSpan span, gsize *n)
{
  const double *up = result->upload_samples_ns, *down = result->download_samples_ns;
  const gboolean transfers = span_ns (result, GS_SPAN_WARM) > result->compute.median + 0.5;
  double *samples;

  *n = 0;
  if (span == GS_SPAN_FIRST || (span != GS_SPAN_COMPUTE && transfers && result->n_transfers == 0))
    return NULL;
  if (span == GS_SPAN_UPLOAD || span == GS_SPAN_DOWNLOAD)
    {
      *n = result->n_transfers;
      return *n > 0 ? g_memdup2 (span == GS_SPAN_UPLOAD ? up : down, *n * sizeof (double)) : NULL;
    }
  *n = span == GS_SPAN_WARM && transfers ? MIN (result->n_samples, result->n_transfers) : result->n_samples;
  samples = *n > 0 ? g_memdup2 (result->samples_ns, *n * sizeof (double)) : NULL;
  for (gsize i = 0; span == GS_SPAN_WARM && transfers && i < *n; i++)
    samples[i] += up[i] + down[i];
  return samples;
}

static void
compare (const GsResult *a, const GsResult *b, GsResultRatio *out)
{
  gsize n_a, n_b;
  g_autofree double *samples_a = span_samples (a, out->span, &n_a);
  g_autofree double *samples_b = span_samples (b, out->span, &n_b);
  GsRatio ratio;

  if (out->a_ns <= 0 || out->b_ns <= 0)
    return;
  out->ratio = out->a_ns / out->b_ns;
  if (MIN (n_a, n_b) < LEAST_SAMPLES)
    return;
  gs_stats_ratio (samples_a, n_a, samples_b, n_b, &ratio);
  out->ratio = ratio.ratio;
  out->low = ratio.low;
  out->high = ratio.high;
  out->apart = gs_ratio_apart (&ratio);
}

GArray *
gs_result_ratios (const GsResult *a, const GsResult *b)
{
  GArray *ratios = g_array_new (FALSE, TRUE, sizeof (GsResultRatio));

  g_return_val_if_fail (a != NULL && b != NULL, ratios);

  for (int span = 0; span < GS_N_SPANS; span++)
    {
      GsResultRatio ratio
          = { .span = (GsSpan)span, .a_ns = span_ns (a, (GsSpan)span), .b_ns = span_ns (b, (GsSpan)span) };

      if (ratio.a_ns <= 0 && ratio.b_ns <= 0)
        continue;
      compare (a, b, &ratio);
      g_array_append_val (ratios, ratio);
    }
  return ratios;
}
