#include "gs-roofs-runs.h"

#include <inttypes.h>
#include <string.h>

#include "gs-gpu.h"

/* Two cards of one name are told apart by their UUIDs, where both are known. */
static gboolean
is_of_card (const GsRoof *roof, const GsReport *report, const GsResult *result)
{
  const GsGpu *gpu = gs_report_get_gpu (report);

  if (g_strcmp0 (roof->name, result->device) != 0)
    return FALSE;
  return roof->uuid == NULL || gpu == NULL || gpu->uuid == NULL || g_str_equal (roof->uuid, gpu->uuid);
}

/* Index of the roof of what @result ran on; -1: not measured. */
static int
find_roof (const GsRoofs *self, const GsReport *report, const GsResult *result)
{
  gboolean host = strcmp (result->backend, "cpu") == 0 || strcmp (result->backend, "blas") == 0;

  for (guint i = 0; i < self->roofs->len; i++)
    {
      const GsRoof *roof = g_ptr_array_index (self->roofs, i);

      if (host ? !roof->gpu : roof->gpu && is_of_card (roof, report, result))
        return (int)i;
    }
  return -1;
}

/* Of compute and both transfers; 0 when nothing was transferred. */
static double
rate_over_bus (const GsResult *result, double flops)
{
  const GsPhase *up = &result->warm[GS_PHASE_UPLOAD], *down = &result->warm[GS_PHASE_DOWNLOAD];

  if (up->state != GS_PHASE_MEASURED || down->state != GS_PHASE_MEASURED)
    return 0;
  return flops / (result->compute.median + (double)up->ns + (double)down->ns);
}

void
gs_roofs_add_runs (GsRoofs *self, const GsReport *report)
{
  const GsSpec *spec;
  double flops, bytes;

  g_return_if_fail (self != NULL && report != NULL);

  spec = report->spec;
  flops = gs_op_flops (spec->op, spec->m, spec->n, spec->k);
  bytes = gs_op_bytes (spec->op, spec->m, spec->n, spec->k);
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      const char *name = result->kernel != NULL ? result->kernel : result->backend;
      int roof = find_roof (self, report, result);
      g_autofree char *label = NULL;

      if (result->status != GS_STATUS_OK || !result->timed || result->gflops <= 0 || bytes <= 0 || roof < 0)
        continue;
      /* Words of the contract: the same in every language. */
      if (strchr (name, '/') != NULL)
        label = g_strdup_printf ("%s %" PRId64 "×%" PRId64, name, spec->m, spec->n);
      else
        label = g_strdup_printf ("%s/%s %" PRId64 "×%" PRId64, gs_op_nick (spec->op), name, spec->m, spec->n);
      gs_roofs_add_point (self, &(GsRoofPoint){ .label = label,
                                                .roof = (guint)roof,
                                                .op = spec->op,
                                                .intensity = flops / bytes,
                                                .gflops = result->gflops,
                                                .bus_gflops = rate_over_bus (result, flops) });
    }
}

GsRoofs *
gs_roofs_copy_roofs (const GsRoofs *self)
{
  GsRoofs *copy = gs_roofs_new ();

  for (guint i = 0; i < self->roofs->len; i++)
    gs_roofs_add_roof (copy, g_ptr_array_index (self->roofs, i));
  return copy;
}
