#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-painter-timing.h"

char *
gs_timing_title (const GsReport *report)
{
  const GsPlan *plan = report->plan;
  g_autofree char *m = gs_format_count (plan->m), *n = gs_format_count (plan->n),
                  *k = gs_format_count (plan->k);
  g_autofree char *size = NULL;

  if (plan->op == GS_OP_MATMUL)
    size = g_strdup_printf ("%s × %s · %s × %s", m, k, k, n);
  else
    size = g_strdup_printf ("%s × %s", m, n);
  /* Translators: operation, sizes, number of repeats. */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s %s, float32, %d repeat",
                                       "%s %s, float32, %d repeats", report->spec->repeats),
                          gs_op_title (plan->op), size, report->spec->repeats);
}

static double
measured_ns (const GsPhase *phase)
{
  return phase->state == GS_PHASE_MEASURED ? (double)phase->ns : 0;
}

/* Of a kernel that is shorter than its launch; NULL when it is not. */
static char *
launch_sentence (const GsResult *gpu)
{
  g_autofree char *launch = NULL;

  if (gpu->pitfall == NULL || (double)gpu->pitfall->no_sync_ns <= gpu->compute.median)
    return NULL;
  launch = gs_format_ns ((double)gpu->pitfall->no_sync_ns);
  return g_strdup_printf (_ ("Launching it takes %s, longer than it runs."), launch);
}

char *
gs_timing_gpu_sentence (const GsReport *report)
{
  const GsResult *gpu = gs_report_find (report, "cuda", NULL);
  double moving, total = 0;
  g_autofree char *total_text = NULL, *moving_text = NULL, *compute_text = NULL, *launch = NULL;
  GString *text;

  if (gpu == NULL || gpu->status != GS_STATUS_OK || !gpu->timed || gpu->compute.n == 0)
    return NULL;
  moving = measured_ns (&gpu->warm[GS_PHASE_UPLOAD]) + measured_ns (&gpu->warm[GS_PHASE_DOWNLOAD]);
  for (int kind = 0; kind < GS_N_PHASES; kind++)
    total += measured_ns (&gpu->warm[kind]);
  total_text = gs_format_ns (total > 0 ? total : gpu->compute.median);
  moving_text = gs_format_ns (moving);
  compute_text = gs_format_ns (gpu->compute.median);
  launch = launch_sentence (gpu);
  text = g_string_new (NULL);
  g_string_printf (text, _ ("Of %s on the GPU, %s move data over the bus; the kernel needs %s."), total_text,
                   moving_text, compute_text);
  if (launch != NULL)
    gs_append_sentence (text, launch);
  return g_string_free (text, FALSE);
}
