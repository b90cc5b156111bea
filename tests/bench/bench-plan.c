#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "gs-plan-private.h"
#include "gs-random.h"

/* How long planning takes at sizes from one element to 2⁶², and how many parts
 * of a picture are counted in a second. Prints times; judges nothing. */

enum
{
  PLANS = 2000,
  QUERIES = 200000,
};

typedef struct
{
  const char *name;
  gint64 m, n;
  int dims;
  gint64 x, y;
  GsGridRule rule;
  gboolean guard;
  int bits;
} Case;

static const Case cases[] = {
  { "7", 1, 7, 1, 4, 1, GS_GRID_CEIL, TRUE, 64 },
  { "13x21, no guard", 13, 21, 2, 8, 4, GS_GRID_CEIL, FALSE, 64 },
  { "1000x1003, floor", 1000, 1003, 2, 16, 16, GS_GRID_FLOOR, TRUE, 64 },
  { "65536x65536, no guard", 65536, 65536, 2, 16, 16, GS_GRID_CEIL, FALSE, 64 },
  { "10^18", 1, G_GINT64_CONSTANT (1000000000000000000), 1, 1024, 1, GS_GRID_CEIL, TRUE, 64 },
  { "10^9 x 10^9, no guard", 1000000001, 999999999, 2, 32, 32, GS_GRID_CEIL, FALSE, 64 },
  { "262144x8960, 32 bits", 262144, 8960, 2, 32, 8, GS_GRID_CEIL, TRUE, 32 },
  { "262144x8960, 32 bits, no guard", 262143, 8961, 2, 32, 8, GS_GRID_CEIL, FALSE, 32 },
  { "262144x9983, 32 bits, floor", 262144, 9983, 2, 1024, 1, GS_GRID_FLOOR, TRUE, 32 },
};

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

  return (x > y) - (x < y);
}

static gint64
now_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static GsSpec *
spec_of (const Case *c)
{
  GsSpec *spec = gs_spec_new ();

  spec->m = c->m;
  spec->n = c->n;
  spec->block_dims = c->dims;
  spec->block[0] = c->x;
  spec->block[1] = c->y;
  spec->grid_rule = c->rule;
  spec->guard = c->guard;
  spec->index_bits = c->bits;
  return spec;
}

static void
measure (const Case *c)
{
  g_autoptr (GsSpec) spec = spec_of (c);
  g_autoptr (GsPlan) last = gs_plan_new (spec, NULL);
  g_autofree gint64 *times = g_new (gint64, PLANS);
  guint64 stream = gs_random_stream (1);
  GsPlane plane;
  gint64 start, mixes;

  for (int i = 0; i < PLANS; i++)
    {
      start = now_ns ();
      gs_plan_free (gs_plan_new (spec, NULL));
      times[i] = now_ns () - start;
    }
  qsort (times, PLANS, sizeof *times, compare_times);
  gs_plan_plane (last, &plane);
  start = now_ns ();
  for (mixes = 0; mixes < QUERIES && now_ns () - start < 500000000; mixes++)
    {
      /* One cell of a picture of 100 × 100 cells. */
      gint64 width = plane.columns / 100 + 1, height = plane.rows / 100 + 1;
      gint64 x = (gint64)(gs_random_at (stream, 2 * (guint64)mixes) % (guint64)plane.columns);
      gint64 y = (gint64)(gs_random_at (stream, 2 * (guint64)mixes + 1) % (guint64)plane.rows);
      GsMix mix;

      gs_plan_mix (last, x, y, x + width, y + height, &mix);
    }
  printf ("%-32s plan %7.1f µs median %8.1f p99 %8.1f max   mix %9.0f per second\n", c->name,
          (double)times[PLANS / 2] / 1e3, (double)times[PLANS * 99 / 100] / 1e3,
          (double)times[PLANS - 1] / 1e3, (double)mixes / ((double)(now_ns () - start) / 1e9));
}

int
main (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    measure (&cases[i]);
  return 0;
}
