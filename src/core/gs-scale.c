#include "gs-scale.h"

#include <math.h>

double
gs_scale_position (const GsScale *self, double value)
{
  if (self->logarithmic)
    return log (value / self->low) / log (self->high / self->low);
  return (value - self->low) / (self->high - self->low);
}

/* The number of the ladder 1, 2, 5, 10, 20, … that is nearest above @least. */
static double
ladder_step (double least)
{
  double power = pow (10, floor (log10 (least)));
  static const double rungs[] = { 1, 2, 5, 10 };

  /* A hair of room, so that 0.2 is not taken for more than 0.2. */
  for (gsize i = 0; i < G_N_ELEMENTS (rungs); i++)
    if (rungs[i] * power >= least * (1 - 1e-9))
      return rungs[i] * power;
  return 10 * power;
}

/* Multiples of a step: computed, not summed, so that 0.3 is 3 · 0.1. */
static int
linear_ticks (const GsScale *self, int n_ticks, double *ticks, int max)
{
  double span = self->high - self->low;
  double step = ladder_step (span / MAX (n_ticks, 1));
  double slack = span * 1e-9;
  double first = ceil ((self->low - slack) / step), last = floor ((self->high + slack) / step);
  int count = 0;

  for (double i = first; i <= last && count < max; i++)
    {
      /* Steps below 1 have an exact inverse, which gives the nearest double. */
      double inverse = round (1 / step);

      ticks[count++] = step < 1 ? i / inverse : i * step;
    }
  return count;
}

/* Powers of @base, every so many that about @n_ticks stay. */
static int
power_ticks (const GsScale *self, double base, int n_ticks, double *ticks, int max)
{
  double low = ceil (log (self->low) / log (base) - 1e-9),
         high = floor (log (self->high) / log (base) + 1e-9);
  double every = MAX (1, ceil ((high - low) / MAX (n_ticks, 1)));
  int count = 0;

  for (double power = ceil (low / every) * every; power <= high && count < max; power += every)
    ticks[count++] = pow (base, power);
  return count;
}

/* 1, 2 and 5 times powers of ten, for a range of few decades. */
static int
ladder_ticks (const GsScale *self, double *ticks, int max)
{
  static const double rungs[] = { 1, 2, 5 };
  int count = 0;

  for (double power = floor (log10 (self->low)); power <= ceil (log10 (self->high)); power++)
    for (gsize i = 0; i < G_N_ELEMENTS (rungs) && count < max; i++)
      {
        double tick = rungs[i] * pow (10, power);

        if (tick >= self->low * (1 - 1e-9) && tick <= self->high * (1 + 1e-9))
          ticks[count++] = tick;
      }
  return count;
}

int
gs_scale_ticks (const GsScale *self, int n_ticks, double *ticks, int max)
{
  double decades;

  g_return_val_if_fail (self->low < self->high, 0);
  g_return_val_if_fail (!self->logarithmic || self->low > 0, 0);

  if (!self->logarithmic)
    return linear_ticks (self, n_ticks, ticks, max);
  if (self->binary)
    return power_ticks (self, 2, n_ticks, ticks, max);
  decades = log10 (self->high / self->low);
  if (decades < 1)
    return linear_ticks (self, n_ticks, ticks, max);
  if (3 * decades <= n_ticks + 1)
    return ladder_ticks (self, ticks, max);
  return power_ticks (self, 10, n_ticks, ticks, max);
}
