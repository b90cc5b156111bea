#pragma once

#include "gs-canvas.h"
#include "gs-report.h"

G_BEGIN_DECLS

typedef struct
{
  const GsReport *report;
  const GsResult *result; /* whose output is shown; NULL: none yet */
  const GsMatrix *a, *b;  /* inputs; NULL: left out (too large to make again) */
} GsMatrixScene;

/* A, B and the result as heat maps, with values where they fit; the difference
 * to the float64 reference as a fraction of its bound, the worst element marked;
 * and for small square inputs Hadamard and product side by side. */
void gs_painter_matrix (GsCanvas *canvas, const GsMatrixScene *scene);

/* What the verification found. Translated. Free it. */
char *gs_matrix_verdict (const GsResult *result);

G_END_DECLS
