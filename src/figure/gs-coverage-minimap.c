/* The whole plane in a corner, with the visible part framed. */
#include "gs-coverage-private.h"

#define WIDTH  150
#define HEIGHT 96
#define MARGIN 10

/* Where the map lies; FALSE when the whole plane is seen anyway, or there is no
 * room for both. */
static gboolean
find_box (const GsCoverageScene *scene,
          const GsCoverageLayout *layout,
          const GsCoverageFrame *frame,
          GsCoverageLayout *box)
{
  if (!scene->minimap || layout->width < 360 || layout->height < 240)
    return FALSE;
  *box = (GsCoverageLayout){ .width = WIDTH, .height = HEIGHT };
  box->x = layout->x + layout->width - box->width - MARGIN;
  box->y = layout->y + layout->height - box->height - MARGIN;
  return frame->width / frame->view.zoom_x < (double)frame->plane.columns - 0.5
         || frame->height / frame->view.zoom_y < (double)frame->plane.rows - 0.5;
}

void
gs_coverage_draw_minimap (GsCanvas *canvas,
                          const GsCoverageScene *scene,
                          const GsCoverageLayout *layout,
                          const GsCoverageFrame *frame)
{
  GsCoverageScene small = *scene;
  GsCoverageLayout box;
  GsCoverageFrame whole;
  double x0, y0, x1, y1;

  if (!find_box (scene, layout, frame, &box))
    return;
  gs_canvas_card (canvas, box.x - 8, box.y - 8, box.width + 16, box.height + 16);
  small.view = (GsCoverageView){ 0 };
  gs_coverage_frame_init (&whole, &small, &box);
  cairo_save (canvas->cr);
  gs_canvas_rectangle (canvas, whole.x, whole.y, whole.width, whole.height);
  cairo_clip (canvas->cr);
  gs_coverage_draw_fills (canvas, &small, &whole);
  cairo_restore (canvas->cr);
  x0 = MAX (gs_coverage_frame_x (&whole, frame->view.x), whole.x);
  y0 = MAX (gs_coverage_frame_y (&whole, frame->view.y), whole.y);
  x1 = x0 + MAX (frame->width / frame->view.zoom_x * whole.view.zoom_x, 5);
  y1 = y0 + MAX (frame->height / frame->view.zoom_y * whole.view.zoom_y, 5);
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  gs_canvas_frame (canvas, x0 - 2, y0 - 2, x1 - x0 + 4, y1 - y0 + 4, 3);
  gs_canvas_set_color (canvas, &canvas->theme->text, 1);
  gs_canvas_frame (canvas, x0 - 1, y0 - 1, x1 - x0 + 2, y1 - y0 + 2, 1);
}

gboolean
gs_coverage_minimap_at (
    const GsCoverageScene *scene, const GsCoverageLayout *layout, double px, double py, gint64 *x, gint64 *y)
{
  GsCoverageScene small;
  GsCoverageLayout box;
  GsCoverageFrame frame, whole;

  g_return_val_if_fail (scene != NULL && layout != NULL && x != NULL && y != NULL, FALSE);

  if (scene->plan == NULL || !gs_coverage_can_draw (scene->plan))
    return FALSE;
  gs_coverage_frame_init (&frame, scene, layout);
  if (!find_box (scene, layout, &frame, &box) || px < box.x - 8 || py < box.y - 8
      || px > box.x + box.width + 8 || py > box.y + box.height + 8)
    return FALSE;
  small = *scene;
  small.view = (GsCoverageView){ 0 };
  gs_coverage_frame_init (&whole, &small, &box);
  /* Its own edge stands for the cells at the edge. */
  px = CLAMP (px, whole.x, whole.x + whole.width * (1 - 1e-9));
  py = CLAMP (py, whole.y, whole.y + whole.height * (1 - 1e-9));
  return gs_coverage_cell_at (&small, &box, px, py, x, y);
}
