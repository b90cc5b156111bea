/* What measuring itself costs: the two looks at the clock about a phase, against
 * the target of 1 µs for each phase. */
#include <stdio.h>

#include "gs-engine.h"
#include "gs-stats.h"

enum
{
  BATCHES = 101,
  PHASES = 10000,
};

int
main (void)
{
  double samples_ns[BATCHES];
  GsStats stats;

  for (int i = 0; i < BATCHES; i++)
    {
      const gint64 start_ns = gs_clock_now_ns ();
      gint64 sum_ns = 0;

      for (int j = 0; j < PHASES; j++)
        {
          const gint64 before_ns = gs_clock_now_ns ();

          sum_ns += gs_clock_now_ns () - before_ns;
        }
      samples_ns[i] = (double)(gs_clock_now_ns () - start_ns) / PHASES;
      /* Without a use of the sum nothing would have to be added. */
      if (sum_ns < 0)
        return 1;
    }
  gs_stats_compute (samples_ns, BATCHES, &stats);
  printf ("measuring a phase: median %.1f ns, p95 %.1f ns; %.3f of the 1 µs allowed\n", stats.median,
          stats.p95, stats.median / 1e3);
  return stats.median <= 1e3 ? 0 : 1;
}
