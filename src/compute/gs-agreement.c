#include "gs-agreement.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-backend.h"

void
gs_coverage_count_init (GsCoverageCount *self)
{
  for (int fate = 0; fate < GS_N_FATES; fate++)
    self->threads[fate] = -1;
  self->missed = self->duplicated = -1;
}

void
gs_coverage_count_plan (GsCoverageCount *self, const GsPlan *plan, const gint64 *blocks, gint64 n_blocks)
{
  gs_coverage_count_init (self);
  if (blocks == NULL)
    {
      self->threads[GS_FATE_ACTIVE] = plan->active;
      self->threads[GS_FATE_IDLE] = plan->idle;
      self->threads[GS_FATE_OUT_OF_BOUNDS] = plan->out_of_bounds;
      self->threads[GS_FATE_ALIASED] = plan->aliased;
      self->missed = plan->missed;
      self->duplicated = plan->duplicated;
      return;
    }
  for (int fate = 0; fate < GS_N_FATES; fate++)
    self->threads[fate] = 0;
  for (gint64 i = 0; i < n_blocks; i++)
    {
      const gint64 block[2] = { blocks[i] % plan->grid[0], blocks[i] / plan->grid[0] };

      gs_plan_block_fates (plan, block, self->threads);
    }
}

typedef struct
{
  const char *what;
  gint64 planned, seen;
} Count;

gboolean
gs_coverage_count_check (const GsCoverageCount *self,
                         const GsCoverageCount *planned,
                         const char *who,
                         GError **error)
{
  static const char *const fates[GS_N_FATES] = {
    [GS_FATE_ACTIVE] = N_ ("active threads"),
    [GS_FATE_IDLE] = N_ ("idle threads"),
    [GS_FATE_OUT_OF_BOUNDS] = N_ ("threads out of bounds"),
    [GS_FATE_ALIASED] = N_ ("aliased threads"),
  };
  const Count counts[] = {
    { fates[0], planned->threads[0], self->threads[0] },
    { fates[1], planned->threads[1], self->threads[1] },
    { fates[2], planned->threads[2], self->threads[2] },
    { fates[3], planned->threads[3], self->threads[3] },
    { N_ ("elements missed"), planned->missed, self->missed },
    { N_ ("elements written twice"), planned->duplicated, self->duplicated },
  };

  G_STATIC_ASSERT (GS_N_FATES == 4);
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].seen >= 0 && counts[i].planned >= 0 && counts[i].planned != counts[i].seen)
      {
        /* Translators: what has run the launch ("the simulated GPU"), what was counted, two numbers. */
        g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_FAULT,
                     _ ("The plan and %s disagree about this launch: %s, %" PRId64 " by the plan, %" PRId64
                        " in the run; this is a fault of Gridscope, please report it."),
                     who, _ (counts[i].what), counts[i].planned, counts[i].seen);
        return FALSE;
      }
  return TRUE;
}
