#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-painter-coverage.h"
#include "gs-tiles-private.h"

gboolean
gs_tiles_can_draw (const GsPlan *plan)
{
  GsTilePlay play;

  return plan != NULL && gs_tile_play_init (&play, plan, NULL);
}

static gboolean
frame_init (GsTilesFrame *frame, const GsTilesScene *scene)
{
  GsTileWarp now, before;
  int warp;

  *frame = (GsTilesFrame){ .scene = scene, .term = -1 };
  if (scene->plan == NULL
      || !gs_tile_play_init (&frame->play, scene->plan, scene->has_focus ? &scene->focus : NULL))
    return FALSE;
  gs_tile_play_at (&frame->play, scene->play, &frame->step);
  gs_tile_play_place (&frame->play, &frame->row, &frame->column);
  warp = (int)((frame->play.focus.thread[1] * frame->play.side + frame->play.focus.thread[0])
               / scene->plan->limits.warp_size);
  gs_tile_play_warp (&frame->play, scene->play, warp, &now);
  gs_tile_play_warp (&frame->play, scene->play - 1, warp, &before);
  frame->tile = MIN (MAX (now.loads - 1, 0), MAX (frame->play.n_tiles - 1, 0));
  if (now.terms > before.terms)
    {
      frame->tile = (now.terms - 1) / frame->play.side;
      frame->term = (int)((now.terms - 1) % frame->play.side);
    }
  frame->needs = now.terms < (frame->tile + 1) * frame->play.side;
  if (scene->inputs != NULL)
    gs_tile_play_sum (&frame->play, scene->play, scene->inputs, &frame->sum);
  return TRUE;
}

static char *
name_phase (const GsTilesFrame *frame)
{
  const GsTileStep *step = &frame->step;
  const int n_warps = frame->play.n_warps;

  switch (step->phase)
    {
    case GS_TILE_PHASE_LOAD:
      return g_strdup_printf (_ ("warp %d of %d loads its part of A and B"), step->warp + 1, n_warps);
    case GS_TILE_PHASE_BARRIER_1:
      return g_strdup (_ ("barrier 1 opens: both tiles are complete"));
    case GS_TILE_PHASE_MULTIPLY:
      if (step->warp >= 0)
        return g_strdup_printf (_ ("warp %d of %d goes on alone through its k-loop"), step->warp + 1,
                                n_warps);
      return g_strdup_printf (_ ("k-loop, product %d of %" PRId64), frame->term + 1, frame->play.side);
    case GS_TILE_PHASE_BARRIER_2:
      return g_strdup (_ ("barrier 2 opens: nobody reads the tiles any more"));
    case GS_TILE_PHASE_STORE:
      return g_strdup_printf (_ ("warp %d of %d stores its elements of C"), step->warp + 1, n_warps);
    default:
      return g_strdup ("");
    }
}

static char *
step_text (const GsTilesFrame *frame)
{
  const GsTileStep *step = &frame->step;
  g_autofree char *phase = name_phase (frame);
  g_autofree char *done = gs_format_count (step->blocks_done),
                  *all = gs_format_count (frame->play.plan->blocks);

  if (step->phase == GS_TILE_PHASE_BLOCKS)
    return g_strdup_printf (_ ("%s of %s blocks are done"), done, all);
  if (step->phase == GS_TILE_PHASE_STORE)
    return g_steal_pointer (&phase);
  /* Translators: number of the tile along k, of how many, what happens. */
  return g_strdup_printf (_ ("tile %" PRId64 " of %" PRId64 ": %s"), step->tile + 1, frame->play.n_tiles,
                          phase);
}

char *
gs_tiles_step_text (const GsTilesScene *scene)
{
  GsTilesFrame frame;

  g_return_val_if_fail (scene != NULL, NULL);

  return frame_init (&frame, scene) ? step_text (&frame) : g_strdup ("");
}

static char *
shown_float (float value)
{
  g_autofree char *text = gs_format_float (value);

  return gs_format_minus (text);
}

static char *
known_sum (const GsTilesFrame *frame, const char *name)
{
  const GsTileSum *sum = &frame->sum;
  const gint64 n_all = frame->play.n_tiles * frame->play.side;
  const gint64 n_real = MIN (sum->n_terms, frame->play.plan->k);
  g_autofree char *a = shown_float (sum->last_a), *b = shown_float (sum->last_b),
                  *before = shown_float (sum->before), *total = shown_float (sum->sum);
  g_autofree char *zeros
      = sum->n_terms > n_real
            ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, ", and %d past the edge",
                                            ", and %d past the edge", (gulong)(sum->n_terms - n_real)),
                               (int)(sum->n_terms - n_real))
            : g_strdup ("");

  if (!sum->has_last || frame->term < 0 || n_all == 0)
    /* Translators: element of C, partial sum, number of terms, of how many, more about terms. */
    return g_strdup_printf (_ ("%s: sum = %s after %" PRId64 " of %" PRId64 " terms%s"), name, total, n_real,
                            frame->play.plan->k, zeros);
  return g_strdup_printf (_ ("%s: sum = %s + %s·%s = %s after %" PRId64 " of %" PRId64 " terms%s"), name,
                          before, a, b, total, n_real, frame->play.plan->k, zeros);
}

static char *
sum_text (const GsTilesFrame *frame)
{
  g_autofree char *name = g_strdup_printf ("C[%" PRId64 "][%" PRId64 "]", frame->play.row + frame->row,
                                           frame->play.column + frame->column);

  if (frame->scene->inputs == NULL)
    return g_strdup_printf (_ ("%s: the values of A and B are not known"), name);
  switch (frame->sum.state)
    {
    case GS_TILE_SUM_RACE:
      return g_strdup_printf (
          _ ("%s: sum = ? A barrier is missing: the tile may change while it is read, and the "
             "sum depends on which warp is faster"),
          name);
    case GS_TILE_SUM_UNWRITTEN:
      return g_strdup_printf (_ ("%s: sum = ? It has read a cell of the tile that nothing was put into"),
                              name);
    case GS_TILE_SUM_OUTSIDE:
      return g_strdup_printf (_ ("%s: sum = ? It has read a value from outside the matrix"), name);
    case GS_TILE_SUM_TOO_LONG:
      {
        g_autofree char *most = gs_format_count (GS_SPEC_MAX_SHOWN_TERMS);

        /* Translators: element of C, number of terms. */
        return g_strdup_printf (_ ("%s: a sum of more than %s terms is not added up here"), name, most);
      }
    default:
      return known_sum (frame, name);
    }
}

char *
gs_tiles_sum_text (const GsTilesScene *scene)
{
  GsTilesFrame frame;

  g_return_val_if_fail (scene != NULL, NULL);

  return frame_init (&frame, scene) ? sum_text (&frame) : g_strdup ("");
}

static gboolean
is_trouble (const GsTilesFrame *frame)
{
  return frame->scene->inputs != NULL && frame->sum.state != GS_TILE_SUM_KNOWN
         && frame->sum.state != GS_TILE_SUM_TOO_LONG;
}

/* Both tiles side by side with their titles; gives the height they take. */
static double
draw_tiles (GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height)
{
  static const char *const names[] = { "tile_a", "tile_b" };
  const double unit = canvas->type_scale, gap = 16 * unit;
  const double size = MIN ((width - gap) / 2, height - 22 * unit);
  const GsTextStyle style = { .size = 10.5, .flags = GS_TEXT_MONO, .max_width = size };

  if (size < 16)
    return 0;
  for (int operand = 0; operand < 2; operand++)
    {
      const double left = x + operand * (size + gap);

      gs_text_draw (canvas, &style, left, y + 8 * unit, names[operand]);
      gs_tiles_draw_shared (canvas, frame, operand, left, y + 20 * unit, size);
    }
  return size + 22 * unit;
}

/* A wide picture: the matrices at the left, the tiles and the warps at the right. */
static void
draw_beside (GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height)
{
  const double right = x + width * 0.49, unit = canvas->type_scale;
  double used;

  gs_tiles_draw_product (canvas, frame, x, y - 14 * unit, width * 0.45, height + 14 * unit);
  used = draw_tiles (canvas, frame, right, y, x + width - right, height * 0.6);
  gs_tiles_draw_warps (canvas, frame, right, y + used + 10 * unit, x + width - right,
                       height - used - 10 * unit);
}

/* A narrow one: the matrices above, and below them the tiles beside the warps. */
static void
draw_below (GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height)
{
  const double unit = canvas->type_scale, gap = 18 * unit, half = width * 0.56;
  const double below = draw_tiles (canvas, frame, x, y + height * 0.56, half, height * 0.44);

  gs_tiles_draw_product (canvas, frame, x, y - 14 * unit, width, height * 0.56);
  gs_tiles_draw_warps (canvas, frame, x + half + gap, y + height * 0.56, width - half - gap,
                       MAX (below, height * 0.3));
}

void
gs_painter_tiles (GsCanvas *canvas, const GsTilesScene *scene)
{
  const double unit = canvas->type_scale, margin = 18 * unit, width = canvas->width - 2 * margin;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width };
  const GsTextStyle now
      = { .size = 12, .color = &canvas->theme->accent, .flags = GS_TEXT_BOLD, .max_width = width };
  GsTextStyle sum_style = { .size = 12, .flags = GS_TEXT_MONO };
  GsTilesFrame frame;
  g_autofree char *title = NULL, *step = NULL, *sum = NULL;
  double top = 58 * unit, height;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (!frame_init (&frame, scene))
    return;
  title = gs_coverage_title (scene->plan);
  step = step_text (&frame);
  sum = sum_text (&frame);
  if (is_trouble (&frame))
    sum_style.color = &canvas->theme->danger;
  gs_text_draw_fitted (canvas, &bold, margin, 20 * unit, title);
  gs_text_draw (canvas, &now, margin, 42 * unit, step);
  height = canvas->height - margin - gs_text_wrap (canvas, &sum_style, margin, 0, width, sum, FALSE);
  gs_text_wrap (canvas, &sum_style, margin, height, width, sum, TRUE);
  height -= top + 14 * unit;
  if (height < 40 * unit)
    return;
  if (height > 0.72 * width)
    draw_below (canvas, &frame, margin, top, width, height);
  else
    draw_beside (canvas, &frame, margin, top, width, height);
}
