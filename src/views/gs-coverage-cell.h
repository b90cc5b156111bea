#pragma once

#include "gs-plan.h"

G_BEGIN_DECLS

/* What a coverage picture shows as one cell: a thread, an element or both. */
typedef struct
{
  gint64 x, y; /* cell of the plane */
  gboolean has_thread;
  GsThreadId thread;
  gint64 element; /* linear index of the element at this place, -1: none */
} GsCoverageCell;

/* FALSE when there is neither a thread nor an element at (x, y). */
gboolean gs_coverage_cell_look_up (const GsPlan *plan, gint64 x, gint64 y, GsCoverageCell *cell);

/* Where keys lead: @dx and @dy steps from (x, y), of one thread or of one block;
 * G_MININT and G_MAXINT: to the edge. Stops at the ends of the plane; in a
 * 1-D launch a step past the end of a row goes on in the next one. FALSE when
 * the plane is empty. */
gboolean gs_coverage_cell_step (const GsPlan *plan, int dx, int dy, gboolean by_block, gint64 *x, gint64 *y);

G_END_DECLS
