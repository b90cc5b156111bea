#include "gs-report.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"

static const char *const finding_nicks[]
    = { "out_of_bounds", "races", "uninitialised_reads", "divergent_barriers", "unwritten", "written_twice" };

G_STATIC_ASSERT (G_N_ELEMENTS (finding_nicks) == GS_N_FINDINGS);

const char *
gs_finding_nick (GsFindingKind kind)
{
  g_return_val_if_fail (kind < GS_N_FINDINGS, NULL);

  return finding_nicks[kind];
}

const char *
gs_warps_nick (GsWarpsKind kind)
{
  static const char *const nicks[] = { "whole", "split", "idle" };

  G_STATIC_ASSERT (G_N_ELEMENTS (nicks) == GS_N_WARPS);
  g_return_val_if_fail (kind < GS_N_WARPS, NULL);

  return nicks[kind];
}

GsTrace *
gs_trace_new (void)
{
  GsTrace *self = g_new0 (GsTrace, 1);

  for (int i = 0; i < GS_N_FINDINGS; i++)
    self->findings[i] = g_array_new (FALSE, TRUE, sizeof (GsFinding));
  self->lines = g_array_new (FALSE, TRUE, sizeof (GsLineTrace));
  self->requests = g_array_new (FALSE, TRUE, sizeof (GsWarpRequest));
  self->buffers = g_array_new (FALSE, TRUE, sizeof (GsTraceBuffer));
  return self;
}

void
gs_trace_free (GsTrace *self)
{
  if (self == NULL)
    return;
  for (int i = 0; i < GS_N_FINDINGS; i++)
    g_array_unref (self->findings[i]);
  g_array_unref (self->lines);
  g_array_unref (self->requests);
  g_array_unref (self->buffers);
  g_free (self->writers);
  g_free (self->computed);
  gs_trace_free (self->other_map);
  g_free (self);
}

char *
gs_trace_sample_text (const GsTrace *self)
{
  const gboolean run = self->blocks_run < self->blocks;
  g_autofree char *some = gs_format_count (run ? self->blocks_run : self->blocks_traced);
  g_autofree char *all = gs_format_count (run ? self->blocks : self->blocks_run);

  if (!run && self->blocks_traced >= self->blocks_run)
    return NULL;
  return g_strdup_printf (run ? _ ("Only a sample of the blocks was run on the simulated GPU: %s of %s.")
                              : _ ("Only a sample of the blocks was traced: %s of %s."),
                          some, all);
}

GsSchedule *
gs_schedule_new (void)
{
  GsSchedule *self = g_new0 (GsSchedule, 1);

  self->blocks = g_array_new (FALSE, TRUE, sizeof (GsBlockTime));
  self->writers_active = self->writers_missed = self->writers_duplicated = self->canary_hits = -1;
  return self;
}

void
gs_schedule_free (GsSchedule *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->blocks);
  g_free (self);
}

GsPitfall *
gs_pitfall_new (void)
{
  GsPitfall *self = g_new0 (GsPitfall, 1);

  self->queue_launches = g_array_new (FALSE, TRUE, sizeof (gint64));
  self->queue_ns = g_array_new (FALSE, TRUE, sizeof (gint64));
  return self;
}

void
gs_pitfall_free (GsPitfall *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->queue_launches);
  g_array_unref (self->queue_ns);
  g_free (self);
}
