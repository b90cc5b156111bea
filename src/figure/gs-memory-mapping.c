/* The same launch with x along columns and along rows. */
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-painter-memory.h"

static const char *
map_title (GsMap map)
{
  return map == GS_MAP_X_ROW ? _ ("x along rows") : _ ("x along columns");
}

/* "x along columns: 1 040 sectors for 260 requests". Translated. Free it. */
static char *
mapping_text (const GsTrace *trace, GsMap map)
{
  gint64 n_requests = 0, n_sectors = 0;
  g_autofree char *n_requests_text = NULL, *n_sectors_text = NULL, *requests = NULL, *sectors = NULL,
                  *share = NULL;

  for (guint i = 0; i < trace->lines->len; i++)
    {
      n_requests += g_array_index (trace->lines, GsLineTrace, i).requests;
      n_sectors += g_array_index (trace->lines, GsLineTrace, i).sectors;
    }
  n_requests_text = gs_format_count (n_requests);
  n_sectors_text = gs_format_count (n_sectors);
  requests = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request", "%s requests", (gulong)n_requests),
                              n_requests_text);
  sectors = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s sector", "%s sectors", (gulong)n_sectors),
                             n_sectors_text);
  share = gs_format_value (trace->sectors_per_request, 3);
  /* Translators: mapping, "12 sectors", "4 requests", sectors per request. */
  return g_strdup_printf (_ ("%s: %s for %s, %s each"), map_title (map), sectors, requests, share);
}

/* The request of @trace that is most like @like: of its line. */
static const GsWarpRequest *
find_like (const GsTrace *trace, const GsWarpRequest *like)
{
  for (guint i = 0; i < trace->requests->len; i++)
    {
      const GsWarpRequest *request = &g_array_index (trace->requests, GsWarpRequest, i);

      if (request->line == like->line && request->buffer == like->buffer)
        return request;
    }
  return NULL;
}

/* One mapping: the request, and under it the whole launch in words and as a bar. */
static void
draw_mapping (GsCanvas *canvas,
              const GsTrace *trace,
              GsMap map,
              const GsWarpRequest *request,
              double most,
              double x,
              double y,
              double width,
              double height)
{
  const double unit = canvas->type_scale, foot = 30 * unit;
  const GsTextStyle style = { .size = 10.5, .flags = GS_TEXT_BOLD, .max_width = width };
  const gboolean costly = trace->sectors_per_request > 4.01;
  g_autofree char *text = mapping_text (trace, map);

  if (request != NULL)
    gs_memory_draw_request (canvas, trace, request, map_title (map), x, y, width, height - foot);
  else
    gs_canvas_card (canvas, x, y, width, height - foot);
  gs_text_draw_fitted (canvas, &style, x, y + height - foot + 10 * unit, text);
  gs_canvas_set_track_color (canvas);
  gs_canvas_rectangle (canvas, x, y + height - 10 * unit, width, 6 * unit);
  cairo_fill (canvas->cr);
  gs_canvas_rectangle (canvas, x, y + height - 10 * unit,
                       width * trace->sectors_per_request / MAX (most, 1e-9), 6 * unit);
  gs_canvas_fill (canvas, costly ? &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS]
                                 : &canvas->theme->phases[GS_PHASE_COMPUTE]);
}

void
gs_memory_draw_mappings (GsCanvas *canvas,
                         const GsTrace *trace,
                         GsMap map,
                         const GsWarpRequest *request,
                         double x,
                         double y,
                         double width,
                         double height)
{
  const GsTrace *other = trace->other_map;
  const double gap = 12 * canvas->type_scale, half = (height - gap) / 2;
  const double most = MAX (trace->sectors_per_request, other->sectors_per_request);

  g_return_if_fail (canvas != NULL && trace != NULL && trace->other_map != NULL);

  draw_mapping (canvas, trace, map, request, most, x, y, width, half);
  draw_mapping (canvas, other, map == GS_MAP_X_ROW ? GS_MAP_X_COLUMN : GS_MAP_X_ROW,
                find_like (other, request), most, x, y + half + gap, width, half);
}
