#include "gs-painter-schedule.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-scale.h"

#define MAX_SMS   1024
#define MAX_SLOTS 64

/* Blocks that share a multiprocessor lie one above the other: each takes the
 * first slot that is free when it starts. */
typedef struct
{
  gint64 free_ns[MAX_SMS][MAX_SLOTS];
  gint32 turn[MAX_SMS][MAX_SLOTS]; /* blocks that the slot has had */
} Slots;

typedef struct
{
  int slot;
  gint32 turn;
} Place;

static void
place_block (Slots *slots, const GsBlockTime *block, Place *place)
{
  int sm = CLAMP (block->sm, 0, MAX_SMS - 1), slot = 0;

  while (slot < MAX_SLOTS - 1 && slots->free_ns[sm][slot] > block->start_ns)
    slot++;
  slots->free_ns[sm][slot] = block->end_ns;
  place->slot = slot;
  place->turn = slots->turn[sm][slot]++;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const GsBlockTime *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->block[1] > y->block[1]) - (x->block[1] < y->block[1])
         + ((x->block[0] > y->block[0]) - (x->block[0] < y->block[0]));
}

/* The blocks by start; slots are given in this order. */
static GArray *
sort_blocks (const GsSchedule *schedule)
{
  GArray *blocks = g_array_sized_new (FALSE, FALSE, sizeof (GsBlockTime), schedule->blocks->len);

  g_array_append_vals (blocks, schedule->blocks->data, schedule->blocks->len);
  g_array_sort (blocks, compare_starts);
  return blocks;
}

static void
stats_of (const GArray *blocks, GsScheduleStats *stats)
{
  g_autofree Slots *slots = g_new0 (Slots, 1);
  g_autofree gint64 *last_ns = g_new0 (gint64, MAX_SMS);
  double sum_ns = 0;
  int top = 0, high = -1;

  *stats = (GsScheduleStats){ 0 };
  for (guint i = 0; i < blocks->len; i++)
    {
      const GsBlockTime *block = &g_array_index (blocks, GsBlockTime, i);
      int sm = CLAMP (block->sm, 0, MAX_SMS - 1);
      Place place;

      place_block (slots, block, &place);
      top = MAX (top, place.slot);
      high = MAX (high, sm);
      last_ns[sm] = MAX (last_ns[sm], block->end_ns);
      stats->end_ns = MAX (stats->end_ns, block->end_ns);
      sum_ns += (double)(block->end_ns - block->start_ns);
    }
  if (blocks->len == 0)
    return;
  stats->sms = high + 1;
  stats->slots = top + 1;
  stats->waves = (blocks->len - 1) / ((gint64)stats->sms * stats->slots) + 1;
  stats->tail_ns = stats->end_ns;
  for (int sm = 0; sm < stats->sms; sm++)
    stats->tail_ns = MIN (stats->tail_ns, last_ns[sm]);
  if (stats->end_ns > 0)
    stats->busy = sum_ns / ((double)stats->sms * stats->slots * (double)stats->end_ns);
}

void
gs_schedule_scene_init (GsScheduleScene *scene, const GsSchedule *schedule)
{
  g_return_if_fail (scene != NULL);
  *scene = (GsScheduleScene){ .schedule = schedule };
}

void
gs_schedule_stats (const GsSchedule *schedule, GsScheduleStats *stats)
{
  g_autoptr (GArray) blocks = NULL;

  g_return_if_fail (schedule != NULL && stats != NULL);
  blocks = sort_blocks (schedule);
  stats_of (blocks, stats);
}

/* A report may keep some of the blocks of a large launch. Its end is not in them. */
static gboolean
is_whole (const GsSchedule *schedule)
{
  return schedule->blocks->len >= schedule->n_blocks;
}

static char *
verdict_of_part (const GsSchedule *schedule, const GsScheduleStats *stats)
{
  g_autofree char *kept = gs_format_count (schedule->blocks->len);
  g_autofree char *blocks = gs_format_count (schedule->n_blocks);
  g_autofree char *end = gs_format_ns ((double)stats->end_ns);

  return g_strdup_printf (
      _ ("%s of %s blocks are recorded: on %d multiprocessors, up to %d at a time on each, "
         "in %s. How the launch ended is not among them."),
      kept, blocks, stats->sms, stats->slots, end);
}

static char *
verdict_of (const GsSchedule *schedule, const GsScheduleStats *stats)
{
  g_autofree char *blocks = gs_format_count (schedule->n_blocks), *end = gs_format_ns ((double)stats->end_ns);
  g_autofree char *tail = gs_format_ns ((double)(stats->end_ns - stats->tail_ns));
  g_autofree char *waves = gs_format_count (stats->waves);

  if (stats->end_ns <= 0)
    return g_strdup (_ ("No block was seen running."));
  if (!is_whole (schedule))
    return verdict_of_part (schedule, stats);
  return g_strdup_printf (_ ("%s blocks on %d multiprocessors, up to %d at a time on each: %s waves in %s; "
                             "the last %s are the tail, when some have "
                             "nothing left to do; %d %% of the places were busy."),
                          blocks, stats->sms, stats->slots, waves, end, tail,
                          (int)floor (stats->busy * 100 + 0.5));
}

char *
gs_schedule_verdict (const GsSchedule *schedule)
{
  GsScheduleStats stats;

  g_return_val_if_fail (schedule != NULL, NULL);
  gs_schedule_stats (schedule, &stats);
  return verdict_of (schedule, &stats);
}

typedef struct
{
  double x, y, width, height; /* plot */
  double lane;                /* height of a multiprocessor */
  double from_ns, to_ns;
} Frame;

static void
frame_init (Frame *frame,
            const GsScheduleScene *scene,
            const GsScheduleStats *stats,
            double width,
            double height,
            double unit)
{
  double from = scene->from, to = scene->to > scene->from ? scene->to : 1;

  frame->x = 64 * unit;
  frame->y = 66 * unit;
  frame->width = MAX (width - frame->x - 20 * unit, 1);
  frame->height = MAX (height - frame->y - 70 * unit, 1);
  frame->lane = frame->height / MAX (stats->sms, 1);
  frame->from_ns = from * (double)stats->end_ns;
  frame->to_ns = MAX (to * (double)stats->end_ns, frame->from_ns + 1);
}

static double
time_x (const Frame *frame, double ns)
{
  return frame->x + (ns - frame->from_ns) / (frame->to_ns - frame->from_ns) * frame->width;
}

static void
block_rect (const Frame *frame,
            const GsScheduleStats *stats,
            const GsBlockTime *block,
            const Place *place,
            double *x,
            double *y,
            double *width,
            double *height)
{
  double pad = frame->lane > 6 ? 1 : 0, slot = (frame->lane - pad) / stats->slots;

  *x = time_x (frame, (double)block->start_ns);
  *width = time_x (frame, (double)block->end_ns) - *x;
  *y = frame->y + CLAMP (block->sm, 0, MAX_SMS - 1) * frame->lane + place->slot * slot;
  *height = slot;
}

/* Waves in turn: active blue, and two tints that differ in grey too. */
static GsColor
wave_color (const GsTheme *theme, int turn)
{
  static const double share[] = { 0, 0.45, 0.2, 0.6 };
  const GsColor *base = &theme->fates[GS_FATE_ACTIVE].base, *paper = &theme->background;
  double s = share[turn % 4];

  return (GsColor){ base->red + s * (paper->red - base->red), base->green + s * (paper->green - base->green),
                    base->blue + s * (paper->blue - base->blue) };
}

static void
draw_blocks (GsCanvas *canvas,
             const GsScheduleScene *scene,
             const Frame *frame,
             const GArray *blocks,
             const GsScheduleStats *stats)
{
  g_autofree Slots *slots = g_new0 (Slots, 1);
  g_autofree Place *places = g_new (Place, MAX (blocks->len, 1));
  double gap = frame->lane / MAX (stats->slots, 1) > 3 ? 1 / canvas->pixels : 0;

  for (guint i = 0; i < blocks->len; i++)
    place_block (slots, &g_array_index (blocks, GsBlockTime, i), &places[i]);
  for (int turn = 0; turn < 4; turn++)
    {
      GsColor color = wave_color (canvas->theme, turn);

      for (guint i = 0; i < blocks->len; i++)
        {
          const GsBlockTime *block = &g_array_index (blocks, GsBlockTime, i);
          double x, y, width, height;

          if (places[i].turn % 4 != turn || (double)block->end_ns < frame->from_ns
              || (double)block->start_ns > frame->to_ns)
            continue;
          block_rect (frame, stats, block, &places[i], &x, &y, &width, &height);
          gs_canvas_rectangle (canvas, x, y, width > 3 ? width - gap : width, MAX (height - gap, 0.1));
        }
      gs_canvas_set_color (canvas, &color, 1);
      cairo_fill (canvas->cr);
    }
  for (guint i = 0; scene->has_block && i < blocks->len; i++)
    {
      const GsBlockTime *block = &g_array_index (blocks, GsBlockTime, i);
      double x, y, width, height;

      if (block->block[0] != scene->block[0] || block->block[1] != scene->block[1])
        continue;
      block_rect (frame, stats, block, &places[i], &x, &y, &width, &height);
      gs_canvas_set_color (canvas, &canvas->theme->duplicated.ink, 1);
      gs_canvas_rectangle (canvas, x, y, width, height);
      cairo_fill (canvas->cr);
      gs_canvas_set_color (canvas, &canvas->theme->text, 1);
      gs_canvas_frame (canvas, x - 3, y - 3, width + 6, height + 6, 2);
    }
}

static void
draw_tail (GsCanvas *canvas, const Frame *frame, const GsScheduleStats *stats)
{
  double x0 = MAX (time_x (frame, (double)stats->tail_ns), frame->x),
         x1 = MIN (time_x (frame, (double)stats->end_ns), frame->x + frame->width);
  double unit = canvas->type_scale;
  const GsTextStyle style = { .size = 10, .flags = GS_TEXT_BOLD, .align = 1 };
  g_autofree char *length = gs_format_ns ((double)(stats->end_ns - stats->tail_ns));
  g_autofree char *text = g_strdup_printf (_ ("tail %s"), length);

  if (x1 <= x0 || stats->tail_ns >= stats->end_ns)
    return;
  gs_canvas_set_color (canvas, &canvas->theme->phases[GS_PHASE_UPLOAD].base, 1);
  gs_canvas_rectangle (canvas, x0, frame->y - 7, x1 - x0, 4);
  cairo_fill (canvas->cr);
  gs_canvas_set_color (canvas, &canvas->theme->text, 0.8);
  gs_canvas_vline (canvas, x0, frame->y - 7, frame->y + frame->height, 1);
  gs_text_draw (canvas, &style, frame->x + frame->width, frame->y - 16 * unit, text);
}

static void
draw_axes (GsCanvas *canvas, const Frame *frame, const GsScheduleStats *stats)
{
  const GsTextStyle right = { .size = 9.5, .color = &canvas->theme->muted, .align = 1 };
  const GsTextStyle middle = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  GsScale scale = { frame->from_ns, frame->to_ns, FALSE };
  double ticks[16], unit = canvas->type_scale, last = -1e9;
  int n = gs_scale_ticks (&scale, 6, ticks, G_N_ELEMENTS (ticks)), step = 1;

  while (step * frame->lane < 14 * unit)
    step *= step % 5 == 0 ? 2 : step == 1 ? 2 : 5;
  for (int sm = 0; sm < stats->sms; sm += step)
    {
      g_autofree char *text = g_strdup_printf ("SM %d", sm);

      gs_text_draw (canvas, &right, frame->x - 6, frame->y + (sm + 0.5) * frame->lane, text);
    }
  gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
  gs_canvas_hline (canvas, frame->x, frame->x + frame->width, frame->y + frame->height + 2, 1);
  for (int i = 0; i < n; i++)
    {
      double x = time_x (frame, ticks[i]);
      g_autofree char *text = ticks[i] > 0 ? gs_format_ns (ticks[i]) : g_strdup ("0");
      double half = gs_text_width (canvas, &middle, text) / 2;

      if (ticks[i] < frame->from_ns || ticks[i] > frame->to_ns || x - half < last + 6)
        continue;
      gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
      gs_canvas_vline (canvas, x, frame->y + frame->height + 2, frame->y + frame->height + 7, 1);
      gs_text_draw (canvas, &middle, x, frame->y + frame->height + 16 * unit, text);
      last = x + half;
    }
}

static void
draw_words (GsCanvas *canvas, const GsScheduleScene *scene, const GsScheduleStats *stats)
{
  double unit = canvas->type_scale, margin = 16 * unit, width = canvas->width - 2 * margin;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width },
                    plain = { .size = 10.5 };
  g_autofree char *verdict = verdict_of (scene->schedule, stats);
  g_autoptr (GString) title = g_string_new (_ ("Blocks on multiprocessors over time"));
  double height;

  if (scene->device != NULL)
    g_string_append_printf (title, ", %s", scene->device);
  if (scene->recorded != NULL)
    g_string_append_printf (title, " (%s %s)", _ ("recorded"), scene->recorded);
  gs_text_draw (canvas, &bold, margin, 22 * unit, title->str);
  height = gs_text_wrap (canvas, &plain, margin, 0, width, verdict, FALSE);
  gs_text_wrap (canvas, &plain, margin, canvas->height - MIN (height, 44 * unit) - 4 * unit, width, verdict,
                TRUE);
}

void
gs_painter_schedule (GsCanvas *canvas, const GsScheduleScene *scene)
{
  g_autoptr (GArray) blocks = NULL;
  GsScheduleStats stats;
  Frame frame;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->schedule == NULL)
    return;
  blocks = sort_blocks (scene->schedule);
  stats_of (blocks, &stats);
  draw_words (canvas, scene, &stats);
  if (stats.end_ns <= 0)
    return;
  frame_init (&frame, scene, &stats, canvas->width, canvas->height, canvas->type_scale);
  cairo_save (canvas->cr);
  gs_canvas_rectangle (canvas, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (canvas->cr);
  draw_blocks (canvas, scene, &frame, blocks, &stats);
  cairo_restore (canvas->cr);
  if (is_whole (scene->schedule))
    draw_tail (canvas, &frame, &stats);
  draw_axes (canvas, &frame, &stats);
}

gboolean
gs_schedule_block_at (const GsScheduleScene *scene,
                      double width,
                      double height,
                      double type_scale,
                      double px,
                      double py,
                      gint64 block[2])
{
  g_autoptr (GArray) blocks = NULL;
  g_autofree Slots *slots = NULL;
  GsScheduleStats stats;
  Frame frame;

  g_return_val_if_fail (scene != NULL && block != NULL, FALSE);

  if (scene->schedule == NULL)
    return FALSE;
  blocks = sort_blocks (scene->schedule);
  stats_of (blocks, &stats);
  frame_init (&frame, scene, &stats, width, height, type_scale);
  slots = g_new0 (Slots, 1);
  for (guint i = 0; i < blocks->len; i++)
    {
      const GsBlockTime *here = &g_array_index (blocks, GsBlockTime, i);
      double x, y, w, h;
      Place place;

      place_block (slots, here, &place);
      block_rect (&frame, &stats, here, &place, &x, &y, &w, &h);
      if (px >= x && px < x + MAX (w, 1) && py >= y && py < y + h)
        {
          block[0] = here->block[0];
          block[1] = here->block[1];
          return TRUE;
        }
    }
  return FALSE;
}
