#include "gs-schedule-layout.h"

#include <stdlib.h>

#define MAX_SMS   1024
#define MAX_SLOTS 64

/* What becomes of a place as blocks come and go. */
typedef struct
{
  gint64 free_ns;
  int turn;
} Slot;

static int
sm_of (const GsBlockTime *block)
{
  return CLAMP (block->sm, 0, MAX_SMS - 1);
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const GsBlockTime *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  if (x->block[1] != y->block[1])
    return x->block[1] < y->block[1] ? -1 : 1;
  return (x->block[0] > y->block[0]) - (x->block[0] < y->block[0]);
}

static void
place_block (GsScheduleLayout *self, Slot *slots, const GsBlockTime *block, GsSchedulePlace *place)
{
  Slot *of_sm = slots + (gsize)sm_of (block) * MAX_SLOTS;
  int slot = 0;

  while (slot < MAX_SLOTS - 1 && of_sm[slot].free_ns > block->start_ns)
    slot++;
  place->slot = slot;
  place->turn = of_sm[slot].turn++;
  of_sm[slot].free_ns = block->end_ns;
  /* Blocks come by start, so the first of a turn is its earliest. */
  if ((guint)place->turn == self->wave_starts_ns->len)
    g_array_append_val (self->wave_starts_ns, block->start_ns);
}

static void
fill_stats (GsScheduleLayout *self, const gint64 *last_ns, double sum_ns)
{
  GsScheduleStats *stats = &self->stats;

  stats->waves = (self->blocks->len - 1) / ((gint64)stats->sms * stats->slots) + 1;
  stats->tail_ns = stats->end_ns;
  for (int sm = 0; sm < stats->sms; sm++)
    stats->used += last_ns[sm] > 0;
  for (int sm = 0; sm < stats->sms; sm++)
    stats->tail_ns = MIN (stats->tail_ns, last_ns[sm]);
  if (stats->end_ns > 0)
    stats->busy = sum_ns / ((double)stats->sms * stats->slots * (double)stats->end_ns);
}

static void
place_blocks (GsScheduleLayout *self, int multiprocessors)
{
  GsScheduleStats *stats = &self->stats;
  g_autofree gint64 *last_ns = NULL;
  g_autofree Slot *slots = NULL;
  double sum_ns = 0;

  stats->sms = CLAMP (multiprocessors, 0, MAX_SMS);
  for (guint i = 0; i < self->blocks->len; i++)
    stats->sms = MAX (stats->sms, sm_of (&g_array_index (self->blocks, GsBlockTime, i)) + 1);
  last_ns = g_new0 (gint64, stats->sms);
  slots = g_new0 (Slot, (gsize)stats->sms * MAX_SLOTS);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const GsBlockTime *block = &g_array_index (self->blocks, GsBlockTime, i);
      const int sm = sm_of (block);

      place_block (self, slots, block, &self->places[i]);
      stats->slots = MAX (stats->slots, self->places[i].slot + 1);
      last_ns[sm] = MAX (last_ns[sm], block->end_ns);
      stats->end_ns = MAX (stats->end_ns, block->end_ns);
      sum_ns += (double)(block->end_ns - block->start_ns);
    }
  fill_stats (self, last_ns, sum_ns);
}

GsScheduleLayout *
gs_schedule_layout_new (const GsSchedule *schedule)
{
  GsScheduleLayout *self = g_new0 (GsScheduleLayout, 1);
  const guint n = schedule->blocks->len;

  self->blocks = g_array_sized_new (FALSE, FALSE, sizeof (GsBlockTime), n);
  if (n > 0)
    {
      g_array_append_vals (self->blocks, schedule->blocks->data, n);
      qsort (self->blocks->data, n, sizeof (GsBlockTime), compare_starts);
    }
  self->places = g_new (GsSchedulePlace, MAX (n, 1));
  self->wave_starts_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (n > 0)
    place_blocks (self, schedule->multiprocessors);
  return self;
}

void
gs_schedule_layout_free (GsScheduleLayout *self)
{
  g_array_unref (self->blocks);
  g_free (self->places);
  g_array_unref (self->wave_starts_ns);
  g_free (self);
}

void
gs_schedule_stats (const GsSchedule *schedule, GsScheduleStats *stats)
{
  g_autoptr (GsScheduleLayout) layout = NULL;

  g_return_if_fail (schedule != NULL && stats != NULL);

  layout = gs_schedule_layout_new (schedule);
  *stats = layout->stats;
}
