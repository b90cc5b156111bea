#include "gs-schedule-view.h"

#define LEAST 1e-5

/* One axis: [low, high] within [0, 1]. */
static void
spread (double *low, double *high)
{
  if (*high <= *low)
    {
      *low = 0;
      *high = 1;
    }
}

static void
zoom (double *low, double *high, double at, double factor)
{
  double width, fixed;

  spread (low, high);
  fixed = *low + CLAMP (at, 0, 1) * (*high - *low);
  width = CLAMP ((*high - *low) / factor, LEAST, 1);
  *low = CLAMP (fixed - CLAMP (at, 0, 1) * width, 0, 1 - width);
  *high = *low + width;
}

static void
pan (double *low, double *high, double share)
{
  double width, moved;

  spread (low, high);
  width = *high - *low;
  moved = CLAMP (*low + share * width, 0, 1 - width);
  *low = moved;
  *high = moved + width;
}

gboolean
gs_schedule_view_is_all (const GsScheduleView *self)
{
  return (self->to <= self->from || (self->from <= 0 && self->to >= 1))
         && (self->bottom <= self->top || (self->top <= 0 && self->bottom >= 1));
}

void
gs_schedule_view_zoom (GsScheduleView *self, double at_x, double at_y, double factor, gboolean lanes)
{
  g_return_if_fail (self != NULL && factor > 0);

  zoom (&self->from, &self->to, at_x, factor);
  if (lanes)
    zoom (&self->top, &self->bottom, at_y, factor);
}

void
gs_schedule_view_pan (GsScheduleView *self, double dx, double dy)
{
  g_return_if_fail (self != NULL);

  pan (&self->from, &self->to, dx);
  pan (&self->top, &self->bottom, dy);
}
