#include "gs-coverage-cell.h"

gboolean
gs_coverage_cell_look_up (const GsPlan *plan, gint64 x, gint64 y, GsCoverageCell *cell)
{
  GsPlane plane;

  gs_plan_plane (plan, &plane);
  if (x < 0 || y < 0 || x >= plane.columns || y >= plane.rows)
    return FALSE;

  *cell = (GsCoverageCell){ .x = x, .y = y, .element = -1 };
  cell->has_thread = gs_plan_thread_at (plan, x, y, &cell->thread);
  if (plane.wrapped)
    {
      const gint64 i = y * plane.columns + x;
      if (i < plan->elements)
        cell->element = i;
    }
  else if (x < plane.matrix_columns && y < plane.matrix_rows)
    cell->element = y * plan->n + x;
  return cell->has_thread || cell->element >= 0;
}

/* @step strides from @at within 0 … @size − 1, without overflow. */
static gint64
step_within (gint64 at, int step, gint64 stride, gint64 size)
{
  if (step == G_MININT)
    return 0;
  if (step == G_MAXINT)
    return size - 1;
  if (step < 0)
    return at < stride ? 0 : at - stride;
  if (step > 0)
    return size - 1 - at < stride ? size - 1 : at + stride;
  return at;
}

gboolean
gs_coverage_cell_step (const GsPlan *plan, int dx, int dy, gboolean by_block, gint64 *x, gint64 *y)
{
  GsPlane plane;

  gs_plan_plane (plan, &plane);
  if (plane.columns <= 0 || plane.rows <= 0)
    return FALSE;

  if (plane.wrapped)
    {
      const gint64 size = MAX (plan->threads, plan->elements);
      const gint64 stride = by_block ? plane.block_columns : 1;
      gint64 i = CLAMP (*y * plane.columns + *x, 0, size - 1);

      if (dx == G_MININT || dx == G_MAXINT)
        i = dy == 0 ? MIN (step_within (*x, dx, 1, plane.columns) + *y * plane.columns, size - 1)
                    : step_within (i, dx, 1, size);
      else
        i = step_within (step_within (i, dx, stride, size), dy, plane.columns, size);
      *x = i % plane.columns;
      *y = i / plane.columns;
    }
  else
    {
      *x = step_within (*x, dx, by_block ? plane.block_columns : 1, plane.columns);
      *y = step_within (*y, dy, by_block ? plane.block_rows : 1, plane.rows);
    }
  return TRUE;
}
