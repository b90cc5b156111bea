#include "gs-painter-timing.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "gs-backend-title.h"
#include "gs-scale.h"
#include "gs-timing-private.h"

#define WORDS_HEIGHT 40.0 /* two lines under the lanes */
#define LANE_HEIGHT  42.0
#define BAR_HEIGHT   26.0
/* Of the readings with their notes. */
#define CARD_HEIGHT 250.0
#define CARD_GAP    16.0

void
gs_timing_scene_init (GsTimingScene *scene, const GsReport *report)
{
  g_return_if_fail (scene != NULL);

  *scene = (GsTimingScene){ .report = report, .samples = TRUE, .pitfall = TRUE };
}

/* The kernels of the processor have names of their own; beside a lane of a GPU
 * its kernel stands anyway. */
char *
gs_result_title (const GsResult *result)
{
  const gboolean host = strcmp (result->backend, "cpu") == 0;

  return gs_kernel_title (result->backend, host ? result->kernel : NULL);
}

gboolean
gs_timing_phase_counts (const GsTimingScene *scene, const GsPhase *phases, int kind)
{
  if (phases[kind].state != GS_PHASE_MEASURED || phases[kind].ns <= 0)
    return FALSE;
  return !scene->data_on_device || (kind != GS_PHASE_UPLOAD && kind != GS_PHASE_DOWNLOAD);
}

double
gs_timing_total_ns (const GsTimingScene *scene, const GsPhase *phases)
{
  double sum = 0;

  for (int i = 0; i < GS_N_PHASES; i++)
    if (gs_timing_phase_counts (scene, phases, i))
      sum += (double)phases[i].ns;
  return sum;
}

static void
add_lane (GArray *lanes, const GsResult *result, const GsPhase *phases, gboolean first, double total_ns)
{
  GsTimingLane lane = { result, phases, first, total_ns };

  g_array_append_val (lanes, lane);
}

GArray *
gs_timing_lanes (const GsTimingScene *scene)
{
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (GsTimingLane));

  for (guint i = 0; i < scene->report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (scene->report->results, i);
      double first_ns = gs_timing_total_ns (scene, result->first),
             warm_ns = gs_timing_total_ns (scene, result->warm);

      if (result->status != GS_STATUS_OK || !result->timed)
        {
          add_lane (lanes, result, NULL, FALSE, 0);
          continue;
        }
      if (first_ns > 0)
        add_lane (lanes, result, result->first, TRUE, first_ns);
      if (warm_ns > 0)
        add_lane (lanes, result, result->warm, FALSE, warm_ns);
    }
  return lanes;
}

static double
label_width (GsCanvas *canvas, const GArray *lanes)
{
  const GsTextStyle bold = { .size = 11, .flags = GS_TEXT_BOLD }, small = { .size = 9 };
  double width = 0;

  for (guint i = 0; i < lanes->len; i++)
    {
      const GsTimingLane *lane = &g_array_index (lanes, GsTimingLane, i);
      g_autofree char *name = gs_timing_lane_name (lane);

      width = MAX (width, gs_text_width (canvas, &bold, name));
      if (lane->result->kernel != NULL)
        width = MAX (width, gs_text_width (canvas, &small, lane->result->kernel));
    }
  return CLAMP (width + 16 * canvas->type_scale, 60, MAX (60, canvas->width * 0.34));
}

char *
gs_timing_lane_name (const GsTimingLane *lane)
{
  g_autofree char *title = gs_result_title (lane->result);

  if (lane->phases == NULL)
    return g_steal_pointer (&title);
  if (lane->first)
    /* Translators: %s is a processor: "GPU, first run". */
    return g_strdup_printf (_ ("%s, first run"), title);
  /* Translators: %s is a processor, then the number of repeats: "GPU, warm × 10". */
  return g_strdup_printf (_ ("%s, warm × %d"), title, (int)lane->result->compute.n);
}

/* A phase as a length; its name and time where they fit. */
static void
draw_phase (GsCanvas *canvas, int kind, const GsPhase *phase, double x0, double x1, double y, double height)
{
  const GsPaint *paint = &canvas->theme->phases[kind];
  GsColor ink = gs_color_readable_on (&paint->base);
  const GsTextStyle style = { .size = 10, .color = &ink, .align = 0.5 };
  g_autofree char *time = gs_format_ns ((double)phase->ns);
  g_autofree char *full = g_strdup_printf ("%s %s", gs_phase_title (kind), time);
  const char *text = NULL;
  double room = x1 - x0 - 8, width = 0;

  gs_canvas_rectangle (canvas, x0, y, MAX (x1 - x0 - 1, 0.75), height);
  gs_canvas_fill (canvas, paint);
  if ((width = gs_text_width (canvas, &style, full)) <= room)
    text = full;
  else if ((width = gs_text_width (canvas, &style, time)) <= room)
    text = time;
  if (text == NULL || height < 11 * canvas->type_scale)
    return;
  if (paint->fill != GS_FILL_SOLID)
    {
      gs_canvas_set_color (canvas, &paint->base, 1);
      gs_canvas_rounded (canvas, (x0 + x1) / 2 - width / 2 - 4, y + height / 2 - 8 * canvas->type_scale,
                         width + 8, 16 * canvas->type_scale, 3);
      cairo_fill (canvas->cr);
    }
  gs_text_draw (canvas, &style, (x0 + x1) / 2, y + height / 2, text);
}

static void
draw_bar (GsCanvas *canvas,
          const GsTimingScene *scene,
          const GsTimingLane *lane,
          double x,
          double width,
          double full_ns,
          double y,
          double height)
{
  double at = 0;

  for (int i = 0; i < GS_N_PHASES; i++)
    if (gs_timing_phase_counts (scene, lane->phases, i))
      {
        double next = at + (double)lane->phases[i].ns;

        draw_phase (canvas, i, &lane->phases[i], x + at / full_ns * width, x + next / full_ns * width, y,
                    height);
        at = next;
      }
}

static void
draw_reason (GsCanvas *canvas, const GsTimingLane *lane, double x, double width, double y, double height)
{
  const GsResult *result = lane->result;
  GsTextStyle style = { .size = 10.5, .color = &canvas->theme->muted };
  const char *text;
  double taken;

  if (result->status == GS_STATUS_OK)
    text = _ ("counts accesses; its time says nothing about a GPU");
  else if (result->status == GS_STATUS_NOT_COMPUTED)
    text = result->message != NULL ? result->message : _ ("not computed");
  else
    {
      text = result->message != NULL ? result->message : "";
      if (result->status == GS_STATUS_FAILED)
        style.color = &canvas->theme->danger;
    }
  taken = gs_text_wrap (canvas, &style, x, y, width, text, FALSE);
  if (taken <= height)
    gs_text_wrap (canvas, &style, x, y + (height - taken) / 2, width, text, TRUE);
  else
    {
      style.max_width = width;
      gs_text_draw (canvas, &style, x, y + height / 2, text);
    }
}

static void
draw_lane_label (GsCanvas *canvas, const GsTimingLane *lane, double x, double width, double y, double height)
{
  const GsTextStyle bold = { .size = 11, .flags = GS_TEXT_BOLD, .max_width = width };
  const GsTextStyle small = { .size = 9, .color = &canvas->theme->muted, .max_width = width };
  g_autofree char *name = gs_timing_lane_name (lane);
  double middle = y + height / 2, unit = canvas->type_scale;
  gboolean two = lane->result->kernel != NULL && height >= 22 * unit;

  gs_text_draw (canvas, &bold, x, two ? middle - 6 * unit : middle, name);
  if (two)
    gs_text_draw (canvas, &small, x, middle + 8 * unit, lane->result->kernel);
}

static void
draw_axis (GsCanvas *canvas, const GsTimingScene *scene, double x, double width, double y, double full_ns)
{
  const GsTextStyle style = { .size = 10, .color = &canvas->theme->muted, .align = 0.5 };
  GsScale scale = { 0, scene->share_of_lane ? 100 : full_ns, FALSE };
  double ticks[16];
  int n = gs_scale_ticks (&scale, width > 400 ? 5 : 3, ticks, G_N_ELEMENTS (ticks));

  gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
  gs_canvas_hline (canvas, x, x + width, y, 1);
  for (int i = 0; i < n; i++)
    {
      double at = x + ticks[i] / (scene->share_of_lane ? 100 : full_ns) * width;
      g_autofree char *text = NULL;

      if (ticks[i] < 0 || at > x + width + 0.5)
        continue;
      if (scene->share_of_lane)
        text = g_strdup_printf ("%d %%", (int)ticks[i]);
      else
        text = ticks[i] > 0 ? gs_format_ns (ticks[i]) : g_strdup ("0");
      gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
      gs_canvas_vline (canvas, at, y, y + 5, 1);
      gs_text_draw (canvas, &style, at, y + 14 * canvas->type_scale, text);
    }
}

/* Names of phases too short to carry theirs stand in a legend. */
static double
draw_legend (
    GsCanvas *canvas, const GArray *lanes, const GsTimingScene *scene, double x, double width, double y)
{
  const GsTextStyle style = { .size = 10 };
  double unit = canvas->type_scale, at = x, row = 20 * unit, start = y;

  for (int kind = 0; kind < GS_N_PHASES; kind++)
    {
      gboolean used = FALSE;
      double need;

      for (guint i = 0; i < lanes->len && !used; i++)
        {
          const GsTimingLane *lane = &g_array_index (lanes, GsTimingLane, i);

          used = lane->phases != NULL && gs_timing_phase_counts (scene, lane->phases, kind);
        }
      if (!used)
        continue;
      need = 18 * unit + gs_text_width (canvas, &style, gs_phase_title (kind)) + 16 * unit;
      if (at > x && at + need > x + width)
        {
          at = x;
          y += row;
        }
      gs_canvas_rectangle (canvas, at, y - 6 * unit, 12 * unit, 12 * unit);
      gs_canvas_fill (canvas, &canvas->theme->phases[kind]);
      gs_text_draw (canvas, &style, at + 18 * unit, y, gs_phase_title (kind));
      at += need;
    }
  return at > x ? y + row - start : 0;
}

static void
draw_title (GsCanvas *canvas, const GsTimingScene *scene)
{
  double unit = canvas->type_scale, margin = 16 * unit, width;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = canvas->width - 2 * margin };
  const GsTextStyle muted = { .size = 10.5, .color = &canvas->theme->muted, .align = 1 };
  const char *mode = scene->share_of_lane ? _ ("share of each lane") : _ ("one scale for all lanes");
  g_autofree char *title = gs_timing_title (scene->report);
  g_autofree char *text = scene->data_on_device ? g_strdup_printf (_ ("%s, data already on the device"), mode)
                                                : g_strdup (mode);

  width = gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, title);
  if (margin + width + gs_text_width (canvas, &muted, text) + 40 < canvas->width)
    gs_text_draw (canvas, &muted, canvas->width - margin, 22 * unit, text);
}

static double
longest_ns (const GArray *lanes)
{
  double full_ns = 0;

  for (guint i = 0; i < lanes->len; i++)
    full_ns = MAX (full_ns, g_array_index (lanes, GsTimingLane, i).total_ns);
  return full_ns;
}

static double
draw_lanes (GsCanvas *canvas, const GsTimingScene *scene, const GArray *lanes, double top, double row)
{
  double unit = canvas->type_scale, margin = 16 * unit, full_ns = longest_ns (lanes);
  double label = label_width (canvas, lanes), value = 78 * unit;
  double x = margin + label, width = MAX (canvas->width - x - value - margin, 10);
  const GsTextStyle bold = { .size = 11, .flags = GS_TEXT_BOLD };

  for (guint i = 0; i < lanes->len; i++)
    {
      const GsTimingLane *lane = &g_array_index (lanes, GsTimingLane, i);
      double y = top + i * row, bar = MIN (BAR_HEIGHT * unit, row * 0.72), offset = (row - bar) / 2;
      double lane_ns = scene->share_of_lane ? lane->total_ns : full_ns;
      g_autofree char *total = NULL;

      draw_lane_label (canvas, lane, margin, label - 8, y, row);
      if (lane->phases == NULL)
        {
          draw_reason (canvas, lane, x, width + value, y, row);
          continue;
        }
      draw_bar (canvas, scene, lane, x, width, lane_ns, y + offset, bar);
      total = gs_format_ns (lane->total_ns);
      gs_text_draw (canvas, &bold, x + lane->total_ns / lane_ns * width + 10 * unit, y + row / 2, total);
    }
  top += lanes->len * row + 6 * unit;
  if (full_ns > 0)
    {
      draw_axis (canvas, scene, x, width, top, full_ns);
      top += 40 * unit;
      top += draw_legend (canvas, lanes, scene, x, width, top);
    }
  return top;
}

const GsResult *
gs_timing_find_pitfall (const GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->status == GS_STATUS_OK && result->pitfall != NULL)
        return result;
    }
  return NULL;
}

static guint
count_sampled (const GsReport *report)
{
  guint n = 0;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      n += result->status == GS_STATUS_OK && result->timed && result->n_samples > 0;
    }
  return n;
}

/* One row of cards, or two where a pitfall fills them. */
static double
cards_height (const GsTimingScene *scene, gboolean two_rows)
{
  const guint n = scene->samples ? count_sampled (scene->report) : 0;
  const gboolean pitfall = scene->pitfall && gs_timing_find_pitfall (scene->report) != NULL;
  /* Beside a pitfall the samples take its height, alone no more than they fill. */
  const double row = MAX (pitfall ? 230 : 96 + 60.0 * MIN (n, 2), 60 + 44.0 * n);

  if (n == 0 && !pitfall)
    return 0;
  return two_rows ? CARD_HEIGHT + CARD_GAP + row : row;
}

static gboolean
fills_two_rows (const GsTimingScene *scene)
{
  return scene->pitfall && scene->samples && gs_timing_find_pitfall (scene->report) != NULL
         && count_sampled (scene->report) > 0;
}

/* Whether there is a sentence about what the picture shows: with the data on the
 * device nothing is moved. */
static gboolean
says_words (const GsTimingScene *scene)
{
  g_autofree char *words = scene->data_on_device ? NULL : gs_timing_gpu_sentence (scene->report);

  return words != NULL;
}

double
gs_timing_cards_top (const GsTimingScene *scene, double type_scale)
{
  g_autoptr (GArray) lanes = NULL;

  g_return_val_if_fail (scene != NULL, 0);
  if (scene->report == NULL)
    return 0;
  lanes = gs_timing_lanes (scene);
  return (46 + lanes->len * LANE_HEIGHT + 70 + (says_words (scene) ? WORDS_HEIGHT : 0)) * type_scale;
}

double
gs_timing_natural_height (const GsTimingScene *scene, double type_scale)
{
  g_return_val_if_fail (scene != NULL, 0);
  if (scene->report == NULL)
    return 100;
  return gs_timing_cards_top (scene, type_scale) + cards_height (scene, fills_two_rows (scene)) * type_scale;
}

/* The sentence under the lanes; gives its height, 0 without one. */
static double
draw_words (GsCanvas *canvas, const GsTimingScene *scene, double y, gboolean draw)
{
  const GsTextStyle plain = { .size = 11 };
  const double unit = canvas->type_scale, margin = 16 * unit;
  g_autofree char *words = says_words (scene) ? gs_timing_gpu_sentence (scene->report) : NULL;

  if (words == NULL)
    return 0;
  return gs_text_wrap (canvas, &plain, margin, y, canvas->width - 2 * margin, words, draw) + 6 * unit;
}

/* The cards below the lanes, side by side. */
static void
draw_cards (GsCanvas *canvas, const GsTimingScene *scene, double top, gboolean two_rows)
{
  double unit = canvas->type_scale, margin = 16 * unit, gap = CARD_GAP * unit;
  double height = canvas->height - top - margin, width = canvas->width - 2 * margin;
  const GsResult *pitfall = scene->pitfall ? gs_timing_find_pitfall (scene->report) : NULL;
  gboolean samples = scene->samples && count_sampled (scene->report) > 0;

  if (height < 90 * unit || width < 120 * unit || (pitfall == NULL && !samples))
    return;
  if (pitfall != NULL && samples)
    width = (width - gap) / 2;
  if (two_rows)
    {
      gs_timing_draw_readings (canvas, pitfall->pitfall, margin, top, width, CARD_HEIGHT * unit);
      gs_timing_draw_queue (canvas, pitfall->pitfall, margin + width + gap, top, width, CARD_HEIGHT * unit);
      top += CARD_HEIGHT * unit + gap;
      height = MIN (canvas->height - top - margin, cards_height (scene, FALSE) * unit);
      gs_timing_draw_first_call (canvas, scene, pitfall, margin, top, width, height);
      gs_timing_draw_samples (canvas, scene->report, margin + width + gap, top, width, height);
      return;
    }
  height = MIN (height, 300 * unit);
  if (pitfall != NULL)
    gs_timing_draw_readings (canvas, pitfall->pitfall, margin, top, width, height);
  if (samples)
    gs_timing_draw_samples (canvas, scene->report, pitfall != NULL ? margin + width + gap : margin, top,
                            width, height);
}

void
gs_painter_timing (GsCanvas *canvas, const GsTimingScene *scene)
{
  g_autoptr (GArray) lanes = NULL;
  double unit, top, room, row, cards, words;
  gboolean two_rows;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->report == NULL)
    return;
  unit = canvas->type_scale;
  top = 42 * unit;
  lanes = gs_timing_lanes (scene);
  draw_title (canvas, scene);
  room = canvas->height - top - 70 * unit;
  words = draw_words (canvas, scene, 0, FALSE);
  if (room - words < lanes->len * 30 * unit)
    words = 0;
  room -= words;
  row = LANE_HEIGHT * unit;
  two_rows = fills_two_rows (scene) && room - cards_height (scene, TRUE) * unit >= lanes->len * 30 * unit;
  cards = cards_height (scene, two_rows) * unit;
  /* Lanes come first: cards are left out rather than lanes made unreadable. */
  if (room - cards >= lanes->len * 30 * unit)
    row = MIN (row, (room - cards) / MAX (lanes->len, 1));
  else
    row = MIN (row, room / MAX (lanes->len, 1));
  top = draw_lanes (canvas, scene, lanes, top, MAX (row, 4));
  if (words > 0)
    draw_words (canvas, scene, top - 4 * unit, TRUE);
  draw_cards (canvas, scene, top + words + 4 * unit, two_rows);
}
