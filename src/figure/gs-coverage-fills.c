/* What lies where: the visible plane is halved until each part is of one kind.
 * The work follows the boundaries between fates, not the number of threads. */
#include "gs-coverage-private.h"

#include <math.h>
#include <string.h>

/* Side of the smallest part, in points, when cells are smaller than that. */
#define TILE 4.0

enum
{
  KIND_MISSED = GS_N_FATES,
  KIND_DUPLICATED,
  N_KINDS
};

typedef struct
{
  double x0, y0, x1, y1;
} Area;

typedef struct
{
  gint64 step, first, end, limit; /* cells */
} Axis;

typedef struct
{
  const GsPlan *plan;
  const GsCoverageFrame *frame;
  Axis x, y; /* in tiles: tile i is cells [first + i·step, …) cut at limit */
  GArray *areas[N_KINDS];
} Filler;

static void
axis_init (Axis *axis, gint64 start, double zoom, double length, gint64 cells)
{
  double per_tile = zoom >= TILE ? 1 : ceil (TILE / zoom);
  double visible = length / zoom + 2;

  axis->limit = cells;
  axis->step = per_tile < 4e18 ? (gint64)per_tile : G_MAXINT64 / 2;
  axis->first = start - start % axis->step;
  axis->end = visible < (double)(cells - start) ? start + (gint64)visible : cells;
}

static gint64
axis_tiles (const Axis *axis)
{
  gint64 cells = axis->end - axis->first;

  return cells <= 0 ? 0 : (cells - 1) / axis->step + 1;
}

static gint64
axis_cell (const Axis *axis, gint64 tile)
{
  gint64 cell;

  if (__builtin_mul_overflow (tile, axis->step, &cell) || __builtin_add_overflow (cell, axis->first, &cell))
    return axis->limit;
  return MIN (cell, axis->limit);
}

/* Neighbours are joined as they come: runs along a boundary become one area. */
static void
emit (Filler *self, int kind, Area area)
{
  GArray *areas = self->areas[kind];

  if (areas->len > 0)
    {
      Area *last = &g_array_index (areas, Area, areas->len - 1);

      if (last->x0 == area.x0 && last->x1 == area.x1 && last->y1 == area.y0)
        {
          last->y1 = area.y1;
          return;
        }
      if (last->y0 == area.y0 && last->y1 == area.y1 && last->x1 == area.x0)
        {
          last->x1 = area.x1;
          return;
        }
    }
  g_array_append_val (areas, area);
}

/* In a launch of fixed tiles a cell is an element, whichever thread owns it. */
static gboolean
cells_are_elements (const Filler *self)
{
  return self->plan->elements_per_thread > 1 && !self->frame->plane.wrapped;
}

static gint64
mix_count (const Filler *self, const GsMix *mix, int kind)
{
  if (cells_are_elements (self) && kind == GS_FATE_ACTIVE)
    return mix->elements - mix->missed;
  if (cells_are_elements (self) && kind == GS_FATE_IDLE)
    return mix->cells - mix->elements;
  return kind < GS_N_FATES ? mix->threads[kind] : kind == KIND_MISSED ? mix->missed : mix->duplicated;
}

static gboolean
mix_is_pure (const Filler *self, const GsMix *mix)
{
  for (int i = 0; i < N_KINDS; i++)
    {
      gint64 n = mix_count (self, mix, i);

      if (n != 0 && n != mix->cells)
        return FALSE;
    }
  return TRUE;
}

/* A tile of several kinds is divided between them by area, along the axis in
 * which they differ more, in the order in which they lie in most launches. */
static void
emit_mixed (Filler *self, const gint64 cell[4], const Area *area, const GsMix *mix)
{
  static const int order[]
      = { GS_FATE_ACTIVE, GS_FATE_ALIASED, GS_FATE_OUT_OF_BOUNDS, GS_FATE_IDLE, KIND_MISSED };
  gint64 mid_x = cell[0] + (cell[2] - cell[0]) / 2, mid_y = cell[1] + (cell[3] - cell[1]) / 2;
  GsMix left = { 0 }, top = { 0 };
  double at = 0, total = (double)mix->cells, by_x, by_y;
  gboolean along_y;

  if (mid_x > cell[0])
    gs_plan_mix (self->plan, cell[0], cell[1], mid_x, cell[3], &left);
  if (mid_y > cell[1])
    gs_plan_mix (self->plan, cell[0], cell[1], cell[2], mid_y, &top);
  by_x = fabs ((double)left.threads[GS_FATE_ACTIVE] * 2 - (double)mix->threads[GS_FATE_ACTIVE]);
  by_y = fabs ((double)top.threads[GS_FATE_ACTIVE] * 2 - (double)mix->threads[GS_FATE_ACTIVE]);
  along_y = by_y > by_x;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      double share = (double)mix_count (self, mix, order[i]) / total;
      double next = MIN (at + share, 1);
      Area part = *area;

      if (share <= 0 || next <= at)
        continue;
      if (along_y)
        {
          part.y0 = area->y0 + at * (area->y1 - area->y0);
          part.y1 = area->y0 + next * (area->y1 - area->y0);
        }
      else
        {
          part.x0 = area->x0 + at * (area->x1 - area->x0);
          part.x1 = area->x0 + next * (area->x1 - area->x0);
        }
      emit (self, order[i], part);
      at = next;
    }
  if (mix->duplicated > 0)
    {
      Area part = *area;

      part.x1 = area->x0 + (double)mix->duplicated / total * (area->x1 - area->x0);
      emit (self, KIND_DUPLICATED, part);
    }
}

static void
divide (Filler *self, gint64 i0, gint64 j0, gint64 i1, gint64 j1)
{
  const gint64 cell[4] = { axis_cell (&self->x, i0), axis_cell (&self->y, j0), axis_cell (&self->x, i1),
                           axis_cell (&self->y, j1) };
  GsMix mix;
  Area area;

  if (cell[0] >= cell[2] || cell[1] >= cell[3])
    return;
  gs_plan_mix (self->plan, cell[0], cell[1], cell[2], cell[3], &mix);
  area = (Area){ gs_coverage_frame_x (self->frame, cell[0]), gs_coverage_frame_y (self->frame, cell[1]),
                 gs_coverage_frame_x (self->frame, cell[2]), gs_coverage_frame_y (self->frame, cell[3]) };
  if (mix_is_pure (self, &mix))
    {
      for (int kind = 0; kind < N_KINDS; kind++)
        if (mix_count (self, &mix, kind) > 0)
          emit (self, kind, area);
    }
  else if (i1 - i0 == 1 && j1 - j0 == 1)
    emit_mixed (self, cell, &area, &mix);
  else if (i1 - i0 >= j1 - j0)
    {
      divide (self, i0, j0, i0 + (i1 - i0) / 2, j1);
      divide (self, i0 + (i1 - i0) / 2, j0, i1, j1);
    }
  else
    {
      divide (self, i0, j0, i1, j0 + (j1 - j0) / 2);
      divide (self, i0, j0 + (j1 - j0) / 2, i1, j1);
    }
}

static void
add_areas (GsCanvas *canvas, const GArray *areas)
{
  for (guint i = 0; i < areas->len; i++)
    {
      const Area *area = &g_array_index (areas, Area, i);

      gs_canvas_rectangle (canvas, area->x0, area->y0, area->x1 - area->x0, area->y1 - area->y0);
    }
}

/* An amber frame in every cell, drawn as bars along whole columns and rows of
 * the area; the gaps drawn later cut them into frames. */
static void
draw_frames (GsCanvas *canvas, const Area *area, const GsCoverageView *view)
{
  double gap = CLAMP (view->zoom_x * 0.04, 0.5, 1), bar = CLAMP (view->zoom_x * 0.11, 1, 3) + gap;
  int columns = (int)floor ((area->x1 - area->x0) / view->zoom_x + 0.5);
  int rows = (int)floor ((area->y1 - area->y0) / view->zoom_y + 0.5);

  for (int i = 0; i < columns; i++)
    {
      double x = area->x0 + i * view->zoom_x;

      gs_canvas_rectangle (canvas, x, area->y0, bar, area->y1 - area->y0);
      gs_canvas_rectangle (canvas, x + view->zoom_x - bar, area->y0, bar, area->y1 - area->y0);
    }
  for (int i = 0; i < rows; i++)
    {
      double y = area->y0 + i * view->zoom_y;

      gs_canvas_rectangle (canvas, area->x0, y, area->x1 - area->x0, bar);
      gs_canvas_rectangle (canvas, area->x0, y + view->zoom_y - bar, area->x1 - area->x0, bar);
    }
  gs_canvas_set_color (canvas, &canvas->theme->duplicated.ink, 1);
  cairo_fill (canvas->cr);
}

static void
draw_duplicated (GsCanvas *canvas, const GArray *areas, const GsCoverageView *view)
{
  gboolean cells = MIN (view->zoom_x, view->zoom_y) >= GS_COVERAGE_ZOOM_GAPS;

  for (guint i = 0; i < areas->len; i++)
    {
      const Area *area = &g_array_index (areas, Area, i);

      if (cells)
        {
          draw_frames (canvas, area, view);
          continue;
        }
      gs_canvas_rectangle (canvas, area->x0, area->y0, area->x1 - area->x0, area->y1 - area->y0);
    }
  if (!cells)
    gs_canvas_fill_ink (canvas, &canvas->theme->duplicated);
}

/* Every missed cell has its outline and one diagonal: long lines through the
 * corners of the cells. */
static void
draw_missed_cells (GsCanvas *canvas, const Area *area, const GsCoverageView *view)
{
  int columns = (int)floor ((area->x1 - area->x0) / view->zoom_x + 0.5);
  int rows = (int)floor ((area->y1 - area->y0) / view->zoom_y + 0.5);

  gs_canvas_set_color (canvas, &canvas->theme->muted, 1);
  for (int i = 0; i <= columns; i++)
    gs_canvas_vline (canvas, area->x0 + i * view->zoom_x, area->y0, area->y1, 1);
  for (int i = 0; i <= rows; i++)
    gs_canvas_hline (canvas, area->x0, area->x1, area->y0 + i * view->zoom_y, 1);
  cairo_save (canvas->cr);
  cairo_rectangle (canvas->cr, area->x0, area->y0, area->x1 - area->x0, area->y1 - area->y0);
  cairo_clip (canvas->cr);
  for (int i = -rows; i < columns; i++)
    {
      cairo_move_to (canvas->cr, area->x0 + i * view->zoom_x, area->y0);
      cairo_rel_line_to (canvas->cr, rows * view->zoom_x, rows * view->zoom_y);
    }
  gs_canvas_set_color (canvas, &canvas->theme->missed.ink, 1);
  cairo_set_line_width (canvas->cr, 1.2 * canvas->theme->line_width);
  cairo_stroke (canvas->cr);
  cairo_restore (canvas->cr);
}

static void
draw_missed (GsCanvas *canvas, const GArray *areas, const GsCoverageFrame *frame)
{
  const GsCoverageView *view = &frame->view;

  if (MIN (view->zoom_x, view->zoom_y) < GS_COVERAGE_ZOOM_GAPS)
    return;
  for (guint i = 0; i < areas->len; i++)
    draw_missed_cells (canvas, &g_array_index (areas, Area, i), view);
}

void
gs_coverage_draw_fills (GsCanvas *canvas, const GsCoverageScene *scene, const GsCoverageFrame *frame)
{
  const gboolean unsettled = gs_plan_unsettled (scene->plan) > 0;
  Filler self = { .plan = scene->plan, .frame = frame };

  axis_init (&self.x, frame->view.x, frame->view.zoom_x, frame->width, frame->plane.columns);
  axis_init (&self.y, frame->view.y, frame->view.zoom_y, frame->height, frame->plane.rows);
  for (int i = 0; i < N_KINDS; i++)
    self.areas[i] = g_array_new (FALSE, FALSE, sizeof (Area));
  divide (&self, 0, 0, axis_tiles (&self.x), axis_tiles (&self.y));
  for (int i = 0; i < GS_N_FATES; i++)
    {
      add_areas (canvas, self.areas[i]);
      gs_canvas_fill (canvas, unsettled && i == GS_FATE_ACTIVE ? &canvas->theme->unsettled
                                                               : &canvas->theme->fates[i]);
    }
  add_areas (canvas, self.areas[KIND_MISSED]);
  if (MIN (frame->view.zoom_x, frame->view.zoom_y) < GS_COVERAGE_ZOOM_GAPS)
    gs_canvas_fill (canvas, &canvas->theme->missed);
  else
    cairo_new_path (canvas->cr);
  draw_duplicated (canvas, self.areas[KIND_DUPLICATED], &frame->view);
  gs_coverage_draw_gaps (canvas, scene, frame);
  draw_missed (canvas, self.areas[KIND_MISSED], frame);
  for (int i = 0; i < N_KINDS; i++)
    g_array_unref (self.areas[i]);
}
