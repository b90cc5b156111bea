/* One warp request: which lane goes to which sector or bank. */
#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-format.h"
#include "gs-painter-memory.h"

#define SECTOR_BYTES 32
#define BANKS        32
#define BANK_BYTES   4
#define LANES        32

static gint64
floor_div (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

/* The distinct units of @bytes the request touches, sorted; gives their number. */
static int
distinct_units (const GsWarpRequest *request, gint64 bytes, gint64 units[LANES])
{
  int n = 0;

  for (int lane = 0; lane < LANES; lane++)
    {
      gint64 unit = floor_div (request->address[lane], bytes);
      int at = n;

      if (!(request->lanes >> lane & 1))
        continue;
      while (at > 0 && units[at - 1] > unit)
        at--;
      if (at > 0 && units[at - 1] == unit)
        continue;
      for (int i = n; i > at; i--)
        units[i] = units[i - 1];
      units[at] = unit;
      n++;
    }
  return n;
}

int
gs_warp_request_sectors (const GsWarpRequest *request)
{
  gint64 units[LANES];

  return distinct_units (request, SECTOR_BYTES, units);
}

static int
bank_of (gint64 word)
{
  return (int)(((word % BANKS) + BANKS) % BANKS);
}

int
gs_warp_request_bank_passes (const GsWarpRequest *request)
{
  gint64 words[LANES];
  int n = distinct_units (request, BANK_BYTES, words), count[BANKS] = { 0 }, most = 0;

  for (int i = 0; i < n; i++)
    {
      int bank = bank_of (words[i]);

      count[bank]++;
      most = MAX (most, count[bank]);
    }
  return most;
}

typedef struct
{
  double x, step, lane_y, cell, target_y, target_height;
} Frame;

static void
draw_lanes (GsCanvas *canvas, const GsWarpRequest *request, const Frame *frame)
{
  for (int lane = 0; lane < LANES; lane++)
    {
      gboolean active = request->lanes >> lane & 1;
      const GsPaint *paint = &canvas->theme->fates[active ? GS_FATE_ACTIVE : GS_FATE_IDLE];
      GsColor ink = gs_color_readable_on (&paint->base);
      char text[8];

      gs_canvas_rectangle (canvas, frame->x + lane * frame->step, frame->lane_y, frame->cell, frame->cell);
      gs_canvas_fill (canvas, paint);
      g_snprintf (text, sizeof text, "%d", lane);
      if (frame->cell >= 13 && active)
        gs_text_draw_ascii (canvas, MIN (frame->cell * 0.5, 9), &ink,
                            frame->x + lane * frame->step + frame->cell / 2, frame->lane_y + frame->cell / 2,
                            text);
    }
}

static void
draw_link (GsCanvas *canvas, const Frame *frame, int lane, double x, double y)
{
  cairo_move_to (canvas->cr, frame->x + lane * frame->step + frame->cell / 2,
                 frame->lane_y + frame->cell + 1);
  cairo_line_to (canvas->cr, x, y);
}

static void
stroke_links (GsCanvas *canvas)
{
  gs_canvas_set_color (canvas, &canvas->theme->muted, 0.8);
  cairo_set_line_width (canvas->cr, canvas->theme->line_width);
  cairo_stroke (canvas->cr);
}

static void
draw_sectors (GsCanvas *canvas, const GsWarpRequest *request, const Frame *frame)
{
  gint64 sectors[LANES];
  int n = distinct_units (request, SECTOR_BYTES, sectors);
  double width = frame->step * LANES, slot = width / MAX (n, 1), box = MIN (slot - 3, 8 * frame->step);

  for (int i = 0; i < n; i++)
    {
      double x = frame->x + (i + 0.5) * slot;

      for (int lane = 0; lane < LANES; lane++)
        if ((request->lanes >> lane & 1) && floor_div (request->address[lane], SECTOR_BYTES) == sectors[i])
          {
            double part = (double)(request->address[lane] - sectors[i] * SECTOR_BYTES + 2) / SECTOR_BYTES;

            draw_link (canvas, frame, lane, x - box / 2 + part * box, frame->target_y);
          }
    }
  stroke_links (canvas);
  for (int i = 0; i < n; i++)
    {
      double x = frame->x + (i + 0.5) * slot;
      g_autofree char *text = g_strdup_printf ("%" PRId64, sectors[i] * SECTOR_BYTES);

      gs_canvas_rectangle (canvas, x - box / 2, frame->target_y, box, frame->target_height);
      gs_canvas_fill (canvas, &canvas->theme->phases[GS_PHASE_UPLOAD]);
      for (int lane = 0; lane < LANES; lane++)
        if ((request->lanes >> lane & 1) && floor_div (request->address[lane], SECTOR_BYTES) == sectors[i])
          {
            double part = (double)(request->address[lane] - sectors[i] * SECTOR_BYTES) / SECTOR_BYTES;

            gs_canvas_set_color (canvas, &canvas->theme->fates[GS_FATE_ACTIVE].base, 1);
            gs_canvas_rectangle (canvas, x - box / 2 + part * box, frame->target_y, box / 8,
                                 frame->target_height);
            cairo_fill (canvas->cr);
          }
      gs_canvas_set_color (canvas, &canvas->theme->line, 1);
      gs_canvas_frame (canvas, x - box / 2, frame->target_y, box, frame->target_height, 1);
      if (gs_text_estimate (text, 9) < slot - 2)
        gs_text_draw_ascii (canvas, 9, &canvas->theme->muted, x, frame->target_y + frame->target_height + 8,
                            text);
    }
}

static void
draw_banks (GsCanvas *canvas, const GsWarpRequest *request, const Frame *frame)
{
  gint64 words[LANES];
  int n = distinct_units (request, BANK_BYTES, words), count[BANKS] = { 0 },
      most = gs_warp_request_bank_passes (request);
  double cell = MIN (frame->cell, frame->target_height / MAX (most, 1));

  for (int lane = 0; lane < LANES; lane++)
    if (request->lanes >> lane & 1)
      draw_link (canvas, frame, lane,
                 frame->x + bank_of (floor_div (request->address[lane], BANK_BYTES)) * frame->step
                     + frame->cell / 2,
                 frame->target_y);
  stroke_links (canvas);
  for (int i = 0; i < n; i++)
    {
      int bank = bank_of (words[i]), level = count[bank]++;

      gs_canvas_set_color (canvas,
                           level == 0 ? &canvas->theme->phases[GS_PHASE_COMPUTE].base
                                      : &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS].base,
                           1);
      gs_canvas_rectangle (canvas, frame->x + bank * frame->step, frame->target_y + level * cell, frame->cell,
                           MAX (cell - 1, 1));
      cairo_fill (canvas->cr);
    }
  gs_canvas_set_color (canvas, &canvas->theme->line, 1);
  for (int bank = 0; bank < BANKS; bank++)
    {
      char text[8];

      gs_canvas_frame (canvas, frame->x + bank * frame->step, frame->target_y, frame->cell,
                       frame->target_height, 1);
      g_snprintf (text, sizeof text, "%d", bank);
      if (frame->cell >= 13)
        gs_text_draw_ascii (canvas, 8, &canvas->theme->muted, frame->x + bank * frame->step + frame->cell / 2,
                            frame->target_y + frame->target_height + 8, text);
      gs_canvas_set_color (canvas, &canvas->theme->line, 1);
    }
}

static char *
describe_request (const GsTrace *trace, const GsWarpRequest *request)
{
  const char *name = request->buffer >= 0 && request->buffer < (int)trace->buffers->len
                         ? g_array_index (trace->buffers, GsTraceBuffer, request->buffer).name
                         : _ ("outside all buffers");
  const char *verb = request->write ? _ ("writes") : _ ("reads");

  if (request->shared)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Line %d %s %s: %d pass through the 32 banks",
                                         "Line %d %s %s: %d passes through the 32 banks",
                                         gs_warp_request_bank_passes (request)),
                            request->line, verb, name, gs_warp_request_bank_passes (request));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Line %d %s %s: %d sector of 32 bytes for one warp",
                                       "Line %d %s %s: %d sectors of 32 bytes for one warp",
                                       gs_warp_request_sectors (request)),
                          request->line, verb, name, gs_warp_request_sectors (request));
}

void
gs_memory_draw_request (GsCanvas *canvas,
                        const GsTrace *trace,
                        const GsWarpRequest *request,
                        const char *label,
                        double x,
                        double y,
                        double width,
                        double height)
{
  double unit = canvas->type_scale, inside = width - 28 * unit;
  const GsTextStyle bold = { .size = 11, .flags = GS_TEXT_BOLD, .max_width = inside };
  const GsTextStyle small = { .size = 9.5, .color = &canvas->theme->muted, .max_width = inside };
  g_autofree char *what = describe_request (trace, request);
  g_autofree char *text = label != NULL ? g_strdup_printf ("%s · %s", label, what) : g_strdup (what);
  Frame frame = { .x = x + 14 * unit, .step = inside / LANES, .lane_y = y + 50 * unit };

  gs_canvas_card (canvas, x, y, width, height);
  gs_text_draw_fitted (canvas, &bold, x + 14 * unit, y + 18 * unit, text);
  if (height < 120 * unit || inside < 64)
    return;
  gs_text_draw (canvas, &small, x + 14 * unit, y + 37 * unit, _ ("lanes of the warp"));
  frame.cell = MIN (frame.step - 1, 18 * unit);
  frame.target_height = request->shared ? MIN (height * 0.34, 80 * unit) : 18 * unit;
  frame.target_y = y + height - 34 * unit - frame.target_height;
  if (request->shared)
    draw_banks (canvas, request, &frame);
  else
    draw_sectors (canvas, request, &frame);
  draw_lanes (canvas, request, &frame);
  gs_text_draw_fitted (
      canvas, &small, x + 14 * unit, y + height - 10 * unit,
      request->shared ? _ ("banks of shared memory; orange: a second word of the same bank, one more pass")
                      : _ ("sectors of 32 bytes by their offset; blue: the bytes asked for"));
}
