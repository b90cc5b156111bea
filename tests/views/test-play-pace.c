#include "gs-play-pace.h"

/* How long a launch of @steps plays, in tenths of a second. */
static int
count_tenths (GsPlayKind kind, gboolean still, gint64 steps)
{
  int tenths = 0;

  while (gs_play_pace_done (kind, still, steps, 0, tenths * 100) < steps)
    tenths++;
  return tenths;
}

static void
test_durations (void)
{
  static const struct
  {
    GsPlayKind kind;
    gboolean still;
    gint64 steps;
    int least, most; /* tenths of a second */
  } cases[] = {
    /* Few steps are to be watched one by one. */
    { GS_PLAY_WARPS, FALSE, 1, 10, 10 },
    { GS_PLAY_WARPS, FALSE, 2, 20, 20 },
    { GS_PLAY_WARPS, FALSE, 3, 30, 30 },
    { GS_PLAY_WARPS, FALSE, 10, 30, 31 },
    { GS_PLAY_TILES, FALSE, 4, 30, 31 },
    /* Then each takes its time. */
    { GS_PLAY_WARPS, FALSE, 50, 60, 61 },
    { GS_PLAY_TILES, FALSE, 50, 160, 161 },
    /* Many are over in time. */
    { GS_PLAY_WARPS, FALSE, 100000, 120, 121 },
    { GS_PLAY_WARPS, FALSE, G_GINT64_CONSTANT (1) << 50, 120, 121 },
    { GS_PLAY_TILES, FALSE, 100000, 400, 401 },
    /* Reduced motion: pictures for a second each. */
    { GS_PLAY_WARPS, TRUE, 1, 10, 10 },
    { GS_PLAY_WARPS, TRUE, 2, 20, 20 },
    { GS_PLAY_WARPS, TRUE, 12, 120, 120 },
    { GS_PLAY_WARPS, TRUE, 1000000, 120, 120 },
    { GS_PLAY_TILES, TRUE, 25, 90, 90 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const int tenths = count_tenths (cases[i].kind, cases[i].still, cases[i].steps);

      g_assert_cmpint (tenths, >=, cases[i].least);
      g_assert_cmpint (tenths, <=, cases[i].most);
    }
}

static void
test_going_on (void)
{
  /* From where it was paused, at the same pace. */
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 3, 1, 0), ==, 1);
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 3, 1, 999), ==, 1);
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 3, 1, 1001), ==, 2);
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 3, 1, 2001), ==, 3);
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 3, 3, 0), ==, 3);
  /* A frame may be of before the start. */
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 3, 0, -5), ==, 0);
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, FALSE, 0, 0, 5000), ==, 0);
  /* Late frames do not go past the end. */
  g_assert_cmpint (gs_play_pace_done (GS_PLAY_WARPS, TRUE, 7, 0, 1e9), ==, 7);
}

/* Reduced motion: what is drawn changes at most once a second. */
static void
test_still_pictures (void)
{
  const gint64 steps = 1000;
  gint64 before = 0;
  int last_change_ms = 0;

  for (int ms = 0; ms <= 13000; ms += 10)
    {
      const gint64 done = gs_play_pace_done (GS_PLAY_WARPS, TRUE, steps, 0, ms);

      if (done != before)
        {
          g_assert_cmpint (ms - last_change_ms, >=, 1000);
          last_change_ms = ms;
        }
      before = done;
    }
  g_assert_cmpint (before, ==, steps);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/play-pace/durations", test_durations);
  g_test_add_func ("/play-pace/going-on", test_going_on);
  g_test_add_func ("/play-pace/still-pictures", test_still_pictures);
  return g_test_run ();
}
