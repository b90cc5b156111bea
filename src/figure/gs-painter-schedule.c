#include "gs-painter-schedule.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-format.h"
#include "gs-scale.h"

void
gs_schedule_scene_init (GsScheduleScene *scene, const GsSchedule *schedule)
{
  g_return_if_fail (scene != NULL);
  *scene = (GsScheduleScene){ .schedule = schedule };
}

/* A report may keep some of the blocks of a large launch. Its end is not in them. */
static gboolean
is_whole (const GsSchedule *schedule)
{
  return schedule->blocks->len >= schedule->n_blocks;
}

static char *
blocks_text (gint64 n)
{
  g_autofree char *count = gs_format_count (n);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s block", "%s blocks", (gulong)n), count);
}

static char *
multiprocessors_text (const GsScheduleStats *stats)
{
  if (stats->used < stats->sms)
    /* Translators: those that ran a block, those there are. */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d of %d multiprocessor",
                                         "%d of %d multiprocessors", (gulong)stats->sms),
                            stats->used, stats->sms);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%d multiprocessor", "%d multiprocessors", (gulong)stats->sms),
      stats->sms);
}

static char *
verdict_of_part (const GsSchedule *schedule, const GsScheduleStats *stats)
{
  g_autofree char *kept = gs_format_count (schedule->blocks->len);
  g_autofree char *blocks = blocks_text (schedule->n_blocks), *sms = multiprocessors_text (stats);
  g_autofree char *end = gs_format_ns ((double)stats->end_ns);

  /* Translators: a number, "16 blocks", "4 multiprocessors", a number, a time. */
  return g_strdup_printf (_ ("%s of %s are recorded: on %s, up to %d at a time on each, in %s. How the "
                             "launch ended is not among them."),
                          kept, blocks, sms, stats->slots, end);
}

static char *
verdict_of (const GsSchedule *schedule, const GsScheduleStats *stats)
{
  g_autofree char *blocks = blocks_text (schedule->n_blocks), *sms = multiprocessors_text (stats);
  g_autofree char *end = gs_format_ns ((double)stats->end_ns);
  g_autofree char *tail = gs_format_ns ((double)(stats->end_ns - stats->tail_ns));
  g_autofree char *n_waves = gs_format_count (stats->waves);
  g_autofree char *waves
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s wave", "%s waves", (gulong)stats->waves), n_waves);

  if (stats->end_ns <= 0)
    return g_strdup (_ ("No block was seen running."));
  if (!is_whole (schedule))
    return verdict_of_part (schedule, stats);
  /* Translators: "16 blocks", "4 multiprocessors", a number, "2 waves", two times, a share. */
  return g_strdup_printf (_ ("%s on %s, up to %d at a time on each: %s in %s; the last %s are the tail, when "
                             "some have nothing left to do; %d %% of the places were busy."),
                          blocks, sms, stats->slots, waves, end, tail, (int)floor (stats->busy * 100 + 0.5));
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
  double top;                 /* multiprocessors above the plot */
  double from_ns, to_ns;
} Frame;

void
gs_schedule_plot (double width, double height, double type_scale, cairo_rectangle_t *plot)
{
  plot->x = 64 * type_scale;
  plot->y = 66 * type_scale;
  plot->width = MAX (width - plot->x - 20 * type_scale, 1);
  plot->height = MAX (height - plot->y - 70 * type_scale, 1);
}

static void
frame_init (Frame *frame,
            const GsScheduleView *view,
            const GsScheduleStats *stats,
            double width,
            double height,
            double unit)
{
  double to = view->to > view->from ? view->to : 1, bottom = view->bottom > view->top ? view->bottom : 1;
  const int sms = MAX (stats->sms, 1);
  cairo_rectangle_t plot;

  gs_schedule_plot (width, height, unit, &plot);
  frame->x = plot.x;
  frame->y = plot.y;
  frame->width = plot.width;
  frame->height = plot.height;
  frame->lane = frame->height / (sms * (bottom - view->top));
  frame->top = sms * view->top;
  frame->from_ns = view->from * (double)stats->end_ns;
  frame->to_ns = MAX (to * (double)stats->end_ns, frame->from_ns + 1);
}

static double
time_x (const Frame *frame, double ns)
{
  return frame->x + (ns - frame->from_ns) / (frame->to_ns - frame->from_ns) * frame->width;
}

static double
lane_y (const Frame *frame, double sm)
{
  return frame->y + (sm - frame->top) * frame->lane;
}

static void
block_rect (const Frame *frame, const GsScheduleLayout *layout, guint i, cairo_rectangle_t *rect)
{
  const GsBlockTime *block = &g_array_index (layout->blocks, GsBlockTime, i);
  double pad = frame->lane > 6 ? 1 : 0, slot = (frame->lane - pad) / layout->stats.slots;

  rect->x = time_x (frame, (double)block->start_ns);
  rect->width = time_x (frame, (double)block->end_ns) - rect->x;
  rect->y = lane_y (frame, CLAMP (block->sm, 0, layout->stats.sms - 1)) + layout->places[i].slot * slot;
  rect->height = slot;
}

static gboolean
is_visible (const Frame *frame, const cairo_rectangle_t *rect)
{
  return rect->x <= frame->x + frame->width && rect->x + rect->width >= frame->x
         && rect->y <= frame->y + frame->height && rect->y + rect->height >= frame->y;
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

#define N_TINTS 4

/* The rectangles of a picture, one path for each tint. Blocks of one place that
 * are narrower than a pixel, and stand side by side, become one rectangle; so
 * narrow a one that it gets no gap, which would look like a pause. */
typedef struct
{
  GArray *rects[N_TINTS]; /* of cairo_rectangle_t */
  int *last;              /* for each place: tint and index of its last rectangle, packed; -1: none */
} Batch;

static void
batch_add (Batch *self, int place, int tint, const cairo_rectangle_t *rect, double pixel)
{
  if (rect->width < pixel && self->last[place] >= 0)
    {
      cairo_rectangle_t *before = &g_array_index (self->rects[self->last[place] % N_TINTS], cairo_rectangle_t,
                                                  self->last[place] / N_TINTS);

      if (rect->x - (before->x + before->width) < pixel && before->width < 2 * pixel)
        {
          before->width = MAX (before->width, rect->x + rect->width - before->x);
          return;
        }
    }
  self->last[place] = (int)self->rects[tint]->len * N_TINTS + tint;
  g_array_append_val (self->rects[tint], *rect);
}

static void
batch_fill (Batch *self, GsCanvas *canvas, int tint, double gap)
{
  GsColor color = wave_color (canvas->theme, tint);

  for (guint i = 0; i < self->rects[tint]->len; i++)
    {
      const cairo_rectangle_t *rect = &g_array_index (self->rects[tint], cairo_rectangle_t, i);

      gs_canvas_rectangle (canvas, rect->x, rect->y, rect->width > 3 ? rect->width - gap : rect->width,
                           MAX (rect->height - gap, 0.1));
    }
  gs_canvas_set_color (canvas, &color, 1);
  cairo_fill (canvas->cr);
}

static void
draw_blocks (GsCanvas *canvas, const Frame *frame, const GsScheduleLayout *layout)
{
  const GsScheduleStats *stats = &layout->stats;
  const int n_places = stats->sms * stats->slots;
  double gap = frame->lane / MAX (stats->slots, 1) > 3 ? 1 / canvas->pixels : 0;
  Batch batch = { .last = g_new (int, MAX (n_places, 1)) };

  for (int i = 0; i < n_places; i++)
    batch.last[i] = -1;
  for (int tint = 0; tint < N_TINTS; tint++)
    batch.rects[tint] = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_t));
  for (guint i = 0; i < layout->blocks->len; i++)
    {
      const int sm = CLAMP (g_array_index (layout->blocks, GsBlockTime, i).sm, 0, stats->sms - 1);
      cairo_rectangle_t rect;

      block_rect (frame, layout, i, &rect);
      if (is_visible (frame, &rect))
        batch_add (&batch, sm * stats->slots + layout->places[i].slot, layout->places[i].turn % N_TINTS,
                   &rect, 1 / canvas->pixels);
    }
  for (int tint = 0; tint < N_TINTS; tint++)
    {
      batch_fill (&batch, canvas, tint, gap);
      g_array_unref (batch.rects[tint]);
    }
  g_free (batch.last);
}

static void
draw_lit_block (GsCanvas *canvas,
                const GsScheduleScene *scene,
                const Frame *frame,
                const GsScheduleLayout *layout)
{
  for (guint i = 0; scene->has_block && i < layout->blocks->len; i++)
    {
      const GsBlockTime *block = &g_array_index (layout->blocks, GsBlockTime, i);
      cairo_rectangle_t rect;

      if (block->block[0] != scene->block[0] || block->block[1] != scene->block[1])
        continue;
      block_rect (frame, layout, i, &rect);
      gs_canvas_set_color (canvas, &canvas->theme->duplicated.ink, 1);
      gs_canvas_rectangle (canvas, rect.x, rect.y, rect.width, rect.height);
      cairo_fill (canvas->cr);
      gs_canvas_set_color (canvas, &canvas->theme->text, 1);
      gs_canvas_frame (canvas, rect.x - 3, rect.y - 3, rect.width + 6, rect.height + 6, 2);
    }
}

/* Over the lanes, where each wave begins, as far as the names have room. */
static void
draw_wave_names (GsCanvas *canvas, const Frame *frame, const GsScheduleLayout *layout, double right)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted };
  double unit = canvas->type_scale, free_x = frame->x;
  const guint n = (guint)MIN (layout->stats.waves, (gint64)layout->wave_starts_ns->len);

  for (guint i = 0; i < n; i++)
    {
      double x = time_x (frame, (double)g_array_index (layout->wave_starts_ns, gint64, i)), width;
      g_autofree char *text = NULL;

      if (x < free_x || x > right)
        continue;
      text = g_strdup_printf (_ ("wave %u"), i + 1);
      width = gs_text_width (canvas, &style, text);
      if (x + width > right)
        break;
      gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
      gs_canvas_vline (canvas, x, frame->y - 22 * unit, frame->y - 1, 1);
      gs_text_draw (canvas, &style, x + 4 * unit, frame->y - 16 * unit, text);
      free_x = x + width + 14 * unit;
    }
}

/* Gives where its name begins: what comes before it has the room to there. */
static double
draw_tail (GsCanvas *canvas, const Frame *frame, const GsScheduleStats *stats)
{
  double x0 = MAX (time_x (frame, (double)stats->tail_ns), frame->x),
         x1 = MIN (time_x (frame, (double)stats->end_ns), frame->x + frame->width);
  double unit = canvas->type_scale;
  const GsTextStyle style = { .size = 10, .flags = GS_TEXT_BOLD, .align = 1 };
  g_autofree char *length = gs_format_ns ((double)(stats->end_ns - stats->tail_ns));
  g_autofree char *text = g_strdup_printf (_ ("tail %s"), length);

  if (x1 <= x0 || stats->tail_ns >= stats->end_ns)
    return frame->x + frame->width;
  gs_canvas_set_color (canvas, &canvas->theme->phases[GS_PHASE_UPLOAD].base, 1);
  gs_canvas_rectangle (canvas, x0, frame->y - 7, x1 - x0, 4);
  cairo_fill (canvas->cr);
  gs_canvas_set_color (canvas, &canvas->theme->text, 0.8);
  gs_canvas_vline (canvas, x0, frame->y - 7, frame->y + frame->height, 1);
  gs_text_draw (canvas, &style, frame->x + frame->width, frame->y - 16 * unit, text);
  return frame->x + frame->width - gs_text_width (canvas, &style, text) - 10 * unit;
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

      if (lane_y (frame, sm + 0.5) >= frame->y && lane_y (frame, sm + 0.5) <= frame->y + frame->height)
        gs_text_draw (canvas, &right, frame->x - 6, lane_y (frame, sm + 0.5), text);
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

static char *
title_of (const GsScheduleScene *scene)
{
  const char *what = _ ("Blocks on multiprocessors over time");

  if (scene->recorded != NULL)
    {
      g_autofree char *day = gs_format_day (scene->recorded);

      return g_strdup_printf (_ ("%s, %s (recorded %s)"), what, scene->device != NULL ? scene->device : "?",
                              day);
    }
  return scene->device != NULL ? g_strconcat (what, gs_join (GS_JOIN_COMMA), scene->device, NULL)
                               : g_strdup (what);
}

static void
draw_words (GsCanvas *canvas, const GsScheduleScene *scene, const GsScheduleStats *stats)
{
  double unit = canvas->type_scale, margin = 16 * unit, width = canvas->width - 2 * margin;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width },
                    plain = { .size = 10.5 };
  g_autofree char *verdict = verdict_of (scene->schedule, stats);
  g_autofree char *title = title_of (scene);
  double height;

  gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, title);
  height = gs_text_wrap (canvas, &plain, margin, 0, width, verdict, FALSE);
  gs_text_wrap (canvas, &plain, margin, canvas->height - MIN (height, 44 * unit) - 4 * unit, width, verdict,
                TRUE);
}

void
gs_painter_schedule (GsCanvas *canvas, const GsScheduleScene *scene)
{
  g_autoptr (GsScheduleLayout) layout = NULL;
  Frame frame;
  double right;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->schedule == NULL)
    return;
  layout = gs_schedule_layout_new (scene->schedule);
  draw_words (canvas, scene, &layout->stats);
  if (layout->stats.end_ns <= 0)
    return;
  frame_init (&frame, &scene->view, &layout->stats, canvas->width, canvas->height, canvas->type_scale);
  cairo_save (canvas->cr);
  gs_canvas_rectangle (canvas, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (canvas->cr);
  draw_blocks (canvas, &frame, layout);
  draw_lit_block (canvas, scene, &frame, layout);
  cairo_restore (canvas->cr);
  right = is_whole (scene->schedule) ? draw_tail (canvas, &frame, &layout->stats) : frame.x + frame.width;
  draw_wave_names (canvas, &frame, layout, right);
  draw_axes (canvas, &frame, &layout->stats);
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
  g_autoptr (GsScheduleLayout) layout = NULL;
  Frame frame;

  g_return_val_if_fail (scene != NULL && block != NULL, FALSE);

  if (scene->schedule == NULL)
    return FALSE;
  layout = gs_schedule_layout_new (scene->schedule);
  frame_init (&frame, &scene->view, &layout->stats, width, height, type_scale);
  if (px < frame.x || px > frame.x + frame.width || py < frame.y || py > frame.y + frame.height)
    return FALSE;
  for (guint i = 0; i < layout->blocks->len; i++)
    {
      const GsBlockTime *here = &g_array_index (layout->blocks, GsBlockTime, i);
      cairo_rectangle_t rect;

      block_rect (&frame, layout, i, &rect);
      if (px >= rect.x && px < rect.x + MAX (rect.width, 1) && py >= rect.y && py < rect.y + rect.height)
        {
          block[0] = here->block[0];
          block[1] = here->block[1];
          return TRUE;
        }
    }
  return FALSE;
}
