#pragma once

#include "gs-canvas.h"
#include "gs-plan.h"

G_BEGIN_DECLS

typedef struct
{
  const GsPlan *plan;
  gboolean has_thread;
  GsThreadId thread;
  const GsSpec *inputs; /* whose values are written out; may be NULL */
} GsFormulaScene;

/* The operation and the grid as mathematics, and one thread's way through the
 * index formula with its numbers; for a product also the row of A and the
 * column of B that it needs. */
void gs_painter_formula (GsCanvas *canvas, const GsFormulaScene *scene);

/* "⌈7 / 4⌉ = 2" for the rule and sizes of @plan, per axis. Free it. */
char *gs_formula_grid_text (const GsPlan *plan);

G_END_DECLS
