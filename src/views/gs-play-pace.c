#include "gs-play-pace.h"

#include <math.h>

/* The times of each kind: of one step where there are many, and of all steps at most. */
static const struct
{
  double step_ms, most_ms;
} paces[] = {
  [GS_PLAY_WARPS] = { 120, 12000 },
  [GS_PLAY_TILES] = { 320, 40000 },
};

/* A launch of few steps takes at least this long, but no step longer than the other. */
#define LEAST_MS 3000.0
#define STEP_MS  1000.0

#define STILL_PICTURES 12

gint64
gs_play_pace_done (GsPlayKind kind, gboolean still, gint64 steps, gint64 from, double elapsed_ms)
{
  double done;

  g_return_val_if_fail (steps >= 0 && from >= 0 && from <= steps, 0);

  if (steps == 0 || elapsed_ms <= 0)
    return from;
  if (still)
    done = floor (elapsed_ms / STEP_MS) * ceil ((double)steps / STILL_PICTURES);
  else
    {
      const double least_ms = MIN (LEAST_MS / (double)steps, STEP_MS);
      const double per_step_ms
          = MIN (MAX (paces[kind].step_ms, least_ms), paces[kind].most_ms / (double)steps);
      done = floor (elapsed_ms / per_step_ms);
    }
  return done >= (double)(steps - from) ? steps : from + (gint64)done;
}
