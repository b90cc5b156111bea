#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How fast a launch is played: slowly enough that each of a few warps is seen to come,
 * fast enough that many are over while somebody still watches. */
typedef enum
{
  GS_PLAY_WARPS, /* a step is a warp: 1 second at most, 12 seconds for all */
  GS_PLAY_TILES, /* a step of a tiled product has more to be seen: 40 seconds for all */
} GsPlayKind;

/* How many of @steps are done, from 0 to @steps, @elapsed_ms after the play went on from
 * @from. @still: nothing is to move smoothly (the desktop's reduced motion), so that at
 * most 12 pictures come, each for a second. */
gint64 gs_play_pace_done (GsPlayKind kind, gboolean still, gint64 steps, gint64 from, double elapsed_ms);

G_END_DECLS
