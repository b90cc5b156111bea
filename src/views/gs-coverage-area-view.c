/* How the coverage area is looked into: which part is seen, and what is picked. */
#include "gs-coverage-area-private.h"

#include <glib/gi18n-lib.h>

#include "gs-coverage-gestures.h"

/* Zoom steps of + and −; points per cell at which a selected cell is shown. */
#define KEY_FACTOR  1.5
#define SELECT_ZOOM 28.0

/* Moves the view so that the cell is inside the plot, and large enough to be
 * recognised. */
static void
reveal (GsCoverageArea *self, gint64 cell_x, gint64 cell_y)
{
  GsCoverageLayout layout;
  double x, y, width, height;

  if (gtk_widget_get_width (GTK_WIDGET (self)) == 0)
    return;
  gs_coverage_area_get_layout (self, &layout);
  if (gs_coverage_cell_rect (&self->scene, &layout, cell_x, cell_y, &x, &y, &width, &height)
      && x >= layout.x - 0.5 && y >= layout.y - 0.5 && x + width <= layout.x + layout.width + 0.5
      && y + height <= layout.y + layout.height + 0.5 && MAX (width, height) >= 3.0)
    return;

  self->fitted = FALSE;
  gs_coverage_view_centre (self->scene.plan, &layout, cell_x, cell_y,
                           MAX (self->scene.view.zoom_x, SELECT_ZOOM), &self->scene.view);
  gs_coverage_area_invalidate (self);
}

/* Selects what a person chose: a change for undo. */
static void
choose (GsCoverageArea *self, const GsCoverageCell *cell)
{
  const GsPin pin = { cell != NULL, cell != NULL ? cell->x : 0, cell != NULL ? cell->y : 0 };

  gs_coverage_area_set_selected (self, cell);
  /* Translators: a step of undo. */
  gs_experiment_change_pin (self->experiment, &pin, cell != NULL ? _ ("Pin Thread") : _ ("Unpin Thread"));
}

void
gs_coverage_area_follow_pin (GsCoverageArea *self)
{
  const GsPin pin = gs_experiment_get_pin (self->experiment);
  GsCoverageCell cell;

  if (pin.is_set == self->has_selected
      && (!pin.is_set || (pin.x == self->selected.x && pin.y == self->selected.y)))
    return;
  if (pin.is_set && gs_coverage_area_look_up (self, pin.x, pin.y, &cell))
    {
      gs_coverage_area_set_selected (self, &cell);
      reveal (self, pin.x, pin.y);
    }
  else
    gs_coverage_area_set_selected (self, NULL);
}

void
gs_coverage_area_select (GsCoverageArea *self, gint64 x, gint64 y)
{
  GsCoverageCell cell;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (!gs_coverage_area_look_up (self, x, y, &cell))
    return;
  choose (self, &cell);
  reveal (self, x, y);
}

void
gs_coverage_area_select_thread (GsCoverageArea *self, const GsThreadId *id)
{
  gint64 x, y;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan != NULL && gs_plan_cell_of (self->scene.plan, id, &x, &y))
    gs_coverage_area_select (self, x, y);
}

void
gs_coverage_area_move (GsCoverageArea *self, int dx, int dy, gboolean by_block)
{
  gint64 x = 0, y = 0;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  if (self->has_selected)
    {
      x = self->selected.x;
      y = self->selected.y;
    }
  /* The first key only shows where one stands. */
  if ((self->has_selected || dx == G_MAXINT)
      && !gs_coverage_cell_step (self->scene.plan, dx, dy, by_block, &x, &y))
    return;
  gs_coverage_area_select (self, x, y);
}

void
gs_coverage_area_unselect (GsCoverageArea *self)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->has_selected)
    choose (self, NULL);
}

void
gs_coverage_area_light_cell (GsCoverageArea *self, gint64 x, gint64 y)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  self->scene.has_lit = TRUE;
  self->scene.lit_x = x;
  self->scene.lit_y = y;
  reveal (self, x, y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_coverage_area_unlight_cell (GsCoverageArea *self)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  self->scene.has_lit = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_coverage_area_fit (GsCoverageArea *self)
{
  GsCoverageLayout layout;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  self->fitted = TRUE;
  gs_coverage_area_get_layout (self, &layout);
  gs_coverage_view_fit (self->scene.plan, &layout, &self->scene.view);
  gs_coverage_area_invalidate (self);
}

void
gs_coverage_area_follow_size (GsCoverageArea *self)
{
  GsCoverageLayout layout;

  if (self->scene.plan == NULL)
    return;
  gs_coverage_area_get_layout (self, &layout);
  if (self->fitted)
    gs_coverage_view_fit (self->scene.plan, &layout, &self->scene.view);
  else
    gs_coverage_view_pan (self->scene.plan, &layout, 0, 0, &self->scene.view);
  gs_view_painting_renew (&self->painting);
}

void
gs_coverage_area_zoom (GsCoverageArea *self, double x, double y, double factor)
{
  GsCoverageLayout layout;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  self->fitted = FALSE;
  gs_coverage_area_get_layout (self, &layout);
  gs_coverage_view_zoom (self->scene.plan, &layout, x, y, factor, &self->scene.view);
  gs_coverage_area_invalidate (self);
}

void
gs_coverage_area_zoom_step (GsCoverageArea *self, gboolean in)
{
  GsCoverageLayout layout;
  double x, y, width, height;
  const double factor = in ? KEY_FACTOR : 1.0 / KEY_FACTOR;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  gs_coverage_area_get_layout (self, &layout);
  if (self->has_selected
      && gs_coverage_cell_rect (&self->scene, &layout, self->selected.x, self->selected.y, &x, &y, &width,
                                &height))
    gs_coverage_area_zoom (self, x + width / 2, y + height / 2, factor);
  else
    gs_coverage_area_zoom (self, layout.x + layout.width / 2, layout.y + layout.height / 2, factor);
}

void
gs_coverage_area_pan (GsCoverageArea *self, double dx, double dy)
{
  GsCoverageLayout layout;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  gs_coverage_area_get_layout (self, &layout);
  gs_coverage_view_pan (self->scene.plan, &layout, dx, dy, &self->scene.view);
  gs_coverage_area_invalidate (self);
}

void
gs_coverage_area_point_at (GsCoverageArea *self, double px, double py)
{
  GsCoverageLayout layout;
  GsCoverageCell cell;
  gint64 x, y;
  gboolean over;

  if (self->scene.plan == NULL)
    return;
  gs_coverage_area_get_layout (self, &layout);
  over = !gs_coverage_area_shows_tiles (self) && gs_coverage_cell_at (&self->scene, &layout, px, py, &x, &y)
         && gs_coverage_area_look_up (self, x, y, &cell);
  if (over == self->has_hovered && (!over || (self->hovered.x == cell.x && self->hovered.y == cell.y)))
    return;
  self->has_hovered = self->scene.has_hover = over;
  if (over)
    {
      self->hovered = cell;
      self->scene.hover_x = cell.x;
      self->scene.hover_y = cell.y;
    }
  gs_coverage_area_notify_hovered (self);
}

void
gs_coverage_area_point_away (GsCoverageArea *self)
{
  if (!self->has_hovered)
    return;
  self->has_hovered = self->scene.has_hover = FALSE;
  gs_coverage_area_notify_hovered (self);
}

gboolean
gs_coverage_area_steer (GsCoverageArea *self, double px, double py)
{
  GsCoverageLayout layout;
  gint64 x, y;

  if (self->scene.plan == NULL || gs_coverage_area_shows_tiles (self))
    return FALSE;
  gs_coverage_area_get_layout (self, &layout);
  if (!gs_coverage_minimap_at (&self->scene, &layout, px, py, &x, &y))
    return FALSE;
  gs_coverage_view_centre (self->scene.plan, &layout, x, y,
                           MIN (self->scene.view.zoom_x, self->scene.view.zoom_y), &self->scene.view);
  gs_coverage_area_invalidate (self);
  return TRUE;
}

void
gs_coverage_area_pick (GsCoverageArea *self, double px, double py)
{
  GsCoverageLayout layout;
  GsCoverageCell cell;
  gint64 x, y;

  /* The plane is not what is seen then. */
  if (self->scene.plan == NULL || gs_coverage_area_shows_tiles (self))
    return;
  gs_coverage_area_get_layout (self, &layout);
  if (gs_coverage_cell_at (&self->scene, &layout, px, py, &x, &y)
      && gs_coverage_area_look_up (self, x, y, &cell))
    choose (self, &cell);
  else
    gs_coverage_area_unselect (self);
}
