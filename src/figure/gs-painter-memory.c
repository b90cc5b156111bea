#include "gs-painter-memory.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-format.h"

void
gs_memory_scene_init (GsMemoryScene *scene, const GsReport *report)
{
  g_return_if_fail (scene != NULL);

  *scene = (GsMemoryScene){ 0 };
  if (report == NULL)
    return;
  scene->plan = report->plan;
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->status != GS_STATUS_OK)
        continue;
      if (scene->transfers == NULL && result->timed
          && result->warm[GS_PHASE_UPLOAD].state == GS_PHASE_MEASURED)
        scene->transfers = result;
      if (scene->traced == NULL && result->trace != NULL)
        scene->traced = result;
    }
}

static double
operand_bytes (const GsPlan *plan, int operand)
{
  gint64 rows, columns;

  if (operand == 2)
    return (double)plan->elements * sizeof (float);
  gs_op_operand_size (plan->op, operand, plan->m, plan->n, plan->k, &rows, &columns);
  return (double)rows * (double)columns * sizeof (float);
}

static void
draw_array (
    GsCanvas *canvas, const GsPlan *plan, int operand, double x, double y, double width, double height)
{
  static const char *const names[] = { "A", "B", "C" };
  const GsPaint *paint = &canvas->theme->phases[operand == 2 ? GS_PHASE_DOWNLOAD : GS_PHASE_UPLOAD];
  GsColor ink = gs_color_readable_on (&paint->base);
  const GsTextStyle bold = { .size = 12, .flags = GS_TEXT_BOLD, .color = &ink, .align = 0.5 };
  const GsTextStyle small = { .size = 9.5, .color = &ink, .align = 0.5, .max_width = width - 6 };
  const GsTextStyle natural = { .size = 9.5 };
  g_autofree char *bytes = gs_format_bytes (operand_bytes (plan, operand));
  double unit = canvas->type_scale;

  gs_canvas_set_color (canvas, &paint->base, 1);
  gs_canvas_rounded (canvas, x, y, width, height, 4);
  cairo_fill (canvas->cr);
  gs_text_draw (canvas, &bold, x + width / 2, y + height / 2 - 7 * unit, names[operand]);
  /* The words below have the sizes too. */
  if (gs_text_width (canvas, &natural, bytes) * 0.7 <= width - 6)
    gs_text_draw_fitted (canvas, &small, x + width / 2, y + height / 2 + 8 * unit, bytes);
}

static void
draw_shelf (
    GsCanvas *canvas, const GsPlan *plan, const char *title, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, pad = 12 * unit, slot = (width - pad) / 3;
  const GsTextStyle bold = { .size = 11, .flags = GS_TEXT_BOLD, .max_width = width - 2 * pad };
  const GsTextStyle natural = { .size = 11, .flags = GS_TEXT_BOLD },
                    small = { .size = 8, .flags = GS_TEXT_BOLD };

  gs_canvas_card (canvas, x, y, width, height);
  if (gs_text_width (canvas, &natural, title) * 0.7 <= bold.max_width)
    gs_text_draw_fitted (canvas, &bold, x + pad, y + 15 * unit, title);
  else
    gs_text_wrap (canvas, &small, x + pad, y + 3 * unit, width - pad, title, TRUE);
  for (int i = 0; i < 3; i++)
    draw_array (canvas, plan, i, x + pad + i * slot, y + 28 * unit, slot - pad,
                MAX (height - 40 * unit, 20 * unit));
}

static void
draw_arrow (GsCanvas *canvas, double x0, double x1, double y, const GsColor *color)
{
  double head = 9 * canvas->type_scale, way = x1 > x0 ? 1 : -1;

  gs_canvas_set_color (canvas, color, 1);
  gs_canvas_hline (canvas, MIN (x0, x1), MAX (x0, x1) - (way > 0 ? head : 0), y, 3);
  cairo_move_to (canvas->cr, x1, y);
  cairo_line_to (canvas->cr, x1 - way * head * 1.3, y - head * 0.7);
  cairo_line_to (canvas->cr, x1 - way * head * 1.3, y + head * 0.7);
  cairo_close_path (canvas->cr);
  cairo_fill (canvas->cr);
}

/* "1 · upload A, B: 128 MiB in 2.5 ms = 53.7 GB/s" */
static char *
transfer_text (const GsMemoryScene *scene, int number, int kind)
{
  double n_bytes = kind == GS_PHASE_UPLOAD ? operand_bytes (scene->plan, 0) + operand_bytes (scene->plan, 1)
                                           : operand_bytes (scene->plan, 2);
  g_autofree char *bytes = gs_format_bytes (n_bytes);
  const char *arrays = kind == GS_PHASE_UPLOAD ? _ ("A, B") : "C";
  const GsPhase *phase = scene->transfers != NULL ? &scene->transfers->warm[kind] : NULL;

  if (phase == NULL || phase->state != GS_PHASE_MEASURED || phase->ns <= 0)
    /* Translators: number of the step, phase, arrays, bytes. */
    return g_strdup_printf (_ ("%d · %s %s: %s"), number, gs_phase_title (kind), arrays, bytes);
  else
    {
      g_autofree char *time = gs_format_ns ((double)phase->ns);
      g_autofree char *rate = gs_format_rate (n_bytes / (double)phase->ns * 1e9, "B/s");

      /* Translators: number of the step, phase, arrays, bytes, time, rate. */
      return g_strdup_printf (_ ("%d · %s %s: %s in %s, %s"), number, gs_phase_title (kind), arrays, bytes,
                              time, rate);
    }
}

/* A step between the shelves; on two lines where one is too narrow. */
static void
draw_step (GsCanvas *canvas, const GsTextStyle *style, double x, double y, const char *text)
{
  const GsTextStyle natural = { .size = style->size };

  if (gs_text_width (canvas, &natural, text) * 0.7 <= style->max_width)
    gs_text_draw_fitted (canvas, style, x, y, text);
  else
    {
      const GsTextStyle small = { .size = style->size * 0.8 };
      const double height = gs_text_wrap (canvas, &small, 0, 0, style->max_width, text, FALSE);

      gs_text_wrap (canvas, &small, x - style->max_width / 2, y + 6 * canvas->type_scale - height,
                    style->max_width, text, TRUE);
    }
}

static void
draw_shelves (GsCanvas *canvas, const GsMemoryScene *scene, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, shelf = width * 0.31, from = x + shelf, to = x + width - shelf,
         middle = (from + to) / 2;
  const GsTextStyle style = { .size = 10, .align = 0.5, .max_width = to - from - 12 };
  g_autofree char *upload = transfer_text (scene, 1, GS_PHASE_UPLOAD),
                  *download = transfer_text (scene, 3, GS_PHASE_DOWNLOAD);
  g_autofree char *compute = g_strdup_printf ("2 · %s", gs_phase_title (GS_PHASE_COMPUTE));

  draw_shelf (canvas, scene->plan, _ ("Host memory"), x, y, shelf, height);
  draw_shelf (canvas, scene->plan, _ ("Device memory"), to, y, shelf, height);
  draw_step (canvas, &style, middle, y + height * 0.18, upload);
  draw_arrow (canvas, from + 8, to - 8, y + height * 0.18 + 14 * unit,
              &canvas->theme->phases[GS_PHASE_UPLOAD].base);
  if (scene->transfers != NULL && scene->transfers->warm[GS_PHASE_COMPUTE].state == GS_PHASE_MEASURED)
    {
      g_autofree char *time = gs_format_ns ((double)scene->transfers->warm[GS_PHASE_COMPUTE].ns);
      g_autofree char *text = g_strconcat (compute, gs_join (GS_JOIN_COLON), time, NULL);

      draw_step (canvas, &style, middle, y + height * 0.5, text);
    }
  else
    gs_text_draw (canvas, &style, middle, y + height * 0.5, compute);
  draw_step (canvas, &style, middle, y + height * 0.74, download);
  draw_arrow (canvas, to - 8, from + 8, y + height * 0.74 + 14 * unit,
              &canvas->theme->phases[GS_PHASE_DOWNLOAD].base);
}

static gboolean
line_is_shown (const GsLineTrace *line)
{
  return line->requests > 0 || line->shared_requests > 0;
}

/* A bar whose length is @value of @most, with the least possible marked. */
static void
draw_measure (GsCanvas *canvas,
              double x,
              double y,
              double width,
              double value,
              double least,
              double most,
              const char *text)
{
  double unit = canvas->type_scale, bar = width * 0.45;
  const GsTextStyle style = { .size = 10, .max_width = width - bar - 10 };

  gs_canvas_set_track_color (canvas);
  gs_canvas_rectangle (canvas, x, y - 5 * unit, bar, 10 * unit);
  cairo_fill (canvas->cr);
  gs_canvas_set_color (canvas,
                       value > least * 1.01 ? &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS].base
                                            : &canvas->theme->phases[GS_PHASE_COMPUTE].base,
                       1);
  gs_canvas_rectangle (canvas, x, y - 5 * unit, bar * MIN (value / most, 1), 10 * unit);
  cairo_fill (canvas->cr);
  gs_text_draw_fitted (canvas, &style, x + bar + 8, y, text);
}

static const GsTextStyle name_style = { .size = 10, .flags = GS_TEXT_BOLD };

static char *
line_name (const GsLineTrace *line)
{
  return g_strdup_printf (_ ("line %d"), line->line);
}

/* The column of the names of lines. */
static double
names_width (GsCanvas *canvas, const GsTrace *trace)
{
  double widest = 46 * canvas->type_scale;

  for (guint i = 0; i < trace->lines->len; i++)
    {
      g_autofree char *name = line_name (&g_array_index (trace->lines, GsLineTrace, i));

      widest = MAX (widest, gs_text_width (canvas, &name_style, name));
    }
  return widest + 10 * canvas->type_scale;
}

static void
draw_line_row (GsCanvas *canvas, const GsLineTrace *line, double x, double y, double width, double names)
{
  g_autofree char *name = line_name (line);
  g_autofree char *text = NULL, *number = NULL;

  gs_text_draw (canvas, &name_style, x, y, name);
  if (line->requests > 0)
    {
      double sectors = (double)line->sectors / (double)line->requests;

      number = gs_format_value (sectors, 3);
      text = g_strdup_printf (line->global_writes > 0 && line->global_reads > 0
                                  ? g_dngettext (GETTEXT_PACKAGE, "%s sector per request",
                                                 "%s sectors per request", gs_format_plural (number))
                              : line->global_writes > 0
                                  ? g_dngettext (GETTEXT_PACKAGE, "%s sector per write",
                                                 "%s sectors per write", gs_format_plural (number))
                                  : g_dngettext (GETTEXT_PACKAGE, "%s sector per read", "%s sectors per read",
                                                 gs_format_plural (number)),
                              number);
      draw_measure (canvas, x + names, y, width - names, sectors, 4, 32, text);
    }
  else
    {
      double passes = (double)line->bank_passes / (double)line->shared_requests;

      number = gs_format_value (passes, 3);
      text = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%s pass, shared", "%s passes, shared", gs_format_plural (number)),
          number);
      draw_measure (canvas, x + names, y, width - names, passes, 1, 32, text);
    }
}

#define LINE_ROW 22.0

/* What the card of all lines fills, with the note under them. */
static double
lines_height (
    GsCanvas *canvas, const GsTextStyle *note, const GsTrace *trace, const char *sample, double width)
{
  const double unit = canvas->type_scale;
  double height = 44 * unit;

  for (guint i = 0; i < trace->lines->len; i++)
    height += line_is_shown (&g_array_index (trace->lines, GsLineTrace, i)) ? LINE_ROW * unit : 0;
  return height + 16 * unit
         + (sample != NULL ? gs_text_wrap (canvas, note, 0, 0, width - 28 * unit, sample, FALSE) : 12 * unit);
}

static void
draw_lines (GsCanvas *canvas, const GsTrace *trace, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, row = LINE_ROW * unit, at = y + 44 * unit;
  const double names = names_width (canvas, trace);
  const GsTextStyle bold = { .size = 11, .flags = GS_TEXT_BOLD, .max_width = width - 28 * unit };
  const GsTextStyle small = { .size = 9.5, .color = &canvas->theme->muted, .max_width = width - 28 * unit };
  g_autofree char *sample = gs_trace_sample_text (trace);
  guint left = 0;

  height = MIN (height, lines_height (canvas, &small, trace, sample, width));
  gs_canvas_card (canvas, x, y, width, height);
  gs_text_draw_fitted (canvas, &bold, x + 14 * unit, y + 18 * unit, _ ("Memory requests by source line"));
  for (guint i = 0; i < trace->lines->len; i++)
    {
      const GsLineTrace *line = &g_array_index (trace->lines, GsLineTrace, i);

      if (!line_is_shown (line))
        continue;
      if (at + row > y + height - 20 * unit)
        {
          left++;
          continue;
        }
      draw_line_row (canvas, line, x + 14 * unit, at, width - 28 * unit, names);
      at += row;
    }
  if (left > 0)
    {
      g_autofree char *text
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more line", "%u more lines", left), left);

      gs_text_draw (canvas, &small, x + 14 * unit, y + height - 12 * unit, text);
    }
  else if (sample != NULL)
    gs_text_wrap (canvas, &small, x + 14 * unit,
                  y + height - 8 * unit
                      - gs_text_wrap (canvas, &small, 0, 0, width - 28 * unit, sample, FALSE),
                  width - 28 * unit, sample, TRUE);
  else
    gs_text_draw_fitted (canvas, &small, x + 14 * unit, y + height - 12 * unit,
                         _ ("of a warp; 4 sectors or 1 pass is the least for 32 floats"));
}

static char *
describe_scene (const GsMemoryScene *scene)
{
  g_autofree char *upload = NULL, *download = NULL, *sectors = NULL, *conflicts = NULL, *moved = NULL,
                  *cost = NULL, *other = NULL;

  upload = gs_format_bytes (operand_bytes (scene->plan, 0) + operand_bytes (scene->plan, 1));
  download = gs_format_bytes (operand_bytes (scene->plan, 2));
  moved = g_strdup_printf (_ ("%s go to the device and %s come back."), upload, download);
  if (scene->traced == NULL)
    return g_steal_pointer (&moved);
  sectors = gs_format_value (scene->traced->trace->sectors_per_request, 3);
  conflicts = gs_format_count (scene->traced->trace->bank_conflicts);
  cost = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s A warp request touches %s sector on average; %s bank conflicts.",
                                       "%s A warp request touches %s sectors on average; %s bank conflicts.",
                                       gs_format_plural (sectors)),
                          moved, sectors, conflicts);
  if (scene->traced->trace->other_map == NULL)
    return g_steal_pointer (&cost);
  other = gs_format_value (scene->traced->trace->other_map->sectors_per_request, 3);
  return g_strdup_printf (scene->plan->map == GS_MAP_X_ROW ? _ ("%s With x along columns it would be %s.")
                                                           : _ ("%s With x along rows it would be %s."),
                          cost, other);
}

char *
gs_memory_verdict (const GsMemoryScene *scene)
{
  g_autofree char *verdict = NULL, *sample = NULL;
  GString *text;

  g_return_val_if_fail (scene != NULL && scene->plan != NULL, NULL);

  verdict = describe_scene (scene);
  sample = scene->traced != NULL ? gs_trace_sample_text (scene->traced->trace) : NULL;
  text = g_string_new (verdict);
  if (sample != NULL)
    gs_append_sentence (text, sample);
  return g_string_free (text, FALSE);
}

void
gs_painter_memory (GsCanvas *canvas, const GsMemoryScene *scene)
{
  double unit, margin, width, shelves, top, height;
  const GsTrace *trace;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->plan == NULL)
    return;
  unit = canvas->type_scale;
  margin = 16 * unit;
  width = canvas->width - 2 * margin;
  trace = scene->traced != NULL ? scene->traced->trace : NULL;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width },
                    plain = { .size = 11, .color = &canvas->theme->muted };
  gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, _ ("Where the numbers are, and how they move"));
  shelves = CLAMP (canvas->height * 0.28, 96 * unit, 180 * unit);
  top = 42 * unit;
  draw_shelves (canvas, scene, margin, top, width, shelves);
  top += shelves + margin;
  height = canvas->height - top - margin;
  if (height < 40 * unit)
    return;
  if (trace == NULL)
    {
      gs_text_wrap (canvas, &plain, margin, top, width,
                    _ ("Run the simulated GPU to see every memory request by source line."), TRUE);
      return;
    }
  draw_lines (canvas, trace, margin, top, width * 0.4, height);
  if (trace->requests->len > 0)
    {
      const GsWarpRequest *request
          = &g_array_index (trace->requests, GsWarpRequest, MIN (scene->request, trace->requests->len - 1));
      const double left = margin + width * 0.4 + margin, rest = width * 0.6 - margin;

      if (trace->other_map != NULL && height > 230 * unit)
        gs_memory_draw_mappings (canvas, trace, scene->plan->map, request, left, top, rest, height);
      else
        gs_memory_draw_request (canvas, trace, request, NULL, left, top, rest, height);
    }
}
