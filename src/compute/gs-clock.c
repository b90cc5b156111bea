#include "gs-engine.h"

#include <time.h>

/* The raw clock is not slewed by time synchronisation, so two intervals taken
 * minutes apart are in the same nanoseconds. */
#ifdef CLOCK_MONOTONIC_RAW
#define STEADY_CLOCK CLOCK_MONOTONIC_RAW
#else
#define STEADY_CLOCK CLOCK_MONOTONIC
#endif

static gint64 (*fake_now) (void);

gint64
gs_clock_now_ns (void)
{
  struct timespec now;

  if (G_UNLIKELY (fake_now != NULL))
    return fake_now ();

  clock_gettime (STEADY_CLOCK, &now);
  return (gint64)now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

void
gs_clock_set_fake (gint64 (*now) (void))
{
  fake_now = now;
}
