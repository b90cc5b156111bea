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

typedef struct
{
  const char *what;
  gint64 planned, seen;
} Count;

gboolean
gs_coverage_count_check (const GsCoverageCount *self, const GsPlan *plan, const char *who, GError **error)
{
  const Count counts[] = {
    { N_ ("active threads"), plan->active, self->threads[GS_FATE_ACTIVE] },
    { N_ ("idle threads"), plan->idle, self->threads[GS_FATE_IDLE] },
    { N_ ("threads out of bounds"), plan->out_of_bounds, self->threads[GS_FATE_OUT_OF_BOUNDS] },
    { N_ ("aliased threads"), plan->aliased, self->threads[GS_FATE_ALIASED] },
    { N_ ("elements missed"), plan->missed, self->missed },
    { N_ ("elements written twice"), plan->duplicated, self->duplicated },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].seen >= 0 && counts[i].planned != counts[i].seen)
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
