#pragma once

#include "gs-canvas.h"
#include "gs-report.h"

G_BEGIN_DECLS

typedef struct
{
  const GsReport *report;
  gboolean share_of_lane;  /* each lane's own 100 % in the place of one scale */
  gboolean data_on_device; /* leave uploads and downloads out */
  gboolean samples;        /* the strip plot of all samples below */
  gboolean pitfall;        /* the three readings beside it, where there are any */
} GsTimingScene;

void gs_timing_scene_init (GsTimingScene *scene, const GsReport *report);
/* The height at which nothing is squeezed, in points. */
double gs_timing_natural_height (const GsTimingScene *scene, double type_scale);
/* Where the cards begin at that height, in points from the top. */
double gs_timing_cards_top (const GsTimingScene *scene, double type_scale);
/* "Hadamard product 4096 × 4096, float32, 10 repeats". Free it. */
char *gs_timing_title (const GsReport *report);
/* What the GPU's time goes into: moving data, launching, or the kernel. NULL when no GPU
 * was timed; free it. */
char *gs_timing_gpu_sentence (const GsReport *report);
void gs_painter_timing (GsCanvas *canvas, const GsTimingScene *scene);

/* "GPU", "Simulated GPU", "CPU naive" …: what people call a result. Translated. Free it. */
char *gs_result_title (const GsResult *result);

G_END_DECLS
